// One game on the screen: strips with the players, the board, what can be done, and panels beside it.

import { ChessView } from "./chessview.js";
import { fill, h, note, speak, tool } from "./dom.js";
import { GamePanel } from "./gamepanel.js";
import { GoView } from "./goview.js";
import { GuessPanel } from "./guesspanel.js";
import { titleOf } from "./lobby.js";
import { PhantomView } from "./phantomview.js";
import { PlayerPanel } from "./playerpanel.js";
import { SearchPanel } from "./searchpanel.js";
import { sound } from "./sounds.js";
import { TextView } from "./textview.js";
import { TreePanel } from "./treepanel.js";

const VIEWS = { go: GoView, chess: ChessView, phantom: PhantomView, text: TextView };
const LABELS = { pass: "Pass", undo: "Undo", resign: "Resign", estimate: "Score", chances: "Chances" };
const KEYS = { u: "undo", p: "pass", e: "estimate", s: "save" };

export class GameScreen {
  constructor(place, connection, id) {
    this.connection = connection;
    this.id = id;
    this.game = null; // the last thing the server said of it
    this.search = null; // of the search that is looked into, or of the opponent's
    this.ply = null; // the moves that are shown; null: all of them
    this.path = []; // from there into the tree, by names
    this.chosen = null; // a candidate
    this.looking = false;
    this.owners = null; // an estimate
    this.tab = "game";
    this.panels = {};
    this.strips = { top: h(".strip"), bottom: h(".strip") };
    this.host = h(".board-host");
    this.status = h("p.status", { role: "status" });
    this.tools = h(".tools", { role: "toolbar", "aria-label": "What can be done" });
    this.tabs = h(".tabs", { role: "tablist" });
    this.panel = h(".panel", { role: "tabpanel" });
    this.root = h(".game", {}, h(".stage", {}, this.strips.top, this.host, this.strips.bottom),
      h("aside.side", {}, this.status, this.tools, this.tabs, this.panel));
    fill(place, this.root);
    this.ticking = setInterval(() => this.drawClocks(), 200);
  }

  leave() {
    clearInterval(this.ticking);
  }

  say(what, fields = {}) {
    if (!this.connection.say(what, { id: this.id, ...fields })) note("The connection is lost; it will come back.", "error");
  }

  act(what) {
    this.say("act", { what });
  }

  // What the server says

  hear(message) {
    switch (message.say) {
      case "game": return this.hearGame(message);
      case "search": return this.hearSearch(message);
      case "outlook":
        this.owners = { number: message.number, owners: message.owners };
        note(message.sentence);
        return this.draw();
      case "chances":
        this.chances = message;
        this.panels.guess?.draw();
        return this.draw();
      case "advice":
        if (message.move) note(`${message.move}${message.reason ? `: ${message.reason}` : ""}`);
        return this.panels.search?.draw();
      case "card": return this.panels[this.tab === "tree" ? "tree" : "search"]?.showCard(message);
      case "children": return this.panels.tree?.hear(message);
      case "parameters":
        this.parameters = message;
        this.panels.player?.draw();
        return this.panels.search?.drawHead();
      case "review":
        this.reviewed ??= {};
        if (message.search) this.reviewed[message.number] = message.search;
        if (message.rate !== undefined && message.rate !== null) this.addRate(message.number, message.rate);
        this.reviewing = message.done ? null : message;
        return this.panels.game?.draw();
    }
  }

  hearGame(game) {
    const before = this.game;
    if (this.lost && this.looking) this.say("look", { on: true, ply: this.ply ?? -1 });
    this.lost = false;
    this.game = game;
    this.at = performance.now();
    document.title = `${titleOf(game.game)} – Kaya`;
    document.getElementById("where").textContent = titleOf(game.game);
    if (!before || before.board.kind !== game.board.kind || before.state === "over" !== (game.state === "over")) {
      this.view = new (VIEWS[game.board.kind] ?? TextView)(this.host, this);
      this.ply = null;
    }
    this.root.dataset.kind = game.board.kind;
    this.root.dataset.state = game.state;
    if (!before || game.number !== before.number) {
      this.owners = null;
      this.chances = this.chances && this.wantsChances ? this.chances : null;
      if (before && this.ply === null) this.clearLook();
      if (before) sound("move");
      this.view.pending = null;
    }
    if (before && before.state !== "over" && game.state === "over") sound("end");
    if (this.wantsChances && (!before || before.log?.length !== game.log?.length) && game.state !== "over") this.act("chances");
    this.view.take(game, before);
    this.announce(game, before);
    this.draw();
    this.drawSide();
  }

  hearSearch(search) {
    if (search.waits) this.waits = search.waits;
    else this.waits = 0;
    if (search.who === "look" || !this.looking || this.game?.state === "thinking") this.search = search;
    if (search.rate !== null && search.rate !== undefined && !this.game?.hidden) {
      this.addRate(search.number, search.mover === 2 ? 1 - search.rate : search.rate, search.done);
    }
    this.panels.search?.hear(search);
    this.draw();
    if (this.tab === "search") this.panels.search?.draw();
    if (this.tab === "game") this.panels.game?.drawChart();
  }

  addRate(number, rate) {
    const rates = new Map(this.game.rates);
    rates.set(number, rate);
    this.game.rates = [...rates].sort((a, b) => a[0] - b[0]);
  }

  refused() {
    if (this.view) this.view.pending = null;
    sound("refused");
    this.draw();
  }

  clearLook() {
    this.path = [];
    this.chosen = null;
    this.hovered = null;
    if (this.search?.who !== "look" || !this.looking) this.search = null;
  }

  /** For those who cannot see the board. */
  announce(game, before) {
    if (!before) return;
    const words = [];
    const said = this.view.lastMove?.(game, before);
    if (said) words.push(said);
    if (game.ending && !before.ending) words.push(game.ending);
    else if (game.state === "yours" && before.state !== "yours") words.push("Your turn.");
    if (words.length) speak(words.join(" "));
  }

  // Drawing

  draw() {
    this.view?.draw();
    this.drawStatus();
  }

  get shownPly() {
    return this.ply ?? this.game.number;
  }

  /** Whether the board shows the game as it stands. */
  get live() {
    return this.ply === null && !this.path.length;
  }

  drawSide() {
    const { game } = this, below = game.human || 1;
    this.drawStrip(this.strips.top, 3 - below);
    this.drawStrip(this.strips.bottom, below);
    this.drawTools();
    this.drawTabs();
    for (const panel of Object.values(this.panels)) panel.take?.(game);
    this.panels[this.tab]?.draw();
    this.drawClocks();
  }

  drawStrip(strip, side) {
    const { game } = this, thinks = game.mover === side && game.state === "thinking";
    strip.className = `strip ${game.mover === side ? "to-move" : ""} side-${side}`;
    fill(strip, h(`span.dot.${game.sides[side].toLowerCase()}`, { "aria-hidden": "true" }),
      h("span.name", {}, game.names[side]), h("span.muted.colour", {}, game.sides[side]),
      thinks ? h("span.thinks", { "aria-label": "thinks" }, h("i"), h("i"), h("i")) : null, h("span.grow"),
      this.view.stripFacts?.(side) ?? null, h("span.clock", { "data-side": side, hidden: !game.clocks }));
  }

  drawClocks() {
    const { game } = this;
    if (!game?.clocks) return;
    for (const clock of this.root.querySelectorAll(".clock")) {
      const { left, running, periods, overtime, period } = game.clocks[clock.dataset.side];
      let seconds = left - (running && game.state !== "over" ? (performance.now() - this.at) / 1000 : 0), extra = periods;
      while (seconds < 0 && period && (extra > 1 || !overtime)) { seconds += period; extra -= overtime ? 1 : 0; }
      const whole = Math.max(Math.ceil(seconds), 0);
      clock.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${overtime && period ? ` (${extra})` : ""}`;
      clock.classList.toggle("low", running && seconds < 10);
    }
  }

  drawStatus() {
    const { game } = this;
    if (!game) return;
    const text = {
      yours: game.hidden ? "Your turn: try a move." : "Your turn.", thinking: game.human ? "Your opponent thinks…" : "They play.",
      waiting: `Waiting for a free search (${game.ahead} ahead).`, paused: "Paused.",
      counting: game.count?.sentence ?? "", over: game.ending ?? "",
    }[game.state];
    const back = this.live || game.hidden && game.state !== "over" ? null : this.path.length ? h("button.link", { type: "button", onclick: () => this.backToGame() }, "back to the game")
      : this.ply !== null && this.ply !== game.number ? h("button.link", { type: "button", onclick: () => this.goTo(null) }, `move ${this.ply} of ${game.number} – to the last`) : null;
    fill(this.status, text, back ? " " : null, back);
  }

  backToGame() {
    this.path = [];
    this.draw();
  }

  drawTools() {
    const { game } = this, { state } = game, made = [];
    const playing = ["yours", "thinking", "waiting"].includes(state) && game.human;
    if (state === "counting") {
      made.push(h("button.primary", { type: "button", onclick: () => this.act("agree") }, "Agree"),
        h("button.tool.wide", { type: "button", onclick: () => this.act("go_on") }, "Play on"));
    }
    if (playing) {
      for (const what of game.can) {
        if (what === "resign" || what === "chances") continue;
        const disabled = (what === "pass" && state !== "yours") || (what === "undo" && !game.number);
        made.push(tool(what, LABELS[what], () => this.act(what), { disabled }));
      }
      if (state === "thinking" && !game.hidden) made.push(tool("now", "Move now", () => this.act("now")));
      made.push(tool("resign", "Resign", () => this.confirmResign()));
    }
    if (!game.human && state !== "over") made.push(tool(game.paused ? "play" : "pause", game.paused ? "Go on" : "Pause", () => this.act("pause")));
    if (state === "over") {
      if (game.human) made.push(h("button.primary", { type: "button", onclick: () => this.act("again") }, "Rematch"));
      if (game.board.kind === "go") made.push(tool("undo", "Undo", () => this.act("undo"), { hidden: !game.human }));
    }
    if (!game.hidden || state === "over" || !game.human) made.push(tool("save", "Save", () => this.act("save")));
    fill(this.tools, made);
  }

  confirmResign() {
    fill(this.tools, h("span", {}, "Resign this game?"), h("button.danger", { type: "button", onclick: () => this.act("resign") }, "Resign"),
      h("button.tool.wide", { type: "button", onclick: () => this.drawTools() }, "Play on"));
    this.tools.querySelector("button").focus();
  }

  drawTabs() {
    const { game } = this, over = game.state === "over";
    const tabs = [["game", game.hidden && !over ? "Umpire" : "Game"]];
    if (game.hidden && !over && game.human) tabs.push(["guess", "Guesses"]);
    if (!(game.hidden && (over || !game.human))) tabs.push(["search", "Search"], ["tree", "Tree"], ["player", "Parameters"]);
    if (!tabs.some(([name]) => name === this.tab)) this.tab = "game";
    fill(this.tabs, tabs.map(([name, text]) => h("button", { type: "button", role: "tab", "aria-selected": name === this.tab, "data-tab": name,
      onclick: () => this.openTab(name) }, text)));
    this.openTab(this.tab, true);
  }

  openTab(name, quiet = false) {
    const made = { game: GamePanel, guess: GuessPanel, search: SearchPanel, tree: TreePanel, player: PlayerPanel };
    this.tab = name;
    for (const button of this.tabs.children) button.setAttribute("aria-selected", button.dataset.tab === name);
    if (!this.panels[name]) {
      this.panels[name] = new made[name](this);
      this.panels[name].take?.(this.game);
    }
    if (this.panel.firstChild !== this.panels[name].root) fill(this.panel, this.panels[name].root);
    if (!quiet) this.panels[name].draw();
  }

  /** Begin or end to look into a search. */
  look(on, fields = {}) {
    this.looking = on;
    if (on && !this.search) this.search = null;
    this.say("look", { on, ply: this.ply ?? -1, ...fields });
    this.panels.search?.draw();
  }

  // Going through the moves

  get browsable() {
    return this.game && (!this.game.hidden || this.game.state === "over" || !this.game.human) && this.view.length > 0;
  }

  goTo(ply) {
    if (!this.browsable) return;
    const wanted = ply === null ? null : Math.min(Math.max(ply, 0), this.view.length);
    this.ply = wanted === null || wanted >= this.view.length ? null : wanted;
    this.path = [];
    this.chosen = null;
    this.hovered = null;
    if (this.looking && !this.game.hidden) this.look(true);
    this.draw();
    this.panels.game?.draw();
  }

  onKey(event) {
    if (!this.game || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    const { key } = event;
    if (this.host.contains(document.activeElement) && this.view.onKey?.(event)) return event.preventDefault();
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -10, ArrowUp: 10 };
    if (key in steps && this.browsable && !event.target.closest?.("[role=tablist]")) {
      event.preventDefault();
      this.goTo(this.shownPly + steps[key]);
    } else if (key === "Home" && this.browsable) this.goTo(0);
    else if (key === "End" && this.browsable) this.goTo(null);
    else if (key === "Escape") this.live ? (this.hovered = null, this.draw()) : this.path.length ? this.backToGame() : this.goTo(null);
    else if (key === "a") { this.openTab("search"); this.look(!this.looking); }
    else if (key in KEYS && (this.game.can.includes(KEYS[key]) || KEYS[key] === "save")) this.act(KEYS[key]);
  }
}
