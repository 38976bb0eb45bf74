// @ts-check
// What stands around the board: who plays and their clocks, how the game stands, and what can be done.

import { fill, h, tool } from "./dom.js";
import { drawOffer } from "./people.js";

const LABELS = { pass: "Pass", undo: "Undo", resign: "Resign", estimate: "Score", draw: "Draw" };

/** Fill a place only if that changes it: a button must not go away under a finger, nor be read out again. */
function refill(place, key, make) {
  const now = JSON.stringify(key);
  if (place.dataset.shows === now) return;
  place.dataset.shows = now;
  fill(place, make());
}

export class Controls {
  constructor(screen) {
    this.screen = screen;
    this.top = h(".strip");
    this.bottom = h(".strip");
    this.status = h("p.status", { role: "status" });
    this.tools = h(".tools", { role: "toolbar", "aria-label": "What can be done" });
    this.resigning = false; // whether it is asked for
  }

  draw() {
    const { human, people, hidden } = this.screen.game, below = people?.seat === 3 && !hidden ? 1 : human || 1;
    this.drawStrip(this.top, 3 - below);
    this.drawStrip(this.bottom, below);
    this.drawTools();
    this.drawClocks();
  }

  drawStrip(strip, side) {
    const { game, view } = this.screen, thinks = game.mover === side && game.state === "thinking";
    strip.className = `strip ${game.mover === side ? "to-move" : ""} side-${side}`;
    fill(strip, h(`span.dot.${game.sides[side].toLowerCase()}`, { "aria-hidden": "true" }),
      h("span.name", {}, game.names[side]), game.names[side] === game.sides[side] ? null : h("span.muted.colour", {}, game.sides[side]),
      thinks ? h("span.thinks", { "aria-label": "thinks" }, h("i"), h("i"), h("i")) : null, h("span.grow"),
      view.stripFacts?.(side) ?? null, h("span.clock", { "data-side": side, hidden: !game.clocks }));
  }

  drawClocks() {
    const { game, at, root } = this.screen;
    if (!game?.clocks) return;
    for (const clock of root.querySelectorAll(".clock")) {
      const { left, running, periods, overtime, period } = game.clocks[clock.dataset.side];
      let seconds = left - (running && game.state !== "over" ? (performance.now() - at) / 1000 : 0), extra = periods;
      while (seconds < 0 && period && (extra > 1 || !overtime)) { seconds += period; extra -= overtime ? 1 : 0; }
      const whole = Math.max(Math.ceil(seconds), 0);
      clock.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${overtime && period ? ` (${extra})` : ""}`;
      clock.classList.toggle("low", running && seconds < 10);
    }
  }

  drawStatus() {
    const { game, walk, live } = this.screen;
    if (!game) return;
    const link = (words, onclick) => [" ", h("button.link", { type: "button", onclick }, words)];
    if (walk.path.length) {
      const next = walk.ahead.slice(0, 3).join(" ");
      return refill(this.status, [walk.base, walk.path, next], () => [h("span.muted", {}, `After move ${walk.base}: `), walk.path.slice(-5).join(" "),
        next ? h("span.muted", {}, ` ${next}`) : null, link("back to the game", () => this.screen.walk.leave())]);
    }
    const mover = game.names[game.mover], here = game.people?.seat === 3 && !game.hidden;
    const text = {
      theirs: game.people?.waits && game.people.seat ? "Waiting for the other side to come." : `${mover} is to move.`, covered: `Turn the device: ${mover} is to move.`, handing: "Your move is made.",
      yours: here ? `${mover} is to move.` : game.hidden ? "Your turn: try a move." : "Your turn.", thinking: game.human ? "Your opponent thinks…" : "They play.",
      waiting: `Waiting for a free search (${game.ahead} ahead).`, paused: "Paused.",
      counting: game.count?.sentence ?? "", over: game.ending ?? "",
    }[game.state];
    const trying = walk.exploring && live, counts = game.state === "counting" && Boolean(game.people ? game.people.seat : game.human);
    refill(this.status, [text, trying, walk.ply, game.number], () => [text,
      counts ? h("span.muted", {}, " Is that so? A click on stones says that they are dead, or alive.") : null,
      trying ? link("You try out moves: nothing is played. Go on playing", () => this.screen.walk.leave())
        : walk.ply !== null ? link(`move ${walk.ply} of ${game.number} – to the last`, () => this.screen.goTo(null)) : null]);
  }

  drawTools() {
    const { game, walk } = this.screen, { state } = game;
    const playing = ["yours", "thinking", "waiting", "theirs", "handing"].includes(state) && Boolean(game.people ? game.people.seat : game.human);
    if (!playing) this.resigning = walk.exploring = false;
    refill(this.tools, [state, game.study, game.can, game.number > 0, game.paused, walk.exploring, this.resigning, game.people], () =>
      (this.resigning ? this.confirmation() : [drawOffer(this.screen), this.ending(), playing ? this.moving() : null, this.always()]));
  }

  /** While the game is played. */
  moving() {
    const { screen } = this, { game, walk } = screen, { state } = game;
    const can = game.can.filter((what) => what in LABELS && what !== "resign");
    const own = can.filter((what) => what !== "draw" || !game.people.offer)
      .map((what) => tool(what, LABELS[what], () => screen.act(what), { disabled: (what === "pass" && state !== "yours") || (what === "undo" && !game.number) }));
    if (game.people) {
      return [state === "handing" ? h("button.primary", { type: "button", "data-tool": "cover", onclick: () => screen.say("hand_over", { on: false }) }, "Turn the device") : null, own,
        tool("resign", "Resign", () => this.resign(true))];
    }
    return [
      own,
      state === "thinking" && !game.hidden ? tool("now", "Now", () => screen.act("now")) : tool("hint", "Hint", () => screen.act("hint"), { disabled: state !== "yours" }),
      game.hidden ? null : tool("try", "Try", () => screen.walk.toggle(), { "aria-pressed": walk.exploring }),
      tool("resign", "Resign", () => this.resign(true)),
    ];
  }

  /** When it ends, or has ended. */
  ending() {
    const { screen } = this, { game } = screen, button = (kind, words, what) => h(`button.${kind}`, { type: "button", onclick: () => screen.act(what) }, words);
    if (game.people && !game.people.seat) return game.people.rematch ? h("a.tool.wide", { href: `#${game.people.rematch}` }, "Watch the rematch") : null;
    if (game.state === "counting" && game.count.agreed.includes(game.people?.seat)) return [h("span.muted", {}, "You agree; the other side is asked."), button("tool.wide", "Play on", "go_on")];
    if (game.state === "counting") return [button("primary", "Agree", "agree"), button("tool.wide", "Play on", "go_on")];
    if (game.state !== "over" || !(game.human || game.people)) return null;
    return [button("primary", game.people?.rematch ? "Join the rematch" : "Rematch", "again"), game.can.includes("undo") ? tool("undo", "Undo", () => screen.act("undo")) : null];
  }

  always() {
    const { screen } = this, { game } = screen, over = game.state === "over";
    return [
      game.study ? tool("play", "Play on", () => screen.playOn(), { title: "A game against a program from what is shown" }) : null,
      game.human || over || game.people ? null : tool(game.paused ? "play" : "pause", game.paused ? "Go on" : "Pause", () => screen.act("pause")),
      game.can.includes("estimate") && (over || !(game.human || game.people)) ? tool("estimate", LABELS.estimate, () => screen.act("estimate")) : null,
      !game.hidden || over || !(game.human || game.people) ? tool("save", "Save", () => screen.act("save")) : null,
    ];
  }

  resign(asked) {
    this.resigning = asked;
    this.drawTools();
    if (asked) this.tools.querySelector("button").focus();
  }

  confirmation() {
    const yes = () => { this.resigning = false; this.screen.act("resign"); };
    return [h("span", {}, "Resign this game?"), h("button.danger", { type: "button", onclick: yes }, "Resign"),
      h("button.tool.wide", { type: "button", onclick: () => this.resign(false) }, "Play on")];
  }
}
