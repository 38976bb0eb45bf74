// @ts-check
// A game of Go on the screen: what the board shows, and what a pointer or the keyboard does on it.

import { BLACK, EMPTY, WHITE, decodeMoves, play, pointName, replay } from "./go.js";
import { candidateLayer, crossLayer, cursorLayer, ghostLayer, goBoard, hintLayer, markLayer, ownerLayer, pointAt, rankLayer, variationLayer } from "./goboard.js";
import { speak } from "/dom.js";

const FINE = 30; // pixels from line to line below which a finger needs to confirm
const COLOURS = { [BLACK]: "Black", [WHITE]: "White" };

export class View {
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    this.hover = null; // a point under the pointer
    this.aimed = null; // a point that a finger has touched and not confirmed
    this.cursor = null; // of the keyboard
    this.pending = null; // a move that the server has not answered yet
    this.marksPoints = true; // whether places of its board can be marked
    this.moves = this.setup = undefined; // what the positions were made of
    host.replaceChildren();
    host.className = "board-host";
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.onpointermove = (event) => this.onMove(event);
    host.onpointerleave = () => this.setHover(null);
    host.onclick = (event) => this.onClick(event);
    host.onblur = () => { this.cursor = null; this.draw(); };
  }

  /** @param {GamePayload} game */
  take(game) {
    const { record } = game.board;
    this.size = record.size;
    if (this.moves !== record.moves || this.setup !== record.setup) {
      this.positions = replay(record);
      this.decoded = decodeMoves(record.moves, record.size);
      [this.moves, this.setup] = [record.moves, record.setup];
      this.aimed = null;
    }
    this.host.setAttribute("aria-label", `Go board, ${this.size} lines, ${game.number} moves. Arrow keys move a cursor, Enter plays.`);
  }

  get length() {
    return this.positions.length - 1;
  }

  name(point) {
    return pointName(point, this.size);
  }

  /** The point of a name; null for a pass. */
  point(name) {
    if (name === "pass") return null;
    return "ABCDEFGHJKLMNOPQRST".indexOf(name[0]) + this.size * (this.size - Number(name.slice(1)));
  }

  /** Who moves after so many moves. */
  colourAt(ply) {
    const { game } = this.screen;
    if (ply >= this.length && game.mover) return game.mover;
    if (this.decoded[ply]) return this.decoded[ply].colour;
    return this.decoded.length ? BLACK + WHITE - this.decoded.at(-1).colour : BLACK;
  }

  /**
   * What is shown: the position, and who moves in it.
   * @returns {{ position: { stones: Uint8Array, last?: number | null }, colour?: number, ply?: number }}
   */
  shown() {
    const ply = Math.min(this.screen.shownPly, this.length);
    let position = this.positions[ply], colour = this.colourAt(ply);
    for (const name of this.screen.walk.path) {
      position = play(position, { colour, point: this.point(name) }, this.size);
      colour = BLACK + WHITE - colour;
    }
    return { position, colour, ply };
  }

  // Setting up

  /** Who is to move in the position that is shown. */
  get mover() {
    return this.shown().colour;
  }

  /** The stones that are shown, by the names of their points. */
  placed() {
    const colours = { [BLACK]: "black", [WHITE]: "white" };
    return Object.fromEntries([...this.shown().position.stones].flatMap((stone, point) => (stone === EMPTY ? [] : [[this.name(point), colours[stone]]])));
  }

  /** A board with nothing on it that can be taken away. */
  cleared() {
    return {};
  }

  picture(colour) {
    return `<svg class="go-board" viewBox="-.6 -.6 1.2 1.2" aria-hidden="true">${ghostLayer(0, colour === "white" ? WHITE : BLACK, 1, "set")}</svg>`;
  }

  get canPlay() {
    return this.screen.game.state === "yours" && this.screen.live && !this.screen.walk.exploring && this.pending === null;
  }

  /** Why a move is not allowed in what is shown, as far as that is known. */
  illegal(point) {
    const { walk, game } = this.screen;
    return (walk.path.length ? walk.line?.board : this.screen.live ? game.board : null)?.illegal?.[this.name(point)];
  }

  draw() {
    const { screen } = this, { game, found } = screen, { position, colour } = this.shown();
    const under = [], over = [];
    let dead;
    if (game.count && screen.live) {
      under.push("");
      dead = new Set(game.count.dead.map((name) => this.point(name)));
      over.push(ownerLayer(game.count.owners.map((owner, point) => (position.stones[point] && !dead.has(point) ? 0 : owner)), this.size));
    } else if (screen.owned) {
      over.push(this.owned(screen.owned.owners, position));
    }
    const hovered = found && found.moves.find((move) => move.move === screen.hovered);
    if (found && !screen.quiet && screen.showOwners && found.owners && !hovered) over.push(this.owned(found.owners, position));
    if (hovered) {
      over.push(variationLayer(hovered.line.slice(0, 12).map((name, k) => ({ point: this.point(name), colour: k % 2 ? BLACK + WHITE - colour : colour })), this.size));
    } else if (found && !screen.quiet && game.state !== "counting") {
      const moves = found.moves.filter((move) => move.move !== "pass" && (move.share > 0.004 || move.move === found.best)).slice(0, 10).map((move) => ({
        point: this.point(move.move), share: move.share, rate: move.rate, visits: move.visits, best: move.move === found.best, played: move.move === screen.playedNext }));
      if (found.unpruning) over.push(this.unpruned(found.unpruning, position, moves.map(({ point }) => point)));
      over.push(candidateLayer(moves, this.size, screen.chosen ? this.point(screen.chosen) : null));
    }
    const marks = hovered ? null : screen.node?.marks;
    if (marks) over.push(markLayer(marks.map(([kind, name, text]) => ({ kind, point: this.point(name), text })), position.stones, this.size));
    if (this.pending !== null) over.push(ghostLayer(this.pending, game.human, this.size, "pending"));
    else if ((this.canPlay || screen.walk.free) && !hovered) {
      const at = this.aimed ?? this.cursor ?? this.hover;
      if (at !== null && position.stones[at] === EMPTY) over.push(this.illegal(at) ? crossLayer([at], this.size) : ghostLayer(at, colour, this.size));
    }
    if (screen.hint && screen.live && screen.hint !== "pass") over.push(hintLayer(this.point(screen.hint), this.size));
    over.push(cursorLayer(this.cursor, this.size));
    const marked = marks?.some(([, name]) => this.point(name) === position.last); // its mark says more than the ring
    const drawn = goBoard(marked ? { ...position, last: null } : position, this.size, { under: under.join(""), over: over.join(""), dead });
    if (drawn !== this.drawn) {
      this.host.innerHTML = drawn;
      this.drawn = drawn;
    }
    this.host.classList.toggle("playable", this.canPlay || screen.walk.free);
  }

  /** The moves that are seen by now and the next ones, where nothing else is drawn of them. */
  unpruned({ seen, moves }, { stones }, shown) {
    const ranked = moves.map((name, k) => ({ point: this.point(name), rank: k + 1, pruned: k >= seen }));
    return rankLayer(ranked.filter(({ point }) => point !== null && stones[point] === EMPTY && !shown.includes(point)), this.size);
  }

  /** Who will own what, where the stones do not say it themselves. */
  owned(owners, { stones }) {
    return ownerLayer(owners.map((owner, point) => (stones[point] === (owner > 0 ? BLACK : WHITE) ? 0 : owner)), this.size);
  }

  // The pointer

  at(event) {
    const svg = this.host.firstElementChild;
    return svg ? pointAt(svg, event, this.size) : null;
  }

  onMove(event) {
    if (event.pointerType !== "touch") this.setHover(this.at(event));
  }

  setHover(point) {
    if (point === this.hover) return;
    this.hover = point;
    const { screen } = this, name = point === null ? null : this.name(point);
    const candidate = screen.found?.moves.some((move) => move.move === name);
    screen.hovered = candidate ? name : null;
    this.draw();
    screen.panels.search?.mark?.(screen.hovered);
  }

  onClick(event) {
    const point = this.at(event), { screen } = this;
    if (point === null) return;
    if (screen.marking) return screen.toggleMark(this.name(point));
    if (screen.setUp.on) return screen.setUp.put(this.name(point));
    if (screen.game.state === "counting" && screen.live) {
      if (this.shown().position.stones[point] !== EMPTY) screen.say("dead", { point: this.name(point) });
      return;
    }
    if (!this.canPlay && !screen.walk.free) return;
    const unit = this.host.clientWidth / (this.size + 1.25);
    if (event.pointerType === "touch" && unit < FINE && this.aimed !== point) {
      this.aimed = point;
      return this.draw();
    }
    this.play(point);
  }

  play(point) {
    const { position } = this.shown();
    this.aimed = null;
    if (position.stones[point] !== EMPTY) return this.draw();
    const name = this.name(point), forbidden = this.illegal(point);
    this.hover = null;
    if (!this.canPlay) return this.screen.walk.tryMove(name);
    if (!forbidden) this.pending = point; // it is there at once
    this.draw();
    this.screen.say("play", { move: name });
  }

  // The keyboard

  onKey({ key }) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.size, ArrowDown: this.size };
    if (key in steps) {
      const from = this.cursor ?? Math.floor((this.size * this.size) / 2) - steps[key];
      const to = from + steps[key], sideways = Math.abs(steps[key]) === 1;
      if (to < 0 || to >= this.size ** 2 || (sideways && Math.floor(to / this.size) !== Math.floor(from / this.size))) return true;
      this.cursor = to;
      const stone = this.shown().position.stones[to];
      speak(`${this.name(to)}${stone === EMPTY ? "" : `, ${COLOURS[stone]}`}`);
      this.draw();
      return true;
    }
    if ((key === "Enter" || key === " ") && this.cursor !== null) {
      const { screen } = this, name = this.name(this.cursor);
      if (screen.marking) screen.toggleMark(name);
      else if (screen.setUp.on) screen.setUp.put(name);
      else if (screen.game.state === "counting" && screen.live) screen.say("dead", { point: name });
      else if (this.canPlay || screen.walk.free) this.play(this.cursor);
      return true;
    }
    return false;
  }

  // Words

  lastMove(game, before) {
    if (game.number <= before.number || !this.decoded.length) return "";
    const { colour, point } = this.decoded.at(-1);
    return `${COLOURS[colour]} ${point === null ? "passes" : this.name(point)}.`;
  }

  stripFacts(side) {
    const { captured, komi, rules } = this.screen.game.board, span = document.createElement("span");
    span.className = "muted facts";
    span.textContent = `${captured[3 - side]} captured${side === WHITE ? ` · komi ${komi}${rules === "japanese" ? " · Japanese rules" : ""}` : ""}`;
    return span;
  }

  /** The moves as a list of [number, text, colour]. */
  listed() {
    return this.decoded.map(({ colour, point }, k) => ({ number: k + 1, text: this.name(point), side: colour }));
  }
}
