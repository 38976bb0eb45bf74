// @ts-check
// The viewer: choose a match and a game, and go through its moves.

/** A record of any other kind, as it was written. */
function textView(record) {
  const text = document.createElement("pre");
  text.textContent = typeof record === "string" ? record : JSON.stringify(record, null, 1);
  return { sides: ["Moved first", "Moved second"], length: 0, picture: () => text.outerHTML, said: () => "", comment: () => "" };
}

const data = JSON.parse(document.getElementById("games-data").textContent);
const part = (name) => document.getElementById(name);
const matchChoice = /** @type {HTMLSelectElement} */ (part("choose-match"));
const gameChoice = /** @type {HTMLSelectElement} */ (part("choose-game"));
const slider = /** @type {HTMLInputElement} */ (part("slider"));
/** @type {(selector: string) => HTMLElement[]} */
const all = (selector) => [...document.querySelectorAll(selector)].map((found) => /** @type {HTMLElement} */ (found));
let view, ply = 0;

function option(value, text) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = text;
  return made;
}

function chooseMatch(id) {
  matchChoice.value = id;
  const games = data.games.map((game, place) => ({ game, place })).filter(({ game }) => String(game.match) === String(id));
  gameChoice.replaceChildren(...games.map(({ game, place }) => option(place, gameTitle(game))));
  chooseGame(games[0].place);
}

function gameTitle({ number, outcome, reason }) {
  return `${number + 1}: ${outcome}${reason.includes(": ") ? ", failure" : ""}`;
}

function chooseGame(place) {
  gameChoice.value = place;
  const game = data.games[place], match = data.matches[game.match];
  view = (Object.hasOwn(VIEWS, game.format) ? VIEWS[game.format] : textView)(game.record);
  const names = game.firstSide === 1 ? [match.first, match.second] : [match.second, match.first];
  const facts = [[view.sides[0], names[0]], [view.sides[1], names[1]], ["Result", `${game.outcome} (${game.reason})`],
    ["Conditions", match.conditions]];
  const list = document.createElement("dl");
  for (const [name, text] of facts) {
    list.append(document.createElement("dt"), document.createElement("dd"));
    list.children[list.children.length - 2].textContent = name;
    list.lastChild.textContent = text;
  }
  part("facts").replaceChildren(list);
  slider.max = view.length;
  for (const control of [slider, ...all("[data-step]")]) control.hidden = view.length === 0;
  part("board").classList.toggle("as-text", view.length === 0 && !VIEWS[game.format]);
  show(view.length);
}

function show(wanted) {
  ply = Math.min(Math.max(wanted, 0), view.length);
  slider.value = String(ply);
  part("board").innerHTML = view.picture(ply);
  part("said").textContent = view.said(ply);
  slider.setAttribute("aria-valuetext", view.said(ply));
  part("comment").textContent = view.comment(ply);
}

const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -10, ArrowUp: 10, PageDown: 10, PageUp: -10, Home: "start", End: "end" };

function step(by) {
  show(by === "start" ? 0 : by === "end" ? view.length : ply + Number(by));
}

function onKey(event) {
  const { target, key } = event;
  if (!(key in KEYS) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const sideways = key === "ArrowLeft" || key === "ArrowRight"; // the only keys that do not scroll the page
  const here = part("board").contains(target) || target.closest?.(".steps") || (target === document.body && sideways);
  if (!here) return;
  event.preventDefault();
  step(KEYS[key]);
}

function start() {
  const ids = [...new Set(data.games.map((game) => game.match))];
  matchChoice.append(...ids.map((id) => option(id, `${id}: ${data.matches[id].first} – ${data.matches[id].second}`)));
  matchChoice.addEventListener("change", () => chooseMatch(matchChoice.value));
  gameChoice.addEventListener("change", () => chooseGame(gameChoice.value));
  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const button of all("[data-step]")) {
    button.addEventListener("click", () => step(button.dataset.step));
  }
  for (const link of all("a[data-match]")) {
    link.addEventListener("click", () => chooseMatch(link.dataset.match));
  }
  document.addEventListener("keydown", onKey);
  part("viewer").hidden = false;
  chooseMatch(ids[0]);
}

start();
