// @ts-check
// A chess board as SVG text: one unit is a square, the upper left corner at 0, 0. The page holds the pieces.

import { isWhite } from "./chess.js";

const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const FILES = "abcdefgh";

/** The id of a piece's picture: "P" is white-pawn. */
export function pieceId(piece) {
  return `${isWhite(piece) ? "white" : "black"}-${KINDS[piece.toLowerCase()]}`;
}

/** Where a square lies, seen by a side (1: White below). */
export function placeOf(square, side) {
  const x = square & 7, y = square >> 3;
  return side === 2 ? [7 - x, y] : [x, 7 - y];
}

function squareRect(square, side, kind, more = "") {
  const [x, y] = placeOf(square, side);
  return `<rect x="${x}" y="${y}" width="1" height="1" class="${kind}"${more}/>`;
}

export function pieceAt(piece, square, side, kind = "piece") {
  const [x, y] = placeOf(square, side);
  return `<use href="#${pieceId(piece)}" transform="translate(${x} ${y}) scale(.0222)" class="${kind}"/>`;
}

/** The picture of pieces by square, "" where there is none. `marks` says which squares are moved, alarm, chosen ... */
export function chessBoard(pieces, { side = 1, marks = {}, over = "", under = "", defs = "" } = {}) {
  const squares = [], names = [];
  for (let square = 0; square < 64; square++) {
    squares.push(squareRect(square, side, ((square & 7) + (square >> 3)) % 2 === 0 ? "dark" : "light"));
  }
  const marked = Object.entries(marks).flatMap(([kind, list]) => list.map((square) => squareRect(square, side, kind)));
  for (let i = 0; i < 8; i++) {
    const file = side === 2 ? 7 - i : i, row = side === 2 ? i + 1 : 8 - i;
    names.push(`<text x="${i + 0.5}" y="8.27">${FILES[file]}</text><text x="-0.26" y="${i + 0.5}">${row}</text>`);
  }
  const drawn = pieces.flatMap((piece, square) => (piece ? [pieceAt(piece, square, side)] : []));
  return `<svg xmlns="http://www.w3.org/2000/svg" class="kaya-board chess-board" viewBox="-0.5 -0.1 8.6 8.7">${defs}` +
    `<g class="squares">${squares.join("")}${marked.join("")}</g><g class="names">${names.join("")}</g>${under}` +
    `<g class="pieces">${drawn.join("")}</g>${over}</svg>`;
}

// Layers

/** Dots on squares where a piece could go, and rings where something may be taken. */
export function goalLayer(squares, side) {
  return [...squares].map((square) => {
    const [x, y] = placeOf(square, side);
    return `<circle cx="${x + 0.5}" cy="${y + 0.5}" r="0.15" class="goal"/>`;
  }).join("");
}

/** Where somebody may stand: 64 numbers from 0 to 1. */
export function squareChanceLayer(chances, side) {
  return chances.map((chance, square) => (chance < 0.01 ? "" :
    squareRect(square, side, "chance", ` style="--share:${Math.min(chance, 1).toFixed(2)}"`))).join("");
}

/** Crosses on squares that were tried in vain. */
export function vainLayer(squares, side) {
  return [...squares].map((square) => {
    const [x, y] = placeOf(square, side);
    return `<path d="M${x + 0.3} ${y + 0.3}l.4 .4m0 -.4l-.4 .4" class="cross"/>`;
  }).join("");
}

/** Marks on squares: [{kind, square, text}]; a circle may have a colour (G, R, Y or B). */
export function squareMarkLayer(marks, side) {
  return marks.map(({ kind, square, text }) => {
    const [x, y] = placeOf(square, side), shape = {
      triangle: `<path d="M${x + 0.5} ${y + 0.12}l.36 .66h-.72z"/>`, square: `<rect x="${x + 0.14}" y="${y + 0.14}" width=".72" height=".72"/>`,
      circle: `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".42"/>`, cross: `<path d="M${x + 0.18} ${y + 0.18}l.64 .64m0 -.64l-.64 .64"/>`,
      label: `<text x="${x + 0.2}" y="${y + 0.24}">${text.replace(/[&<>]/g, "")}</text>` }[kind] ?? "";
    return `<g class="square-mark${kind === "circle" && text ? ` colour-${text.replace(/\W/g, "")}` : ""}">${shape}</g>`;
  }).join("");
}

export function squareCursor(square, side) {
  if (square === null) return "";
  const [x, y] = placeOf(square, side);
  return `<rect x="${x + 0.03}" y="${y + 0.03}" width="0.94" height="0.94" class="cursor"/>`;
}

/** The square under a pointer; null outside of the board. */
export function squareAt(svg, event, side) {
  const box = svg.getBoundingClientRect(), unit = box.width / 8.6;
  const x = Math.floor((event.clientX - box.left) / unit - 0.5), y = Math.floor((event.clientY - box.top) / unit - 0.1);
  if (x < 0 || y < 0 || x > 7 || y > 7) return null;
  return side === 2 ? 7 - x + 8 * y : x + 8 * (7 - y);
}

/** The three boards of a finished game of Kriegspiel: what the umpire and what each player knew. */
export function threeBoards({ pieces, last }, { over = "", marks = {}, chances = null, side = 1 } = {}) {
  /** @type {[string, (piece: string) => boolean][]} */
  const views = [["The umpire knows", () => true], ["White knows", isWhite], ["Black knows", (piece) => !isWhite(piece)]];
  const figures = views.map(([title, shown], number) => {
    const seen = pieces.map((piece) => (piece && shown(piece) ? piece : ""));
    const moved = last.length && seen[last[1]] ? last : [];
    return `<div><p>${title}</p>${chessBoard(seen, number ? { marks: { moved }, under: chances && number === side ? squareChanceLayer(chances, 1) : "" } : { marks: { moved, ...marks }, over })}</div>`;
  });
  return `<div class="three-boards">${figures.join("")}</div>`;
}
