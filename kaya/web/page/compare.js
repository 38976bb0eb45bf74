// @ts-check
// The form for two searches side by side: the game, a position, two programs, and what is switched in one of them.

import { fill, h } from "./dom.js";

export class CompareForm {
  /** @param {{name: string, title: string, players: string[], usual: string, conditions: any[]}[]} games */
  constructor(games, begin) {
    this.games = games;
    this.game = games[0];
    this.fields = h(".row.end");
    this.moves = h("input", { type: "text", placeholder: "E5 C3 G6, or nothing", autocomplete: "off", spellcheck: false });
    this.root = h("form.card.compare-form", { onsubmit: (event) => { event.preventDefault(); begin(this.wanted()); } },
      h(".row.end", {}, h("label.field", {}, h("span", {}, "Game"), h("select", { onchange: (event) => { this.game = games.find(({ name }) => name === event.target.value) ?? games[0]; this.draw(); } },
        games.map(({ name, title }) => h("option", { value: name }, title)))), this.fields),
      h("label.field", {}, h("span", {}, "Moves before the position"), this.moves), h("button.primary", { type: "submit" }, "Search"));
    this.draw();
  }

  draw() {
    const { players, usual, conditions } = this.game;
    const program = (label, none) => h("label.field", {}, h("span", {}, label), h("select", {}, none ? h("option", { value: "" }, "the same") : null,
      players.map((name) => h("option", { value: name, selected: !none && name === usual }, name))));
    this.programs = [program("First program", false), program("Second program", true)];
    this.conditions = conditions.filter(({ kind }) => kind !== "str").map(({ name, value, low, high, kind }) => [name, kind, h("input", { type: "number", value, min: low, max: high, step: kind === "int" ? 1 : 0.5 })]);
    fill(this.fields, this.programs, this.conditions.map(([name, , input]) => h("label.field.small", {}, h("span", {}, name), input)));
  }

  wanted() {
    const [first, second] = this.programs.map((label) => label.querySelector("select").value);
    const conditions = Object.fromEntries(this.conditions.filter(([, kind]) => kind !== "bool").map(([name, , input]) => [name, Number(input.value)]));
    return { game: this.game.name, programs: [first, second || first], moves: this.moves.value.trim().split(/\s+/).filter(Boolean), conditions };
  }

  /** What switches a part of one of the searches: its parameters and strategies by name. */
  switches(bench) {
    const lane = h("select", { "aria-label": "Which search" }, h("option", { value: 1 }, "In the second"), h("option", { value: 0 }, "In the first"), h("option", { value: -1 }, "In both"));
    const known = h("datalist", { id: "known-parameters" }), values = h("datalist", { id: "known-values" });
    const name = h("input", { type: "text", placeholder: "PB, T, prior …", "aria-label": "Parameter or strategy", autocomplete: "off",
      oninput: () => fill(values, (bench.state?.settable?.[name.value] ?? []).map((each) => h("option", { value: each }))),
      onfocus: () => fill(known, Object.keys(bench.state?.settable ?? {}).sort().map((each) => h("option", { value: each }))) });
    const value = h("input", { type: "text", placeholder: "off, 30, by_network …", "aria-label": "Its value", autocomplete: "off" });
    name.setAttribute("list", known.id);
    value.setAttribute("list", values.id);
    const set = () => name.value && bench.say("knob", { lane: Number(lane.value), name: name.value.trim(), value: value.value.trim() });
    return h("form.row.end.switches", { onsubmit: (event) => { event.preventDefault(); set(); } }, lane, name, value, known, values, h("button.tool.wide", { type: "submit" }, "Switch"));
  }
}
