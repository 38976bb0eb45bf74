"""Kaya: the strongest composition on each size of the board.

Up to 15x15 that is a network and PUCT alone, as `zero`. The network for larger boards knows moves, but not yet what
positions are worth: there its policy is the H of `kaya-classic`, computed in nodes with T visits, and games are played
out. So a network takes the place of Mango's expensive H.
"""

from typing import Any

from ...search import at_threshold
from ...strategies.go import by_network
from . import kaya_classic, zero
from .player import GoPlayer

WITH_PLAYOUTS = {**kaya_classic.STRATEGIES, "prior": by_network(judges=False), "expand": at_threshold(T=30)}
SIZES: dict[int, dict[str, Any]] = {15: zero.STRATEGIES, 19: {**WITH_PLAYOUTS, **kaya_classic.SIZES[19]}}
"""Strategies and constants by the size of the board."""


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `kaya`."""
    return GoPlayer("kaya", zero.STRATEGIES, threads=threads, seed=seed, sizes=SIZES)
