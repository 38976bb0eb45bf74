// @ts-check
// A search on the screen: what it has found, candidate by candidate, and the terms of one candidate's score.

import { short } from "/drawing/numbers.js";
import { cardView } from "./cardview.js";
import { compareChart } from "./chart.js";
import { compilingLine } from "./compiling.js";
import { fill, h, percent } from "./dom.js";
import { PaceControls } from "./pace.js";

const KEPT = 400; // points of a move's history
const ROWS = 10; // moves in the list

export class SearchPanel {
  constructor(screen) {
    this.screen = screen;
    this.history = {}; // by move: [simulations, visits, rate]
    this.of = ""; // what the history is of
    this.compared = null;
    this.head = h(".search-head");
    this.facts = h("p.muted.figures");
    this.rows = new Map(); // by move: rows stay, so that they can be clicked while the search goes on
    this.body = h("tbody");
    this.list = h("table.candidates-list", { hidden: true, onmouseover: (event) => this.hover(event.target.closest("tr[data-move]")?.dataset.move ?? null),
      onmouseleave: () => this.hover(null) });
    this.card = h(".card-place");
    this.other = h("select", { "aria-label": "Another move", onchange: () => { this.compared = this.other.value || null; this.drawComparison(); } });
    this.comparison = h(".comparison");
    this.question = h("span");
    this.compare = h(".compare", { hidden: true }, h("label.field", {}, this.question, this.other), this.comparison);
    this.pace = new PaceControls((what, amount = 0) => screen.say("analysis_pace", { what, amount }));
    this.pace.root.hidden = true;
    this.root = h(".search-panel", {}, this.head, this.pace.root, this.facts, this.list, this.card, this.compare);
    this.drawHead();
  }

  hear(search) {
    if (search.waits || !search.moves) return;
    if (search.pace) this.pace.hear(search.pace);
    const of = `${search.who}/${search.number}/${search.path ?? ""}`;
    if (of !== this.of || (search.simulations ?? 0) < (this.last ?? 0)) {
      this.history = {};
      this.of = of;
    }
    this.last = search.simulations;
    for (const { move, visits, rate } of search.moves) {
      const list = (this.history[move] ??= []);
      list.push([search.simulations, visits, rate]);
      if (list.length > KEPT) list.splice(1, 2);
    }
    const now = performance.now();
    if (this.screen.chosen && this.screen.analysing && this.screen.tab === "search" && now - (this.asked ?? 0) > 600) {
      this.asked = now;
      this.askCard();
    }
  }

  drawHead() {
    const { screen } = this, { parameters } = screen;
    fill(this.head,
      h("label.switch", {}, h("input", { type: "checkbox", id: "analyse", checked: screen.analysing, onchange: (event) => screen.analyse(event.target.checked) }),
        h("span", {}, screen.game?.hidden && !screen.hindsight ? "Advise me" : "Analyse")),
      screen.hindsight ? h("select", { "aria-label": "By whose eyes", onchange: (event) => { screen.eyes = Number(event.target.value); screen.analyse(true); } },
        [[0, "umpire"], ...Object.entries(screen.game.sides).map(([side, name]) => [Number(side), name])].map(([side, words]) =>
          h("option", { value: side, selected: side === screen.eyes }, words))) : null,
      parameters ? h("select", { "aria-label": "Who analyses", onchange: (event) => screen.analyse(true, { player: event.target.value }) },
        parameters.players.map((name) => h("option", { value: name, selected: name === parameters.player }, name))) : null,
      screen.game?.can.includes("estimate") ? h("label.switch", {}, h("input", { type: "checkbox", checked: Boolean(screen.showOwners),
        onchange: (event) => { screen.showOwners = event.target.checked; screen.draw(); } }), h("span", {}, "Territory")) : null);
  }

  take() {
    this.head.querySelector("#analyse").checked = this.screen.analysing;
  }

  draw() {
    const { screen } = this, search = screen.found;
    this.head.querySelector("#analyse").checked = screen.analysing;
    this.pace.root.hidden = !screen.analysing || !search?.pace;
    if (screen.waits && screen.analysing) return fill(this.facts, `Waiting for a free search (${screen.waits} ahead).`);
    if (!search?.moves.length) {
      const why = screen.search?.unjudged ? "Nobody who sees all of this game can be asked." : screen.search?.others ? "It is the other side's turn." : screen.search?.over ? "The game is over here." : screen.search?.ready === false ? "Getting the player ready. The first time this takes a while." : "…";
      fill(this.facts, screen.search?.ready === false && screen.analysing ? compilingLine() : null, screen.analysing ? why : screen.hindsight ? "What a program thinks of the moves at this moment, by what a side knew, or by all that there is." : screen.game.hidden ? "A program in your place says what it would try. It knows what you know." : "A search of this position, live: visits, winning rates, what follows, and why.");
      this.list.hidden = this.compare.hidden = true;
      return fill(this.card);
    }
    const running = search.who === "analysis" && screen.analysing, speed = search.seconds > 0.05 ? search.simulations / search.seconds : 0;
    const [one, many] = search.pace?.unit ?? ["simulation", "simulations"];
    const counted = search.pace || search.simulations > 1; // else it was an evaluation
    fill(this.facts, counted ? h("span", {}, `${search.simulations.toLocaleString("en")} ${search.simulations === 1 ? one : many}`) : null, search.pace?.rests || !speed || !counted ? null : h("span", {}, `${short(Math.round(speed))}/s`),
      search.nodes && counted ? h("span", {}, `${short(search.nodes)} nodes`) : null, search.bytes ? h("span", {}, `${(search.bytes / 1e6).toFixed(1)} MB${search.full ? ", full" : ""}`) : null,
      search.score !== undefined ? h("span", {}, `${search.score > 0 ? screen.game.sides[1] : screen.game.sides[2]} +${Math.abs(search.score)}`) : null,
      search === screen.search && !search.done ? null : h("span", {}, running ? "ended" : "as it was thought"));
    if (search.whole && running) this.facts.append(h("span", {}, search.whole));
    this.drawList(search);
    if (screen.chosen) return;
    this.compare.hidden = true;
    fill(this.card);
  }

  drawList(search) {
    const { screen } = this, searchable = search.who === "analysis" && search.eyes !== 0, played = screen.playedNext;
    const moves = search.moves.filter((move, k) => k < 4 || move.visits > 1).slice(0, ROWS);
    const there = search.moves.find(({ move }) => move === played) ?? this.playedMove(search, played);
    if (there && !moves.includes(there)) moves.push(there); // however late in the list
    this.list.hidden = false;
    this.list.classList.toggle("narrow", screen.game.hidden);
    if (!this.list.children.length) {
      const titles = ["Move", "Wins", "Visits", "Prior", "Then"].map((text) => h("th", { scope: "col" }, text));
      fill(this.list, h("thead", {}, h("tr", {}, titles)), this.body);
    }
    const rows = moves.map((found) => {
      const { move } = found, row = this.rows.get(move) ?? this.rows.set(move, this.row(move)).get(move);
      row.classList.toggle("best", move === search.best);
      row.classList.toggle("chosen", move === screen.chosen);
      row.classList.toggle("compared", move === this.compared);
      row.classList.toggle("played", move === played);
      row.title = move === played ? "The move that was played" : "";
      const [name, wins, visits, prior, then] = row.children;
      name.firstChild.disabled = !searchable;
      wins.textContent = percent(found.rate);
      visits.textContent = found.visits === null ? "–" : short(found.visits);
      visits.style.setProperty("--share", found.share);
      prior.textContent = percent(found.prior, 1);
      then.firstChild.textContent = found.line.slice(1, 7).join(" ");
      then.firstChild.disabled = screen.game.hidden;
      return row;
    });
    if (rows.some((row, k) => this.body.children[k] !== row) || this.body.children.length !== rows.length) fill(this.body, rows);
  }

  /** The move that was played as a candidate that the search did not tell of: its rate is that of the position after it. */
  playedMove(search, move) {
    const rate = this.screen.game.history.find(([number]) => number === search.number + 1)?.[1];
    if (!move || typeof rate !== "number") return null;
    return { move, visits: null, rate: search.mover === 2 ? 1 - rate : rate, prior: null, share: 0, line: [move] };
  }

  row(move) {
    return h("tr", { "data-move": move },
      h("th", { scope: "row" }, h("button.link", { type: "button", onclick: (event) => this.choose(move, event.shiftKey) }, move)),
      h("td"), h("td.bar"), h("td"), h("td.line", {}, h("button.plain", { type: "button", title: "Play it out on the board", onclick: () => this.playOut(move) })));
  }

  /** The line that the search expects after a move, on the board. */
  playOut(move) {
    const found = this.screen.found?.moves.find((each) => each.move === move), { walk } = this.screen;
    if (found) walk.playOn(found.line);
  }

  hover(move) {
    if (move === this.screen.hovered) return;
    this.screen.hovered = move;
    this.screen.view.draw();
  }

  mark(move) {
    for (const row of this.list.querySelectorAll("tr[data-move]")) row.classList.toggle("hovered", row.dataset.move === move);
  }

  /** Take a move's score apart; a second one is compared with it. */
  choose(move, second = false) {
    const { screen } = this;
    if (second && screen.chosen && move !== screen.chosen) this.compared = move;
    else {
      this.compared = move === screen.chosen ? null : this.compared === move ? null : this.compared;
      screen.chosen = screen.chosen === move && !second ? null : move;
    }
    if (screen.chosen) {
      fill(this.card, h("p.muted", {}, `Taking ${screen.chosen} apart…`));
      this.askCard();
    } else {
      this.compare.hidden = true;
      fill(this.card);
    }
    screen.draw();
    this.draw();
  }

  askCard() {
    this.screen.say("card", { path: [], move: this.screen.chosen });
  }

  showCard(card) {
    if (card.path.length || card.move !== this.screen.chosen) return;
    fill(this.card, cardView(card));
    this.compare.hidden = false;
    this.question.textContent = `Why not another than ${card.move}?`;
    if (document.activeElement !== this.other) { // a list that is open stays as it is
      const others = (this.screen.found?.moves ?? []).map(({ move }) => move).filter((move) => move !== card.move);
      fill(this.other, h("option", { value: "" }, "compare with…"), others.map((move) => h("option", { value: move, selected: move === this.compared }, move)));
    }
    this.drawComparison();
  }

  drawComparison() {
    const place = this.comparison, first = this.screen.chosen, second = this.compared;
    if (!second || !this.history[second] || !this.history[first]) return fill(place);
    const told = (move, k) => {
      const found = this.screen.found?.moves.find((each) => each.move === move);
      return h("li", {}, h(`i.key-${k}`), h("b", {}, move), found ? ` ${percent(found.rate)}, ${short(found.visits)} visits; ` : " ",
        found?.line.length > 1 ? ["answered by ", h("b", {}, found.line[1]), `, then ${found.line.slice(2, 7).join(" ")}`] : null);
    };
    place.innerHTML = compareChart({ [first]: this.history[first], [second]: this.history[second] });
    place.append(h("ul", {}, told(first, 0), told(second, 1)), h("p.muted", {}, "Lines: winning rate. Dashes: visits."));
  }
}
