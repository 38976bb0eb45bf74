// @ts-check
// The tree of a game: its main line, variations, comments and marks, as the server tells it.

/** @typedef {{ number: number, before: number, move: string, side: number, comment: string, marks: [string, string, string][], children: GameNode[] }} GameNode */

export class GameTree {
  /** @param {[number, string, number, string, [string, string, string][]][]} rows */
  constructor(rows = [[-1, "", 0, "", []]]) {
    /** @type {GameNode[]} */
    this.nodes = rows.map(([before, move, side, comment, marks], number) => ({ number, before, move, side, comment, marks, children: [] }));
    for (const node of this.nodes) this.nodes[node.before]?.children.push(node);
  }

  get root() {
    return this.nodes[0];
  }

  /** The node after these moves; null if it is not in the tree. */
  at(names) {
    let node = this.root;
    for (const name of names) {
      node = node.children.find(({ move }) => move === name);
      if (!node) return null;
    }
    return node;
  }

  /** The moves that lead to a node. */
  path(node) {
    const names = [];
    for (; node.before >= 0; node = this.nodes[node.before]) names.push(node.move);
    return names.reverse();
  }
}
