// @ts-check
// One game on the screen: strips with the players, the board, what can be done, and panels beside it.

import { Controls } from "./controls.js";
import { fill, h, memory, note, percent, speak } from "./dom.js";
import { GameTree } from "./gametree.js";
import { GamePanel } from "./gamepanel.js";
import { GuessPanel } from "./guesspanel.js";
import { ownArrows, typing } from "./keys.js";
import { MomentPanel } from "./moment.js";
import { CoverView } from "./people.js";
import { PlayerPanel } from "./playerpanel.js";
import { SearchPanel } from "./searchpanel.js";
import { SetUp } from "./setup.js";
import { sound } from "./sounds.js";
import { TextView } from "./textview.js";
import { TreePanel } from "./treepanel.js";
import { speakLog } from "./voice.js";
import { Walk } from "./walk.js";

/** @type {Record<string, any>} by its address, what shows a game; a game without one is shown as text */
const VIEWS = { "": TextView };

/** Fetch what shows a game, before it is shown for the first time. */
export async function loadView(address) {
  VIEWS[address] ??= (await import(address)).View;
}

const KEYS = { u: "undo", p: "pass", e: "estimate", s: "save", h: "hint" };
const OF_ALL = ["save", "hint"]; // what can be done in every game

export class GameScreen {
  constructor(place, connection, id) {
    this.connection = connection;
    this.id = id;
    /** @type {GamePayload | null} the last thing the server said of it */
    this.game = null;
    this.entry = ""; // what an address needs besides the game to be let in
    /** @type {SearchPayload | null} the analysis, or the opponent's search */
    this.search = null;
    /** @type {Record<number, SearchPayload>} searches of the game before, by the number of moves */
    this.evaluations = {};
    /** @type {AnnotationsPayload | null} what the file says of its game */
    this.annotations = null;
    this.tree = new GameTree(); // variations, comments and marks, as far as the server has told them
    this.treeCount = 0; // how often it has
    this.eyes = 0; // by whose eyes a game with an umpire is analysed when it is over; 0: the umpire's
    /** @type {MomentPayload | null} what a side knew then */
    this.moment = null;
    this.momentSide = 1;
    this.marking = null; // the kind of mark that a click on the board sets
    this.walk = new Walk(this); // where in the game, or beside it, we are
    this.chosen = null; // a candidate
    this.analysing = false;
    /** @type {OutlookPayload | null} an estimate */
    this.owners = null;
    this.wantsChances = false; // whether the board shows where the opponent's pieces may be
    this.tab = "game";
    this.panels = {};
    this.setUp = new SetUp(this);
    this.host = h(".board-host");
    this.controls = new Controls(this);
    this.tabs = h(".tabs", { role: "tablist", "aria-label": "Panels", onkeydown: (event) => this.onTabKey(event) });
    this.panel = h(".panel", { role: "tabpanel", id: "panel" });
    this.advice = h("p.advice", { role: "status" });
    const { top, bottom, status, tools } = this.controls;
    this.title = h("h1.aside");
    this.heading = h("h2.aside");
    this.root = h(".game", {}, this.title, h(".stage", {}, top, this.host, bottom),
      h(".side", {}, status, tools, this.setUp.root, this.advice, h(".notes-here"), this.tabs, this.heading, this.panel));
    fill(place, this.root);
    this.pointed = false; // whether the board has the focus by a click: then the arrows go through the moves, else over the board
    this.host.addEventListener("pointerdown", () => { this.pointed = true; if (this.view) this.view.cursor = null; });
    this.host.addEventListener("blur", () => { this.pointed = false; });
    this.ticking = setInterval(() => this.controls.drawClocks(), 200);
  }

  leave() {
    clearInterval(this.ticking);
  }

  say(what, fields = {}) {
    if (this.connection.say(what, { id: this.id, ...fields })) return;
    note("The connection is lost; it will come back.", "error");
    this.refused();
  }

  act(what) {
    if (what === "hint" && this.hint) this.takeAway("hint");
    else if (what === "estimate" && this.owned) this.takeAway("owners");
    else if (what === "estimate") this.say("estimate", { ply: this.shownPly, path: this.walk.path });
    else this.say("act", { what });
  }

  /** The estimate of what is shown; null if there is none. */
  get owned() {
    const { owners, walk } = this;
    return owners?.number === this.shownPly && owners.path.join() === walk.path.join() ? owners : null;
  }

  /** A hint or an estimate is not wanted any more. */
  takeAway(what) {
    this[what] = null;
    this.draw();
  }

  /** A game against a program from what is shown, by the player and at the level that the form has. */
  playOn() {
    const { player, levels, game } = memory("form", {}), level = levels?.[this.game.game];
    this.say("play_on", { ...(this.game.hidden ? {} : { ply: this.shownPly, path: this.walk.path }), ...(level ? { level } : {}),
      ...(game === this.game.game && player ? { player } : {}) });
  }

  // What the server says

  hear(message) {
    switch (message.say) {
      case "game": return this.hearGame(message);
      case "search": return this.hearSearch(message);
      case "outlook":
        this.owners = message;
        return this.draw();
      case "hint":
        this.hint = message.move;
        this.hintWords = `Hint: ${message.move}${message.rate === null ? "" : `, with a winning rate of ${percent(message.rate, 0)} for you`}${message.reason ? ` (${message.reason})` : ""}.`;
        return this.draw();
      case "line": return this.walk.hear(message);
      case "annotations":
        this.annotations = message;
        return this.moved();
      case "tree":
        this.tree = new GameTree(message.nodes);
        this.treeCount += 1;
        if (this.wantedPath) this.treeMoves = this.wantedPath;
        this.wantedPath = null;
        return this.moved();
      case "evaluations":
        Object.assign(this.evaluations, message.evaluations);
        return this.moved();
      case "chances":
        this.chances = message;
        this.panels.guess?.draw();
        return this.draw();
      case "moment":
        this.moment = message;
        if (this.tab === "moment") this.panels.moment.draw();
        return this.draw();
      case "advice":
        if (message.move && !this.hindsight) note(`It would try ${message.move}${message.reason ? `: ${message.reason}` : ""}.`);
        return this.panels.search?.draw();
      case "card": return this.panels[this.tab === "tree" ? "tree" : "search"]?.showCard(message);
      case "children": return this.panels.tree?.hear(message);
      case "parameters":
        this.parameters = message;
        this.panels.player?.draw();
        return this.panels.search?.drawHead();
      case "review":
        if (message.search) this.evaluations[message.number] = message.search;
        if (message.rate !== undefined && message.rate !== null) this.learn(message.number, message.rate, message.score);
        if (message.costs) this.game.costs = { ...this.game.costs, [message.number + 1]: message.costs };
        this.reviewing = message.done ? null : message;
        if (message.number === this.shownPly) this.draw();
        return this.panels.game?.draw();
    }
  }

  /** @param {GamePayload} game */
  hearGame(game) {
    const before = this.game;
    this.game = game;
    if (this.lost && this.analysing) this.analyse(true);
    this.lost = false;
    this.at = performance.now();
    document.title = `${game.title} – Kaya`;
    document.getElementById("where").textContent = game.title;
    this.title.textContent = `${game.title}: ${game.names[1]} – ${game.names[2]}`;
    const covered = game.board.kind === "covered";
    if (!before || before.state === "over" !== (game.state === "over") || covered !== (before.board.kind === "covered") || (game.hidden && game.human !== before.human)) {
      this.view = covered ? new CoverView(this.host, this) : new VIEWS[game.view](this.host, this);
      this.walk = new Walk(this);
      this.chances = this.search = null;
    }
    this.root.dataset.kind = game.board.kind;
    this.root.dataset.state = game.state;
    if (!before || game.number !== before.number) {
      this.owners = null;
      this.chances = this.chances && this.wantsChances ? this.chances : null;
      if (before) this.goneOn(game, before);
      if (before) sound("move");
      this.view.pending = null;
    }
    const ends = before && before.state !== "over" && game.state === "over";
    if (before && (ends || game.number !== before.number || before.log?.length !== game.log?.length)) this.hint = null;
    if (ends) sound("end");
    if (this.wantsChances && (!before || before.log?.length !== game.log?.length) && game.state !== "over") this.act("chances");
    this.view.take(game, before);
    if (this.treeMoves) this.walk.toPath(this.treeMoves);
    this.treeMoves = null;
    this.walk.joinMain();
    this.announce(game, before);
    speakLog(game, before);
    this.draw();
    this.drawSide();
  }

  /** Where the browser keeps what a person has marked: at one board each side has its own. */
  get marksName() {
    return `marks.${this.id}${this.game?.people?.seat === 3 ? `.${this.game.human}` : ""}`;
  }

  hearSearch(search) {
    this.waits = search.waits ?? 0;
    if (search.who === "analysis" || !this.analysing || (this.game?.human && this.game.state === "thinking")) this.search = search;
    if (search.rate !== null && search.rate !== undefined && !this.game?.hidden && !search.path?.length) {
      this.learn(search.number, search.mover === 2 ? 1 - search.rate : search.rate, search.score);
      this.evaluations[search.number] = search;
    }
    this.panels.search?.hear(search);
    this.draw();
    if (this.tab === "search") this.panels.search?.draw();
    if (this.tab === "game") this.panels.game?.drawChart();
  }

  // The game tree

  /** The moves of the game by name. */
  get names() {
    return this.view.names?.() ?? (this.view.listed?.() ?? []).map(({ text }) => text);
  }

  /** What is shown, as the server names it: so many moves of the game, and others after them. */
  get place() {
    return { ply: this.walk.base, path: this.walk.path };
  }

  /** The node of the tree that is shown; null if it is not there. */
  get node() {
    return this.tree.at([...this.names.slice(0, this.walk.base), ...this.walk.path]);
  }

  /** Whether comments, marks and variations can be changed: what is hidden must not be told by them. */
  get editable() {
    const { game } = this, over = game.state === "over";
    return (over || (!game.hidden && !game.people)) && this.browsable;
  }

  /** What is shown becomes the main line, and stays shown. */
  promote() {
    this.wantedPath = [...this.names.slice(0, this.walk.base), ...this.walk.path];
    this.say("promote", this.place);
  }

  /** Delete what is shown from the tree, with all that follows; what was before it is shown. */
  deleteBranch() {
    const { place } = this;
    this.wantedPath = [...this.names.slice(0, this.walk.base), ...this.walk.path].slice(0, -1);
    this.say("forget", place);
  }

  /** Set the mark that is chosen on a place of the board, or take it away. */
  toggleMark(name) {
    const marks = this.node?.marks ?? [], there = marks.find(([, place]) => place === name), rest = marks.filter(([, place]) => place !== name);
    const used = new Set(marks.map(([, , text]) => text)), letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((each) => !used.has(each)) ?? "?";
    const set = there?.[0] === this.marking ? [] : [[this.marking, name, this.marking === "label" ? letter : ""]];
    this.say("note", { ...this.place, marks: [...rest, ...set] });
  }

  /** A winning rate and a score of the first side, after so many moves. */
  learn(number, rate, score) {
    const history = new Map(this.game.history.map((row) => [row[0], row]));
    history.set(number, [number, rate, score ?? history.get(number)?.[2] ?? null]);
    this.game.history = [...history.values()].sort((a, b) => a[0] - b[0]);
  }

  /** The game has another number of moves: a line that is shown stays where it was. */
  goneOn(game, before) {
    for (const number of Object.keys(this.evaluations)) if (number > game.number) delete this.evaluations[number];
    const { walk } = this, base = walk.ply ?? before.number;
    if (walk.path.length && base <= game.number) walk.ply = base;
    else if (walk.path.length || walk.ply > game.number) this.walk = new Walk(this);
    if (this.live) this.clearLook();
  }

  /** What was tried has not come about. */
  refused() {
    if (!this.game) return;
    this.walk.refused();
    if (this.view) this.view.pending = null;
    sound("refused");
    this.draw();
  }

  clearLook() {
    this.chosen = null;
    this.hovered = null;
    if (this.search?.who !== "analysis" || !this.analysing) this.search = null;
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
    this.controls.drawStatus();
    this.drawAdvice();
  }

  /** In words what the board shows of a hint and an estimate, for as long as it does. */
  drawAdvice() {
    const words = [this.hint && this.live ? this.hintWords : "", this.owned ? `Estimate: ${this.owned.sentence}` : ""].filter(Boolean).join(" ");
    if (this.advice.textContent !== words) this.advice.textContent = words;
  }

  get shownPly() {
    return this.walk.base;
  }

  /** Whether the board shows the game as it stands. */
  get live() {
    return this.walk.live;
  }

  /** The search of what the board shows: the one that runs, or what was thought of it before. */
  get found() {
    const { search, game, walk } = this;
    const inSecret = game.hidden && !this.hindsight;
    const here = search?.moves && (inSecret || (search.number === this.shownPly && (search.path ?? []).join() === walk.path.join()));
    if (this.analysing) return here ? search : null;
    if (here && search.moves.length && search.who === "analysis" && this.tab === "search") return search; // an analysis that was ended stays to be read
    if (this.tab === "search" && this.live && search?.who === "opponent" && search.number === this.shownPly) return search;
    return inSecret || walk.path.length || (this.live && game.state !== "over") ? null : this.evaluations[this.shownPly] ?? null;
  }

  /** The move that was played in the position that is shown; null at the end, and in a line that was not played. */
  get playedNext() {
    return this.walk.path.length || (this.game.hidden && !this.hindsight) ? null : this.names[this.shownPly] ?? null;
  }

  /** Whether a game with an umpire is over, so that nothing is hidden any more. */
  get hindsight() {
    return Boolean(this.game?.hidden) && this.game.state === "over";
  }

  /** Whether the board is to be free of what a search has found: who has ended an analysis of the game wants to play. */
  get quiet() {
    return !this.analysing && this.live && this.game.state !== "over" && this.search?.who === "analysis";
  }

  /** Another position is shown. */
  moved() {
    this.chosen = null;
    this.hovered = null;
    this.draw();
    this.controls.drawTools();
    this.panels.game?.draw();
    if (this.tab === "search") this.panels.search.draw();
    if (this.tab === "moment") this.panels.moment.draw();
  }

  drawSide() {
    this.controls.draw();
    this.setUp.draw();
    this.drawTabs();
    for (const panel of Object.values(this.panels)) panel.take?.(this.game);
    this.panels[this.tab]?.draw();
  }

  drawTabs() {
    const { game } = this, over = game.state === "over";
    const tabs = [["game", game.hidden && !over ? "Umpire" : "Game"]];
    if (game.hidden && !over && game.human) tabs.push(["guess", "Guesses"]);
    if (game.hidden && over) tabs.push(["moment", "Moment"]);
    if (!(game.hidden && !over && !game.human) && (over || !game.people)) tabs.push(["search", "Search"], ["tree", "Tree"], ["player", "Parameters"]);
    if (!tabs.some(([name]) => name === this.tab)) this.tab = "game";
    const key = tabs.join();
    if (key !== this.tabbed) fill(this.tabs, tabs.map(([name, text]) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", "data-tab": name,
      onclick: () => this.openTab(name) }, text)));
    this.tabbed = key;
    this.openTab(this.tab, true);
  }

  openTab(name, quiet = false) {
    const made = { game: GamePanel, moment: MomentPanel, guess: GuessPanel, search: SearchPanel, tree: TreePanel, player: PlayerPanel };
    this.tab = name;
    for (const button of this.tabs.children) {
      button.setAttribute("aria-selected", button.dataset.tab === name);
      button.tabIndex = button.dataset.tab === name ? 0 : -1;
    }
    this.heading.textContent = this.tabs.querySelector(`[data-tab=${name}]`)?.textContent ?? "";
    this.panel.setAttribute("aria-labelledby", `tab-${name}`);
    if (!this.panels[name]) {
      this.panels[name] = new made[name](this);
      this.panels[name].take?.(this.game);
    }
    if (this.panel.firstChild !== this.panels[name].root) fill(this.panel, this.panels[name].root);
    if (!quiet) {
      this.panels[name].draw();
      this.draw();
    }
  }

  /** Begin or end an analysis. */
  analyse(on, fields = {}) {
    this.analysing = on;
    if (on && !this.search) this.search = null;
    this.analysed = this.wanted;
    this.say("analyse", { on, ...this.analysed, ...fields });
    this.panels.search?.draw();
    this.draw();
  }

  /** What an analysis is to search: what is shown. */
  get wanted() {
    const { ply, path, base } = this.walk;
    return { ...(path.length ? { ply: base, path } : { ply: ply ?? -1 }), ...(this.hindsight ? { side: this.eyes } : {}) };
  }

  /** An analysis that runs searches what is shown now. */
  analyseHere() {
    if (this.analysing && (!this.game.hidden || this.hindsight) && JSON.stringify(this.wanted) !== JSON.stringify(this.analysed)) this.analyse(true);
  }

  // Going through the moves

  get browsable() {
    return this.game && (!this.game.hidden || this.game.state === "over" || !this.game.human) && this.view.length > 0;
  }

  goTo(ply) {
    this.walk.goTo(ply);
  }

  onKey(event) {
    if (!this.game || event.ctrlKey || event.altKey || event.metaKey || typing(event)) return;
    const { key } = event, moves = !ownArrows(event);
    if (this.host.contains(document.activeElement) && !this.pointed && this.view.onKey?.(event)) return event.preventDefault();
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -10, ArrowUp: 10, PageDown: -10, PageUp: 10 };
    if ((key === "ArrowUp" || key === "ArrowDown") && moves && this.walk.sibling(key === "ArrowUp" ? -1 : 1)) event.preventDefault();
    else if (key in steps && (this.browsable || this.walk.path.length) && moves) {
      event.preventDefault();
      this.walk.by(steps[key]);
    } else if (key === "Home" && this.browsable && moves) this.goTo(0);
    else if (key === "End" && this.browsable && moves) this.goTo(null);
    else if (key === "Escape") this.walk.path.length || this.walk.exploring ? this.walk.leave() : this.live ? (this.hovered = null, this.draw()) : this.goTo(null);
    else if (key === "a" && this.tabs.querySelector("[data-tab=search]")) { this.openTab("search"); this.analyse(!this.analysing); }
    else if (key in KEYS && (this.game.can.includes(KEYS[key]) || OF_ALL.includes(KEYS[key]))) {
      event.preventDefault(); // a list of choices would take a letter for itself
      this.act(KEYS[key]);
    }
  }

  /** Arrows go from tab to tab. */
  onTabKey(event) {
    const tabs = [...this.tabs.children], at = tabs.indexOf(event.target), last = tabs.length - 1;
    const to = { ArrowLeft: at ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0, Home: 0, End: last }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    this.openTab(tabs[to].dataset.tab);
    tabs[to].focus();
  }
}
