"""What a search found out, as plain Python values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

import numpy as np

from ..kernel import kernel
from .tree import NONE, Tree

SHOWN = 10  # moves in a table


@dataclass(frozen=True)
class MoveReport:
    """One move at the root. `value` is the average result for the player to move, from -1 to +1; `prior` the
    probability that knowledge alone gives it: H, where it is not negative, as a share of all moves' sum; an equal share
    for each where H says nothing."""

    move: int
    visits: int
    value: float
    line: tuple[int, ...]  # the variation that follows, this move first
    prior: float = 0.0
    line_visits: tuple[int, ...] = ()  # of each move of the line

    @property
    def winning_rate(self) -> float:
        """From 0 to 1; a draw counts half."""
        return (self.value + 1) / 2

    def lower_bound(self, width: float = 1.96) -> float:
        """A lower bound of the winning rate at this number of visits (normal approximation)."""
        rate = self.winning_rate
        return max(0.0, rate - width * float(np.sqrt(max(rate * (1 - rate), 0.01) / max(self.visits, 1))))


@dataclass(frozen=True)
class Report:
    """A search so far: the move it would play and what it thinks of the others, most visited first. `priors` has all
    moves of the root, those that were never visited too; `name` writes a move in the game's notation.

    >>> from kaya import Budget, Search, tictactoe
    >>> report = Search(tictactoe).think(tictactoe.new_game(), Budget(simulations=900))
    >>> report.best, report.simulations, len(report.moves)
    (4, 900, 9)
    >>> round(sum(report.visit_distribution().values()), 6)
    1.0
    """

    best: int | None
    moves: list[MoveReport]
    visits: int  # of the root, those kept from earlier searches included
    simulations: int  # in this search
    seconds: float
    nodes: int
    full: bool = False
    chosen: MoveReport | None = field(default=None)
    priors: Mapping[int, float] = field(default_factory=dict, repr=False)
    name: Callable[[int], str] = field(default=str, repr=False, compare=False)
    picture: "Callable[[Report], str] | None" = field(default=None, repr=False, compare=False)

    @classmethod
    def of_nothing(cls) -> "Report":
        """Of a decision without a search."""
        return cls(None, [], 0, 0, 0.0, 0)

    @property
    def value(self) -> float:
        """The value of the chosen move for the player to move."""
        return self.chosen.value if self.chosen else 0.0

    @property
    def winning_rate(self) -> float:
        return (self.value + 1) / 2

    def visit_distribution(self, temperature: float = 1.0) -> dict[int, float]:
        """The policy that the search has found: π(a) = N(a)^(1/τ) / Σ N(b)^(1/τ), over the moves that were visited, at
        the temperature τ (Silver et al. 2017, "Mastering the game of Go without human knowledge")."""
        most = max((m.visits for m in self.moves), default=0)
        weights = {m.move: (m.visits / most) ** (1 / temperature) for m in self.moves}
        return {move: weight / sum(weights.values()) for move, weight in weights.items()}

    @property
    def best_first(self) -> list[MoveReport]:
        """The move that would be played, and the others by visits."""
        return sorted(self.moves, key=lambda m: m.move != self.best)

    def _repr_html_(self) -> str:
        """A table of the best moves, for notebooks, and beside it the board, where the game draws one."""
        head = "".join(f"<th>{title}</th>" for title in ("move", "visits", "rate", "prior", "line"))
        rows = [
            (
                self.name(m.move),
                f"{m.visits:,}",
                f"{100 * m.winning_rate:.1f} %",
                f"{100 * m.prior:.1f} %",
                " ".join(map(self.name, m.line)),
            )
            for m in self.best_first[:SHOWN]
        ]
        body = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
        table = f"<table>{''.join(f'<tr>{cells}</tr>' for cells in (head, *body))}</table>"
        if self.picture is None or not self.moves:
            return table
        return f'<div style="display:flex;gap:1em;align-items:start">{self.picture(self)}{table}</div>'


@kernel
def follow(nodes, starts, lines, visits, lengths):
    """Write into lines[k] the moves from node starts[k] on, always the most visited child, while it has two visits; and
    into visits[k], where the first stands already, theirs. (A search may be running: none has more than the one before
    it.)"""
    for k in range(len(starts)):
        index, length = np.int64(starts[k]), 1
        lines[k, 0] = nodes[index].move
        while length < lines.shape[1]:
            node, best, most = nodes[index], 0, 1
            child, together = np.int64(node.first), np.int64(node.count)
            while child != NONE and together >= 0:
                if nodes[child].visits > most:
                    best, most = child, np.int64(nodes[child].visits)
                if node.count > 0:
                    together -= 1
                    child = child + 1 if together > 0 else 0
                else:
                    child = np.int64(nodes[child].next)
            if best == NONE:
                break
            lines[k, length], visits[k, length] = nodes[best].move, min(most, visits[k, length - 1])
            index, length = best, length + 1
        lengths[k] = length


class Found(NamedTuple):
    """The visited children of the root, most visited first: indexes, visits, values and nodes."""

    children: np.ndarray
    visits: np.ndarray
    values: np.ndarray
    nodes: np.ndarray


def root_moves(tree: Tree) -> Found:
    """What was found of the root's moves."""
    children = tree.children()
    visits = tree.nodes["visits"][children]
    values = tree.nodes["reward"][children] / np.maximum(visits, 1)
    order = np.lexsort((-values, -visits))
    order = order[visits[order] > 0]
    return Found(children[order], visits[order], values[order], tree.nodes[children[order]])


def root_priors(tree: Tree) -> dict[int, float]:
    """What H alone says of the root's moves, as probabilities."""
    children = tree.children()
    weights = np.maximum(tree.nodes["heuristic"][children], 0.0)
    total = weights.sum()
    shares = weights / total if 0 < total < np.inf else np.full(len(children), 1 / max(len(children), 1))
    return dict(zip(tree.nodes["move"][children].tolist(), shares.tolist(), strict=True))


def move_reports(tree: Tree, longest: int = 20, found: Found | None = None) -> list[MoveReport]:
    """All visited moves at the root, most visited first, or those that `root_moves` has found."""
    children, visits, values, _ = found or root_moves(tree)
    priors = root_priors(tree)
    lines, lengths = np.zeros((len(children), longest), np.int32), np.zeros(len(children), np.int64)
    seen = np.zeros_like(lines)
    seen[:, 0] = visits
    follow(tree.nodes, children, lines, seen, lengths)
    return [
        MoveReport(line[0], ns[0], v, tuple(line[:length]), priors.get(line[0], 0.0), tuple(ns[:length]))
        for line, ns, length, v in zip(lines.tolist(), seen.tolist(), lengths.tolist(), values.tolist(), strict=True)
    ]
