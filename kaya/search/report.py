"""What a search found out, as plain Python values."""

from dataclasses import dataclass, field

import numpy as np

from ..kernel import kernel
from .tree import NONE, Tree


@dataclass(frozen=True)
class MoveReport:
    """One move at the root. `value` is the average result for the player to move, from -1 to +1."""

    move: int
    visits: int
    value: float
    line: tuple[int, ...]  # the variation that follows, this move first

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
    """A search so far: the move it would play and what it thinks of the others, most visited first."""

    best: int | None
    moves: list[MoveReport]
    visits: int  # of the root, those kept from earlier searches included
    simulations: int  # in this search
    seconds: float
    nodes: int
    full: bool = False
    chosen: MoveReport | None = field(default=None)

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


@kernel
def follow(nodes, starts, lines, lengths):
    """Write into lines[k] the moves from node starts[k] on, always the most visited child, while it has two visits."""
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
            lines[k, length] = nodes[best].move
            index, length = best, length + 1
        lengths[k] = length


def root_moves(tree: Tree) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The visited children of the root, most visited first: indexes, visits and values."""
    children = tree.children()
    visits = tree.nodes["visits"][children]
    values = tree.nodes["reward"][children] / np.maximum(visits, 1)
    order = np.lexsort((-values, -visits))
    order = order[visits[order] > 0]
    return children[order], visits[order], values[order]


def move_reports(tree: Tree, longest: int = 20) -> list[MoveReport]:
    """All visited moves at the root, most visited first."""
    children, visits, values = root_moves(tree)
    lines, lengths = np.zeros((len(children), longest), np.int32), np.zeros(len(children), np.int64)
    follow(tree.nodes, children, lines, lengths)
    return [
        MoveReport(line[0], n, v, tuple(line[:length]))
        for line, length, n, v in zip(lines.tolist(), lengths.tolist(), visits.tolist(), values.tolist(), strict=True)
    ]
