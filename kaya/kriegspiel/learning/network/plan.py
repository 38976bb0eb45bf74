"""What a run of training is to do."""

from collections.abc import Sequence
from typing import Self

import numpy as np

from ....kernel import parameter
from ....lab.learning.policy_gradient import plan
from ...knowledge.network.network import LINES
from .games import DRAWS, Games, Seen


class Plan(plan.Plan):
    """What a run is to do."""

    draws: float = parameter(DRAWS, "what a draw may be worth to one side and not to the other", low=0.0, high=1.0)

    @property
    def sizes(self) -> list[int]:
        return [LINES]

    def for_contest(self, games: int) -> Self:
        return super().for_contest(games).changed(draws=0.0)

    def games_in_step(self, count: int, seed: int, seen: Sequence[np.ndarray]) -> Games:
        words, numbers, targets, enemies, turns = seen
        known = Seen(words.view(np.uint64), numbers, targets.view(np.uint64), enemies, turns)
        return Games(count, seed, known, draws=self.draws)
