// @ts-check
// The clinic: positions one by one. Answer yourself, or ask the players.

import { replay } from "./go.js";
import { crossLayer, ghostLayer, goBoard, pointAt } from "./goboard.js";
import { fill, h, memory, percent, remember } from "/dom.js";

const ASKED = ["uct", "mango", "mogo", "kaya-classic", "kaya"];
const COLOURS = { 1: "Black", 2: "White" };

export class Part {
  constructor(view, connection) {
    this.connection = connection;
    this.list = h(".problems", { tabIndex: 0, role: "group", "aria-label": "Problems" });
    this.host = h(".board-host", { onclick: (event) => this.answer(event) });
    this.words = h(".card");
    fill(view, h(".wide-page", {}, h("h1", {}, "The clinic"), h(".clinic", {}, h("section", {}, this.list), h("section.board-column", {}, this.host), h("section", {}, this.words))));
    connection.say("clinic");
  }

  hear(message) {
    if (message.say === "clinic") {
      this.problems = message.problems;
      this.players = message.players;
      this.open(Math.min(memory("problem", 0), this.problems.length - 1));
    } else if (message.say === "problem") {
      this.problem = message;
      this.mine = null;
      this.answers = [];
      this.asking = false;
      this.draw();
    } else if (message.say === "answer" && message.number === this.problem?.number) {
      this.answers.push(message);
      if (this.answers.length >= this.asked.length) this.asking = false;
      this.draw();
    }
  }

  open(number) {
    remember("problem", number);
    this.connection.say("problem", { number });
    const row = (problem, k) => h(`li${k === number ? ".at" : ""}`, {}, h("button", { type: "button", onclick: () => this.open(k) }, problem.name));
    const categories = [...new Set(this.problems.map(({ category }) => category))];
    fill(this.list, categories.map((name) => [h("h2", {}, name), h("ul", {}, this.problems.map((problem, k) => (problem.category === name ? row(problem, k) : null)))]));
    this.list.querySelector(".at")?.scrollIntoView({ block: "nearest" });
  }

  name(point) {
    const { size } = this.problem.record;
    return "ABCDEFGHJKLMNOPQRST"[point % size] + (size - Math.floor(point / size));
  }

  point(name) {
    const { size } = this.problem.record;
    return "ABCDEFGHJKLMNOPQRST".indexOf(name[0]) + size * (size - Number(name.slice(1)));
  }

  answer(event) {
    const { record, winner } = this.problem, point = pointAt(this.host.firstElementChild, event, record.size);
    if (point === null || winner || replay(record)[0].stones[point]) return;
    this.mine = this.name(point);
    this.draw();
  }

  right(move) {
    return this.problem.answers.includes(move) !== this.problem.negated;
  }

  draw() {
    const { problem } = this, { record } = problem, revealed = this.mine || this.answers.length;
    const position = replay(record)[0], points = problem.answers.filter((name) => name !== "pass").map((name) => this.point(name));
    let over = this.mine ? ghostLayer(this.point(this.mine), problem.mover, record.size, "pending") : "";
    if (revealed && !problem.winner) over += problem.negated ? crossLayer(points, record.size) : points.map((point) => ghostLayer(point, problem.mover, record.size, "guess")).join("");
    this.host.innerHTML = goBoard({ stones: position.stones, last: null }, record.size, { over });
    const question = problem.winner ? "Who wins?" : problem.negated ? "Which move is wrong?" : `What does ${COLOURS[problem.mover]} play?`;
    fill(this.words, h("h2", {}, problem.name), h("p", {}, `${COLOURS[problem.mover]} to play, komi ${problem.komi}. ${question}`),
      this.mine ? h(`p.${this.right(this.mine) ? "right" : "wrong"}`, {}, `${this.mine} is ${this.right(this.mine) ? "right" : "wrong"}.`) : null,
      revealed ? h("p", {}, problem.winner ? `${problem.winner} wins. ` : problem.negated ? `Wrong is ${problem.answers.join(", ")}. ` : `Right is ${problem.answers.join(", ")}. `, problem.why) : null,
      h("details.more", { open: this.choosing, ontoggle: (event) => { this.choosing = event.target.open; } }, h("summary", {}, `Whom to ask (${this.chosen.length})`),
        h(".asked", {}, this.players.map((name) => h("label", {}, h("input", { type: "checkbox", checked: this.chosen.includes(name), onchange: (event) => this.want(name, event.target.checked) }), ` ${name}`)))),
      h("button.primary", { type: "button", disabled: this.asking, onclick: () => this.ask() }, this.asking ? "They think…" : "Ask the players"),
      this.answers.length ? h("table.answers", {}, h("tbody", {}, this.answers.map(({ player, move, rate, solved, seconds }) => h("tr", {},
        h("th", { scope: "row" }, player), h("td", {}, move), h("td", {}, percent(rate, 0)), h(`td.${solved ? "right" : "wrong"}`, {}, solved ? "right" : "wrong"), h("td.muted", {}, `${seconds} s`))))) : null);
  }

  /** The players that are asked. */
  get chosen() {
    const wanted = memory("asked", ASKED);
    return this.players.filter((name) => wanted.includes(name));
  }

  want(name, on) {
    remember("asked", [...this.chosen.filter((each) => each !== name), ...(on ? [name] : [])]);
    this.draw();
  }

  ask() {
    this.asked = this.chosen;
    if (!this.asked.length) return;
    this.answers = [];
    this.asking = true;
    this.connection.say("examine", { number: this.problem.number, players: this.asked, simulations: 1000 });
    this.draw();
  }
}
