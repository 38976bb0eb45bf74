"""The matrices Pk, Pw and Pc: how what is found out about a square changes them (section 5.2).

The sum of a matrix is how many such men the enemy has, and no update changes it: what is taken from some squares goes
to the others in proportion.
"""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import NOTHING, ONE, bit

TINY = 1e-9


@kernel
def sum_over(matrix, squares):
    total = 0.0
    while squares:
        total += matrix[at(lowest(squares))]
        squares &= squares - ONE
    return total


@kernel
def rescale(matrix, squares, factor, total):
    """Multiply the probabilities on these squares by a factor, and bring the sum over the board to `total` by means of
    the others, which keep at least a little. Where there is nothing to scale, as much is done as can be."""
    inside, outside = 0.0, 0.0
    for s in range(64):
        if squares & bit(s):
            inside += matrix[at(s)]
        else:
            outside += matrix[at(s)]
    wanted = min(inside * factor, (0.98 if factor > 1.0 else 1.0) * total)
    if outside <= TINY:
        if inside <= TINY or factor == 0.0:
            return
        wanted = total
    within = wanted / inside if inside > TINY else 0.0
    without = (total - wanted) / outside if outside > TINY else 0.0
    for s in range(64):
        matrix[at(s)] *= np.float32(within if squares & bit(s) else without)


@kernel
def place_king(state, squares):
    """The king is found to be on one of these squares. If it was thought to be nowhere there, it may be anywhere."""
    squares &= ~state.of_colour[at(state.turn)]
    if squares == NOTHING:
        return
    within = sum_over(state.Pk, squares)
    for s in range(64):
        if not squares & bit(s):
            state.Pk[at(s)] = 0.0
        elif within > TINY:
            state.Pk[at(s)] /= np.float32(within)
        else:
            state.Pk[at(s)] = np.float32(1.0 / count_bits(squares))


@kernel
def empty(state, squares):
    """These squares are found to be empty."""
    if squares == NOTHING:
        return
    place_king(state, ~squares)
    vacate(state, squares)
    for s in range(64):
        if squares & bit(s):  # where there was nowhere else to go
            state.Pw[at(s)] = 0.0
            state.Pc[at(s)] = 0.0


@kernel
def vacate(state, squares):
    """No pawn and no piece is on these squares; the king may be."""
    rescale(state.Pw, squares, 0.0, state.pawns)
    rescale(state.Pc, squares, 0.0, state.pieces)


@kernel
def put_share(matrix, s, share, total):
    """Let a square have this probability, and bring the sum of all to `total`."""
    share = min(share, total)
    matrix[at(s)] = 0.0
    rescale(matrix, bit(s), 1.0, total - share)
    matrix[at(s)] = np.float32(share)


@kernel
def occupy(state, s, king, pawn, piece):
    """A square is found to be occupied: by the king, a pawn or a piece in this proportion. Their sum there is 1."""
    whole = king + pawn + piece
    put_share(state.Pk, s, king / whole, 1.0)
    put_share(state.Pw, s, pawn / whole, state.pawns)
    put_share(state.Pc, s, piece / whole, state.pieces)


@kernel
def likelier(state, squares, factor, with_king):
    """Men on these squares have become so many times as likely."""
    if with_king:
        rescale(state.Pk, squares, factor, 1.0)
    rescale(state.Pw, squares, factor, state.pawns)
    rescale(state.Pc, squares, factor, state.pieces)
