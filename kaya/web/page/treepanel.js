// @ts-check
// The tree of a search: nodes open when they are wanted, and a click shows the position.

import { short } from "/drawing/numbers.js";
import { cardView } from "./cardview.js";
import { fill, h, percent } from "./dom.js";

export class TreePanel {
  constructor(screen) {
    this.screen = screen;
    this.open = new Map(); // by path: where its children go
    this.from = [];
    this.list = h("ul.tree", { "aria-label": "The tree" });
    this.card = h(".card-place");
    this.head = h(".row", {}, h("button.tool.wide", { type: "button", onclick: () => this.reload() }, "Read the tree"),
      h("span.muted", {}, "as it is now; the search may go on"));
    this.root = h(".tree-panel", {}, this.head, this.list, this.card);
  }

  draw() {
    this.head.hidden = !this.screen.search;
    if (!this.list.children.length && this.screen.search?.who === "analysis") this.reload();
    else if (!this.screen.search) fill(this.list, h("li.muted", {}, "Begin to analyse first."));
  }

  reload() {
    this.from = this.screen.search?.path ?? []; // the line that the tree begins after
    this.open.clear();
    this.open.set("", this.list);
    this.ask([]);
  }

  ask(path) {
    this.screen.say("children", { path });
  }

  hear({ path, children, more }) {
    const place = this.open.get(path.join("/"));
    if (!place) return;
    fill(place, children.length ? children.map((child) => this.row(path, child)) : h("li.muted", {}, "Nothing below."),
      more > 0 ? h("li.muted", {}, `and ${more} more`) : null);
  }

  row(path, { move, visits, rate, h: heuristic, open, chance, pruned }) {
    const own = [...path, move], key = own.join("/"), below = h("ul", { hidden: true });
    const toggle = () => {
      below.hidden = !below.hidden;
      arrow.textContent = below.hidden ? "▸" : "▾";
      arrow.setAttribute("aria-expanded", !below.hidden);
      if (!below.hidden && !below.children.length) {
        this.open.set(key, below);
        this.ask(own);
      }
    };
    const arrow = h("button.arrow", { type: "button", onclick: toggle, disabled: !open, "aria-label": `Open ${move}`, "aria-expanded": false }, open ? "▸" : "·");
    return h("li", {}, h(`.node${pruned ? ".pruned" : ""}`, { title: pruned ? "Pruned so far" : "" }, arrow,
      h(`button.link${chance ? ".chance-step" : ""}`, { type: "button", onclick: () => this.show(own) }, move),
      h("span.visits", {}, short(visits)), h("span.rate", {}, visits ? percent(rate) : "–"), h("span.muted", {}, heuristic ? `H ${heuristic.toPrecision(2)}` : "")), below);
  }

  /** Put the position of a node on the board, and take its score apart. */
  show(path) {
    const { screen } = this;
    if (!screen.game.hidden) screen.walk.visit([...this.from, ...path]);
    screen.say("card", { path: path.slice(0, -1), move: path.at(-1) });
  }

  showCard(card) {
    fill(this.card, cardView(card));
  }
}
