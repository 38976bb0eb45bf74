// @ts-check
// The umpire's words spoken by the browser. Off until somebody wants it.

import { h, memory, remember } from "./dom.js";

const PIECES = { K: "king ", Q: "queen ", R: "rook ", B: "bishop ", N: "knight " };

export function voiceOn() {
  return "speechSynthesis" in window && memory("voice", false);
}

/** A line of the log as one says it: `Nf3xe5; check` is "knight f3 takes e5; check". */
export function spoken({ by, text }) {
  const words = text.replace(/\bO-O-O\b/g, "castles long").replace(/\bO-O\b/g, "castles short")
    .replace(/\b([KQRBN])(?=[a-h]?[1-8]?x?[a-h][1-8])/g, (letter) => PIECES[letter])
    .replace(/x(?=[a-h][1-8])/g, " takes ").replace(/=([QRBN])/g, (_, letter) => ` becomes ${PIECES[letter].trim()}`);
  return `${by}: ${words}.`;
}

/** Speak what has come to the log. At one board both hear it, so there it is only what both are told. */
export function speakLog(game, before) {
  if (!voiceOn() || !game.log || (game.people?.seat === 3 && game.state !== "covered" && game.state !== "over")) return;
  const known = before?.log && before.human === game.human ? before.log.length : Math.max(game.log.length - 1, 0);
  for (const line of game.log.slice(known).slice(-3)) {
    const words = new SpeechSynthesisUtterance(spoken(line));
    words.lang = "en";
    speechSynthesis.speak(words);
  }
}

/** The switch; null where the browser cannot speak. */
export function voiceSwitch() {
  if (!("speechSynthesis" in window)) return null;
  const change = (event) => {
    remember("voice", event.target.checked);
    if (!event.target.checked) speechSynthesis.cancel();
  };
  return h("label.switch.voice", {}, h("input", { type: "checkbox", checked: voiceOn(), onchange: change }), h("span", {}, "Speak the umpire's words"));
}
