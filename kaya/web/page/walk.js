// @ts-check
// Going through a game: the moves that were played, and from any of them lines that were not.

const PATIENCE = 130; // milliseconds until somebody who goes on and on is followed

export class Walk {
  constructor(screen) {
    this.screen = screen;
    this.ply = null; // the moves that are shown; null: all of them
    /** @type {string[]} from there on, moves that were not played, by name */
    this.path = [];
    /** @type {string[]} further ones, to go on with */
    this.ahead = [];
    this.exploring = false; // whether clicks try out moves at the end of a game that goes on
    /** @type {LinePayload | null} what the server has said of the position that the path leads to */
    this.line = null;
    this.tried = false; // whether the last move of the path waits for the server's word
  }

  /** Whether the board shows the game as it stands. */
  get live() {
    return this.ply === null && !this.path.length;
  }

  /** Whether a click on the board tries out a move. */
  get free() {
    const { game } = this.screen;
    return Boolean(game) && (!game.hidden || (game.state === "over" && this.screen.view.triesOut)) && (!game.people || game.state === "over") && (!this.live || this.exploring || game.state === "over" || game.state === "paused");
  }

  /** The moves of the game before the path. */
  get base() {
    return this.ply ?? this.screen.game.number;
  }

  goTo(ply) {
    const { screen } = this, { length } = screen.view;
    if (!screen.browsable) return;
    const wanted = ply === null ? null : Math.min(Math.max(ply, 0), length);
    this.ply = wanted === null || wanted >= length ? null : wanted;
    this.show([], [], false);
  }

  back() {
    if (this.path.length) this.show(this.path.slice(0, -1), [this.path.at(-1), ...this.ahead], false);
    else this.goTo(this.base - 1);
  }

  forward() {
    const { screen } = this, next = this.base === screen.view.length || this.path.length ? screen.node?.children[0] : null;
    if (this.ahead.length) this.show([...this.path, this.ahead[0]], this.ahead.slice(1), false);
    else if (next) this.show([...this.path, next.move], [], false);
    else if (!this.path.length) this.goTo(this.base + 1);
  }

  /** To the variation before or after the one that is shown; whether there is any other. */
  sibling(step) {
    const { node, tree } = this.screen, siblings = tree.nodes[node?.before]?.children ?? [];
    if (siblings.length < 2) return false;
    this.toNode(siblings[(siblings.indexOf(node) + step + siblings.length) % siblings.length]);
    return true;
  }

  /** What is shown has become a part of the game: it is shown as such. */
  joinMain() {
    const { names, game } = this.screen, shown = [...names.slice(0, this.base), ...this.path];
    if (game.study && this.path.length && shown.every((move, k) => move === names[k])) this.toPath(shown);
  }

  /** Show a node of the game tree. */
  toNode(node) {
    this.toPath(this.screen.tree.path(node));
  }

  /** Show what these moves from the start lead to. */
  toPath(moves) {
    const { names } = this.screen, same = moves.findIndex((move, k) => move !== names[k]), ply = same < 0 ? moves.length : same;
    this.ply = ply >= names.length ? null : ply;
    this.show(moves.slice(ply), [], false);
  }

  /** By so many moves, to where the game or the line ends. */
  by(steps) {
    if (Math.abs(steps) === 1) return steps < 0 ? this.back() : this.forward();
    if (!this.path.length) this.goTo(this.base + steps);
  }

  /** Try out a move from what is shown. */
  tryMove(name) {
    const ahead = this.ahead[0] === name ? this.ahead.slice(1) : [];
    this.show([...this.path, name], ahead, true);
  }

  /** Put a line on the board: its first move, and the others to go on with. */
  playOut(line, from = this.base) {
    this.ply = from >= this.screen.view.length ? null : from;
    this.show(line.slice(0, 1), line.slice(1), false);
  }

  /** The same from what is shown. */
  playOn(line) {
    this.show([...this.path, line[0]], line.slice(1), false);
  }

  /** Only look at a position: the search that it was found by goes on. */
  visit(path) {
    this.show(path, [], false, false);
  }

  show(path, ahead, keep, searched = true) {
    const { screen } = this;
    [this.path, this.ahead, this.line, this.tried] = [path, ahead, null, keep];
    screen.moved();
    clearTimeout(this.later);
    const ask = () => {
      if (path.length || (screen.view.asks && this.free)) screen.say("try", { ply: this.base, path, keep });
      if (searched && !keep) screen.analyseHere();
    };
    if (keep) ask();
    else this.later = setTimeout(ask, PATIENCE);
  }

  /** The server has played the line. */
  hear(line) {
    if (line.ply !== this.base || line.path.join() !== this.path.join()) return;
    const fresh = this.tried;
    [this.line, this.tried] = [line, false];
    if (fresh) this.screen.analyseHere();
    this.screen.draw();
  }

  /** The server could not play the move that was tried out last. */
  refused() {
    if (!this.tried) return;
    [this.path, this.ahead, this.tried] = [this.path.slice(0, -1), [], false];
    this.screen.moved();
  }

  toggle() {
    this.exploring = !this.exploring;
    if (!this.exploring) this.leave();
    this.screen.moved();
  }

  /** Back to the game. */
  leave() {
    this.exploring = false;
    this.path = this.ahead = [];
    this.screen.analyseHere();
    this.screen.moved();
  }
}
