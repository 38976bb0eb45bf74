"""Quiet random openings: programs without chance would play the same few games again and again.

Opening k of a seed is always the same: two moves of each side, drawn from the legal ones. After each of them neither
side, if it were to move, could capture anything or give check: nothing hangs, and the umpire has told nothing but that
moves were made. Both players hear it as if they had made their moves themselves. Each is played twice, with colours
swapped."""

import random
from functools import lru_cache
from typing import Any

from ..kernel import split_seed
from .rules import KriegspielPosition
from .rules.messages import CHECKS, ENDS, TAKEN

PLIES = 4


@lru_cache(maxsize=4096)
def opening(seed: int, number: int) -> tuple[str, ...]:
    """The moves of one opening."""
    chance, position = random.Random(int(split_seed(seed, number))), KriegspielPosition()
    while len(position.played) < PLIES:
        position.play(chance.choice(position.legal_moves()))
        if not quiet(position):
            position.undo()
    return tuple(map(position.move_name, position.played))


def quiet(position: KriegspielPosition) -> bool:
    """Could neither side, if it were to move, capture or give check?"""
    placed, turn, castling, _ = position.fen.split(maxsplit=3)
    if position.plies[-1].message & CHECKS:
        return False
    other = KriegspielPosition(f"{placed} {'b' if turn == 'w' else 'w'} {castling} - 0 1")
    said = (here.copy().try_move(move) for here in (position, other) for move in here.legal_moves())
    return not any(message & (TAKEN | CHECKS | ENDS) for message in said)


def opening_of(conditions: dict[str, Any], number: int) -> tuple[str, ...]:
    """The opening of this number under the conditions of a match; the same by all rule sets."""
    return opening(conditions["seed"], number)
