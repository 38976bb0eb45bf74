// @ts-check
// What the person thinks of the other side, in a game with an umpire: what its view has to mark them with, and chances to be shown.

import { fill, h } from "./dom.js";

export class GuessPanel {
  constructor(screen) {
    this.screen = screen;
    this.root = h(".guess-panel");
  }

  draw() {
    const { screen } = this, { game, view } = screen, kinds = Object.keys(screen.chances?.chances ?? {});
    fill(this.root,
      view.guessControls?.(() => this.draw()) ?? null,
      game.can.includes("chances") ? [h("h3", {}, "Chances"), h("p.muted", {}, "How likely the other side's pieces stand where, by what the umpire has told you."),
        h("label.switch", {}, h("input", { type: "checkbox", checked: Boolean(screen.wantsChances), onchange: (event) => this.toggle(event.target.checked) }), h("span", {}, "Show on the board")),
        kinds.length < 2 ? null : h(".options.kinds", {}, kinds.map((kind) => h("label", {},
          h("input", { type: "radio", name: "chances", checked: kind === (screen.chanceKind ?? kinds[0]), onchange: () => { screen.chanceKind = kind; screen.draw(); } }), h("span", {}, kind))))] : null);
  }

  toggle(on) {
    this.screen.wantsChances = on;
    if (on) this.screen.act("chances");
    else this.screen.draw();
  }
}
