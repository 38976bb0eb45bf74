"""A search as it grows: its board, its tree, its last simulation, and how its values settle."""

from html import escape
from typing import Any

from ..drawing import Mark
from ..games.rules import CHANCE
from ..search import Steps
from .charts import COLOURS, Axes, Curve, colour, curves, text
from .looking import Child, Looked, looked
from .picture import Picture, chart

SHOWN = 24  # moves on a board
DEEP, WIDE = 4, 4  # levels of a tree, and children of a node
Point = tuple[int, dict[str, tuple[int, float]]]
"""Simulations, and by move its visits and value, best first."""
WHATS = ("visits", "ranks", "prior")


def board(search: Any, what: str = "visits", chosen: str = "") -> Picture:
    """The moves of the root on the board: `visits` with winning rates, `ranks` by H with those that are pruned, or
    `prior`, the share of H."""
    if what not in WHATS:
        raise ValueError(f"A board shows {', '.join(WHATS)}, not {what!r}.")
    at = looked(search)
    if at.tree.picture is None:
        if at.position is None or at.position.game.show is str:
            raise ValueError("This game draws no board.")
        return written(str(at.position))
    children = at.children()
    if not children:
        return Picture("The board", at.tree.picture())
    marks = {"visits": _visited, "ranks": _ranked, "prior": _weighted}[what](children, chosen)
    seen = sum(c.seen for c in children)
    words = f"{seen} of {len(children)} moves are seen." if seen < len(children) else ""
    return Picture("The board", at.tree.picture(marks=marks), words)


def _visited(children: list[Child], chosen: str) -> list[Mark]:
    most = max(max(c.visits for c in children), 1)
    found = [c for c in sorted(children, key=lambda c: -c.visits)[:SHOWN] if c.visits]
    marks = []
    for k, c in enumerate(found):
        told, share = k == 0 or c.visits > 0.02 * most, c.visits / most
        rate = f"{100 * (c.value + 1) / 2:.0f}" if told else ""
        marks.append(Mark(c.move, rate, _short(c.visits) if told else "", share, _kind(c, chosen, k == 0), c.name))
    return marks


def _ranked(children: list[Child], chosen: str) -> list[Mark]:
    """All that are seen, and the next ones to be; the best by visits."""
    most = max(children, key=lambda c: c.visits)
    seen = [c for c in children if c.seen]
    pruned = [c for c in children if not c.seen][: max(SHOWN - len(seen), 5)]
    return [
        Mark(c.move, str(c.rank), _short(c.visits) if c.visits else "", 0.5, _kind(c, chosen, c is most), c.name)
        for c in [*seen[:90], *pruned]
    ]


def _weighted(children: list[Child], chosen: str) -> list[Mark]:
    whole = sum(max(c.heuristic, 0.0) for c in children) or 1.0
    top = max(max(c.heuristic for c in children), 1e-9)
    found = sorted(children, key=lambda c: -c.heuristic)[:SHOWN]
    shares = [(c, max(c.heuristic, 0.0) / whole) for c in found]
    return [
        Mark(c.move, f"{100 * share:.0f}", "", max(c.heuristic, 0.0) / top, _kind(c, chosen, False), c.name)
        for c, share in shares
        if share > 0.005
    ]


def _kind(child: Child, chosen: str, best: bool) -> str:
    if not child.seen:
        return "pruned"
    return "chosen" if child.name == chosen else "best" if best else ""


def _short(number: int) -> str:
    return str(number) if number < 1000 else f"{number / 1000:.1f}k" if number < 10_000 else f"{number // 1000}k"


def written(said: str) -> Picture:
    """A board that is text."""
    lines = [escape(line) for line in said.splitlines()]
    rows = "".join(f'<text x="16" y="{22 + 20 * k}" class="written">{line}</text>' for k, line in enumerate(lines))
    return Picture("The board", chart(24 + 9 * max(map(len, lines), default=1), 24 + 20 * len(lines), rows))


def tree(search: Any) -> Picture:
    """The most visited part of the tree: each node as large as its share of the visits. Full nodes have all their
    children, from T visits on; hollow ones have only those that simulated games came through."""
    at = looked(search)
    whole = max(int(at.tree.nodes[0].visits), 1)
    edges: list[str] = []
    drawn: list[str] = []
    rows = _branch(at, 0, (0, 0), whole, (edges, drawn))
    full = int((at.tree.nodes["count"][: at.tree.used] > 0).sum())
    words = f"{at.tree.used - 1:,} nodes; {full:,} have all their children."
    return Picture("The tree", chart(DEEP * 136 + 24, 24 + 27 * max(rows, 1), "".join(edges + drawn)), words)


def _branch(at: Looked, index: int, place: tuple[int, int], whole: int, into: tuple[list[str], list[str]]) -> int:
    """Draw a node at its level and row, and what is below it: edges and nodes; how many rows that took."""
    nodes, (depth, row), (edges, drawn) = at.tree.nodes, place, into
    node, x, y = nodes[index], 22 + 136 * depth, 22 + 27 * row
    shown = [c for c in at.below(index) if int(nodes[c].visits) > 0][: WIDE if depth else 2 * WIDE]
    taken = 0
    for child in shown if depth < DEEP - 1 else ():
        if depth and int(nodes[child].visits) < 0.02 * whole:
            continue
        down = 22 + 27 * (row + taken)
        edges.append(f'<path d="M{x} {y}C{x + 65} {y} {x + 65} {down} {x + 126} {down}" class="edge"/>')
        taken += _branch(at, child, (depth + 1, row + taken), whole, into)
    n = int(node.visits)
    size = 4 + 7 * (n / whole) ** 0.5
    look = "fill" if int(node.count) > 0 else "hollow"
    kind = f"{look} {colour(4 if int(node.mover) == CHANCE else depth)}"
    said = "root" if depth == 0 else at.name(index)
    rate = "" if depth == 0 or not n else f" {100 * (float(node.reward) / n + 1) / 2:.0f} %"
    drawn.append(f'<circle cx="{x}" cy="{y}" r="{size:.1f}" class="{kind}"/>')
    drawn.append(text(x + size + 4, y - 4 if depth == 0 else y, f"{said[:14]} {_short(n)}{rate}", "muted over"))
    return max(taken, 1)


class History:
    """How the values of moves have settled: what is noted as a search in steps goes on, at the same numbers of
    simulations each time, fewer and fewer of them."""

    def __init__(self) -> None:
        self.points: list[Point] = []

    def run_to(self, steps: Steps, number: int) -> None:
        """Let a search go on, or back, and note what comes on the way."""
        if number < steps.simulations:
            steps.run_to(0)
        self.points = [point for point in self.points if point[0] <= steps.simulations]
        while steps.simulations < number:
            before = steps.simulations
            steps.run_to(min(_following(before), number))
            if steps.simulations == before:
                break  # it was planned with no more
            if steps.simulations == _following(before):
                self.points.append(_point(steps))

    def forget(self) -> None:
        self.points = []

    def picture(self, now: Steps | None = None) -> Picture:
        """The winning rates of the best moves against the simulations."""
        points = [*self.points, _point(now)] if now and now.simulations else self.points
        if not points:
            raise ValueError("Nothing was searched yet.")
        last, found = points[-1]
        names = list(found)[: COLOURS - 2]
        lines = []
        for name in names:
            line = [(n, (at[name][1] + 1) / 2) for n, at in points if name in at]
            lines.append(Curve(f"{name} {found[name][0]:,}", line, line[-1] if line else None))
        axes = Axes("simulations", "winning rate", 1, max(last, 2), 0.0, 1.0)
        return Picture("How values settle", curves(lines, axes))


def _following(number: int) -> int:
    """The number of simulations at which is noted next: each of the first ones, and later every sixteenth part."""
    noted = 0
    while noted <= number:
        noted += max(noted // 16, 1)
    return noted


def _point(steps: Steps) -> Point:
    report = steps.report()
    names = steps.names or (lambda move, chance: report.name(move))
    return report.simulations, {names(m.move, False): (m.visits, m.value) for m in report.best_first}


def settling(steps: Steps, to: int = 3000) -> Picture:
    """How the values of a search in steps settle until there were so many simulations, from the start."""
    history = History()
    steps.restart()
    history.run_to(steps, to)
    return history.picture(steps)


def playout(steps: Steps) -> Picture:
    """The last simulation as far as it was played: the board at its end. Where chance had a part it cannot be told."""
    line, inside = steps.last_line()
    position, draw = steps.position, steps.position.game.picture
    if not line or draw is None or any(player == CHANCE for player, _ in line):
        raise ValueError("There is no simulation to be shown, or chance had a part in it.")
    states = position.states.copy()
    for _, move in line:
        position.game.play(states[0], move)
    drawn = draw(states)
    result = float(position.game.result(states[0])) if position.game.over(states[0]) or line else 0.0
    name, who = (
        steps.tree.move_name,
        "the first player" if result > 0 else "the second player" if result < 0 else "nobody",
    )
    path = " ".join(name(move) for _, move in line[:inside]) or "none"
    words = f"In the tree: {path}; {len(line) - inside} moves were simulated. It is won by {who}."
    return Picture("The last simulated game", drawn, words)
