// @ts-check
// Any game: its text as the board, and its moves as buttons.

import { fill, h } from "./dom.js";

export class TextView {
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    this.pending = null;
    this.asks = true; // what can be played in another position only the server knows
    host.className = "board-host text";
    host.removeAttribute("role");
    host.removeAttribute("tabindex");
    host.onpointermove = host.onpointerdown = host.onpointerup = host.onclick = host.onpointerleave = host.oncontextmenu = host.onblur = null;
  }

  take() {}

  get length() {
    return (this.screen.game.board.texts?.length ?? 1) - 1;
  }

  draw() {
    const { game, walk, found, live } = this.screen, playing = game.state === "yours" && live && !walk.exploring;
    const text = walk.path.length ? walk.line?.board.text : game.board.texts?.[walk.base] ?? game.board.text;
    const moves = playing ? game.tries ?? [] : walk.free ? walk.line?.tries ?? (live ? game.tries : null) ?? [] : [];
    const hint = live ? this.screen.hint : null;
    const key = JSON.stringify([text, playing, moves, hint, found?.moves]);
    if (key === this.key || text === undefined) return;
    this.key = key;
    const rates = new Map((found?.moves ?? []).map(({ move, rate }) => [move, ` ${Math.round(100 * rate)} %`]));
    fill(this.host, h("pre.text-board", {}, text),
      h(".moves-as-buttons", {}, moves.map((name) => h(`button.tool.wide${name === hint || name === found?.best ? ".advised" : ""}`, { type: "button", "data-tool": `move-${name}`,
        onclick: () => (playing ? this.screen.say("play", { move: name }) : walk.tryMove(name)) }, name, h("small", {}, rates.get(name) ?? "")))));
  }

  /** The moves as a list of [number, text, side]. */
  listed() {
    return (this.screen.game.board.moves ?? []).map((move, k) => ({ number: k + 1, ...move }));
  }

  lastMove(game, before) {
    const last = game.board.moves?.at(-1);
    return game.number > before.number && last ? `${game.sides[last.side]}: ${last.text}.` : "";
  }
}
