// @ts-check
// Elements, in few words.

/** An element: h("button.primary", {onclick}, "Play"). Properties with a dash and those unknown become attributes. */
export function h(what, properties = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null) continue;
    if (name in element && !name.includes("-") && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Other children; what had the focus has it still, if it is there again by its name. */
export function fill(parent, ...children) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const { tool, tab } = focused && parent.contains(focused) ? focused.dataset : /** @type {DOMStringMap} */ ({});
  parent.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  const again = tool ? `[data-tool="${tool}"]` : tab ? `[data-tab="${tab}"]` : null;
  if (again) parent.querySelector(again)?.focus({ preventScroll: true });
}

/** Icons: strokes on a square of 20. */
const PATHS = {
  pass: "M4 5l6 5-6 5zM15 5v10", undo: "M7 5L3 9l4 4M3 9h8a5 5 0 010 9H8", resign: "M5 18V3h9l-2 3.5L14 10H5",
  estimate: "M3 17V3M3 17h14M6 14v-3M10 14V6M14 14V9", search: "M9 3a6 6 0 110 12A6 6 0 019 3zM13.5 13.5L18 18",
  save: "M10 3v9M6 9l4 4 4-4M3 17h14", again: "M4 8a6.5 6.5 0 0112-1M16 3v4h-4M16 12a6.5 6.5 0 01-12 1M4 17v-4h4",
  now: "M11 2L4 11h5l-1 7 7-9h-5z", chances: "M10 4c5 0 8 6 8 6s-3 6-8 6-8-6-8-6 3-6 8-6zM10 7.5a2.5 2.5 0 110 5 2.5 2.5 0 010-5z",
  close: "M5 5l10 10M15 5L5 15", start: "M15 4L7 10l8 6zM5 4v12", end: "M5 4l8 6-8 6zM15 4v12", back: "M13 4L6 10l7 6z",
  next: "M7 4l7 6-7 6z", pause: "M7 4v12M13 4v12", play: "M6 4l9 6-9 6z", review: "M3 15l4-6 4 3 6-9M3 18h14",
  draw: "M4 8h12M4 12h12", hint: "M7 14a5.5 5.5 0 116 0c-.6.5-.8 1-.8 2H7.8c0-1-.2-1.5-.8-2zM8 18.5h4", try: "M5 3v14M5 10c0-3 3-4 6-4h4M12 3l3 3-3 3",
};

export function icon(name) {
  const made = document.createElement("span");
  made.className = "icon";
  made.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${PATHS[name] ?? ""}"/></svg>`;
  return made;
}

const TITLES = { now: "Let it move now", try: "Try out moves on the board: nothing is played", hint: "What would a program play here?",
  estimate: "Who will own what, and the score", pause: "Stop the game", save: "Save the game as a file", draw: "Offer a draw" };

/** A button with an icon and a word. */
export function tool(name, label, onclick, more = {}) {
  return h("button.tool", { type: "button", onclick, title: TITLES[name] ?? label, "data-tool": name, ...more }, icon(name), h("span", {}, label));
}

let fading;

/** Where notes are shown: beside the board of a game, where they cover nothing; else below. */
function notesPlace() {
  return document.querySelector(".notes-here") ?? document.getElementById("notes");
}

/** Say something for a moment. */
export function note(text, kind = "", stays = false) {
  const place = notesPlace();
  if (place.id !== "notes") speak(text);
  fill(place, h(`div.note${kind ? `.${kind}` : ""}`, {}, text));
  clearTimeout(fading);
  if (!stays) fading = setTimeout(() => fill(place), Math.max(3500, 60 * text.length));
}

/** What was said does not hold any more. */
export function unnote() {
  clearTimeout(fading);
  fill(document.getElementById("notes"));
}

/** Say something to those who cannot see the board. */
export function speak(text) {
  document.getElementById("spoken").textContent = text;
}

export function percent(rate, digits = 1) {
  return rate === null || rate === undefined ? "–" : `${(100 * rate).toFixed(digits)} %`;
}

export function memory(name, fallback) {
  try { return JSON.parse(localStorage.getItem(`kaya.${name}`)) ?? fallback; } catch { return fallback; }
}

export function remember(name, value) {
  try { localStorage.setItem(`kaya.${name}`, JSON.stringify(value)); } catch { /* a browser that keeps nothing */ }
}
