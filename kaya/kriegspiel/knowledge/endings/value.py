"""How far from mate a metaposition is, in moves, roughly: the smaller the better.

With a rook or two bishops: the mean of what it would take if the king were seen, from the tables. With a queen: how
many squares the king can ever reach while our pieces stand as they do, how many he can be on, how far our king is from
them, and how far they are from the edge. With pawns: the best pawn's way to promotion.
"""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import ONE, bit
from ...rules.squares import KNIGHT, PAWN, QUEEN, ROOK
from ...rules.umpire import DARK_SQUARES
from ..sets import squares_where
from .ending import attacked, spread
from .tables import bishops_place, pair_place


def _ball(s: int, d: int) -> int:
    return squares_where(lambda x, y: max(abs(x - (s & 7)), abs(y - (s >> 3))) <= d)


BALLS = np.array([[_ball(s, d) for d in range(8)] for s in range(64)], np.uint64)
"""[s, d]: the squares that a king on s reaches in at most d moves."""
INNER = np.array([squares_where(lambda x, y, r=r: r <= min(x, y) and max(x, y) < 8 - r) for r in (1, 2, 3)], np.uint64)
"""The squares that are 1, 2 and 3 steps or more from the edge."""

AREA, SPREAD, DISTANCE, INWARD = 0.45, 0.15, 1.0, 1.0
"""Of the cage: a square that he can reach, one that he can be on, a step of our king, a step of his to the edge."""
IN_THE_DARK = 2.0
"""A mate takes about twice the moves that it takes if he is seen: 2.1 in a fit over 50 games with the rook."""
UNSEEN = 0.6
"""Each square on which he can be."""
BISHOPS_UNSEEN, BISHOPS_AREA = 1.7, 0.15
"""Bishops in the middle of the board leave him several corners: they must care more for where he can be, and get."""
ROOK_BASE, BISHOPS_BASE, KNIGHT_BASE, PAWN_BASE = 10.0, 15.0, 25.0, 20.0
"""What a force is slower than a queen, besides; and for a pawn, the mate that comes after its promotion."""
NO_PAWN = 1000.0


@kernel
def total_distance(s, squares):
    """The sum of a king's distances from s to these squares."""
    far = 0
    for d in range(7):
        far += count_bits(squares & ~BALLS[at(s), at(d)])
    return far


@kernel
def area(ending, king_set):
    """How many squares the king can ever reach while our pieces stand as they do."""
    return count_bits(spread(king_set, ~(attacked(ending, ending.own) | ending.own)))


@kernel
def cage(ending, king_set):
    """How well the king is shut in: what every mating force works for."""
    n, inward = count_bits(king_set), 0
    for r in range(3):
        inward += count_bits(king_set & INNER[at(r)])
    distance = total_distance(ending.square[0], king_set)
    return AREA * area(ending, king_set) + SPREAD * n + (DISTANCE * distance + INWARD * inward) / n


@kernel
def in_sight(table, place, king_set):
    """The mean of a table's values, which are those of a king that is seen."""
    total, rest = 0, king_set
    while rest:
        total += table[at(place << 6 | lowest(rest))]
        rest &= rest - ONE
    return total / count_bits(king_set)


@kernel
def value(ending, king_set):
    """About how many moves it is to mate: the best of what the pieces can do."""
    king, unseen = ending.square[0], UNSEEN * count_bits(king_set)
    majors, knights, rook, dark, light, pawn = 0, 0, 0, -1, -1, NO_PAWN
    for k in range(1, ending.count):
        kind, s = ending.kind[at(k)], ending.square[at(k)]
        if kind == QUEEN:
            majors += 2
        elif kind == ROOK:
            majors, rook = majors + 1, s
        elif kind == KNIGHT:
            knights += 1
        elif kind == PAWN:
            pawn = min(pawn, in_sight(ending.far_pawn, pair_place(king, s), king_set))
        elif DARK_SQUARES & bit(s):
            dark = s
        else:
            light = s
    best = PAWN_BASE + pawn + 0.15 * unseen
    if majors >= 2:
        return min(best, cage(ending, king_set))
    if majors == 1:
        seen = in_sight(ending.far_rook, pair_place(king, rook), king_set)
        return min(best, ROOK_BASE + IN_THE_DARK * seen + unseen)
    if dark >= 0 and light >= 0:
        shut = area(ending, king_set)
        seen = in_sight(ending.far_bishops, bishops_place(king, dark, light), king_set)
        return min(best, BISHOPS_BASE + IN_THE_DARK * seen + BISHOPS_UNSEEN * unseen + BISHOPS_AREA * shut)
    if knights and (dark >= 0 or light >= 0):
        return min(best, KNIGHT_BASE + cage(ending, king_set))
    return best
