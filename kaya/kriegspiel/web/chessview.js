// @ts-check
// Kriegspiel on the screen. While it lasts: the own pieces, and what the person thinks of the others. After it: three boards.

import { movePiece, replayChess, squareName } from "./chess.js";
import { chessBoard, goalLayer, pieceAt, pieceId, placeOf, squareAt, squareChanceLayer, squareCursor, squareMarkLayer, threeBoards, vainLayer } from "./chessboard.js";
import { h, memory, remember, speak } from "/dom.js";

const PROMOTIONS = [["q", "queen"], ["r", "rook"], ["b", "bishop"], ["n", "knight"]];

export class View {
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    this.from = null; // the square of a piece that is to move
    this.cursor = null;
    this.pending = null;
    this.marks = memory(screen.marksName, {}); // what the person has marked: a piece by square
    this.brush = null; // the piece that a click marks
    host.replaceChildren();
    host.className = "board-host chess";
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.onpointermove = (event) => this.onMove(event);
    host.onpointerdown = (event) => this.onDown(event);
    host.onpointerup = (event) => this.onUp(event);
    host.oncontextmenu = (event) => this.onMenu(event);
    host.onclick = host.onpointerleave = null;
    host.onblur = () => { this.cursor = null; this.draw(); };
  }

  get side() {
    return this.whole ? 1 : this.screen.game.human === 2 ? 2 : 1;
  }

  get whole() {
    return Boolean(this.screen.game.board.record);
  }

  take(game, before) {
    const { board } = game;
    if (board.record) {
      this.positions = replayChess(board.record);
      this.asks = this.triesOut = this.marksPoints = true; // what can be played in a position only the server knows
      this.from = null;
      if (!before || before.state !== "over" || before.number !== game.number) this.screen.say("try", { ...this.screen.place, keep: false });
      this.host.setAttribute("aria-label", "The finished game: the umpire's board and what each player knew.");
      return;
    }
    this.pieces = Array.from({ length: 64 }, (_, square) => board.pieces[square] ?? "");
    this.readTries(game.tries ?? []);
    for (const square of Object.keys(this.marks)) if (this.pieces[square]) this.mark(Number(square), null, false);
    if (before && before.log?.length !== game.log?.length) this.pending = null;
    this.from = null;
    this.host.setAttribute("aria-label", "Your pieces. Arrow keys move a cursor, Enter takes and puts a piece.");
  }

  get length() {
    return this.whole ? this.positions.length - 1 : 0;
  }

  get canPlay() {
    return this.whole ? this.screen.walk.free : this.screen.game.state === "yours" && !this.pending;
  }

  draw() {
    const { screen } = this, { game } = screen;
    if (this.whole) {
      return this.put(this.drawWhole());
    }
    const marks = { moved: game.board.marks.moved, alarm: game.board.marks.alarm, chosen: this.from === null ? [] : [this.from] };
    let over = vainLayer(game.board.marks.vain, this.side), under = "";
    const chances = screen.wantsChances && screen.chances?.chances?.[screen.chanceKind ?? "king"];
    if (chances) under += squareChanceLayer(chances, this.side);
    for (const [square, piece] of Object.entries(this.marks)) over += pieceAt(piece, Number(square), this.side, "guess");
    if (this.from !== null) over += goalLayer(new Set((this.tries.get(this.from) ?? []).map(({ to }) => to)), this.side);
    const hint = screen.hint ?? (screen.analysing && (screen.hovered ?? screen.search?.best));
    if (hint && /^[a-h][1-8][a-h][1-8]/.test(hint)) over += arrow(number(hint), number(hint.slice(2)), this.side);
    let pieces = this.pieces;
    if (this.pending) {
      pieces = pieces.slice();
      pieces[this.pending.to] = pieces[this.pending.from];
      pieces[this.pending.from] = "";
    }
    over += squareCursor(this.cursor, this.side);
    if (this.flying) {
      over += `<use href="#${pieceId(this.pieces[this.flying.from])}" transform="translate(${(this.flying.x - 0.5).toFixed(2)} ${(this.flying.y - 0.5).toFixed(2)}) scale(.0222)" class="flying"/>`;
      pieces = pieces.slice();
      pieces[this.flying.from] = "";
    }
    this.put(chessBoard(pieces, { side: this.side, marks, over, under }));
  }

  /** All boards of a position that is known, with what can be tried out on the umpire's. */
  drawWhole() {
    const { walk, node, found, hovered } = this.screen;
    let position = this.positions[Math.min(walk.base, this.length)];
    for (const move of walk.path) position = movePiece(position.pieces, move);
    this.pieces = position.pieces;
    this.readTries(walk.line?.tries ?? []);
    const marked = (node?.marks ?? []).map(([kind, name, text]) => ({ kind, square: number(name), text }));
    const hint = hovered ?? found?.best, goals = this.from === null ? [] : this.tries.get(this.from) ?? [];
    const over = squareMarkLayer(marked, 1) + goalLayer(new Set(goals.map(({ to }) => to)), 1) +
      (hint && /^[a-h][1-8][a-h][1-8]/.test(hint) ? arrow(number(hint), number(hint.slice(2)), 1) : "");
    const { momentSide, chanceKind } = this.screen, told = this.screen.tab === "moment" ? this.screen.panels.moment.told?.chances : null;
    return threeBoards(position, { over, marks: this.from === null ? {} : { chosen: [this.from] }, side: momentSide, chances: told?.[chanceKind ?? "king"] ?? null });
  }

  /** Who is to move in the position that is shown. */
  get mover() {
    const { record } = this.screen.game.board;
    return (record.first + this.screen.walk.base + this.screen.walk.path.length) % 2 + 1;
  }

  /** The pieces that are shown, by the names of their squares. */
  placed() {
    return Object.fromEntries(this.pieces.flatMap((piece, square) => (piece ? [[squareName(square), piece]] : [])));
  }

  /** A board with nothing on it that can be taken away: the kings must stand somewhere. */
  cleared() {
    return Object.fromEntries(Object.entries(this.placed()).filter(([, piece]) => this.unique(piece)));
  }

  /** Whether there is one of this piece: putting it moves it. */
  unique(piece) {
    return piece.toLowerCase() === "k";
  }

  picture(piece) {
    return `<svg viewBox="0 0 45 45" aria-hidden="true"><use href="#${pieceId(piece)}"/></svg>`;
  }

  /** What can be played, by the square it leaves. */
  readTries(names) {
    this.tries = new Map();
    for (const name of names) {
      const from = number(name), list = this.tries.get(from) ?? this.tries.set(from, []).get(from);
      list.push({ to: number(name.slice(2)), name });
    }
  }

  put(drawn) {
    if (drawn === this.drawn) return;
    this.host.innerHTML = drawn;
    this.drawn = drawn;
    if (this.choosing) this.host.append(this.choosing);
    this.host.classList.toggle("playable", this.canPlay);
  }

  // The pointer

  at(event) {
    const svg = this.host.querySelector("svg");
    return svg ? squareAt(svg, event, this.side) : null;
  }

  onDown(event) {
    if (event.target.closest?.(".promotion")) return;
    this.choosing = null;
    const square = this.at(event);
    if (square === null || event.button) return;
    if (this.screen.marking) return this.screen.toggleMark(squareName(square));
    if (this.screen.setUp.on) return this.screen.setUp.put(squareName(square));
    if (this.brush !== null && !this.pieces[square]) return this.mark(square, this.marks[square] === this.brush ? null : this.brush);
    if (!this.canPlay) return;
    if (this.from !== null && this.goes(this.from, square)) return; // ends at `onUp`
    this.from = this.tries.has(square) ? square : null;
    if (this.from !== null) {
      this.held = { from: square, x: event.clientX, y: event.clientY };
      this.host.setPointerCapture?.(event.pointerId);
    }
    this.draw();
  }

  onMove(event) {
    if (!this.held || this.whole) return;
    if (!this.flying && Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < 6) return;
    const box = this.host.querySelector("svg").getBoundingClientRect(), unit = box.width / 8.6;
    this.flying = { from: this.held.from, x: (event.clientX - box.left) / unit - 0.5, y: (event.clientY - box.top) / unit - 0.1 };
    this.draw();
  }

  onUp(event) {
    const square = this.at(event), flew = Boolean(this.flying);
    this.held = this.flying = null;
    if (this.from !== null && square !== null && square !== this.from && this.goes(this.from, square)) this.tryMove(this.from, square);
    else if (flew) { this.from = null; this.draw(); }
  }

  onMenu(event) {
    const square = this.at(event);
    if (square === null || this.pieces[square] || this.whole) return;
    event.preventDefault();
    const kinds = ["", ..."PNBRQK"].map((kind) => (this.side === 1 ? kind.toLowerCase() : kind));
    const next = kinds[(kinds.indexOf(this.marks[square] ?? "") + 1) % kinds.length];
    this.mark(square, next || null);
  }

  /** Mark where an enemy piece is thought to be. Nobody else learns of it. */
  mark(square, piece, draw = true) {
    if (piece) this.marks[square] = piece;
    else delete this.marks[square];
    remember(this.screen.marksName, this.marks);
    if (draw) this.draw();
  }

  goes(from, to) {
    return this.tries.get(from)?.some((move) => move.to === to);
  }

  tryMove(from, to) {
    const moves = this.tries.get(from).filter((move) => move.to === to);
    if (moves.length > 1) return this.choosePromotion(from, to);
    this.send(from, to, moves[0].name);
  }

  choosePromotion(from, to) {
    const [x, y] = placeOf(to, this.side), send = (letter) => { this.choosing = null; this.send(from, to, squareName(from) + squareName(to) + letter); };
    this.choosing = h(".promotion", { role: "group", "aria-label": "The pawn becomes", style: `left:${(100 * (x + 0.5)) / 8.6}%;top:${(100 * (y + 0.1)) / 8.7}%` },
      PROMOTIONS.map(([letter, name]) => {
        const button = h("button", { type: "button", "aria-label": name, title: name, onclick: () => send(letter) });
        button.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true"><use href="#${pieceId(this.side === 1 ? letter.toUpperCase() : letter)}"/></svg>`;
        return button;
      }));
    this.drawn = "";
    this.draw();
    this.choosing.querySelector("button").focus();
  }

  send(from, to, name) {
    this.from = null;
    if (this.whole) return this.screen.walk.tryMove(name);
    this.pending = { from, to };
    this.drawn = "";
    this.draw();
    this.screen.say("play", { move: name });
  }

  // The keyboard

  onKey({ key }) {
    const turn = this.side === 2 ? -1 : 1, steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 8, ArrowDown: -8 };
    if (this.whole) return false;
    if (key in steps) {
      const from = this.cursor ?? (this.side === 2 ? 52 : 12), to = this.cursor === null ? from : from + turn * steps[key];
      if (to < 0 || to > 63 || (Math.abs(steps[key]) === 1 && to >> 3 !== from >> 3)) return true;
      this.cursor = to;
      speak(`${squareName(to)}${this.pieces[to] ? `, your ${pieceId(this.pieces[to]).split("-")[1]}` : ""}`);
      this.draw();
      return true;
    }
    if ((key === "Enter" || key === " ") && this.cursor !== null && this.canPlay) {
      if (this.from !== null && this.goes(this.from, this.cursor)) this.tryMove(this.from, this.cursor);
      else { this.from = this.tries.has(this.cursor) ? this.cursor : null; this.draw(); }
      return true;
    }
    return false;
  }

  // Words

  lastMove(game, before) {
    if (!game.log || game.log.length === before.log?.length) return "";
    const { by, text } = game.log.at(-1);
    return `${by}: ${text}.`;
  }

  /** The moves as the server names them. */
  names() {
    return this.whole ? this.screen.game.board.record.moves : [];
  }

  listed() {
    if (!this.whole) return [];
    const { record } = this.screen.game.board;
    return record.moves.map((_, k) => ({ number: k + 1, text: this.positions[k + 1].name, side: (record.first + k) % 2 + 1,
      said: record.said[k + 1] ?? "", tried: record.tried[k + 1] ?? "" }));
  }

  /** What the person marks guesses with; `redraw` draws it anew. */
  guessControls(redraw) {
    const kinds = [..."PNBRQK"].map((kind) => (this.side === 1 ? kind.toLowerCase() : kind));
    const brush = (piece, content, label) => h("button", { type: "button", "aria-pressed": this.brush === piece, "aria-label": label, title: label,
      onclick: () => { this.brush = this.brush === piece ? null : piece; redraw(); } }, content);
    const ask = this.canPlay && this.screen.game.board.mayAsk
      ? [h("button.wide", { type: "button", onclick: () => this.screen.say("play", { move: "any?" }) }, "Any? Can a pawn of mine capture?")] : [];
    return [...ask, h("h3", {}, "Where are they?"), h("p.muted", {}, "Choose a piece and click squares to mark where you think it stands. Only you see these marks."),
      h(".brushes", {}, kinds.map((piece) => {
        const picture = h("span");
        picture.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true"><use href="#${pieceId(piece)}"/></svg>`;
        return brush(piece, picture, `Mark a ${pieceId(piece).split("-")[1]}`);
      }), h("button.wide", { type: "button", onclick: () => { this.marks = {}; this.mark(0, null); this.brush = null; redraw(); } }, "Clear"))];
  }
}

function number(name) {
  return name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
}

/** What is advised. */
function arrow(from, to, side) {
  const at = (square) => (side === 2 ? [7.5 - (square & 7), (square >> 3) + 0.5] : [(square & 7) + 0.5, 7.5 - (square >> 3)]);
  const [x1, y1] = at(from), [x2, y2] = at(to);
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="arrow"/><circle cx="${x2}" cy="${y2}" r="0.2" class="arrow-head"/>`;
}
