// @ts-check
// A Go board as SVG text: one unit from line to line, the upper left point at 0, 0.

import { short } from "/drawing/numbers.js";
import { BLACK, EMPTY, LETTERS, WHITE, starPoints } from "./go.js";

const NAME = { [BLACK]: "black", [WHITE]: "white" };
const GRADIENTS =
  '<defs><radialGradient id="kaya-black" cx=".35" cy=".3" r=".75"><stop offset="0" class="black-lit"/>' +
  '<stop offset="1" class="black-dark"/></radialGradient><radialGradient id="kaya-white" cx=".35" cy=".3" r=".8">' +
  '<stop offset="0" class="white-lit"/><stop offset="1" class="white-dark"/></radialGradient></defs>';

function circle(point, size, radius, kind, more = "") {
  return `<circle cx="${point % size}" cy="${Math.floor(point / size)}" r="${radius}" class="${kind}"${more}/>`;
}

function group(kind, parts) {
  return parts.length ? `<g class="${kind}">${parts.join("")}</g>` : "";
}

/** Wood, lines, stars and the names of the lines on all sides. */
function table(size) {
  const room = size + 1.25, end = size - 1, grid = [], names = [];
  for (let i = 0; i < size; i++) {
    grid.push(`M0 ${i}H${end}M${i} 0V${end}`);
    for (const edge of [-0.75, end + 0.75]) {
      names.push(`<text x="${i}" y="${edge}">${LETTERS[i]}</text><text x="${edge}" y="${i}">${size - i}</text>`);
    }
  }
  const stars = starPoints(size).sort((a, b) => a - b).map((star) => circle(star, size, 0.1, "star"));
  return `<rect x="-1.125" y="-1.125" width="${room}" height="${room}" rx="0.2" class="wood"/>` +
    `<path d="${grid.join("")}" class="grid"/>${group("stars", stars)}${group("names", names)}`;
}

function stonesOf(stones, size, dead) {
  const drawn = [];
  stones.forEach((colour, point) => {
    if (colour !== EMPTY) drawn.push(circle(point, size, 0.47, NAME[colour] + (dead?.has(point) ? " dead" : "")));
  });
  return group("stones", drawn);
}

function lastMove(stones, size, last) {
  if (last === null || last === undefined || stones[last] === EMPTY) return "";
  return circle(last, size, 0.23, `last on-${NAME[stones[last]]}`);
}

/**
 * The picture of a position; `over` are layers above the stones and `under` below them, as text.
 * @param {{ stones: ArrayLike<number>, last?: number | null }} position
 * @param {number} size
 * @param {{ over?: string, under?: string, dead?: Set<number> }} [layers]
 */
export function goBoard({ stones, last }, size, { over = "", under = "", dead } = {}) {
  const room = size + 1.25;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="kaya-board go-board" viewBox="-1.125 -1.125 ${room} ${room}">${GRADIENTS}` +
    `${table(size)}${under}${stonesOf(stones, size, dead)}${lastMove(stones, size, last)}${over}</svg>`;
}

// Layers

/** Who will own what: numbers from -1 (White) to 1 (Black), as squares that grow with certainty. */
export function ownerLayer(owners, size) {
  const drawn = [];
  owners.forEach((owner, point) => {
    const side = 0.5 * Math.min(Math.abs(owner), 1);
    if (side < 0.06) return;
    const x = (point % size) - side / 2, y = Math.floor(point / size) - side / 2;
    drawn.push(`<rect x="${x.toFixed(3)}" y="${y.toFixed(3)}" width="${side.toFixed(3)}" height="${side.toFixed(3)}" ` +
      `rx="0.05" class="${owner > 0 ? "black" : "white"}"/>`);
  });
  return group("owners", drawn);
}

/** The moves of a search: [{point, share, rate, visits, best, played}], share from 0 to 1. */
export function candidateLayer(moves, size, chosen) {
  return group("candidates", moves.map(({ point, share, rate, visits, best, played }) => {
    const x = point % size, y = Math.floor(point / size);
    const kind = `candidate${best ? " best" : ""}${point === chosen ? " chosen" : ""}${played ? " played" : ""}`;
    const texts = share < 0.02 && !best ? "" : `<text x="${x}" y="${y - 0.02}" class="rate">${Math.round(100 * rate)}</text>` +
      `<text x="${x}" y="${y + 0.29}" class="visits">${short(visits)}</text>`;
    return circle(point, size, 0.46, kind, ` style="--share:${Math.max(share, 0.08).toFixed(2)}"`) + texts;
  }));
}

/** Moves by their ranks, [{point, rank, pruned}]: those that a search sees, and those that it does not see yet. */
export function rankLayer(moves, size) {
  return group("ranks", moves.map(({ point, rank, pruned }) => {
    const x = point % size, y = Math.floor(point / size);
    return circle(point, size, 0.3, pruned ? "rank pruned" : "rank") + `<text x="${x}" y="${y}">${rank}</text>`;
  }));
}

/** A variation played out: stones with numbers, [{point, colour}]. */
export function variationLayer(moves, size) {
  return group("variation", moves.flatMap(({ point, colour }, number) => (point === null ? [] : [
    circle(point, size, 0.47, NAME[colour]),
    `<text x="${point % size}" y="${Math.floor(point / size)}" class="on-${NAME[colour]}">${number + 1}</text>`])));
}

/** A stone that is not there yet. */
export function ghostLayer(point, colour, size, kind = "ghost") {
  return point === null ? "" : circle(point, size, 0.47, `${NAME[colour]} ${kind}`);
}

const SHAPES = {
  triangle: (x, y) => `<path d="M${x} ${y - 0.27}l.25 .42h-.5z"/>`,
  square: (x, y) => `<rect x="${x - 0.19}" y="${y - 0.19}" width=".38" height=".38"/>`,
  circle: (x, y) => `<circle cx="${x}" cy="${y}" r=".23"/>`,
  cross: (x, y) => `<path d="M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4"/>`,
  selected: (x, y) => `<rect x="${x - 0.14}" y="${y - 0.14}" width=".28" height=".28" class="filled"/>`,
};

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);

/** The marks of a file: [{kind, point, text}]. */
export function markLayer(marks, stones, size) {
  return group("file-marks", marks.map(({ kind, point, text }) => {
    const x = point % size, y = Math.floor(point / size), on = NAME[stones[point]] ?? "wood";
    const shape = kind === "label" ? `<text x="${x}" y="${y}" class="letters-${Math.min([...text].length, 4)}">${escaped([...text].slice(0, 4).join(""))}</text>` : SHAPES[kind]?.(x, y) ?? "";
    return `<g class="on-${on}">${on === "wood" && kind === "label" ? circle(point, size, 0.36, "cleared") : ""}${shape}</g>`;
  }));
}

/** A move that is advised. */
export function hintLayer(point, size) {
  return circle(point, size, 0.4, "hint");
}

/** Where somebody may stand: numbers from 0 to 1, as discs that grow with them. */
export function chanceLayer(chances, size) {
  return group("chances", chances.map((chance, point) =>
    (chance < 0.02 ? "" : circle(point, size, (0.46 * Math.sqrt(Math.min(chance, 1))).toFixed(3), "chance", ` style="--share:${Math.min(chance, 1).toFixed(2)}"`))));
}

/** Crosses, as on points that were tried in vain. */
export function crossLayer(points, size) {
  return group("crosses", [...points].map((point) => {
    const x = point % size, y = Math.floor(point / size);
    return `<path d="M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4" class="cross"/>`;
  }));
}

/** The cursor of the keyboard. */
export function cursorLayer(point, size) {
  return point === null ? "" : `<rect x="${(point % size) - 0.48}" y="${Math.floor(point / size) - 0.48}" width="0.96" height="0.96" rx="0.1" class="cursor"/>`;
}

/** The point under a pointer; null outside of the board. */
export function pointAt(svg, event, size) {
  const box = svg.getBoundingClientRect(), unit = box.width / (size + 1.25);
  const x = Math.round((event.clientX - box.left) / unit - 1.125), y = Math.round((event.clientY - box.top) / unit - 1.125);
  return x >= 0 && y >= 0 && x < size && y < size ? x + size * y : null;
}
