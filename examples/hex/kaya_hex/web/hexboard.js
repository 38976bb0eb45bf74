// @ts-check
// Hex as SVG text: cells one unit apart, the middle of a1 at 0, 0, each row half a cell further to the right.

import { short } from "/drawing/numbers.js";

export const EMPTY = 0, RED = 1, BLUE = 2;
const NAME = { [RED]: "red", [BLUE]: "blue" };
const LETTERS = "abcdefghijklmnopqrs";
const DOWN = Math.sqrt(3) / 2, SIDE = 1 / Math.sqrt(3); // from row to row; of a hexagon
/** The corners of a hexagon from its middle, clockwise from the top. */
const CORNERS = [[0, -SIDE], [0.5, -SIDE / 2], [0.5, SIDE / 2], [0, SIDE], [-0.5, SIDE / 2], [-0.5, -SIDE / 2]];
const TOP = 0, UPPER_RIGHT = 1, LOWER_RIGHT = 2, BOTTOM = 3, LOWER_LEFT = 4, UPPER_LEFT = 5;

const round = (number) => Number(number.toFixed(3));

/** The number of a cell, row by row; null for a swap. */
export function cellOf(name, size) {
  return name === "swap" ? null : LETTERS.indexOf(name[0]) + size * (Number(name.slice(1)) - 1);
}

export function cellName(cell, size) {
  return cell === null ? "swap" : LETTERS[cell % size] + (Math.floor(cell / size) + 1);
}

/**
 * A position with one more move, by its name.
 * @param {{ stones: Uint8Array, last: number | null, turn: number }} position
 */
export function play({ stones, last, turn }, name, size) {
  const after = { stones: stones.slice(), last: cellOf(name, size), turn: RED + BLUE - turn };
  if (after.last === null && last !== null) { // the stone becomes the other's, mirrored
    after.stones[last] = EMPTY;
    after.last = (last % size) * size + Math.floor(last / size);
  }
  after.stones[after.last] = turn;
  return after;
}

/** All positions of a game, from the empty board on. */
export function replay({ size, moves }) {
  const positions = [{ stones: new Uint8Array(size * size), last: null, turn: RED }];
  for (const name of moves) positions.push(play(positions.at(-1), name, size));
  return positions;
}

/** The middle of a cell. */
function middle(cell, size) {
  return at(cell % size, Math.floor(cell / size));
}

/** @returns {[number, number]} */
function at(column, row) {
  return [round(column + row / 2), round(row * DOWN)];
}

function corner([x, y], which, scale = 1) {
  return `${round(x + scale * CORNERS[which][0])} ${round(y + scale * CORNERS[which][1])}`;
}

function hexagon(cell, size, kind, scale = 1, more = "") {
  const points = CORNERS.map((_, which) => corner(middle(cell, size), which, scale)).join(" ");
  return `<polygon points="${points}" class="${kind}"${more}/>`;
}

function disc(cell, size, radius, kind, more = "") {
  const [x, y] = middle(cell, size);
  return `<circle cx="${x}" cy="${y}" r="${radius}" class="${kind}"${more}/>`;
}

function word(cell, size, text, kind, below = 0) {
  const [x, y] = middle(cell, size);
  return `<text x="${x}" y="${round(y + below)}" class="${kind}">${text}</text>`;
}

function group(kind, parts) {
  return parts.length ? `<g class="${kind}">${parts.join("")}</g>` : "";
}

/** The four edges, each in the colour of its side. */
function edges(size) {
  const end = size - 1, lines = [...Array(size).keys()], back = lines.toReversed();
  const [rightX, rightY] = at(end, 0), [leftX, leftY] = at(0, end);
  const right = `${rightX + 0.5} ${rightY}`, left = `${leftX - 0.5} ${leftY}`; // where the edges meet at an obtuse corner
  const drawn = {
    red: [[corner([0, 0], UPPER_LEFT), ...lines.flatMap((c) => [corner(at(c, 0), TOP), corner(at(c, 0), UPPER_RIGHT)]), right],
      [corner(at(end, end), LOWER_RIGHT), ...back.flatMap((c) => [corner(at(c, end), BOTTOM), corner(at(c, end), LOWER_LEFT)]), left]],
    blue: [[right, ...lines.flatMap((r) => [...(r ? [corner(at(end, r), UPPER_RIGHT)] : []), corner(at(end, r), LOWER_RIGHT)])],
      [left, ...back.flatMap((r) => [...(r < end ? [corner(at(0, r), LOWER_LEFT)] : []), corner(at(0, r), UPPER_LEFT)])]],
  };
  return group("edges", Object.entries(drawn).flatMap(([colour, sides]) =>
    sides.map((points) => `<polyline points="${points.join(" ")}" class="edge ${colour}"/>`)));
}

function names(size) {
  const drawn = [];
  for (let k = 0; k < size; k++) {
    for (const edge of [-1, size]) {
      for (const [column, row, text] of [[k, edge, LETTERS[k]], [edge, k, k + 1]]) {
        const [x, y] = at(column, row);
        drawn.push(`<text x="${x}" y="${y}">${text}</text>`);
      }
    }
  }
  return group("names", drawn);
}

/** What the picture shows: left, top, width and height. */
function room(size) {
  return [-1.4, -1.25, size + (size - 1) / 2 + 1.8, (size - 1) * DOWN + 2.5].map(round);
}

/**
 * The picture of a position; `chain` are the cells that have won, `over` layers above the stones, as text.
 * @param {{ stones: ArrayLike<number>, last: number | null }} position
 * @param {number} size
 * @param {{ over?: string, chain?: number[] }} [layers]
 */
export function hexBoard({ stones, last }, size, { over = "", chain = [] } = {}) {
  const cells = [], discs = [];
  for (let cell = 0; cell < size * size; cell++) {
    cells.push(hexagon(cell, size, "cell"));
    if (stones[cell] !== EMPTY) discs.push(disc(cell, size, 0.41, NAME[stones[cell]]));
  }
  const won = chain.map((cell) => hexagon(cell, size, "won", 0.94));
  const path = chain.length > 1 ? [`<polyline points="${chain.map((cell) => middle(cell, size).join(" ")).join(" ")}" class="path"/>`] : [];
  const mark = last === null ? "" : disc(last, size, 0.16, "last");
  return `<svg xmlns="http://www.w3.org/2000/svg" class="kaya-board hex-board" viewBox="${room(size).join(" ")}">` +
    `${edges(size)}${group("cells", cells)}${names(size)}${group("chain", won)}${group("stones", discs)}${group("chain", path)}${mark}${over}</svg>`;
}

// Layers

/** Moves of a search: [{cell, share, rate, visits, best}], with `share` from 0 to 1; `chosen` is marked. */
export function candidateLayer(moves, size, chosen) {
  return group("candidates", moves.map(({ cell, share, rate, visits, best }) => {
    const kind = `candidate${best ? " best" : ""}${cell === chosen ? " chosen" : ""}`;
    return disc(cell, size, 0.43, kind, ` style="--share:${Math.max(share, 0.08).toFixed(2)}"`) +
      word(cell, size, Math.round(100 * rate), "rate", -0.08) + word(cell, size, short(visits), "visits", 0.24);
  }));
}

/** A variation played out: stones with numbers, [{cell, colour}]. */
export function variationLayer(moves, size) {
  return group("variation", moves.flatMap(({ cell, colour }, number) => (cell === null ? [] : [
    disc(cell, size, 0.41, NAME[colour]), word(cell, size, number + 1, "number")])));
}

/** A stone that is not there yet. */
export function ghostLayer(cell, colour, size, kind = "ghost") {
  return disc(cell, size, 0.41, `${NAME[colour]} ${kind}`);
}

/** A cell that is advised, or that the keyboard is at. */
export function frameLayer(cell, size, kind) {
  return hexagon(cell, size, kind, 0.9);
}

/** The cell under a pointer; null outside of the board. */
export function cellAt(svg, event, size) {
  const box = svg.getBoundingClientRect(), [left, top, width] = room(size), unit = width / box.width;
  const x = left + (event.clientX - box.left) * unit, y = top + (event.clientY - box.top) * unit;
  let nearest = null, least = SIDE;
  for (let cell = 0; cell < size * size; cell++) {
    const [cx, cy] = middle(cell, size), away = Math.hypot(x - cx, y - cy);
    if (away < least) [nearest, least] = [cell, away];
  }
  return nearest;
}
