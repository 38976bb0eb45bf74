"""The outlook of a position: score and ownership by ever more light playouts."""

import numpy as np

from ...games.go import GoPosition
from ...games.go.board import CELLS

PLAYOUTS = 32  # in one batch


class Outlook:
    """What playouts say about a position, for Black; every `refine` adds a batch of them."""

    def __init__(self, position: GoPosition):
        self.position, self.batches = position, 0
        self._owned, self._sum, self._squares = np.zeros(CELLS), 0.0, 0.0

    def refine(self) -> None:
        e = self.position.estimate(PLAYOUTS, seed=self.batches)
        self.batches += 1
        self._owned += e.ownership
        self._sum += e.score
        self._squares += e.score**2 + e.deviation**2

    @property
    def ownership(self) -> np.ndarray:
        """From -1 to +1, for every cell of the board arrays."""
        return self._owned / self.batches

    @property
    def score(self) -> float:
        return self._sum / self.batches

    @property
    def deviation(self) -> float:
        return max(self._squares / self.batches - self.score**2, 0.0) ** 0.5
