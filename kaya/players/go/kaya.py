"""Kaya: the strongest composition, with levels for people.

That is a network and PUCT alone, as `zero`, on every size of the board, each with the network that ships for it. What
else was tried is in docs/network.md: on 19x19, with a network from records, its policy as H of `kaya-classic`, and
playouts mixed with its value.
"""

from . import zero
from .levels import Ladder, Level, LevelledPlayer

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
    Level(1, 1, noise=0.8, plausible=1e-2), Level(8, 4, noise=0.5, plausible=1e-2),
    Level(32, 8, noise=0.5, plausible=1e-2),
)  # fmt: skip
LADDERS = {11: Ladder(SMALL, most=800), 15: Ladder(SMALL, most=600), 19: Ladder(LARGE, most=800)}
"""The levels by the size of the board, so that each wins about as often against the one below it (`kaya reproduce
levels`). They belong to the networks that ship, others need others. Those for small boards were chosen on 9x9, those
for large ones by hand, for the network from records."""


def make(threads: int = 1, seed: int = 0) -> LevelledPlayer:
    """The player `kaya`."""
    return LevelledPlayer("kaya", zero.STRATEGIES, LADDERS, threads=threads, seed=seed)
