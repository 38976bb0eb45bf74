"""Sets of squares as words, as in `attacks`: where the pieces of a whole set could go, all at once."""

from collections.abc import Callable

import numpy as np

from ...kernel import inlined, kernel
from ..rules.attacks import EVERYWHERE, NOTHING


def squares_where(test: Callable[[int, int], bool]) -> int:
    """The squares of whose file and row, from 0 to 7, this is true."""
    return sum(1 << s for s in range(64) if test(s & 7, s >> 3))


def as_array(squares: int | np.uint64) -> np.ndarray:
    """64 truths: is the square in the set?"""
    return np.array([bool(int(squares) >> s & 1) for s in range(64)])


FILES = np.array([0x0101010101010101 << x for x in range(8)], np.uint64)
ROWS = np.array([0xFF << 8 * y for y in range(8)], np.uint64)
NOT_A, NOT_H, NOT_AB, NOT_GH = ~FILES[0], ~FILES[7], ~(FILES[0] | FILES[1]), ~(FILES[6] | FILES[7])
_1, _6, _7, _8, _9, _10, _15, _17 = (np.uint64(n) for n in (1, 6, 7, 8, 9, 10, 15, 17))


@kernel
def neighbours(squares):
    """All squares next to a square of the set."""
    east, west = squares << _1 & NOT_A, squares >> _1 & NOT_H
    rows = squares | east | west
    return east | west | rows << _8 | rows >> _8


@inlined
def _up(pieces, free, step, edge):
    """Along one ray that leads to higher squares: all that is reached, the first square that is not free included."""
    reached, front = NOTHING, pieces
    for _ in range(7):
        front = front << step & edge
        reached |= front
        front &= free
    return reached


@inlined
def _down(pieces, free, step, edge):
    reached, front = NOTHING, pieces
    for _ in range(7):
        front = front >> step & edge
        reached |= front
        front &= free
    return reached


@kernel
def rook_spread(pieces, free):
    """What rooks on any of these squares reach through free squares."""
    return (
        _up(pieces, free, _8, EVERYWHERE)
        | _down(pieces, free, _8, EVERYWHERE)
        | _up(pieces, free, _1, NOT_A)
        | _down(pieces, free, _1, NOT_H)
    )


@kernel
def bishop_spread(pieces, free):
    """What bishops on any of these squares reach through free squares."""
    return (
        _up(pieces, free, _9, NOT_A)
        | _down(pieces, free, _9, NOT_H)
        | _up(pieces, free, _7, NOT_H)
        | _down(pieces, free, _7, NOT_A)
    )


@kernel
def beside(pieces):
    """The squares next to these on a row or a file."""
    return pieces << _8 | pieces >> _8 | pieces << _1 & NOT_A | pieces >> _1 & NOT_H


@kernel
def cornering(pieces):
    """The squares next to these on a diagonal."""
    return pieces << _9 & NOT_A | pieces >> _9 & NOT_H | pieces << _7 & NOT_H | pieces >> _7 & NOT_A


@kernel
def knight_spread(pieces):
    """What knights on any of these squares attack."""
    return (
        pieces << _17 & NOT_A
        | pieces >> _17 & NOT_H
        | pieces << _15 & NOT_H
        | pieces >> _15 & NOT_A
        | pieces << _10 & NOT_AB
        | pieces >> _10 & NOT_GH
        | pieces << _6 & NOT_GH
        | pieces >> _6 & NOT_AB
    )
