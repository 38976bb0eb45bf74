// @ts-check
// Two people who play each other: the key of a seat, the cover between turns at one board, invitations, and what spectators see.

import { fill, h, memory, note, remember } from "./dom.js";

/** The key of a seat in a game that this browser has: one that the address has given is kept, and taken out of it. */
export function seatKey(id, given) {
  if (given) {
    remember(`key.${id}`, given);
    history.replaceState(null, "", `#${id}`);
  }
  return memory(`key.${id}`, "");
}

/** In place of a board that is nobody's to see. */
export class CoverView {
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    this.length = 0;
    this.pending = null;
    host.className = "board-host cover";
    host.removeAttribute("role");
    host.removeAttribute("tabindex");
    host.removeAttribute("aria-label");
    host.onpointermove = host.onpointerdown = host.onpointerup = host.onclick = host.onpointerleave = host.oncontextmenu = host.onblur = null;
  }

  take() {}

  draw() {
    const { game } = this.screen, side = game.sides[game.mover], key = `${game.state}/${side}`;
    if (key === this.key) return;
    this.key = key;
    fill(this.host, game.state === "covered"
      ? [h("h2", {}, "Turn the device"), h("p", {}, `${side} is to move.`),
        h("button.primary", { type: "button", "data-tool": "uncover", onclick: () => this.screen.say("hand_over", { on: true }) }, `I am ${side}: show my board`)]
      : [h("h2", {}, "The umpire keeps the board"), h("p", {}, "What he says to both sides is told here. All boards are shown when the game is over.")]);
  }

  listed() {
    return [];
  }

  lastMove(game, before) {
    if (!game.log?.length || game.log.length === before.log?.length) return "";
    const { by, text } = game.log.at(-1);
    return `${by}: ${text}.`;
  }
}

/** Who sits where, and what can be done about it, beside a game of two people. */
export function peoplePanel(screen) {
  const { game } = screen, { people } = game;
  if (!people) return null;
  const over = game.state === "over";
  if (!people.seat) return over ? null : h("p.muted", {}, "You watch this game.");
  if (over || !people.owner) return null;
  const here = `${location.origin}/`, other = game.sides[3 - people.seat], alone = ["127.0.0.1", "localhost"].includes(location.hostname);
  const link = (words, address) => h("button.tool.wide", { type: "button", onclick: () => copy(address) }, words);
  const watched = [[0, "what both hear"], ...Object.entries(game.sides).filter(([side]) => people.seat === 3 || Number(side) === people.seat).map(([side, name]) => [Number(side), `${name}'s board`])];
  return h("section.people", {},
    people.invitation ? [h("p", {}, people.waits ? `Send this link to who plays ${other}:` : `The link for ${other}:`),
      h(".row", {}, h("input.address", { readOnly: true, "aria-label": `The link for ${other}`, value: `${here}${screen.entry}#${game.id}.${people.invitation}`, onfocus: (event) => event.target.select() }),
        link("Copy", `${here}${screen.entry}#${game.id}.${people.invitation}`)),
      alone ? h("p.muted", {}, "It works on this machine; others reach it when Kaya is started with --host 0.0.0.0.") : null] : null,
    h(".row.watchers", {}, link("Copy the link for spectators", `${here}${screen.entry}#${game.id}`),
      game.hidden ? h("label.field", {}, h("span", {}, "Spectators see"), h("select", { onchange: (event) => screen.say("watch", { side: Number(event.target.value) }) },
        watched.map(([side, words]) => h("option", { value: side, selected: side === people.watch }, words)))) : null));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note("The link is copied.");
  } catch {
    note(text, "", true);
  }
}

/** What an offer of a draw asks of this page: words and buttons; null if there is none. */
export function drawOffer(screen) {
  const { game } = screen, { people } = game;
  if (!people?.offer || game.state === "over") return null;
  const own = people.seat === people.offer || (people.seat === 3 && game.hidden && people.shown === people.offer);
  const words = own ? "You have offered a draw." : `${game.names[people.offer]} offers a draw.`;
  if (!people.seat || game.state === "covered") return h("p.offer", {}, h("span", {}, words));
  const button = (kind, text, what) => h(`button.${kind}`, { type: "button", "data-tool": what, onclick: () => screen.act(what) }, text);
  return h("p.offer", {}, h("span", {}, words), own ? button("tool.wide", "Take it back", "decline") : [button("primary", "Accept", "draw"), button("tool.wide", "Decline", "decline")]);
}
