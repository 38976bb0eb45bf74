"""Mango's policy: simulated moves are drawn by urgency (Mango paper, section 2.3.3)."""

import numpy as np

from ...kernel import Parameters, parameter
from ...search import strategy
from ..knowledge import urgency
from ..knowledge.urgency import draw_move, draw_sensible_move, play_with_urgencies, start_urgencies


class Urgency(Parameters):
    """How moves are drawn. All that is not in the paper is off."""

    self_atari: float = parameter(
        0.0,
        "how often a move that puts its own stones into atari for nothing is refused; not in the paper",
        low=0.0,
        high=1.0,
    )

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {"urgencies": urgency.shipped()}


@strategy("policy", Urgency, begin=start_urgencies, advance=play_with_urgencies)
def by_urgency(state, work, p):
    """A move with probability U_j / sum of all U. The urgencies are kept up to date from move to move."""
    return draw_sensible_move(state, work, p.self_atari) if p.self_atari > 0.0 else draw_move(state, work)
