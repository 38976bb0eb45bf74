"""Kaya without a network: RAVE with progressive strategies, the combination that the Mango paper names as future
research.

Selection is MoGo's bandit formula among Mango's unpruned moves, H the Bradley-Terry model of move features, and
simulated moves are MoGo's.
"""

from ...search import rave
from . import mogo
from .mogo import LARGE, SMALL
from .player import GoPlayer

STRATEGIES = {**mogo.STRATEGIES, "select": rave}
SIZES = {
    9: {**SMALL, "self_atari": 0.4, "fade": 0.0},
    13: {**SMALL, "self_atari": 0.4, "fade": 0.5},
    19: {**LARGE, "self_atari": 0.0, "fade": 0.5},
}
"""Constants by the size of the board: MoGo's, how often a simulated game refuses a bad self-atari, and how much less
RAVE learns from a move that comes late."""


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `kaya-classic`."""
    return GoPlayer("kaya-classic", STRATEGIES, threads=threads, seed=seed, sizes=SIZES)
