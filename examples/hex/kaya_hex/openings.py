"""Balanced openings for matches: the first stone.

A stone in the middle of the board wins for its side, one in an acute corner loses. Opening k of a seed is always the
same: of some cells that are drawn at random, the first after which a short search sees both sides about even. Who would
win with perfect play it does not tell, so each is played twice, with colours swapped.
"""

import random
from functools import lru_cache
from typing import Any

from kaya import Budget
from kaya.kernel import split_seed

from .player import make
from .position import HexPosition

FAIR = 0.03  # how far from one half the winning rate may be
TRIES = 12  # the fairest of so many is taken where none is fair enough
SIMULATIONS = 1_000


@lru_cache(maxsize=1024)
def unfairness(size: int, move: int) -> float:
    """How far from one half a first stone there leaves the winning rate."""
    position = HexPosition(size)
    position.play(move)
    return abs(make(seed=move).think(position, Budget(simulations=SIMULATIONS, memory=1 << 22)).winning_rate - 0.5)


def opening_of(conditions: dict[str, Any], number: int) -> tuple[str, ...]:
    """The opening of this number under the conditions of a match; with the swap rule none is needed."""
    if conditions["swap"]:
        return ()
    size, chance = conditions["size"], random.Random(int(split_seed(conditions["seed"], number)))
    start = HexPosition(size)
    drawn = chance.sample(start.legal_moves(), min(TRIES, size * size))
    fair = next((move for move in drawn if unfairness(size, move) <= FAIR), None)
    return (start.move_name(fair or min(drawn, key=lambda move: unfairness(size, move))),)
