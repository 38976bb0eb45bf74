// @ts-check
// Searches side by side, in step: their boards, charts and trees, and the knobs that change them.

import { cardView } from "./cardview.js";
import { compilingLine } from "./compiling.js";
import { fill, h, percent } from "./dom.js";
import { PaceControls } from "./pace.js";

const BOARDS = [["visits", "Visits"], ["ranks", "Ranks by H"], ["prior", "H"]];

export class BenchView {
  constructor(say) {
    this.say = say;
    this.state = null;
    this.pace = new PaceControls((what, number = 0) => say("pace", { what, number }));
    this.boards = h("select", { "aria-label": "What the board shows", onchange: () => this.look({ board: this.boards.value }) },
      BOARDS.map(([value, text]) => h("option", { value }, `Board: ${text}`)));
    this.knobs = h(".knobs");
    this.lanes = h(".lanes", { onclick: (event) => this.click(event) });
    this.waiting = h(".muted", {}, h("p", { role: "status" }, "Getting the programs ready. The first time this takes a while."), compilingLine());
    this.controls = h(".bench-controls", {}, this.pace.root, h(".row.end", {}, this.boards, this.knobs));
    this.shown = []; // what each lane shows by now, so that only what has changed is drawn
  }

  look(fields) {
    const { board, chosen } = this.state ?? { board: "visits", chosen: "" };
    this.say("look", { board, move: chosen, ...fields });
  }

  /** A click on a move in a picture takes its score apart. */
  click(event) {
    const move = event.target.closest("[data-move]")?.dataset.move;
    if (move) this.look({ move: move === this.state.chosen ? "" : move });
  }

  onKey(event) {
    if (event.key === " " && !event.target.closest("button, input, select, summary, a")) {
      event.preventDefault();
      this.pace.toggle();
    } else if (event.key === ".") this.say("pace", { what: "step", number: 1 });
    else if (event.key === ",") this.say("pace", { what: "to", number: Math.max((this.state?.done ?? 0) - 1, 0) });
  }

  hear(state) {
    this.waiting.hidden = state.ready;
    if (!state.ready) return;
    this.state = state;
    this.pace.hear(state);
    if (document.activeElement !== this.boards) this.boards.value = state.board;
    this.drawKnobs(state.knobs);
    this.drawLanes(state.lanes);
  }

  drawKnobs(knobs) {
    const key = JSON.stringify(knobs);
    if (key === this.knobbed || this.knobs.contains(document.activeElement) && document.activeElement?.tagName === "INPUT") return;
    this.knobbed = key;
    fill(this.knobs, knobs.map((knob) => knobView(knob, (value) => this.say("knob", { name: knob.name, value, lane: -1 }))));
  }

  drawLanes(lanes) {
    if (this.shown.length !== lanes.length) {
      this.shown = lanes.map(() => new LaneView());
      this.lanes.style.setProperty("--lanes", String(lanes.length));
      fill(this.lanes, this.shown.map(({ root }) => root));
    }
    lanes.forEach((lane, k) => this.shown[k].hear(lane));
  }
}

/** A parameter as what sets it: a switch, a list, or a number. */
export function knobView({ name, kind, value, choices, low, high, meaning }, set) {
  const options = choices?.length ? choices : kind === "bool" ? ["true", "false"] : null;
  const control = options
    ? h("select", { onchange: (event) => set(event.target.value) }, options.map((option) => h("option", { value: option, selected: String(option) === String(value) },
      kind === "bool" ? (option === "true" ? "on" : "off") : option)))
    : h("input", { type: "number", value, min: low, max: high, step: kind === "int" ? 1 : "any", onchange: (event) => set(event.target.value) });
  return h("label.field.small", { title: meaning }, h("span", {}, name), control);
}

/** One search. */
class LaneView {
  constructor() {
    this.title = h("h2");
    this.facts = h("p.muted.figures");
    this.pictures = new Map();
    this.place = h(".pictures");
    this.card = h(".card-place");
    this.root = h("section.lane", {}, this.title, this.facts, this.place, this.card);
  }

  hear({ title, best, rate, nodes, pictures, card }) {
    this.title.textContent = title;
    fill(this.facts, best ? [h("span", {}, "It would play ", h("b", {}, best)), h("span", {}, percent(rate)), nodes ? h("span", {}, `${nodes.toLocaleString("en")} nodes`) : null] : h("span", {}, "Nothing was searched yet."));
    for (const picture of pictures) this.draw(picture);
    const key = JSON.stringify(card);
    if (key !== this.carded) fill(this.card, card ? cardView(card) : null);
    this.carded = key;
  }

  draw(picture) {
    const known = this.pictures.get(picture.name) ?? new PictureView();
    if (!this.pictures.has(picture.name)) {
      this.pictures.set(picture.name, known);
      this.place.append(known.root);
    }
    known.hear(picture);
  }
}

/** An SVG with its title, and what can be read in it. */
export class PictureView {
  constructor() {
    this.title = h("h3");
    this.drawing = h(".drawing", { role: "img" });
    this.words = h("p.muted");
    this.root = h("figure.picture", {}, this.title, this.drawing, this.words);
  }

  hear({ title, svg, words }) {
    if (title) this.title.textContent = title;
    this.title.hidden = !this.title.textContent;
    const board = svg.includes("kaya-board"), wide = board && svg.includes("kaya-chart"); // several boards in a row
    this.root.classList.toggle("of-board", board && !wide);
    this.root.classList.toggle("wide", wide);
    if (svg !== this.svg) this.drawing.innerHTML = svg;
    this.svg = svg;
    this.drawing.setAttribute("aria-label", title || "Nothing yet");
    this.words.textContent = words;
  }
}
