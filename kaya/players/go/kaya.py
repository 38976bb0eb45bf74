"""Kaya: the strongest composition on each size of the board. For now that is `zero`'s, a network and PUCT; with levels
for people."""

from typing import Any

from .levels import Ladder, Level, LevelledPlayer
from .zero import STRATEGIES

SIZES: dict[int, dict[str, Any]] = {11: {}, 15: {}, 19: {}}
"""Constants by the size of the board, for each of the three networks."""

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
    return LevelledPlayer("kaya", STRATEGIES, LADDERS, threads=threads, seed=seed, sizes=SIZES)
