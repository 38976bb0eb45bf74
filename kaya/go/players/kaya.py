"""Kaya: the strongest composition, with levels for people.

That is a network and PUCT alone, as `zero`, on every size of the board, each with the network that ships for it, and
three parts of the search that came later: exploration by the variance of what was found, averages in which values count
by the error that the network expects of them, and the move by its lower confidence bound (`kaya reproduce
network-search`). What else was tried is in docs/network.md: on 19x19, with a network from records, its policy as H of
`kaya-classic`, and playouts mixed with its value.
"""

from ...search import lcb, puct_by_variance
from ..strategies import average_by_uncertainty
from . import zero
from .levels import Ladder, Level, LevelledPlayer

SMALL = (
    Level(0.0, 0.2, plausible=1e-3),
    Level(0.0, 0.37, plausible=7e-3),
    Level(0.0, 0.55),
    Level(0.05, 0.92),
    Level(0.24, 0.66),
    Level(0.6, 0.33),
    Level(noise=0.8),
    Level(simulations=16, considered=8, noise=0.6),
    Level(simulations=80, considered=8, noise=0.4),
)
MIDDLE = (
    Level(0.0, 0.3, plausible=1e-3),
    Level(0.0, 0.46),
    Level(0.025, 0.68),
    Level(0.1, 0.76),
    Level(0.23, 0.64),
    Level(0.43, 0.47),
    Level(noise=0.6),
    Level(simulations=12, considered=8, noise=0.6),
    Level(simulations=64, considered=8, noise=0.5),
)
LARGE = (
    Level(0.0, 0.25, plausible=1e-3),
    Level(0.0, 0.5),
    Level(0.05, 0.85),
    Level(0.18, 0.72),
    Level(0.35, 0.53),
    Level(0.7, 0.25),
    Level(noise=0.5),
    Level(simulations=12, considered=8, noise=0.5),
    Level(simulations=64, considered=8, noise=0.5),
)
LADDERS = {11: Ladder(SMALL, most=800), 15: Ladder(MIDDLE, most=600), 19: Ladder(LARGE, most=800)}
"""The levels by the size of the board, so that each wins about as often against the one below it (`kaya reproduce
levels`). They belong to the networks that ship, others need others; they were chosen on 9x9, 13x13 and 19x19."""


STRATEGIES = dict(zero.STRATEGIES, select=puct_by_variance, backup=average_by_uncertainty, final=lcb)


def make(threads: int = 1, seed: int = 0) -> LevelledPlayer:
    """The player `kaya`."""
    return LevelledPlayer("kaya", STRATEGIES, LADDERS, below=zero.STRATEGIES, threads=threads, seed=seed)
