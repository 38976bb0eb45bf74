"""Kaya: the strongest composition on each size of the board. For now that is `zero`'s, a network and PUCT."""

from typing import Any

from .player import GoPlayer
from .zero import STRATEGIES

SIZES: dict[int, dict[str, Any]] = {11: {}, 15: {}, 19: {}}
"""Constants by the size of the board, for each of the three networks."""


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `kaya`."""
    return GoPlayer("kaya", STRATEGIES, threads=threads, seed=seed, sizes=SIZES)
