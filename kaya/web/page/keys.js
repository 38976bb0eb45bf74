// @ts-check
// The keys of a game: which there are, and where they are not meant.

import { h } from "./dom.js";

const KEYS = [["← →", "one move back, one on"], ["↑ ↓", "to the variation before, or after; where there is none ten moves on, ten back"], ["PageUp PageDown", "ten moves on, ten back"], ["Home End", "the first position, the last"],
  ["p", "pass"], ["u", "undo"], ["h", "hint; once more: take it away"], ["e", "score; once more: take it away"], ["a", "analyse, or stop"],
  ["s", "save"], ["Esc", "back to the game"], ["Tab", "to the board: then the arrows move a cursor, and Enter plays"], ["Space . ,", "in a tour: run or pause, a simulation more, one less"], ["?", "these keys"]];
const TEXT = "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file])";
const OWN_ARROWS = "select, input[type=radio], input[type=range], [role=tablist]";

/** Whether somebody types where this key was pressed. */
export function typing(event) {
  return Boolean(event.target.closest?.(TEXT));
}

/** Whether what has the focus uses the arrows itself. */
export function ownArrows(event) {
  return Boolean(event.target.closest?.(OWN_ARROWS));
}

export function showKeys() {
  if (document.querySelector("dialog[open]")) return;
  const dialog = h("dialog.keys", { "aria-labelledby": "keys-title", onclose: () => dialog.remove() }, h("h2", { id: "keys-title" }, "Keys"),
    h("dl", {}, KEYS.map(([keys, what]) => [h("dt", {}, keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, what)])),
    h("button.tool.wide", { type: "button", onclick: () => dialog.close() }, "Close"));
  document.body.append(dialog);
  dialog.showModal();
}
