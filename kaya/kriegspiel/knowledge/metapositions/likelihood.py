"""How likely an enemy piece stands on a square of a metaposition.

The sets say what is possible; nothing in them says what is probable. The estimate made here is a plain one. A part of
the pieces of each kind is still at home, less and less as the game goes on; the others are spread over the squares
where they may be, more densely on the side of the board that they come from."""

import numpy as np

from ....kernel import at, kernel, record
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import ONE, bit
from ...rules.squares import BLACK, KING, KNIGHT, PAWN, WHITE
from ..pieces import COUNTS, HOMES, MINIMAX_VALUES
from .deduction import anyone

LEAVING = np.array([0.0, 0.035, 0.08, 0.07, 0.03, 0.05, 0.04])
"""The part of each kind that leaves home with each move of the enemy."""
STAYING = np.array([0.0, 0.35, 0.1, 0.1, 0.25, 0.15, 0.25])
"""The part of each kind that is thought to stay at home for ever."""
BANDS = ((0, 3), (3, 5), (5, 8))
DENSE = np.array([[0, 0, 0], [1, 0.8, 0.3], [1, 0.8, 0.3], [1, 0.7, 0.4], [1, 0.4, 0.3], [1, 0.6, 0.4], [1, 0.3, 0.1]])
"""By kind, how dense those who left home are on the enemy's three rows, the middle two and the own three."""


def _rows(first: int, end: int, colour: int) -> int:
    rows = range(first, end) if colour == WHITE else range(8 - end, 8 - first)
    return sum(0xFF << 8 * y for y in rows)


ROWS = np.array([[_rows(a, b, colour) for a, b in BANDS] for colour in (WHITE, WHITE, BLACK)], np.uint64)

ESTIMATE = record(
    ("home", "f8", 7),  # by kind: the density on the squares at home
    ("away", "f8", 7),  # by kind: the density on the densest of the other squares
    ("watched", "u8"),  # what the own pieces attack, if what may be empty is empty
    ("guarded", "u8"),  # what they attack for certain
)


@kernel
def estimate(m, g):
    """Estimate the densities of all kinds."""
    them = 3 - m.side
    kinds = 0.0
    for kind in range(KNIGHT, KING):
        kinds += COUNTS[at(kind)] if m.may[at(kind)] else 0.0
    share = max(m.pieces, m.promoted) / max(kinds, 1.0)
    for kind in range(PAWN, KING + 1):
        may, home = m.may[at(kind)], HOMES[at(them), at(kind)]
        count = COUNTS[at(kind)] * share
        if kind == PAWN:
            count = np.float64(max(m.pawns, 0))
        elif kind == KING:
            count = 1.0
        at_home, room = count_bits(may & home), 0.0
        for band in range(3):
            room += DENSE[at(kind), at(band)] * count_bits(may & ~home & ROWS[at(them), at(band)])
        stay = 0.0
        if room == 0.0:
            stay = 1.0
        elif at_home:
            stay = max(STAYING[at(kind)], 1.0 - LEAVING[at(kind)] * m.moves) * at_home / COUNTS[at(kind)]
        g.home[at(kind)] = min(count * stay / at_home, 1.0) if at_home else 0.0
        g.away[at(kind)] = count * (1.0 - stay) / room if room else 0.0


@kernel
def expected(m, g, kind, squares):
    """How many enemy pieces of a kind are to be expected on these squares."""
    them = 3 - m.side
    here, home = squares & m.may[at(kind)], HOMES[at(them), at(kind)]
    if not here:
        return 0.0
    away = 0.0
    for band in range(3):
        away += DENSE[at(kind), at(band)] * count_bits(here & ~home & ROWS[at(them), at(band)])
    return g.home[at(kind)] * count_bits(here & home) + g.away[at(kind)] * away


@kernel
def survey(m, g, chance, value_there):
    """For every square the chance that an enemy piece stands there, and its value if so (a king has none)."""
    chance[:], value_there[:] = 0.0, 0.0
    left = anyone(m)
    while left:
        s = lowest(left)
        here, total, value = bit(s), 0.0, 0.0
        for kind in range(PAWN, KING + 1):
            if m.may[at(kind)] & here:
                x = expected(m, g, kind, here)
                total += x
                value += x * MINIMAX_VALUES[at(kind)]
        value_there[at(s)] = value / total if total > 0.0 else 0.0
        chance[at(s)] = min(max(total, np.float64(m.noticed[at(s)])), 0.98) if m.may[0] & here else 1.0
        left &= left - ONE
