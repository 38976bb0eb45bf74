"""Which squares a piece attacks. A set of squares is one word, a bit per square.

A slider sees along a ray up to the first piece. The ray behind that piece is taken off: in the directions that lead to
higher squares the first piece is the lowest bit, in the others the highest. A bit at the end of the board stands in for
a ray without a piece: no ray goes on behind h8 or a1.
"""

import numpy as np

from ...kernel import at, inlined, kernel
from ...kernel.bits import highest, lowest
from .squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

ONE, NOTHING = np.uint64(1), np.uint64(0)
EVERYWHERE = ~NOTHING
FIRST_BIT, LAST_BIT = np.uint64(1), np.uint64(1 << 63)

_ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
NORTH, EAST, SOUTH, WEST, NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST = range(8)
_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _steps(s: int, ways, most: int) -> int:
    """The squares that up to `most` steps in each of these ways reach on an empty board."""
    reached = 0
    for dx, dy in ways:
        x, y = (s & 7) + dx, (s >> 3) + dy
        for _ in range(most):
            if not (0 <= x < 8 and 0 <= y < 8):
                break
            reached |= 1 << (x + 8 * y)
            x, y = x + dx, y + dy
    return reached


def _table(rows) -> np.ndarray:
    return np.array(rows, np.uint64)


RAYS = _table([[_steps(s, [way], 7) for s in range(64)] for way in _ORTHOGONAL + _DIAGONAL])
KNIGHT_STEPS = _table([_steps(s, _KNIGHT, 1) for s in range(64)])
KING_STEPS = _table([_steps(s, _ORTHOGONAL + _DIAGONAL, 1) for s in range(64)])
PAWN_ATTACKS = _table([[_steps(s, [(-1, ahead), (1, ahead)], 1) for s in range(64)] for ahead in (9, 1, -1)])
"""By colour and square; there is no colour 0, and its row is empty."""


def _lines(whole: bool) -> np.ndarray:
    """[a, b]: the whole line through two squares, both included; or the squares between them. Nothing if there is no
    line of a rook or bishop through both."""
    table = np.zeros((64, 64), np.uint64)
    for a in range(64):
        for way, back in zip(range(8), (2, 3, 0, 1, 6, 7, 4, 5), strict=True):
            ray, behind = int(RAYS[way, a]), int(RAYS[back, a])
            for b in range(64):
                if ray >> b & 1:
                    table[a, b] = ray | behind | 1 << a if whole else ray & int(RAYS[back, b])
    return table


LINES, BETWEEN = _lines(whole=True), _lines(whole=False)

_WAYS = ((EAST, WEST, 1), (NORTH, SOUTH, 8), (NORTH_EAST, SOUTH_WEST, 9), (NORTH_WEST, SOUTH_EAST, 7))
_STARTS = [
    (s, step, int(RAYS[way, s]).bit_count() + 1)
    for way, back, step in _WAYS
    for s in range(64)
    if RAYS[way, s] and not RAYS[back, s]
]
LINE_STARTS, LINE_STEPS, LINE_LENGTHS = np.array(_STARTS, np.int64).T.copy()
"""The ranks, the files, the rising and the falling diagonals of two or more squares."""


@inlined
def bit(s):
    """The set of one square."""
    return ONE << at(s)


@inlined
def upward(way, s, occupied):
    """Along a ray that leads to higher squares, up to the first piece."""
    ray = RAYS[way, at(s)]
    return ray ^ RAYS[way, at(lowest(ray & occupied | LAST_BIT))]


@inlined
def downward(way, s, occupied):
    """Along a ray that leads to lower squares, up to the first piece."""
    ray = RAYS[way, at(s)]
    return ray ^ RAYS[way, at(highest(ray & occupied | FIRST_BIT))]


@kernel
def rook_attacks(s, occupied):
    return (
        upward(NORTH, s, occupied)
        | upward(EAST, s, occupied)
        | downward(SOUTH, s, occupied)
        | downward(WEST, s, occupied)
    )


@kernel
def bishop_attacks(s, occupied):
    return (
        upward(NORTH_EAST, s, occupied)
        | upward(NORTH_WEST, s, occupied)
        | downward(SOUTH_WEST, s, occupied)
        | downward(SOUTH_EAST, s, occupied)
    )


@kernel
def piece_attacks(kind, s, occupied):
    """What a piece attacks, own pieces included. A pawn is not a piece here."""
    if kind == KNIGHT:
        return KNIGHT_STEPS[at(s)]
    if kind == KING:
        return KING_STEPS[at(s)]
    seen = NOTHING
    if kind == ROOK or kind == QUEEN:
        seen |= rook_attacks(s, occupied)
    if kind == BISHOP or kind == QUEEN:
        seen |= bishop_attacks(s, occupied)
    return seen


@kernel
def man_attacks(colour, kind, s, occupied):
    """What a piece attacks, pawns being pieces too."""
    return PAWN_ATTACKS[at(colour), at(s)] if kind == PAWN else piece_attacks(kind, s, occupied)


@kernel
def pawns_attack(colour, pawns):
    """What all these pawns attack."""
    reached = NOTHING
    while pawns:
        reached |= PAWN_ATTACKS[at(colour), at(lowest(pawns))]
        pawns &= pawns - ONE
    return reached
