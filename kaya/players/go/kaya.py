"""Kaya: RAVE with progressive strategies, the combination that the Mango paper names as future research.

Selection is MoGo's bandit formula among Mango's unpruned moves, H the Bradley-Terry model of move features, and
simulated moves are MoGo's.
"""

from ...search import all_moves_as_first, at_threshold, rave, robust_child
from .mango import by_features
from .mogo import LARGE, SMALL, by_sequence, mogo_playout
from .player import GoPlayer

SIZES = {9: {**SMALL, "self_atari": 0.4}, 13: {**LARGE, "self_atari": 0.0}, 19: {**LARGE, "self_atari": 0.0}}
"""Constants by the size of the board: MoGo's, and how often a simulated game refuses a bad self-atari."""


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `kaya`."""
    strategies = dict(select=rave, expand=at_threshold(T=8), prior=by_features, policy=by_sequence,
                      simulate=mogo_playout, backup=all_moves_as_first, final=robust_child)  # fmt: skip
    return GoPlayer("kaya", strategies, threads=threads, seed=seed, sizes=SIZES)
