// @ts-check
// A moment of a game with an umpire that is over, as one side saw it: what it could try, what it had been told, and where
// by that the other side may have stood, which the board of that side shows.

import { fill, h } from "./dom.js";

const TRIES = 80; // that are listed

export class MomentPanel {
  constructor(screen) {
    this.screen = screen;
    this.root = h(".moment-panel");
  }

  /** What the server has said of what is shown; null if it has not yet. */
  get told() {
    const { moment, walk } = this.screen;
    return moment && moment.side === this.screen.momentSide && moment.number === walk.base && moment.path.join() === walk.path.join() ? moment : null;
  }

  draw() {
    const { screen } = this, { game } = screen, { told } = this, side = screen.momentSide;
    if (!told) this.ask();
    const kinds = Object.keys(screen.moment?.chances ?? {}), radio = (name, label, chosen, change) => h("label", {}, h("input", { type: "radio", name, checked: chosen, onchange: change }), h("span", {}, label));
    fill(this.root,
      h("fieldset.choice", {}, h("legend", {}, "By the eyes of"), h(".options", {}, Object.entries(game.sides).map(([each, name]) =>
        radio("moment-side", name, Number(each) === side, () => { screen.momentSide = Number(each); screen.moved(); })))),
      kinds.length > 1 ? h("fieldset.choice", {}, h("legend", {}, "Where the other side may stand"), h(".options", {}, kinds.map((kind) =>
        radio("moment-kind", kind, kind === (screen.chanceKind ?? kinds[0]), () => { screen.chanceKind = kind; screen.draw(); })))) : null,
      told ? [h("ul.facts-list", {}, told.facts.map((fact) => h("li", {}, fact))),
        told.tries.length ? h("p.muted", {}, `${told.tries.length} tries: ${told.tries.slice(0, TRIES).join(" ")}${told.tries.length > TRIES ? " …" : ""}`) : null] : null);
  }

  ask() {
    const { screen } = this, wanted = { ...screen.place, side: screen.momentSide }, key = JSON.stringify(wanted);
    if (key === this.asked) return;
    this.asked = key;
    screen.say("moment", wanted);
  }
}
