"""Balanced random openings: a match from the empty board alone would play the same few games again and again.

Opening k of a seed is always the same: a few random moves, away from the edge, after which a short search gives both
sides a fair chance under the komi of the match. Each is played twice, with colours swapped."""

import random
from functools import lru_cache
from typing import Any

from ..kernel import split_seed
from ..players import Player, make_player
from ..search import Budget
from .rules import GoPosition, column_row, vertex

PLIES = {2: 0, 3: 0, 4: 0, 5: 2, 6: 2, 7: 2, 8: 4, 9: 4, 10: 4, 11: 4, 12: 4, 13: 6}  # 8 on larger boards
FAIR = 0.15  # how far from one half Black's winning rate may be
TRIES = 40  # the fairest of so many is taken where none is fair enough, as under a komi that decides the game
SIMULATIONS = 1000


@lru_cache(maxsize=4096)
def opening(size: int, komi: float, seed: int, number: int) -> tuple[str, ...]:
    """The moves of one opening."""
    plies = PLIES.get(size, 8)
    if plies == 0:
        return ()
    chance = random.Random(int(split_seed(seed, number)))
    margin = 2 if size >= 7 else 1
    tries = []
    for _ in range(TRIES):
        game = GoPosition(size, komi)
        inner = [p for p in game.points if all(margin <= c < size - margin for c in column_row(p, size))]
        for move in chance.sample(inner, plies):
            if game.is_legal(move):
                game.play(move)
        player = make_player("uct", seed=number, kind=Player)
        unfair = abs(player.think(game, Budget(simulations=SIMULATIONS, memory=1 << 22)).winning_rate - 0.5)
        tries.append((unfair, [vertex(m, size) for m in game.played]))
        if unfair <= FAIR:
            break
    return tuple(min(tries)[1])


def opening_of(conditions: dict[str, Any], number: int) -> tuple[str, ...]:
    """The opening of this number under the conditions of a match."""
    return opening(conditions["size"], conditions["komi"], conditions["seed"], number)
