// Any game: its text as the board, and its moves as buttons.

import { fill, h } from "./dom.js";

export class TextView {
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    this.pending = null;
    this.length = 0;
    host.className = "board-host text";
    host.removeAttribute("role");
    host.removeAttribute("tabindex");
    host.onpointermove = host.onpointerdown = host.onpointerup = host.onclick = host.onpointerleave = host.oncontextmenu = null;
  }

  take() {}

  draw() {
    const { game } = this.screen, playing = game.state === "yours";
    const key = JSON.stringify([game.board.text, playing, game.tries]);
    if (key === this.key) return;
    this.key = key;
    fill(this.host, h("pre.text-board", {}, game.board.text),
      h(".moves-as-buttons", {}, (playing ? game.tries ?? [] : []).map((name) =>
        h("button.tool.wide", { type: "button", onclick: () => this.screen.say("play", { move: name }) }, name))));
  }

  listed() {
    return [];
  }
}
