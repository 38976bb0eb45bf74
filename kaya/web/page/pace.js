// @ts-check
// How far a search goes on and how fast: run, pause, a step, to a number, slower, and back.

import { fill, h, icon } from "./dom.js";

const RATES = [[300, "300 a second"], [100, "100 a second"], [30, "30 a second"], [10, "10 a second"], [3, "3 a second"], [1, "1 a second"], [0, "as fast as it can"]];
const FURTHEST = 1000; // simulations that the slider reaches at first

export class PaceControls {
  /** @param {(what: string, number?: number) => void} say */
  constructor(say) {
    this.say = say;
    this.state = { done: 0, goal: 0, most: null, rate: 0, rests: true, unit: ["simulation", "simulations"] };
    this.furthest = FURTHEST;
    this.run = h("button.tool", { type: "button", onclick: () => this.toggle() });
    this.count = h("output.pace-count", { "aria-live": "off" });
    this.slider = h("input.slider", { type: "range", min: 0, max: FURTHEST, value: 0, "aria-label": "Simulations: back, or on to a number",
      oninput: () => { this.dragging = true; this.count.textContent = this.words(Number(this.slider.value)); },
      onchange: () => { this.dragging = false; this.say("to", Number(this.slider.value)); } });
    this.number = h("input", { type: "number", min: 0, max: 100000, step: 100, value: 1000, "aria-label": "Run to this number of simulations" });
    this.rate = h("select", { "aria-label": "How fast", onchange: () => this.say("rate", Number(this.rate.value)) },
      RATES.map(([value, text]) => h("option", { value }, text)));
    this.steps = [1, 10, 100].map((count) => ({ count, button: h("button.tool.wide", { type: "button", onclick: () => this.say("step", count) }, `+${count}`) }));
    this.back = h("button.tool.wide", { type: "button", onclick: () => this.say("to", Math.max(this.state.done - 1, 0)) }, "−1");
    this.root = h(".pace", { role: "group", "aria-label": "The search" }, h(".row.end", {}, this.run, this.steps.map(({ button }) => button), this.back,
      h("button.tool.wide", { type: "button", onclick: () => this.say("to", 0) }, "Start"),
      h("span.to", {}, this.number, h("button.tool.wide", { type: "button", onclick: () => this.say("to", Number(this.number.value)) }, "Run to")), this.rate),
    h(".row.end", {}, this.slider, this.count));
    this.draw();
  }

  toggle() {
    this.say(this.state.rests ? "run" : "pause");
  }

  /** @param {{done: number, goal: number | null, most: number | null, rate: number, rests: boolean, unit: [string, string]}} state */
  hear(state) {
    if (state.unit[0] !== this.state.unit[0]) this.furthest = FURTHEST;
    this.state = state;
    while (state.done > this.furthest) this.furthest *= 2;
    this.draw();
  }

  words(number) {
    return `${number.toLocaleString("en")} ${this.state.unit[number === 1 ? 0 : 1]}`;
  }

  draw() {
    const { rests, done, rate } = this.state, look = rests ? "play" : "pause";
    if (this.look !== look) fill(this.run, icon(look), h("span", {}, rests ? "Run" : "Pause"));
    this.look = look;
    if (this.dragging) return;
    const most = this.state.most ?? Infinity, slider = Math.min(this.furthest, most);
    for (const { count, button } of this.steps) {
      button.hidden = count > most;
      button.title = `${this.words(count)} more`;
    }
    this.back.title = `Back by ${this.words(1)}`;
    this.number.setAttribute("aria-label", `Run to this number of ${this.state.unit[1]}`);
    this.slider.setAttribute("aria-label", `${this.state.unit[1]}: back, or on to a number`);
    this.slider.max = String(slider);
    this.slider.value = String(done);
    this.count.textContent = this.words(done);
    if (document.activeElement !== this.rate) this.rate.value = String(RATES.find(([value]) => Number(value) <= rate)?.[0] ?? 0);
  }
}
