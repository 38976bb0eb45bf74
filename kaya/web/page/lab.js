// @ts-check
// The lab: how the matches of the store stand, as they are played.

import { fill, h, percent } from "./dom.js";

export class LabScreen {
  constructor(view, connection) {
    this.connection = connection;
    this.bounds = { elo0: 0, elo1: 10 };
    this.table = h("div.card");
    const bound = (name) => h("label.field.small", {}, h("span", {}, name), h("input", { type: "number", value: this.bounds[name],
      onchange: (event) => { this.bounds[name] = Number(event.target.value); this.ask(); } }));
    fill(view, h(".wide-page", {}, h(".row.end", {}, h("h1", {}, "The lab"), h("span.grow"), h("span.muted", {}, "Sequential test between"), bound("elo0"), bound("elo1"),
      h("a", { href: "/report", target: "_blank", rel: "noopener" }, "Full report and games")), this.table));
    this.ask();
  }

  ask() {
    this.connection.say("lab", this.bounds);
  }

  hear(message) {
    if (message.say !== "lab") return;
    if (!message.matches.length) return fill(this.table, h("p.muted", {}, message.text ?? "No game has been played yet."));
    fill(this.table, h("p.muted", {}, message.store), h("table.standings", {}, h("thead", {}, h("tr", {},
      ["Match", "Games", "Score of the first", "95 % interval", "Elo", "LLR"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, message.matches.map((match) => h("tr", {},
      h("th", { scope: "row" }, match.running ? h("span.live", {}, "● ") : null, `${match.first} – ${match.second}`, h("br"), h("small", {}, match.conditions)),
      h("td", {}, match.games), h("td", {}, percent(match.rate), h("br"), h("small", {}, `${match.wins} – ${match.draws} – ${match.losses}`)),
      h("td", {}, `${percent(match.low, 0)} to ${percent(match.high, 0)}`, interval(match)), h("td", {}, match.elo),
      h("td", {}, match.llr.toFixed(2), h("br"), h("small", {}, match.verdict)))))));
  }
}

function interval({ low, high }) {
  return h(".interval", {}, h("i", { style: `left:${100 * low}%;width:${Math.max(100 * (high - low), 1)}%` }));
}
