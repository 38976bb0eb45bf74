// @ts-check
// Variations beside a game: a list of them, the comment and the marks of what is shown, and what can be changed.

import { fill, h } from "./dom.js";

const MARKS = [["triangle", "△"], ["square", "□"], ["circle", "○"], ["cross", "✕"], ["label", "A"]];
const SHOWN = 400; // moves of variations that are listed

export class VariationsPanel {
  constructor(screen) {
    this.screen = screen;
    this.comment = h("p.comment");
    this.writing = h("textarea", { rows: 3, "aria-label": "Comment", placeholder: "A comment on this position", onchange: () => this.write() });
    this.tools = h(".edit-tools", { role: "toolbar", "aria-label": "Comment, marks and variations" });
    this.lines = h(".lines");
    this.root = h(".variations", {}, this.tools, this.writing, this.comment, this.lines);
    this.editing = false;
  }

  /** `said` is what is shown where nobody has written a comment. */
  draw(said) {
    const { screen } = this, { node, editable } = screen;
    if (!editable) { this.editing = false; screen.marking = null; }
    this.comment.textContent = node?.comment || said;
    this.comment.hidden = this.editing;
    this.writing.hidden = !this.editing;
    if (document.activeElement !== this.writing) this.writing.value = node?.comment ?? "";
    this.writing.disabled = !screen.place;
    this.drawTools();
    this.drawLines();
  }

  write() {
    const { place } = this.screen;
    if (place) this.screen.say("note", { ...place, comment: this.writing.value });
  }

  drawTools() {
    const { screen } = this, { walk, game } = screen, key = JSON.stringify([screen.editable, this.editing, screen.marking, walk.path.length > 0, game.study, screen.place === null, walk.base]);
    if (key === this.key) return;
    this.key = key;
    if (!screen.editable) return fill(this.tools);
    const mark = ([kind, sign]) => h("button.tool", { type: "button", "data-tool": `mark-${kind}`, "aria-pressed": screen.marking === kind, "aria-label": `Mark: ${kind}`, title: `Mark points: ${kind}`,
      onclick: () => { screen.marking = screen.marking === kind ? null : kind; this.drawTools(); } }, sign);
    const inside = walk.path.length || (game.study && walk.base);
    fill(this.tools, h("button.tool.wide", { type: "button", "data-tool": "edit", "aria-pressed": this.editing, onclick: () => this.edit() }, "Edit"),
      this.editing ? [screen.view.marksPoints ? MARKS.map(mark) : null,
        game.study && walk.path.length ? h("button.tool.wide", { type: "button", "data-tool": "promote", onclick: () => screen.promote() }, "Make it the main line") : null,
        inside ? h("button.tool.wide", { type: "button", "data-tool": "delete", onclick: () => screen.deleteBranch() }, "Delete from here") : null] : null);
  }

  edit() {
    this.editing = !this.editing;
    this.screen.marking = null;
    this.screen.panels.game.draw();
    if (this.editing) this.writing.focus();
  }

  drawLines() {
    const { screen } = this, { tree } = screen, key = `${screen.treeCount}/${screen.node?.number}/${screen.names.length}`;
    if (key === this.linesKey) return;
    this.linesKey = key;
    let left = SHOWN;
    const list = (branches) => h("ul", {}, branches.map((branch) => h("li", {}, line(branch))));
    const line = (node) => {
      const parts = [h("small", {}, `${tree.path(node).length} `)], below = [];
      for (; node && left > 0; left -= 1) {
        const shown = node;
        parts.push(h(`button.link${shown === screen.node ? ".at" : ""}`, { type: "button", onclick: () => screen.walk.toNode(shown) }, shown.move), shown.comment ? h("small", { title: shown.comment }, "… ") : " ");
        if (node.children.length > 1) below.push(...node.children.slice(1));
        node = node.children[0];
      }
      return [parts, below.length ? list(below) : null];
    };
    const branches = [];
    let node = tree.root;
    for (const name of [...screen.names, null]) {
      const main = node.children.find(({ move }) => move === name);
      branches.push(...node.children.filter((child) => child !== main));
      if (!main) break;
      node = main;
    }
    fill(this.lines, branches.length ? [h("h3", {}, "Variations"), list(branches)] : null);
  }
}
