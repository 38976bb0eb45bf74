"""Where the men of a whole set of squares could go, all at once: sets of squares are words, as in `attacks`."""

import numpy as np

from ....games.kriegspiel.attacks import NOTHING
from ....kernel import inlined, kernel

_ALL = (1 << 64) - 1
NOT_A, NOT_H = np.uint64(_ALL ^ 0x0101010101010101), np.uint64(_ALL ^ 0x8080808080808080)
NOT_AB, NOT_GH = np.uint64(_ALL ^ 0x0303030303030303), np.uint64(_ALL ^ 0xC0C0C0C0C0C0C0C0)
EVERY = np.uint64(_ALL)
_1, _6, _7, _8, _9, _10, _15, _17 = (np.uint64(n) for n in (1, 6, 7, 8, 9, 10, 15, 17))


@inlined
def _up(men, free, step, edge):
    """Along one ray that leads to higher squares: all that is reached, the first square that is not free included."""
    reached, front = NOTHING, men
    for _ in range(7):
        front = front << step & edge
        reached |= front
        front &= free
    return reached


@inlined
def _down(men, free, step, edge):
    reached, front = NOTHING, men
    for _ in range(7):
        front = front >> step & edge
        reached |= front
        front &= free
    return reached


@kernel
def rook_spread(men, free):
    """What rooks on any of these squares reach through free squares."""
    return (
        _up(men, free, _8, EVERY)
        | _down(men, free, _8, EVERY)
        | _up(men, free, _1, NOT_A)
        | _down(men, free, _1, NOT_H)
    )


@kernel
def bishop_spread(men, free):
    """What bishops on any of these squares reach through free squares."""
    return (
        _up(men, free, _9, NOT_A)
        | _down(men, free, _9, NOT_H)
        | _up(men, free, _7, NOT_H)
        | _down(men, free, _7, NOT_A)
    )


@kernel
def beside(men):
    """The squares next to these on a row or a file."""
    return men << _8 | men >> _8 | men << _1 & NOT_A | men >> _1 & NOT_H


@kernel
def cornering(men):
    """The squares next to these on a diagonal."""
    return men << _9 & NOT_A | men >> _9 & NOT_H | men << _7 & NOT_H | men >> _7 & NOT_A


@kernel
def knight_spread(men):
    """What knights on any of these squares attack."""
    return (
        men << _17 & NOT_A | men >> _17 & NOT_H | men << _15 & NOT_H | men >> _15 & NOT_A
        | men << _10 & NOT_AB | men >> _10 & NOT_GH | men << _6 & NOT_GH | men >> _6 & NOT_AB
    )  # fmt: skip
