// @ts-check
// A candidate's card: the terms of its score as bars, and the facts that they are made of.

import { h, percent } from "./dom.js";

const shown = (value) => (typeof value !== "number" ? value : Number.isInteger(value) ? (value + 0).toLocaleString("en") : Math.abs(value) >= 1000 ? value.toFixed(0)
  : Math.abs(value) >= 0.001 || value === 0 ? value.toFixed(4) : value.toExponential(2));

function named(name) {
  const [word, ...formula] = name.split(": ");
  return [h("span", {}, word), formula.length ? h("code", {}, formula.join(": ")) : null];
}

/** Terms as bars to the left and right of a middle, and their sum. */
function bars(terms, title, says) {
  if (!terms) return null;
  const most = Math.max(...terms.parts.map(([, value]) => Math.abs(value)), Math.abs(terms.score ?? 0), 1e-9);
  const row = (name, value, kind = "") => h(`tr${kind}`, {}, h("th", { scope: "row" }, named(name)),
    h("td.number", { "data-term": name, "data-value": value }, shown(value)),
    h("td.signed", {}, h(`i${value < 0 ? ".minus" : ""}`, { style: `--width:${Math.abs(value) / most}` })));
  return h("section", {}, h("h4", { title: says.says }, title, h("code", {}, says.name)),
    terms.first ? h("p", {}, "Unvisited: it comes before all that have been visited.") : null,
    !terms.seen ? h("p.warn", {}, "Not considered yet.") : null,
    h("table.terms", {}, terms.parts.map(([name, value]) => row(name, value)), terms.score === null || terms.parts.length < 2 ? null : row(terms.of, terms.score, ".sum")),
    terms.outcomes.length ? h("table.outcomes", {}, h("thead", {}, h("tr", {}, ["What may come", "Chance", "Value"].map((text) => h("th", {}, text)))),
      h("tbody", {}, terms.outcomes.slice(0, 10).map(([words, chance, value]) => h("tr", {}, h("th", { scope: "row" }, words), h("td", {}, percent(chance)), h("td", {}, shown(value)))))) : null,
    terms.facts.length ? h("dl.term-facts", {}, terms.facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, shown(value))])) : null);
}

export function cardView(card) {
  const knowing = card.prior ? (card.by.prior.name === "no_knowledge" ? card.by.expand : card.by.prior) : card.by.prior;
  return h("article.candidate-card", { "data-move": card.move },
    h("h3", {}, card.move, h("small", {}, `${percent(card.rate)} · ${card.visits.toLocaleString("en")} of ${card.parent.toLocaleString("en")} visits · rank ${card.rank} of ${card.siblings} by H`)),
    bars(card.select, "Selection ", card.by.select) ?? h("p.muted", {}, `${card.by.select.name} does not say what its score is made of.`),
    bars(card.prior, "Knowledge H ", knowing) ?? h("p.muted", {}, `H = ${shown(card.h)} by ${knowing.name}.`),
    card.keeps ? h("p.muted", {}, `In the node, for ${card.keeps}: ${card.kept.map(shown).join(", ")}`) : null);
}
