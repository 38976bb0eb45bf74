"""Kaya: the strongest composition on each size of the board, with levels for people.

Up to 15x15 that is a network and PUCT alone, as `zero`. The network for larger boards knows moves, but not yet what
positions are worth: there its policy is the H of `kaya-classic`, computed in nodes with T visits, and games are played
out. So a network takes the place of Mango's expensive H.
"""

from typing import Any

from ...search import at_threshold
from ...strategies.go import by_network
from . import kaya_classic, zero
from .levels import Ladder, Level, LevelledPlayer

WITH_PLAYOUTS = {**kaya_classic.STRATEGIES, "prior": by_network(judges=False), "expand": at_threshold(T=30)}
SIZES: dict[int, dict[str, Any]] = {15: zero.STRATEGIES, 19: {**WITH_PLAYOUTS, **kaya_classic.SIZES[19]}}
"""Strategies and constants by the size of the board."""

SMALL = (
    Level(1, 1, noise=3.7, plausible=2e-5), Level(1, 1, noise=3.0, plausible=1e-4),
    Level(1, 1, noise=3.0, plausible=4e-4), Level(1, 1, noise=3.0, plausible=9e-4),
    Level(1, 1, noise=2.8, plausible=6e-3), Level(1, 1, noise=1.4, plausible=1e-2),
    Level(4, 4, noise=0.7, plausible=1e-2), Level(20, 8, noise=0.5, plausible=1e-2),
    Level(75, 16, noise=0.5, plausible=1e-2),
)  # fmt: skip
LARGE = (
    Level(1, 1, noise=3.5, plausible=3e-4), Level(1, 1, noise=3.0, plausible=1e-3),
    Level(1, 1, noise=2.5, plausible=3e-3), Level(1, 1, noise=2.0, plausible=5e-3),
    Level(1, 1, noise=1.6, plausible=1e-2), Level(1, 1, noise=1.2, plausible=1e-2),
    Level(1, 1, noise=0.9, plausible=1e-2), Level(1, 1, noise=0.6, plausible=1e-2),
    Level(1, 1, noise=0.3, plausible=1e-2),
)  # fmt: skip
LADDERS = {11: Ladder(SMALL, most=800), 15: Ladder(SMALL, most=600), 19: Ladder(LARGE, most=400)}
"""The levels by the size of the board, so that each wins about as often against the one below it (`kaya reproduce
levels`). They belong to the networks that ship, others need others. Those for small boards were chosen on 9x9; those
for large ones, whose network knows no values, so that only the temperature tells them apart, were chosen by hand."""


def make(threads: int = 1, seed: int = 0) -> LevelledPlayer:
    """The player `kaya`."""
    return LevelledPlayer("kaya", zero.STRATEGIES, LADDERS, threads=threads, seed=seed, sizes=SIZES)
