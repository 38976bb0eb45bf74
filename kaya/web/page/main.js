// @ts-check
// The page: a lobby, and a game. The part of the address behind # says which.

import { hearCompiling } from "./compiling.js";
import { Connection } from "./connection.js";
import { memory, note, remember, unnote } from "./dom.js";
import { GameScreen, loadView } from "./game.js";
import { showKeys, typing } from "./keys.js";
import { LabScreen } from "./lab.js";
import { LearnScreen } from "./learn.js";
import { beginButton, showLobby, waiting } from "./lobby.js";
import { seatKey } from "./people.js";
import { soundOn } from "./sounds.js";

const view = document.getElementById("view"), where = document.getElementById("where");
const PARTS = { lab: LabScreen, learn: LearnScreen }; // and those that games bring
let screen = null, lobby = null;

/** What the address says behind #: a part of the page or a game, and for a seat in it a key after a dot. */
const address = () => decodeURIComponent(location.hash.slice(1)).split(".");
const wanted = () => address()[0];
const join = (id) => connection.say("join", { id, key: seatKey(id, address()[1]) });
const part = () => wanted().split("/")[0]; // a part of the page may have places of its own

function goTo(id) {
  if (wanted() === id) follow();
  else location.hash = id;
}

function follow() {
  const id = wanted();
  for (const link of document.querySelectorAll(".nav a")) link.classList.toggle("here", link.getAttribute("href") === `#${part()}`);
  if (Object.hasOwn(PARTS, part())) {
    const place = id.slice(part().length + 1);
    if (screen instanceof PARTS[part()] && !screen.lost) return screen.goTo?.(place);
    screen?.leave?.();
    where.textContent = "";
    screen = new PARTS[part()](view, connection, place);
  } else if (!id) {
    screen?.leave?.();
    screen = null;
    where.textContent = "";
    connection.say("leave");
    if (lobby) showLobby(view, lobby, connection);
  } else if (screen?.id !== id) {
    join(id);
  }
}

async function hear(message) {
  if (message.say === "game" || (message.say === "lobby" && !(screen instanceof GameScreen))) document.getElementById("offline").hidden = true;
  switch (message.say) {
    case "lobby":
      lobby = message;
      document.getElementById("to-lab").hidden = !lobby.lab;
      for (const { name, script } of lobby.parts) PARTS[name] ??= (await import(script)).Part;
      if (!wanted()) showLobby(view, lobby, connection);
      else if (Object.hasOwn(PARTS, part())) follow();
      else if (!screen || screen.lost) join(wanted());
      break;
    case "game":
      await loadView(message.view);
      if (screen?.id !== message.id) {
        screen?.leave?.();
        screen = new GameScreen(view, connection, message.id);
        scrollTo(0, 0); // the lobby may have been read to its end
        screen.entry = lobby?.entry ?? "";
        unnote();
        if (wanted() !== message.id) history.pushState(null, "", `#${message.id}`);
      }
      if (message.people?.key) seatKey(message.id, message.people.key);
      screen.hear(message);
      break;
    case "error":
      note(message.text, "error");
      waiting(false);
      if (message.text.startsWith("There is no such game")) goTo("");
      else screen?.refused?.();
      break;
    case "compiling":
      hearCompiling(message);
      break;
    case "note":
      note(message.text, "", beginButton()?.disabled);
      break;
    case "file": {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([message.text], { type: "application/octet-stream" }));
      link.download = message.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      break;
    }
    default:
      if (message.id === undefined || screen?.id === message.id) screen?.hear(message);
  }
}

function online(on, why = "") {
  if (on) return; // it is, when the server has said where we are
  const offline = document.getElementById("offline");
  offline.hidden = false;
  offline.textContent = why || "Reconnecting…";
  waiting(false);
  if (screen) screen.lost = true;
}

function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.getElementById("theme").textContent = { auto: "Auto", light: "Light", dark: "Dark" }[theme];
  document.getElementById("theme").setAttribute("aria-label", `Theme: ${theme}`);
}

applyTheme(memory("theme", "auto"));
document.getElementById("theme").addEventListener("click", () => {
  const next = { auto: "light", light: "dark", dark: "auto" }[memory("theme", "auto")];
  remember("theme", next);
  applyTheme(next);
});

const sound = document.getElementById("sound");
function applySound() {
  sound.setAttribute("aria-pressed", soundOn());
  sound.textContent = soundOn() ? "Sound on" : "Sound off";
}
sound.addEventListener("click", () => {
  remember("sound", !soundOn());
  applySound();
});
applySound();

let heard = Promise.resolve(); // what was said is heard one after the other, though a view may have to be fetched first
const connection = new Connection((message) => { heard = heard.then(() => hear(message)); }, online);
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
document.getElementById("keys").addEventListener("click", showKeys);
document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "?" && !typing(event)) showKeys();
  else screen?.onKey?.(event);
});
