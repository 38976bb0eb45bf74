"""What a search found out, as plain Python values."""

from dataclasses import dataclass, field

import numpy as np

from .tree import Tree


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

    @property
    def value(self) -> float:
        """The value of the chosen move for the player to move."""
        return self.chosen.value if self.chosen else 0.0

    @property
    def winning_rate(self) -> float:
        return (self.value + 1) / 2


def variation(tree: Tree, index: int, longest: int = 20) -> tuple[int, ...]:
    """The moves from a node on, always the most visited child, while there are at least two visits."""
    line = [int(tree.nodes[index].move)]
    while len(line) < longest:
        children = tree.children(index)
        if not len(children):
            break
        visits = tree.nodes["visits"][children]
        if visits.max() < 2:
            break
        index = int(children[np.argmax(visits)])
        line.append(int(tree.nodes[index].move))
    return tuple(line)


def move_reports(tree: Tree, longest: int = 20) -> list[MoveReport]:
    """All visited moves at the root, most visited first."""
    children = tree.children()
    visits = tree.nodes["visits"][children]
    values = tree.nodes["reward"][children] / np.maximum(visits, 1)
    order = np.lexsort((-values, -visits))
    return [
        MoveReport(int(tree.nodes[i].move), int(visits[k]), float(values[k]), variation(tree, i, longest))
        for k, i in ((k, int(children[k])) for k in order)
        if visits[k] > 0
    ]
