// A Go board as SVG: one unit from line to line.

import { BLACK, EMPTY, pointName, starPoints } from "./go.js";

export function shape(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The picture of a position. */
export function drawBoard({ stones, last }, size) {
  const room = size + 1.1, end = size - 1;
  const svg = shape("svg", { viewBox: `-1.35 -1.35 ${room} ${room}`, "aria-hidden": "true", class: "go-board" });
  svg.append(shape("rect", { x: -1.35, y: -1.35, width: room, height: room, rx: 0.25, class: "wood" }));
  for (let i = 0; i < size; i++) {
    svg.append(shape("line", { x1: 0, y1: i, x2: end, y2: i }), shape("line", { x1: i, y1: 0, x2: i, y2: end }));
    const letter = pointName(i, size)[0];
    svg.append(shape("text", { x: i, y: -0.78 }, letter), shape("text", { x: -0.92, y: i + 0.13 }, size - i));
  }
  for (const star of starPoints(size)) {
    svg.append(shape("circle", { cx: star % size, cy: Math.floor(star / size), r: 0.1, class: "star" }));
  }
  stones.forEach((colour, point) => {
    if (colour === EMPTY) return;
    const at = { cx: point % size, cy: Math.floor(point / size) };
    const name = colour === BLACK ? "black" : "white";
    svg.append(shape("circle", { ...at, r: 0.47, class: name }));
    if (point === last) svg.append(shape("circle", { ...at, r: 0.22, class: `last on-${name}` }));
  });
  return svg;
}
