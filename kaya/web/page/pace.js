// @ts-check
// How far a search goes on and how fast: run, pause, a step, to a number, slower, and back.

import { fill, h, icon } from "./dom.js";

const RATES = [[300, "300 a second"], [100, "100 a second"], [30, "30 a second"], [10, "10 a second"], [3, "3 a second"], [1, "1 a second"], [0, "as fast as it can"]];
const FURTHEST = 1000; // simulations that the slider reaches at first

export class PaceControls {
  /** @param {(what: string, number?: number) => void} say */
  constructor(say) {
    this.say = say;
    this.state = { done: 0, goal: 0, rate: 0, rests: true };
    this.furthest = FURTHEST;
    this.run = h("button.tool", { type: "button", onclick: () => this.toggle() });
    this.count = h("output.pace-count", { "aria-live": "off" });
    this.slider = h("input.slider", { type: "range", min: 0, max: FURTHEST, value: 0, "aria-label": "Simulations: back, or on to a number",
      oninput: () => { this.dragging = true; this.count.textContent = this.words(Number(this.slider.value)); },
      onchange: () => { this.dragging = false; this.say("to", Number(this.slider.value)); } });
    this.number = h("input", { type: "number", min: 0, max: 100000, step: 100, value: 1000, "aria-label": "Run to this number of simulations" });
    this.rate = h("select", { "aria-label": "How fast", onchange: () => this.say("rate", Number(this.rate.value)) },
      RATES.map(([value, text]) => h("option", { value }, text)));
    const step = (count) => h("button.tool.wide", { type: "button", onclick: () => this.say("step", count), title: `${count} simulation${count > 1 ? "s" : ""} more` }, `+${count}`);
    this.root = h(".pace", { role: "group", "aria-label": "The search" }, h(".row.end", {}, this.run, step(1), step(10), step(100),
      h("button.tool.wide", { type: "button", title: "Back by one simulation", onclick: () => this.say("to", Math.max(this.state.done - 1, 0)) }, "−1"),
      h("button.tool.wide", { type: "button", onclick: () => this.say("to", 0) }, "Start"),
      h("span.to", {}, this.number, h("button.tool.wide", { type: "button", onclick: () => this.say("to", Number(this.number.value)) }, "Run to")), this.rate),
    h(".row.end", {}, this.slider, this.count));
    this.draw();
  }

  toggle() {
    this.say(this.state.rests ? "run" : "pause");
  }

  /** @param {{done: number, goal: number | null, rate: number, rests: boolean}} state */
  hear(state) {
    this.state = state;
    while (state.done > this.furthest) this.furthest *= 2;
    this.draw();
  }

  words(number) {
    return `${number.toLocaleString("en")} simulation${number === 1 ? "" : "s"}`;
  }

  draw() {
    const { rests, done, rate } = this.state, look = rests ? "play" : "pause";
    if (this.look !== look) fill(this.run, icon(look), h("span", {}, rests ? "Run" : "Pause"));
    this.look = look;
    if (this.dragging) return;
    this.slider.max = String(this.furthest);
    this.slider.value = String(done);
    this.count.textContent = this.words(done);
    if (document.activeElement !== this.rate) this.rate.value = String(RATES.find(([value]) => Number(value) <= rate)?.[0] ?? 0);
  }
}
