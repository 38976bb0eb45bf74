// @ts-check
// The lobby: games to go on with, and a form for a new one.

import { compilingLine } from "./compiling.js";
import { fill, h, memory, note, remember } from "./dom.js";
import { seatKey } from "./people.js";

const FIRST = 8; // games of a list that are shown at once
const LARGEST_FILE = 4 << 20;

const inWords = (name) => name.replaceAll("-", " ").replace(/^./, (c) => c.toUpperCase());

/** Radio buttons that look like one control. */
function choice(name, label, options, value, onchange) {
  return h("fieldset.choice", {}, h("legend", {}, label), h(".options", {}, options.map(([key, text]) =>
    h("label", {}, h("input", { type: "radio", name, value: key, checked: String(key) === String(value), onchange: () => onchange(key) }),
      h("span", {}, text)))));
}

function when(seconds) {
  const date = new Date(1000 * seconds), today = new Date().toDateString() === date.toDateString();
  return today ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : date.toLocaleDateString();
}

export function showLobby(view, lobby, connection) {
  const form = { game: "", levels: {}, side: "", size: 9, main: 0, handicap: 0, ...memory("form", {}) };
  if (!lobby.offers.some((offer) => offer.name === form.game)) form.game = lobby.offers[0].name;
  document.title = "Kaya";
  fill(view, h(".lobby", {}, h("section.card.new", {}), games(lobby, connection)));
  drawForm(view.querySelector(".new"), form, lobby, connection);
}

function games(lobby, connection) {
  if (!lobby.games.length) return null;
  const row = (game) => h("li", {},
    h("a", { href: `#${game.id}` }, h("strong", {}, game.title || inWords(game.game)),
      h("span.muted", {}, `${game.over ? game.ending : game.study ? "no result" : "goes on"} · ${when(game.changed)}`)),
    h("button.plain", { type: "button", "aria-label": `Forget ${game.title}`, onclick: () => connection.say("drop", { id: game.id, key: seatKey(game.id) }) }, "×"));
  const files = lobby.games.filter((game) => game.study), played = lobby.games.filter((game) => !game.study);
  const open = played.filter((game) => !game.over), over = played.filter((game) => game.over);
  const list = (title, found) => (found.length ? [h("h2", {}, title), h("ul.games", {}, found.slice(0, FIRST).map(row)),
    found.length > FIRST ? h("details.more", {}, h("summary", {}, `${found.length - FIRST} more`), h("ul.games", {}, found.slice(FIRST).map(row))) : null] : null);
  return h("section.card.kept", {}, list("Go on with", open), list("Finished", over), list("Studies and files", files));
}

function drawForm(place, form, lobby, connection) {
  const offer = lobby.offers.find((each) => each.name === form.game);
  const change = (name) => (value) => {
    form[name] = value;
    if (name === "game" && form.side !== "watch" && form.side !== "random") form.side = "";
    remember("form", form);
    drawForm(place, form, lobby, connection);
  };
  if (!(form.player in offer.players)) form.player = offer.usual;
  if (!(form.other in offer.players)) form.other = offer.usual;
  form.level = form.levels[form.game] ?? offer.level; // each game has its own
  form.otherLevel = form.levels[`${form.game}, the other`] ?? offer.level;
  form.against ??= "program";
  const sides = Object.values(offer.sides), people = form.against !== "program", watch = form.side === "watch" && !people;
  if (![...sides, "random", ...(people ? [] : ["watch"])].includes(form.side)) form.side = sides[0];
  const players = (name, field) => h("label.field", {}, h("span", {}, name),
    h("select", { onchange: (event) => change(field)(event.target.value) },
      Object.keys(offer.players).map((player) => h("option", { value: player, selected: player === form[field] }, player))), h("small", {}, offer.players[form[field]].about));
  const words = (field, player) => [`Level ${form[field]}`, h("small", {}, ` · ${offer.players[player].levels[form[field]] ?? ""}`)];
  const level = (field, player) => h("label.field", {}, h("span", {}, words(field, player)),
    h("input", { type: "range", min: 1, max: 10, value: form[field], "aria-label": `Level of ${player}, 1 to 10`,
      oninput: (event) => {
        form[field] = Number(event.target.value);
        form.levels[field === "level" ? form.game : `${form.game}, the other`] = form[field];
        event.target.previousSibling.replaceChildren(...words(field, player));
        if (toTheEnd) toTheEnd.querySelector("input").checked = form.toTheEnd ?? form.level < offer.resigns;
        remember("form", form);
      } }));
  const toTheEnd = offer.resigns && !watch ? h("label.switch", {}, h("input", { type: "checkbox", id: "to-the-end", checked: form.toTheEnd ?? form.level < offer.resigns,
    onchange: (event) => change("toTheEnd")(event.target.checked) }), h("span", {}, "It plays to the end and does not resign")) : null;
  fill(place,
    h("h1", {}, "A new game"),
    choice("game", "Game", lobby.offers.map(({ name, title }) => [name, title]), form.game, change("game")),
    offer.about ? h("p.muted", {}, offer.about) : null,
    hasBoard(offer) ? boardChoice(form, change, offer) : null,
    otherConditions(form, offer),
    choice("against", "Against", [["program", "A program"], ["board", "Somebody here"], ["browsers", "Somebody elsewhere"]], form.against, change("against")),
    form.against === "board" ? h("p.muted", {}, offer.hidden ? "You hand the device over; between turns the board is covered." : "You both play on this board.") : choice("side", "You play",
      [...sides.map((side) => [side, side]), ["random", "Random"], ...(people ? [] : [["watch", "Watch two programs"]])], form.side, change("side")),
    people ? h(".row", {}, sides.map((side, k) => h("label.field", {}, h("span", {}, `${side}'s name`),
      h("input", { type: "text", maxLength: 30, placeholder: side, value: form.called?.[k] ?? "", onchange: (event) => { (form.called ??= ["", ""])[k] = event.target.value; remember("form", form); } })))) : null,
    people ? null : h(".row", {}, players(watch ? "Program" : "Against", "player"), level("level", form.player)),
    people ? null : watch ? h(".row", {}, players("And", "other"), level("otherLevel", form.other)) : toTheEnd,
    watch ? null : choice("main", "Time", [[0, "No clock"], [60, "1 min"], [300, "5 min"], [900, "15 min"], [2700, "45 min"]], form.main, change("main")),
    h(".row.end", {},
      h("button.primary", { type: "button", id: "begin", onclick: () => begin(form, offer, connection) }, watch ? "Watch" : "Play"),
      offer.hidden && !offer.pieces.length ? null : h("button.tool.wide", { type: "button", id: "study", title: "An empty board: set up positions, try out moves, ask programs", onclick: () => begin(form, offer, connection, true) }, "Study"),
      h("label.plain.upload", { tabIndex: 0 }, "Open a file…",
        h("input", { type: "file", accept: lobby.suffixes.join(","), onchange: (event) => open(event.target.files[0], form, connection) }))),
    compilingLine());
}

/** Whether boards of several sizes are offered. */
const hasBoard = (offer) => offer.sizes.length > 0;

function boardChoice(form, change, offer) {
  const { sizes } = offer, condition = (wanted) => offer.conditions.find(({ name }) => name === wanted);
  const lines = condition("size"), komi = condition("komi"), handicap = offer.options.includes("handicap");
  const within = (value, low, high, usual) => Math.min(Math.max(Math.round(value) || usual, low), high);
  form.size = within(form.size, lines.low, lines.high, lines.value);
  const other = !sizes.includes(form.size);
  return [
    h(".row", {},
      choice("size", "Board", [...sizes.map((size) => [size, `${size} × ${size}`]), ["other", "Other"]], other ? "other" : form.size,
        (size) => change("size")(size === "other" ? lines.low + 5 : size)),
      other ? h("label.field.small", {}, h("span", {}, "Lines"), h("input", { type: "number", min: lines.low, max: lines.high, value: form.size,
        onchange: (event) => change("size")(within(event.target.value, lines.low, lines.high, lines.value)) })) : null),
    !komi && !handicap ? null : h("details.more", { open: Boolean(form.handicap) || form.komi !== undefined }, h("summary", {}, handicap ? "Komi and handicap" : "Komi"), h(".row", {},
      !komi ? null : h("label.field.small", {}, h("span", {}, "Komi"), h("input", { type: "number", step: 0.5, value: form.komi ?? komi.value, placeholder: komi.value,
        onchange: (event) => change("komi")(event.target.value === "" ? undefined : Number(event.target.value)) })),
      !handicap ? null : h("label.field.small", {}, h("span", {}, "Handicap"), h("input", { type: "number", min: 0, max: 9, value: form.handicap,
        onchange: (event) => change("handicap")(within(event.target.value, 0, 9, 0)) })))),
  ];
}

function otherConditions(form, offer) {
  form.given = form.given ?? {};
  return offer.conditions.filter(({ name }) => !hasBoard(offer) || !["size", "komi"].includes(name)).map((condition) =>
    h("label.field", {}, h("span", {}, inWords(condition.name)), conditionField(form.given, condition), h("small", {}, condition.meaning)));
}

/** What a condition is given with: a list of words, a switch, or a number. */
function conditionField(given, { name, value, low, high, kind, choices }) {
  const chosen = given[name] ?? value, set = (read) => (event) => { given[name] = read(event.target); };
  if (choices.length) return h("select", { onchange: set((field) => field.value) }, choices.map((word) => h("option", { value: word, selected: word === chosen }, word)));
  if (kind === "bool") return h("input", { type: "checkbox", name, checked: chosen, onchange: set((field) => field.checked) });
  return h("input", { type: "number", min: low, max: high, value: chosen, onchange: set((field) => Number(field.value)) });
}

function begin(form, offer, connection, study = false) {
  const conditions = {}, has = (wanted) => offer.conditions.some(({ name }) => name === wanted);
  for (const { name } of offer.conditions) if (form.given?.[name] !== undefined) conditions[name] = form.given[name];
  if (hasBoard(offer)) conditions.size = form.size;
  if (has("komi") && form.komi !== undefined) conditions.komi = form.komi;
  const wanted = { game: form.game, player: form.player, level: form.level, side: form.side, conditions,
    handicap: offer.options.includes("handicap") ? form.handicap : 0, main: form.main, period: form.main ? offer.period : 0 };
  if (study) Object.assign(wanted, { study, side: "", main: 0, period: 0 });
  else if (form.against !== "program") Object.assign(wanted, { people: form.against, called: form.called ?? [] });
  else if (form.side === "watch") Object.assign(wanted, { other: form.other, other_level: form.otherLevel, main: 0, period: 0 });
  else if (form.toTheEnd !== undefined) Object.assign(wanted, { to_the_end: form.toTheEnd });
  if (connection.say("new", wanted)) waiting(true);
  else note("The server does not answer.", "error");
}

/** @returns {HTMLButtonElement | null} the one that begins a game, where it is shown */
export function beginButton() {
  return document.querySelector("button#begin");
}

/** Until the game is there the button says so: a player that plays for the first time is compiled, which takes a while. */
export function waiting(on) {
  const button = beginButton();
  if (!button || button.disabled === on) return;
  button.disabled = on;
  button.dataset.says ??= button.textContent;
  button.textContent = on ? "Getting ready…" : button.dataset.says;
}

async function open(file, form, connection) {
  if (!file) return;
  if (file.size > LARGEST_FILE) return note(`${file.name} has more than ${LARGEST_FILE >> 20} MB.`, "error");
  connection.say("load", { file: decoded(await file.arrayBuffer()), level: form.level });
}

/** The text of a file: in UTF-8, in the encoding that it names itself (as an SGF file in CA), or in Latin-1. */
function decoded(bytes) {
  const named = /CA\[\s*([\w.:-]{1,30})\s*\]/.exec(new TextDecoder("latin1").decode(bytes))?.[1];
  for (const encoding of ["utf-8", named].filter(Boolean)) {
    try { return new TextDecoder(encoding, { fatal: true }).decode(bytes); } catch { /* another one */ }
  }
  return new TextDecoder("latin1").decode(bytes);
}
