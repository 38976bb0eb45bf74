"""The outlook of a position: score and ownership by a network, or by ever more light playouts."""

from collections.abc import Callable

import numpy as np

from ..rules import GoPosition
from ..rules.board import CELLS
from .network import Evaluation

PLAYOUTS = 32  # in one batch
Evaluate = Callable[[GoPosition], Evaluation | None]


def by_playouts(position: GoPosition) -> None:
    """No network evaluates positions."""


class Outlook:
    """What an evaluation says of a position, for Black; without one playouts, of which `refine` adds a batch."""

    def __init__(self, position: GoPosition, evaluate: Evaluate = by_playouts):
        self.position, self.batches = position, 0
        self._evaluate, self._evaluation = evaluate, None
        self._owned, self._sum, self._squares, self._won = np.zeros(CELLS), 0.0, 0.0, 0.0

    @property
    def settled(self) -> bool:
        """Would refining it add nothing?"""
        return self._evaluation is not None

    def refine(self) -> None:
        if not self.batches:
            self._evaluation = self._evaluate(self.position)
        self.batches += 1
        if not self._evaluation:
            e = self.position.estimate(PLAYOUTS, seed=self.batches - 1)
            self._owned += e.ownership
            self._sum += e.score
            self._won += e.value
            self._squares += e.score**2 + e.deviation**2

    @property
    def ownership(self) -> np.ndarray:
        """From -1 to +1, for every cell of the board arrays."""
        return self._evaluation.ownership if self._evaluation else self._owned / self.batches

    @property
    def value(self) -> float:
        """From -1 to +1."""
        return self._evaluation.value if self._evaluation else self._won / self.batches

    @property
    def score(self) -> float:
        return self._evaluation.score if self._evaluation else self._sum / self.batches

    @property
    def deviation(self) -> float:
        if self._evaluation:
            return self._evaluation.deviation
        return max(self._squares / self.batches - self.score**2, 0.0) ** 0.5
