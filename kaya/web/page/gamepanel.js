// The panel of the game: the chart of the winning rate, the moves, mistakes; or what the umpire has said.

import { rateChart } from "./chart.js";
import { fill, h, icon, percent } from "./dom.js";

const MISTAKES = 6, WORTH = 0.08; // that are listed, and the loss from which a move is one

export class GamePanel {
  constructor(screen) {
    this.screen = screen;
    this.chart = h(".chart", { onclick: (event) => this.onChart(event) });
    this.steps = h(".steps", { role: "group", "aria-label": "Moves" }, [["start", "Start", () => 0], ["back", "One move back", () => screen.shownPly - 1],
      ["next", "Next move", () => screen.shownPly + 1], ["end", "Last move", () => null]].map(([name, label, to]) =>
      h("button.tool", { type: "button", "aria-label": label, title: label, onclick: () => screen.goTo(to()) }, icon(name))));
    this.slider = h("input.slider", { type: "range", min: 0, "aria-label": "Move", oninput: () => screen.goTo(Number(this.slider.value)) });
    this.list = h("ol.moves");
    this.log = h("ol.log", { "aria-label": "What the umpire has said" });
    this.facts = h("ul.facts-list");
    this.mistakes = h(".mistakes");
    this.root = h(".game-panel", {}, this.facts, this.chart, this.steps, this.slider, this.mistakes, this.list, this.log);
  }

  draw() {
    const { screen } = this, { game } = screen, playing = game.hidden && game.state !== "over" && game.human;
    const browsable = screen.browsable;
    this.chart.hidden = playing || game.hidden || !game.number;
    this.steps.hidden = !browsable;
    this.slider.hidden = !browsable;
    this.slider.max = screen.view.length;
    this.slider.value = screen.ply ?? screen.view.length;
    this.list.hidden = playing;
    this.log.hidden = !game.log;
    fill(this.facts, (playing ? game.facts ?? [] : []).map((fact) => h("li", {}, fact)));
    this.drawChart();
    this.drawMoves();
    this.drawLog(game.log ?? []);
    this.drawMistakes();
  }

  drawChart() {
    const { game, shownPly } = this.screen;
    if (this.chart.hidden) return;
    const now = new Map(game.rates).get(shownPly), drawn = rateChart(game.rates, Math.max(game.number, 1), shownPly);
    const caption = game.rates.length ? `${game.sides[1]} ${now === undefined ? "" : percent(now, 0)}` : "The winning rate appears when a search has looked at the game.";
    this.chart.innerHTML = `${drawn}<p class="muted"></p>`;
    this.chart.lastChild.textContent = caption;
  }

  onChart(event) {
    const svg = this.chart.querySelector("svg"), box = svg.getBoundingClientRect();
    this.screen.goTo(Math.round(((event.clientX - box.left) / box.width) * Math.max(this.screen.game.number, 1)));
  }

  drawMoves() {
    const { screen } = this, moves = screen.view.listed?.() ?? [], at = screen.shownPly;
    const key = `${moves.length}/${moves.at(-1)?.text}/${at}`;
    if (key === this.key) return;
    this.key = key;
    fill(this.list, moves.map(({ number, text, side, said, tried }) => h(`li${number === at ? ".at" : ""}`, {},
      h("button", { type: "button", onclick: () => screen.goTo(number), title: [tried && `tried in vain: ${tried}`, said].filter(Boolean).join("; ") },
        h("small", {}, number), h(`i.dot.${screen.game.sides[side].toLowerCase()}`), text, tried ? h("em", {}, "×") : null))));
    const now = this.list.querySelector(".at");
    if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
  }

  drawLog(log) {
    if (log.length === this.logged) return;
    this.logged = log.length;
    fill(this.log, log.map(({ ply, by, text, refused, loud }) => h(`li${refused ? ".refused" : ""}${loud ? ".loud" : ""}`, {},
      h("small", {}, ply ? Math.ceil(ply / 2) : ""), h("b", {}, by), ` ${text}`)));
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** The moves after which the mover's winning rate has fallen most. */
  drawMistakes() {
    const { screen } = this, { game } = screen;
    if (game.hidden || !game.number || game.board.kind !== "go") return fill(this.mistakes);
    const rates = new Map(game.rates), moves = screen.view.listed();
    const losses = moves.flatMap((move) => {
      const before = rates.get(move.number - 1), after = rates.get(move.number);
      if (before === undefined || after === undefined) return [];
      const loss = move.side === 1 ? before - after : after - before;
      return loss > WORTH ? [{ ...move, loss, best: screen.reviewed?.[move.number - 1]?.best }] : [];
    }).sort((a, b) => b.loss - a.loss).slice(0, MISTAKES);
    const running = screen.reviewing;
    fill(this.mistakes, h(".row", {},
      h("button.tool.wide", { type: "button", disabled: game.state === "thinking", onclick: () => screen.say("review", { on: !running, simulations: 200 }) },
        running ? `Stop (${running.number} of ${running.total})` : "Review the game"),
      running ? h("progress", { max: running.total, value: running.number }) : null),
      losses.length ? [h("h3", {}, "What cost most"), h("ul", {}, losses.map(({ number, text, side, loss, best }) => h("li", {},
        h("button.link", { type: "button", onclick: () => screen.goTo(number - 1) }, `${number} ${game.sides[side]} ${text}`),
        ` −${(100 * loss).toFixed(0)} %`, best && best !== text ? h("span.muted", {}, ` instead of ${best}`) : null)))] : null);
  }
}
