"""MoGo's 3x3 patterns for sequences of moves: hane, cut and edge (Gelly, Wang, Munos and Teytaud 2006, "Modification of
UCT with Patterns in Monte-Carlo Go"; redrawn from the description in Fuego's documentation).

The move is in the middle. They hold for both colours, turned and mirrored. `PATTERNS` is compiled into a table, so that
looking up a point is reading the eight points around it. Their colours are a word of two bits each, row by row.
"""

from functools import cache

import numpy as np

from ...kernel import at, constant, kernel, random_below
from ..rules.board import BLACK, CELLS, EDGE, EMPTY, WHITE, is_playable
from .nakade import LARGEST_HOLE

AROUND = 1 << 16

PATTERNS: tuple[tuple[str, str, str], ...] = (
    # name      rows              who may play there: X, O, or both
    ("hane 1", "XOX ... ???", "XO"),
    ("hane 2", "XO. ... ?.?", "XO"),
    ("hane 3", "XO? X.. ?.?", "XO"),
    ("hane 4", "XOO ... ?.?", "X"),
    ("cut 1", "XO? O.? ???", "XO"),
    ("cut 2", "?X? O.O xxx", "XO"),
    ("edge 1", "X.? O.? ---", "XO"),
    ("edge 2", "?X? o.O ---", "XO"),
    ("edge 3", "?XO ?.? ---", "X"),
    ("edge 4", "?XO ?.o ---", "O"),
    ("edge 5", "?XO O.X ---", "O"),
)
"""X and O are stones, . is empty, x is X or empty, o is O or empty, - the edge, ? any of X, O and empty."""

EXCEPTIONS = {"cut 1": ("XO? O.O ?.?", "XO? O.. ?O?")}
"""Where the cut is already covered from the other side: `cut 1` does not hold where one of these does."""

MARKS = {
    "X": (BLACK,),
    "O": (WHITE,),
    ".": (EMPTY,),
    "-": (EDGE,),
    "x": (BLACK, EMPTY),
    "o": (WHITE, EMPTY),
    "?": (BLACK, WHITE, EMPTY),
}


def _turned(rows: str) -> set[str]:
    """A pattern of nine marks in all its rotations and reflections."""
    square, found = rows.replace(" ", ""), set()
    for _ in range(4):
        square = "".join(square[6 - 3 * x + y] for y in range(3) for x in range(3))
        found |= {square, square[6:] + square[3:6] + square[:3]}
    return found


def _swapped(rows: str) -> str:
    return rows.translate(str.maketrans("XOxo", "OXox"))


def _codes(rows: str) -> set[int]:
    """All codes that a pattern stands for, in every rotation and reflection."""
    found = set()
    for square in _turned(rows):
        codes = {0}
        for place, mark in enumerate(square[:4] + square[5:]):
            codes = {code | colour << 2 * place for code in codes for colour in MARKS[mark]}
        found |= codes
    return found


MATCH, IN_HOLE_OF_3, IN_HOLE = 0, 2, 4
"""The bits of the table: for Black at these places, for White at the next ones."""


@cache
def sequence_table() -> np.ndarray:
    """For each code of the eight points around a move, and for each player: does a pattern match; and could the point
    lie in a hole that only enemy stones enclose, of three points or of up to six?"""
    table = np.zeros(AROUND, np.uint8)
    for name, rows, players in PATTERNS:
        for swap in (False, True):
            of = _swapped if swap else str
            codes = _codes(of(rows))
            for exception in EXCEPTIONS.get(name, ()):
                codes -= _codes(of(exception))
            bits = sum({"X": 1, "O": 2}[player] for player in of(players))
            table[list(codes)] |= bits << MATCH
    for bit, own in ((1, BLACK), (2, WHITE)):
        table[_may_be_in_hole(own, np.arange(AROUND), LARGEST_HOLE)] |= bit << IN_HOLE
        table[_may_be_in_hole(own, np.arange(AROUND), 3)] |= bit << IN_HOLE_OF_3
    return constant(table)


def _may_be_in_hole(own: int, codes: np.ndarray, largest: int) -> np.ndarray:
    """As far as one can see: the point has an empty neighbour, there are not too many empty points connected with it,
    and no own stone is beside any of them."""
    colours = [codes >> 2 * place & 3 for place in range(8)]
    beside = np.stack([colours[place] for place in (1, 3, 4, 6)])
    empties = (beside == EMPTY).sum(axis=0)
    may, points = (beside != own).all(axis=0) & (empties > 0), 1 + empties
    for corner, one, two in ((0, 1, 3), (2, 1, 4), (5, 3, 6), (7, 4, 6)):
        connected = (colours[one] == EMPTY) | (colours[two] == EMPTY)
        may &= ~(connected & (colours[corner] == own))
        points += connected & (colours[corner] == EMPTY)
    return may & (points <= largest)


@kernel
def five_in_a_row(board, p):
    """The colours of the points p - 2 … p + 2, two bits each; all edge where the arrays end."""
    if p < 2 or p >= CELLS - 2:
        return 0x3FF
    colours = np.int64(board.colour[at(p - 2)]) | np.int64(board.colour[at(p - 1)]) << 2
    colours |= np.int64(board.colour[at(p)]) << 4 | np.int64(board.colour[at(p + 1)]) << 6
    return colours | np.int64(board.colour[at(p + 2)]) << 8


@kernel
def look_at(above, row, below, k, table):
    """What the table says of the k-th of the three points in the middle of `row`, 0 if it is not empty. The three rows
    are as `five_in_a_row` gives them. Without branches: what stands there is as good as random."""
    middle = row >> 2 * k & 63
    code = (above >> 2 * k & 63) | (middle & 3) << 6 | (middle >> 4) << 8 | (below >> 2 * k & 63) << 10
    return np.int64(table.sequences[at(code)]) * np.int64(middle & 12 == 0)


@kernel
def look_around(board, table):
    """What the table says of the eight points around the last move, row by row: a byte each. Most of what is around
    these points they share: each of the 25 points of the 5x5 square is read once."""
    w, last = board.stride, board.last
    one, two = five_in_a_row(board, last - 2 * w), five_in_a_row(board, last - w)
    three = five_in_a_row(board, last)
    four, five = five_in_a_row(board, last + w), five_in_a_row(board, last + 2 * w)
    found = look_at(one, two, three, 0, table) | look_at(one, two, three, 1, table) << 8
    found |= look_at(one, two, three, 2, table) << 16 | look_at(two, three, four, 0, table) << 24
    found |= look_at(two, three, four, 2, table) << 32 | look_at(three, four, five, 0, table) << 40
    return found | look_at(three, four, five, 1, table) << 48 | look_at(three, four, five, 2, table) << 56


EACH = 0x0101010101010101
BESIDE = 1 << 8 | 1 << 24 | 1 << 32 | 1 << 48
"""A bit for each of the eight points; for the four of them that lie beside the last move."""


@kernel
def draw_point(board, points):
    """The place, from 0 to 7, of one of the points whose bit is set, all equally likely. There is one at least."""
    counts = points * EACH  # the n-th byte: how many there are up to the n-th point
    k, place = random_below(board, counts >> 56), 0
    for shift in range(0, 56, 8):
        place += np.int64((counts >> shift & 255) <= k)
    return place


@kernel
def sequence_move(board, found):
    """Of the points with a pattern that `look_around` has found one that is legal and fills no own eye, all equally
    likely; or 0."""
    w, last, turn = board.stride, board.last, board.turn
    points = found >> MATCH + turn - 1 & EACH
    while points != 0:
        place = draw_point(board, points)
        number = place + np.int64(place > 3)  # of nine: the last move is number 4
        p = last + (number // 3 - 1) * w + number % 3 - 1
        if is_playable(board, p, turn):
            return p
        points ^= 1 << 8 * place
    return 0
