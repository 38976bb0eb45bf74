// @ts-check
// The position that a study begins with: pieces from a palette are put on the board, and who is to move.

import { fill, h } from "./dom.js";

export class SetUp {
  constructor(screen) {
    this.screen = screen;
    this.on = false;
    this.piece = ""; // what a click puts; the same piece is taken away
    this.root = h(".set-up");
  }

  draw() {
    const { screen } = this, { game } = screen, able = Boolean(game.study && game.pieces?.length);
    if (!able) this.on = false;
    const key = JSON.stringify([able, this.on, this.piece, game.mover || screen.view.mover]);
    if (key === this.key) return;
    this.key = key;
    if (!able) return fill(this.root);
    this.piece ||= game.pieces[0];
    const piece = (name) => {
      const button = h("button", { type: "button", "aria-pressed": this.piece === name, "aria-label": name, title: name, "data-piece": name, onclick: () => { this.piece = name; this.draw(); } });
      button.innerHTML = screen.view.picture(name);
      return button;
    };
    const mover = screen.view.mover;
    fill(this.root, h("label.switch", {}, h("input", { type: "checkbox", id: "set-up", checked: this.on, onchange: (event) => { this.on = event.target.checked; if (this.on) screen.goTo(0); this.draw(); screen.draw(); } }), h("span", {}, "Set up a position")),
      this.on ? [h(".brushes", {}, game.pieces.map(piece)),
        h("fieldset.choice", {}, h("legend", {}, "To move"), h(".options", {}, Object.entries(game.sides).map(([side, name]) => h("label", {},
          h("input", { type: "radio", name: "to-move", checked: Number(side) === mover, onchange: () => this.say(screen.view.placed(), Number(side)) }), h("span", {}, name)))),
        h(".row", {}, h("button.tool.wide", { type: "button", onclick: () => this.say(screen.view.cleared(), mover) }, "Clear the board"))),
        game.number ? h("p.muted", {}, "Moves were tried out here: another position begins another study.") : null] : null);
  }

  /** Put the chosen piece on a place, or take away what stands there if it is the same. */
  put(name) {
    const placed = this.screen.view.placed();
    if (placed[name] === this.piece) delete placed[name];
    else {
      for (const place of this.screen.view.unique?.(this.piece) ? Object.keys(placed) : []) if (placed[place] === this.piece) delete placed[place];
      placed[name] = this.piece;
    }
    this.say(placed, this.screen.view.mover);
  }

  say(pieces, mover) {
    this.screen.say("set_up", { pieces, mover });
  }
}
