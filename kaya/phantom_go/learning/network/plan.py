"""What a run of training is to do."""

from collections.abc import Sequence
from typing import Self

import numpy as np

from ....kernel import parameter
from ....lab.learning.policy_gradient import plan
from ...knowledge.network.information import MOST_LINES
from ...rules.board import SMALLEST
from .games import Games


class Plan(plan.Plan):
    """What a run is to do."""

    size: int = parameter(9, "lines of the board", low=SMALLEST, high=MOST_LINES)
    around: int = parameter(3, "by how many points komi may differ from 7.5 to both sides", low=0, high=40)

    @property
    def sizes(self) -> list[int]:
        return [self.size]

    def for_contest(self, games: int) -> Self:
        return super().for_contest(games).changed(around=0)

    def games_in_step(self, count: int, seed: int, seen: Sequence[np.ndarray]) -> Games:
        words, *others = seen
        return Games(count, seed, (words.view(np.uint32), *others), self.size, around=self.around)
