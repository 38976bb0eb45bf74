// @ts-check
// The papers to be seen: tours, each a list of stops, and two searches side by side.

import { BenchView, PictureView } from "./bench.js";
import { CompareForm } from "./compare.js";
import { fill, h } from "./dom.js";

export class LearnScreen {
  constructor(view, connection, path = "") {
    this.connection = connection;
    this.page = h(".learn");
    fill(view, this.page);
    this.path = null;
    this.lost = false; // whether the connection was
    this.goTo(path);
  }

  say(what, fields = {}) {
    this.connection.say(what, fields);
  }

  /** A tour, as `mango/3`, or `bench`; the list of all if there is nothing. */
  goTo(path) {
    if (path === this.path && !this.lost) return;
    [this.path, this.lost, this.bench, this.scene] = [path, false, null, null];
    const [tour, number] = path.split("/");
    if (tour && tour !== "bench") this.say("visit", { tour, stop: Math.max(Number(number ?? 1) - 1, 0) || 0 });
    else this.say("learn");
  }

  hear(message) {
    switch (message.say) {
      case "learn": return this.path === "bench" ? this.drawForm(message) : this.drawList(message);
      case "stop": return this.drawStop(message);
      case "bench": return this.bench?.hear(message);
      case "scene": return this.scene?.hear(message);
    }
  }

  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    if (event.key === "PageDown") this.page.querySelector("a.next")?.click();
    else if (event.key === "PageUp") this.page.querySelector("a.previous")?.click();
    else this.bench?.onKey(event);
  }

  drawList({ tours }) {
    document.title = "Learn – Kaya";
    const tour = ({ name, title, paper, about, stops }) => h("article.card", {}, h("h2", {}, h("a", { href: `#learn/${name}/1` }, title)), h("p.muted", {}, paper), h("p", {}, about),
      h("details.more", {}, h("summary", {}, `${stops.length} stops`), h("ol", {}, stops.map((stop, k) => h("li", {}, h("a", { href: `#learn/${name}/${k + 1}` }, stop))))));
    fill(this.page, h("h1", {}, "The papers at work"), h("p.muted", {}, "Each tour is a paper's argument in a few stops, with the search itself to be run, stopped, slowed down and turned back."),
      h(".tours", {}, tours.map(tour), h("article.card", {}, h("h2", {}, h("a", { href: "#learn/bench" }, "Two searches side by side")),
        h("p", {}, "Any position, two programs or one with a part switched, the same simulations in both."))));
  }

  drawForm({ games }) {
    document.title = "Side by side – Kaya";
    const place = h(".bench-place");
    const form = new CompareForm(games, (wanted) => {
      this.bench = new BenchView((what, fields) => this.say(what, fields));
      fill(place, this.bench.waiting, this.bench.controls, form.switches(this.bench), this.bench.lanes);
      this.say("compare", wanted);
    });
    fill(this.page, h("h1", {}, "Two searches side by side"), form.root, place);
  }

  drawStop({ tour, number, title, section, text, ask, of, paper, stops }) {
    document.title = `${title} – ${of} – Kaya`;
    this.bench = new BenchView((what, fields) => this.say(what, fields));
    this.scene = new SceneView((name) => this.say("scene", { name }));
    const link = (to, kind, words) => (to < 0 || to >= stops.length ? null : h(`a.tool.wide.${kind}`, { href: `#learn/${tour}/${to + 1}`, title: stops[to] }, words));
    this.body = h(".stop-body");
    fill(this.page, h("header.stop-head", {}, h("p.muted", {}, h("a", { href: "#learn" }, "Learn"), ` › ${of}, stop ${number + 1} of ${stops.length}`),
      h("nav.row.end", { "aria-label": "Stops" }, link(number - 1, "previous", "Back"), h("select", { "aria-label": "Stop", onchange: (event) => { location.hash = `learn/${tour}/${event.target.value}`; } },
        stops.map((name, k) => h("option", { value: k + 1, selected: k === number }, `${k + 1}. ${name}`))), link(number + 1, "next", "Next"))),
    h(".stop", {}, h("section.stop-text", {}, h("h1", {}, title), h("p.section", {}, section), text.split("\n\n").map((words) => h("p", {}, words)), ask ? h("p.ask", {}, h("b", {}, "Try: "), ask) : null,
      h("p.muted.paper", {}, paper)), this.body));
    fill(this.body, this.bench.waiting);
    const shown = { bench: () => [this.bench.waiting, this.bench.controls, this.bench.lanes], scene: () => [this.scene.root] };
    const begin = (kind) => fill(this.body, shown[kind]());
    const [bench, scene] = [this.bench, this.scene];
    whenFirstHeard(bench, () => begin("bench"));
    whenFirstHeard(scene, () => begin("scene"));
  }
}

/** Whichever of the two a stop has is put on the page when it has something to show. */
function whenFirstHeard(view, begin) {
  const hear = view.hear.bind(view);
  view.hear = (message) => {
    if (message.ready !== false) {
      begin();
      view.hear = hear;
    }
    hear(message);
  };
}

/** What a stop shows that is no search. */
class SceneView {
  constructor(act) {
    this.act = act;
    this.actions = h(".row.end");
    this.words = h("p.words", { role: "status" });
    this.place = h(".pictures", { onclick: (event) => { const move = event.target.closest("[data-move]")?.dataset.move; if (move) act(move); } });
    this.pictures = [];
    this.root = h("section.lane.scene", {}, h("h2.aside", {}, "What happens"), this.actions, this.words, this.place);
  }

  hear({ actions, pictures, words }) {
    const focused = this.actions.contains(document.activeElement) ? document.activeElement?.textContent : null;
    fill(this.actions, actions.map(([name, label]) => h("button.tool.wide", { type: "button", onclick: () => this.act(name) }, label)));
    [...this.actions.children].find((button) => focused && button.textContent === focused)?.focus();
    this.words.textContent = words;
    if (this.pictures.length !== pictures.length) {
      this.pictures = pictures.map(() => new PictureView());
      fill(this.place, this.pictures.map(({ root }) => root));
    }
    pictures.forEach((picture, k) => this.pictures[k].hear(picture));
  }
}
