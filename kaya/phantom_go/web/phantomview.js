// @ts-check
// Phantom Go on the screen. While it lasts: the own stones, those of the opponent that are known, and what the person thinks
// of the rest. After it: three boards.

import { BLACK, EMPTY, WHITE, decodeMoves, replay } from "/games/go/go.js";
import { chanceLayer, crossLayer, cursorLayer, ghostLayer, goBoard, markLayer, pointAt } from "/games/go/goboard.js";
import { threePhantomBoards } from "./phantomboard.js";
import { h, memory, remember } from "/dom.js";
import { View as GoView } from "/games/go/goview.js";

export class View extends GoView {
  constructor(host, screen) {
    super(host, screen);
    this.marks = memory(screen.marksName, {}); // points where the person thinks that a stone is
    this.brush = false;
    host.oncontextmenu = (event) => {
      event.preventDefault();
      this.mark(this.at(event));
    };
  }

  take(game, before) {
    const { board } = game, { record } = board;
    this.size = record ? record.size : board.size;
    this.triesOut = this.marksPoints = Boolean(record);
    if (record) {
      this.positions = replay(record);
      this.decoded = decodeMoves(record.moves, record.size);
    } else {
      this.position = { stones: Uint8Array.from(board.stones), last: board.last };
      this.tries = new Set(game.tries ?? []);
      for (const point of Object.keys(this.marks)) if (board.stones[point]) delete this.marks[point];
      if (!before || before.log?.length !== game.log?.length) this.pending = null;
    }
    this.host.setAttribute("aria-label", record ? "The finished game: the umpire's board and what each player knew." : "Your stones, and those of the opponent that you know.");
  }

  get whole() {
    return Boolean(this.screen.game.board.record);
  }

  get length() {
    return this.whole ? this.positions.length - 1 : 0;
  }

  shown() {
    return this.whole ? super.shown() : { position: this.position };
  }

  draw() {
    const { screen } = this, { game } = screen, { position } = this.shown();
    if (this.whole) {
      const { path, line } = screen.walk, record = path.length && line ? line.board.record : game.board.record;
      const ply = Math.min(screen.walk.base + (path.length && line ? path.length : 0), record.knows[0].length - 1);
      const chances = screen.tab === "moment" ? screen.panels.moment.told?.chances.stones : null;
      const marks = (screen.node?.marks ?? []).map(([kind, name, text]) => ({ kind, point: this.point(name), text }));
      return this.put(threePhantomBoards(position, record.knows.map((side) => side[ply]), decodeMoves(record.moves, this.size)[ply - 1], this.size,
        markLayer(marks, position.stones, this.size) + cursorLayer(this.cursor, this.size), [0, 1, 2].map((side) => (chances && side === screen.momentSide ? chanceLayer(chances, this.size) : ""))));
    }
    const other = BLACK + WHITE - game.human, over = [], under = [];
    const chances = screen.wantsChances && screen.chances?.chances?.stones;
    if (chances) under.push(chanceLayer(chances, this.size));
    for (const point of Object.keys(this.marks)) over.push(ghostLayer(Number(point), other, this.size, "guess"));
    over.push(crossLayer(game.board.vain.map((name) => this.point(name)).filter((point) => position.stones[point] === EMPTY), this.size));
    over.push(`<g class="refused">${crossLayer(game.board.refused.map((name) => this.point(name)), this.size)}</g>`);
    const hint = screen.hint ?? (screen.analysing && (screen.hovered ?? screen.search?.best)), at = this.aimed ?? this.cursor ?? this.hover;
    if (hint && hint !== "pass" && position.stones[this.point(hint)] === EMPTY) over.push(ghostLayer(this.point(hint), game.human, this.size, "ghost guess"));
    if (this.pending !== null) over.push(ghostLayer(this.pending, game.human, this.size, "pending"));
    else if (this.canPlay && at !== null && this.tries.has(this.name(at))) over.push(ghostLayer(at, game.human, this.size));
    over.push(cursorLayer(this.cursor, this.size));
    this.put(goBoard(position, this.size, { under: under.join(""), over: over.join("") }));
    this.host.classList.toggle("playable", this.canPlay);
  }

  put(drawn) {
    if (drawn === this.drawn) return;
    this.host.innerHTML = drawn;
    this.drawn = drawn;
  }

  onClick(event) {
    if (this.whole) {
      const svg = this.host.querySelector("svg"), point = svg && pointAt(svg, event, this.size);
      if (point !== null && this.screen.marking) this.screen.toggleMark(this.name(point));
      else if (point !== null && this.screen.setUp.on) this.screen.setUp.put(this.name(point));
      else if (point !== null && this.screen.walk.free && this.shown().position.stones[point] === EMPTY) this.screen.walk.tryMove(this.name(point));
      return;
    }
    if (this.brush) return this.mark(this.at(event));
    super.onClick(event);
  }

  play(point) {
    this.aimed = null;
    if (this.whole) return this.screen.walk.tryMove(this.name(point));
    if (!this.tries.has(this.name(point))) return this.draw();
    this.pending = point;
    this.hover = null;
    this.draw();
    this.screen.say("play", { move: this.name(point) });
  }

  /** Mark a point, or not any more. Nobody else learns of it. */
  mark(point) {
    if (point === null || this.whole || this.position.stones[point] !== EMPTY) return;
    if (this.marks[point]) delete this.marks[point];
    else this.marks[point] = true;
    remember(this.screen.marksName, this.marks);
    this.draw();
  }

  clear() {
    this.marks = {};
    remember(this.screen.marksName, this.marks);
    this.draw();
  }

  lastMove(game, before) {
    if (!game.log || game.log.length === before.log?.length) return "";
    const { by, text } = game.log.at(-1);
    return `${by}: ${text}.`;
  }

  listed() {
    if (!this.whole) return [];
    const { said, tried } = this.screen.game.board.record;
    return super.listed().map((move) => ({ ...move, said: said[move.number] ?? "", tried: tried[move.number] ?? "" }));
  }

  /** What the person marks guesses with. */
  guessControls() {
    return [h("h3", {}, "Where are they?"), h("p.muted", {}, "Mark where you think hidden stones are, with this switch or by right clicks. Only you see these marks."),
      h("label.switch", {}, h("input", { type: "checkbox", checked: this.brush, onchange: (event) => { this.brush = event.target.checked; } }), h("span", {}, "Clicks mark")),
      h("button.tool.wide.start", { type: "button", onclick: () => this.clear() }, "Clear the marks")];
  }
}
