// @ts-check
// The parameters and strategies of the player that analyses: change one, and the search begins anew.

import { fill, h } from "./dom.js";

export class PlayerPanel {
  constructor(screen) {
    this.screen = screen;
    this.root = h(".player-panel");
  }

  draw() {
    const { screen } = this, { parameters } = screen;
    if (!parameters) return fill(this.root, h("p.muted", {}, "Begin to analyse: then the parameters of the player are here, and a change restarts the search."));
    if (this.drawn === parameters) return;
    this.drawn = parameters;
    fill(this.root, h("h3", {}, parameters.player), h("h4", {}, "Strategies"),
      h(".settings", {}, Object.entries(parameters.choices).map(([role, { value, known }]) => h("label.field", {}, h("span", {}, role),
        h("select", { onchange: (event) => screen.say("set", { name: role, value: event.target.value }) },
          known.map((name) => h("option", { value: name, selected: name === value }, name)))))),
      h("h4", {}, "Parameters"), h(".settings", {}, parameters.parameters.map((parameter) => this.field(parameter))));
  }

  field({ name, kind, value, default: usual, low, high, meaning, choices }) {
    const send = (given) => this.screen.say("set", { name, value: String(given) });
    const input = choices.length
      ? h("select", { onchange: (event) => send(event.target.value) }, choices.map((word) => h("option", { value: word, selected: word === value }, word)))
      : kind === "bool" ? h("input", { type: "checkbox", checked: Boolean(value), onchange: (event) => send(event.target.checked ? "on" : "off") })
      : h("input", { type: "number", step: kind === "int" ? 1 : "any", min: low, max: high, value, onchange: (event) => send(event.target.value) });
    return h(`label.field.parameter${value === usual ? "" : ".changed"}`, { "data-name": name }, h("span", {}, name), input,
      h("small.muted", {}, `${meaning}${low !== null && high !== null ? ` (${low} to ${high})` : ""}`));
  }
}
