// @ts-check
// What the person thinks of the other side, in a game with an umpire: pieces to be marked, and chances to be shown.

import { pieceId } from "/boards/chessboard.js";
import { fill, h } from "./dom.js";

export class GuessPanel {
  constructor(screen) {
    this.screen = screen;
    this.root = h(".guess-panel");
  }

  draw() {
    const { screen } = this, { game, view } = screen, chess = game.board.kind === "chess";
    fill(this.root,
      chess ? [h("h3", {}, "Where are they?"), h("p.muted", {}, "Choose a piece and click squares to mark where you think it stands. Only you see these marks."), this.brushes(view)] : null,
      game.board.kind === "phantom" ? [h("h3", {}, "Where are they?"), h("p.muted", {}, "Mark where you think hidden stones are, with this switch or by right clicks. Only you see these marks."),
        h("label.switch", {}, h("input", { type: "checkbox", checked: view.brush, onchange: (event) => { view.brush = event.target.checked; } }), h("span", {}, "Clicks mark")),
        h("button.tool.wide.start", { type: "button", onclick: () => view.clear() }, "Clear the marks")] : null,
      game.can.includes("chances") ? [h("h3", {}, "Chances"), h("p.muted", {}, "How likely the other side's men stand where, by what the umpire has told you."),
        h("label.switch", {}, h("input", { type: "checkbox", checked: Boolean(screen.wantsChances), onchange: (event) => this.toggle(event.target.checked) }), h("span", {}, "Show on the board")),
        Object.keys(screen.chances?.chances ?? {}).length < 2 ? null : h(".options.kinds", {}, Object.keys(screen.chances.chances).map((kind) => h("label", {},
          h("input", { type: "radio", name: "chances", checked: kind === (screen.chanceKind ?? "king"), onchange: () => { screen.chanceKind = kind; screen.draw(); } }), h("span", {}, kind))))] : null);
  }

  brushes(view) {
    const kinds = [..."PNBRQK"].map((kind) => (view.side === 1 ? kind.toLowerCase() : kind));
    const brush = (piece, content, label) => h("button", { type: "button", "aria-pressed": view.brush === piece, "aria-label": label, title: label,
      onclick: () => { view.brush = view.brush === piece ? null : piece; this.draw(); } }, content);
    return h(".brushes", {}, kinds.map((piece) => {
      const picture = h("span");
      picture.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true"><use href="#${pieceId(piece)}"/></svg>`;
      return brush(piece, picture, `Mark a ${pieceId(piece).split("-")[1]}`);
    }), h("button.wide", { type: "button", onclick: () => { view.marks = {}; view.mark(0, null); view.brush = null; this.draw(); } }, "Clear"));
  }

  toggle(on) {
    this.screen.wantsChances = on;
    if (on) this.screen.act("chances");
    else this.screen.draw();
  }
}
