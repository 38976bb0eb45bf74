"""The outlook of a position: score and ownership by a network, or by ever more light playouts."""

from collections.abc import Callable

import numpy as np

from ..rules import GoPosition
from ..rules.board import CELLS
from .network import Judgement

PLAYOUTS = 32  # in one batch
Judge = Callable[[GoPosition], Judgement | None]


def by_playouts(position: GoPosition) -> None:
    """No network evaluates positions."""


class Outlook:
    """What is said about a position, for Black: by whoever evaluates positions, at once; or where nobody does by
    playouts, of which every `refine` adds a batch."""

    def __init__(self, position: GoPosition, judge: Judge = by_playouts):
        self.position, self.batches = position, 0
        self._judge, self._judged = judge, None
        self._owned, self._sum, self._squares = np.zeros(CELLS), 0.0, 0.0

    @property
    def settled(self) -> bool:
        """Would refining it add nothing?"""
        return self._judged is not None

    def refine(self) -> None:
        if not self.batches:
            self._judged = self._judge(self.position)
        self.batches += 1
        if not self._judged:
            e = self.position.estimate(PLAYOUTS, seed=self.batches - 1)
            self._owned += e.ownership
            self._sum += e.score
            self._squares += e.score**2 + e.deviation**2

    @property
    def ownership(self) -> np.ndarray:
        """From -1 to +1, for every cell of the board arrays."""
        return self._judged.ownership if self._judged else self._owned / self.batches

    @property
    def score(self) -> float:
        return self._judged.score if self._judged else self._sum / self.batches

    @property
    def deviation(self) -> float:
        if self._judged:
            return self._judged.deviation
        return max(self._squares / self.batches - self.score**2, 0.0) ** 0.5
