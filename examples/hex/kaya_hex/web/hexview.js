// @ts-check
// A game of Hex on the screen: what the board shows, and what a pointer or the keyboard does on it.

import { BLUE, EMPTY, RED, candidateLayer, cellAt, cellName, cellOf, frameLayer, ghostLayer, hexBoard, play, replay, variationLayer } from "./hexboard.js";
import { h, speak } from "/dom.js";

const COLOURS = { [RED]: "Red", [BLUE]: "Blue" };

export class View {
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    this.hover = this.cursor = null; // the cells under the pointer and of the keyboard
    this.pending = null; // a move that the server has not answered yet
    this.asks = true; // whether the first stone may be taken over only the server knows
    this.picture = h(".hex-picture");
    this.swap = h("button.tool.wide", { type: "button", "data-tool": "swap", onclick: () => this.choose("swap") }, "Swap");
    host.replaceChildren(this.picture, this.swap);
    host.className = "board-host";
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.onpointermove = (event) => { if (event.pointerType !== "touch") this.setHover(this.at(event)); };
    host.onpointerleave = () => this.setHover(null);
    host.onclick = (event) => this.onClick(event);
    host.onblur = () => { this.cursor = null; this.draw(); };
  }

  /** @param {GamePayload} game */
  take(game) {
    this.size = game.board.size;
    this.moves = game.board.moves;
    this.positions = replay(game.board);
    this.host.setAttribute("aria-label", `Hex board, ${this.size} lines, ${game.number} moves. Arrow keys move a cursor, Enter plays.`);
  }

  get length() {
    return this.moves.length;
  }

  cell(name) {
    return cellOf(name, this.size);
  }

  /** The position that is shown. */
  shown() {
    const { walk, shownPly } = this.screen;
    return walk.path.reduce((position, name) => play(position, name, this.size), this.positions[Math.min(shownPly, this.length)]);
  }

  get canPlay() {
    const { game, live, walk } = this.screen;
    return game.state === "yours" && live && !walk.exploring && this.pending === null;
  }

  /** What the server has said of the position that is shown: its board, and what may be played besides cells. */
  get known() {
    const { walk, live, game } = this.screen;
    return walk.path.length ? walk.line : live ? game : null;
  }

  draw() {
    const { screen, size } = this, { game, found, walk } = screen, position = this.shown(), over = [];
    const hovered = found && found.moves.find((move) => move.move === screen.hovered);
    if (hovered) {
      over.push(variationLayer(hovered.line.slice(0, 12).map((name, k) => ({ cell: this.cell(name), colour: k % 2 ? RED + BLUE - position.turn : position.turn })), size));
    } else if (found) {
      const moves = found.moves.filter((move) => move.move !== "swap" && (move.share > 0.004 || move.move === found.best)).slice(0, 10);
      over.push(candidateLayer(moves.map((move) => ({ ...move, cell: this.cell(move.move), best: move.move === found.best })), size,
        screen.chosen ? this.cell(screen.chosen) : null));
    }
    const at = this.cursor ?? this.hover;
    if (this.pending !== null) over.push(ghostLayer(this.pending, game.human, size, "pending"));
    else if ((this.canPlay || walk.free) && !hovered && at !== null && position.stones[at] === EMPTY) over.push(ghostLayer(at, position.turn, size));
    if (screen.hint && screen.live && screen.hint !== "swap") over.push(frameLayer(this.cell(screen.hint), size, "hint"));
    if (this.cursor !== null) over.push(frameLayer(this.cursor, size, "cursor"));
    const chain = (this.known?.board.chain ?? []).map((name) => this.cell(name));
    const drawn = hexBoard(position, size, { over: over.join(""), chain });
    if (drawn !== this.drawn) this.picture.innerHTML = this.drawn = drawn;
    const playable = this.canPlay || walk.free;
    this.swap.hidden = !(playable && this.known?.tries?.includes("swap"));
    this.swap.classList.toggle("advised", "swap" === screen.hint || "swap" === found?.best);
    this.host.classList.toggle("playable", playable);
  }

  // The pointer and the keyboard

  at(event) {
    const svg = this.picture.firstElementChild;
    return svg && !this.swap.contains(event.target) ? cellAt(svg, event, this.size) : null;
  }

  setHover(cell) {
    if (cell === this.hover) return;
    this.hover = cell;
    const { screen } = this, name = cell === null ? null : cellName(cell, this.size);
    screen.hovered = screen.found?.moves.some((move) => move.move === name) ? name : null;
    this.draw();
    screen.panels.search?.mark?.(screen.hovered);
  }

  onClick(event) {
    const cell = this.at(event);
    if (cell !== null && this.shown().stones[cell] === EMPTY) this.choose(cellName(cell, this.size));
  }

  /** Play a move, or try it out. */
  choose(name) {
    this.hover = null;
    if (this.canPlay) {
      this.pending = this.cell(name); // it is there at once
      this.draw();
      this.screen.say("play", { move: name });
    } else if (this.screen.walk.free) this.screen.walk.tryMove(name);
  }

  onKey({ key }) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (key in steps) {
      const from = this.cursor ?? Math.floor((this.size * this.size) / 2), inside = (x) => Math.min(Math.max(x, 0), this.size - 1);
      const [column, row] = [inside((from % this.size) + steps[key][0]), inside(Math.floor(from / this.size) + steps[key][1])];
      this.cursor = column + this.size * row;
      const stone = this.shown().stones[this.cursor];
      speak(`${cellName(this.cursor, this.size)}${stone === EMPTY ? "" : `, ${COLOURS[stone]}`}`);
      this.draw();
      return true;
    }
    if ((key === "Enter" || key === " ") && this.cursor !== null) {
      if (this.shown().stones[this.cursor] === EMPTY) this.choose(cellName(this.cursor, this.size));
      return true;
    }
    return false;
  }

  // Words

  lastMove(game, before) {
    return game.number > before.number ? `${COLOURS[2 - (game.number % 2)]} ${this.moves.at(-1)}.` : "";
  }

  /** The moves as a list of [number, text, side]. */
  listed() {
    return this.moves.map((text, k) => ({ number: k + 1, text, side: 1 + (k % 2) }));
  }
}
