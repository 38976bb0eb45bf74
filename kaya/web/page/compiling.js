// @ts-check
// What is compiled behind the page: how far it is, and how long it will take.

import { h } from "./dom.js";

/** @type {CompilingPayload["games"]} */
let games = [];

/** @param {CompilingPayload} message */
export function hearCompiling(message) {
  games = message.games;
  for (const place of document.querySelectorAll(".compiling")) place.textContent = compilingInWords();
}

/** A line that says so, wherever somebody may wait. */
export const compilingLine = () => h("p.muted.compiling", { role: "status" }, compilingInWords());

function compilingInWords() {
  if (!games.length) return "";
  const said = games.map(({ title, share, left, kernels }) => (kernels !== undefined ? `${kernels} parts so far` : share ? `${title} ${Math.round(100 * share)} %${left ? `, about ${left} s left` : ""}` : title));
  return `The programs are getting ready, once: ${said.join("; ")}.`;
}
