// @ts-check
// The panel of the game: charts of who wins, the moves, mistakes, lines that were tried out; or what the umpire has said.

import { lossClass, lossLegend, mostPoints, rateChart, scoreChart } from "./chart.js";
import { fill, h, icon, percent } from "./dom.js";
import { peoplePanel } from "./people.js";
import { VariationsPanel } from "./variations.js";
import { voiceSwitch } from "./voice.js";

const MISTAKES = 6, LOSS = 0.08; // that are listed, and the loss from which a move is one
const DEPTHS = [[100, "quick"], [400, "careful"], [1600, "thorough"]]; // simulations a move of a review

export class GamePanel {
  constructor(screen) {
    this.screen = screen;
    this.depth = DEPTHS[0][0];
    this.chart = h(".chart", { onclick: (event) => this.onChart(event) });
    this.steps = h(".steps", { role: "group", "aria-label": "Moves" }, [["start", "Start", () => screen.goTo(0)], ["back", "One move back", () => screen.walk.back()],
      ["next", "Next move", () => screen.walk.forward()], ["end", "Last move", () => screen.goTo(null)]].map(([name, label, onclick]) =>
      h("button.tool", { type: "button", "aria-label": label, title: label, onclick }, icon(name))));
    this.slider = h("input.slider", { type: "range", min: 0, "aria-label": "Move", oninput: () => screen.goTo(Number(this.slider.value)) });
    this.list = h("ol.moves", { "aria-label": "Moves" });
    this.log = h("ol.log", { tabIndex: 0, "aria-label": "What the umpire has said" });
    this.facts = h("ul.facts-list");
    this.mistakes = h(".mistakes");
    this.variations = new VariationsPanel(screen);
    this.people = h(".people-place");
    this.voice = voiceSwitch();
    this.root = h(".game-panel", {}, this.people, this.facts, this.chart, this.steps, this.slider, this.variations.root, this.mistakes, this.list, this.log, this.voice ?? "");
  }

  draw() {
    const { screen } = this, { game } = screen, playing = game.hidden && game.state !== "over" && game.human;
    const browsable = screen.browsable;
    this.chart.hidden = playing || game.hidden || !game.number;
    this.steps.hidden = !browsable;
    this.slider.hidden = !browsable;
    this.slider.max = screen.view.length;
    this.slider.value = screen.shownPly;
    this.list.hidden = playing;
    this.log.hidden = !game.log;
    if (this.voice) this.voice.hidden = !game.log;
    const people = JSON.stringify([game.people, game.state === "over"]);
    if (people !== this.peopleShown) fill(this.people, peoplePanel(screen));
    this.peopleShown = people;
    this.variations.draw(screen.walk.path.length ? "" : this.umpires());
    fill(this.facts, (playing ? game.facts ?? [] : screen.annotations?.facts ?? []).map((fact) => h("li", {}, fact)));
    this.drawChart();
    this.drawMoves();
    this.drawLog(game.log ?? []);
    this.markLog();
    this.drawMistakes();
  }

  drawChart() {
    const { game, shownPly } = this.screen, length = Math.max(game.number, 1);
    if (this.chart.hidden) return;
    const known = (k) => game.history.filter((row) => row[k] !== null).map((row) => [row[0], row[k]]);
    const rates = known(1), scores = known(2), at = (list) => list.find(([number]) => number === shownPly)?.[1];
    const points = (score) => `${game.sides[score > 0 ? 1 : 2]} +${Math.abs(score).toFixed(1)}`;
    const caption = (text) => `<p class="muted">${text}</p>`;
    const losses = this.lossByMove(), rated = rates.map(([number, rate]) => [number, rate, lossClass(losses.get(number)?.loss)]);
    this.chart.innerHTML = (rates.length > 1 ? rateChart(rated, length, shownPly, game.sides[1]) : "") + caption("") +
      (scores.length > 1 ? scoreChart(scores, length, shownPly, game.sides) + caption("") : "") + (losses.size ? lossLegend() : "");
    const [first, second] = this.chart.querySelectorAll("p:not(.legend)");
    first.textContent = rates.length > 1 || at(rates) !== undefined ? `Winning rate${at(rates) === undefined ? "" : `: ${game.sides[1]} ${percent(at(rates), 0)}`}` : "The winning rate appears when a search has looked at the game.";
    if (second) second.textContent = `Score, ±${mostPoints(scores)} points${at(scores) === undefined ? "" : `: ${points(at(scores))}`}`;
  }

  onChart(event) {
    const box = (this.chart.querySelector("svg") ?? this.chart).getBoundingClientRect();
    this.screen.goTo(Math.round(((event.clientX - box.left) / box.width) * Math.max(this.screen.game.number, 1)));
  }

  drawMoves() {
    const { screen } = this, moves = screen.view.listed?.() ?? [], at = screen.shownPly;
    const losses = this.lossByMove(), dot = (number) => {
      const kind = lossClass(losses.get(number)?.loss);
      return kind === null ? null : h(`i.loss.loss-${kind}`, { role: "img", "aria-label": `loss ${percent(Math.max(losses.get(number).loss, 0), 0)}` });
    };
    const key = `${moves.length}/${moves.at(-1)?.text}/${at}/${[...losses].map(([number, { loss }]) => `${number}:${lossClass(loss)}`)}`;
    if (key === this.key) return;
    this.key = key;
    fill(this.list, moves.map(({ number, text, side, said, tried }) => h(`li${number === at ? ".at" : ""}`, {},
      h("button", { type: "button", onclick: () => screen.goTo(number), title: [tried && `tried in vain: ${tried}`, said].filter(Boolean).join("; ") },
        h("small", {}, number), h(`i.dot.${screen.game.sides[side].toLowerCase()}`), text, dot(number), tried ? h("em", { title: `tried in vain: ${tried}` }, "⊘") : null))));
    const now = this.list.querySelector(".at");
    if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
  }

  drawLog(log) {
    if (log.length === this.logged) return;
    this.logged = log.length;
    fill(this.log, log.map(({ ply, by, text, refused, loud }) => h(`li${refused ? ".refused" : ""}${loud ? ".loud" : ""}`, { "data-ply": ply },
      h("small", {}, ply ? Math.ceil(ply / 2) : ""), h("b", {}, by), ` ${text}`)));
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** What the umpire said at the move that is shown, in a game that is gone through. */
  umpires() {
    const { screen } = this, move = screen.game.hidden && screen.browsable ? screen.view.listed()[screen.shownPly - 1] : null;
    if (!move) return "";
    const tried = move.tried ? `Tried in vain: ${move.tried}. ` : "";
    return `${screen.game.sides[move.side]} ${move.text}. ${tried}Umpire: ${move.said || "moved"}.`;
  }

  /** The log follows when a game is gone through: what was said at the move that is shown, and what came after it. */
  markLog() {
    const { screen } = this, at = screen.browsable && screen.game.log ? screen.shownPly : null;
    for (const entry of this.log.children) {
      entry.classList.toggle("at", Number(entry.dataset.ply) === at);
      entry.classList.toggle("later", at !== null && Number(entry.dataset.ply) > at);
    }
    const now = [...this.log.querySelectorAll(".at")].at(-1);
    if (now) this.log.scrollTop = now.offsetTop - this.log.clientHeight / 2;
  }

  /** The moves after which the mover's winning rate has fallen most. */
  drawMistakes() {
    const { screen } = this, { game } = screen, running = screen.reviewing;
    if ((game.hidden && !screen.hindsight) || !game.number || !screen.view.listed().length) return fill(this.mistakes);
    fill(this.mistakes, h(".row", {},
      h("button.tool.wide", { type: "button", "data-tool": "review", disabled: game.state === "thinking", onclick: () => screen.say("review", { on: !running, simulations: this.depth }) },
        running ? `Stop (${running.number} of ${running.total})` : "Review the game"),
      running ? h("progress", { max: running.total, value: running.number }) : h("select", { "aria-label": "How the game is reviewed", onchange: (event) => { this.depth = Number(event.target.value); } },
        DEPTHS.map(([simulations, word]) => h("option", { value: simulations, selected: simulations === this.depth }, word)))),
      this.losses());
  }

  /** By the number of the move: what it has cost the mover in winning rate and points, where both positions were searched. */
  lossByMove() {
    const { screen } = this, history = new Map(screen.game.history.map((row) => [row[0], row]));
    if (screen.game.hidden) return this.costByMove();
    return new Map((screen.view.listed?.() ?? []).flatMap((move) => {
      const before = history.get(move.number - 1), after = history.get(move.number), sign = move.side === 1 ? 1 : -1;
      if (typeof before?.[1] !== "number" || typeof after?.[1] !== "number") return [];
      const points = before[2] === null || after[2] === null ? null : sign * (before[2] - after[2]);
      return [[move.number, { ...move, loss: sign * (before[1] - after[1]), points }]];
    }));
  }

  /** The same of a game with an umpire: what it has cost as its author saw it, and as the umpire did. */
  costByMove() {
    const { screen } = this, costs = screen.game.costs ?? {};
    return new Map((screen.view.listed?.() ?? []).flatMap((move) => {
      const [seen, whole] = costs[move.number] ?? [null, null];
      return seen === null && whole === null ? [] : [[move.number, { ...move, loss: Math.max(seen ?? 0, whole ?? 0), points: null, seen, whole }]];
    }));
  }

  losses() {
    const { screen } = this, { game } = screen;
    const worst = [...this.lossByMove().values()].filter(({ loss }) => loss > LOSS)
      .map((move) => ({ ...move, thought: screen.evaluations[move.number - 1] })).sort((a, b) => b.loss - a.loss).slice(0, MISTAKES);
    if (!worst.length) return null;
    return [h("h3", {}, "What cost most"), h("ul", {}, worst.map(({ number, text, side, loss, points, thought, seen, whole }) => {
      const best = thought?.best !== (seen === undefined ? text : screen.names[number - 1]) && thought?.moves.find(({ move }) => move === thought.best);
      return h("li", {}, h("button.link", { type: "button", onclick: () => screen.goTo(number - 1) }, `${number} ${game.sides[side]} ${text}`),
        seen === undefined ? ` −${(100 * loss).toFixed(0)} %` : [seen, whole].map((cost, k) => (cost === null ? null : ` −${(100 * cost).toFixed(0)} % as ${k ? "the umpire" : game.sides[side]} saw it`)).filter(Boolean).join(","), points >= 1 ? `, ${points.toFixed(0)} point${points < 1.5 ? "" : "s"}` : null,
        best ? [h("span.muted", {}, " instead of "), h("button.link", { type: "button", title: best.line.join(" "), onclick: () => screen.walk.playOut(best.line, number - 1) }, best.move)] : null);
    }))];
  }
}
