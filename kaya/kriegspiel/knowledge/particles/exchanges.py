"""What a capture wins when both sides go on capturing on that square, the smallest piece first, as long as it pays."""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import lowest
from ...rules.attacks import NOTHING, bit
from ...rules.board import attackers, everybody
from ...rules.squares import KING, PAWN
from ..pieces import VALUES

KING_VALUE = 100.0  # in an exchange he takes last, and only what nobody protects


@kernel
def value_in_exchange(kind):
    return KING_VALUE if kind == KING else VALUES[at(kind)]


@kernel
def smallest(board, among):
    """The square of the least valuable of these pieces; there must be one."""
    for kind in range(PAWN, KING + 1):
        pieces = among & board.of_kind[at(kind)]
        if pieces:
            return lowest(pieces)
    return 0


@kernel
def taken_back(board, s, by, standing, occupied, gains):
    """What side `by` wins by capturing the piece worth `standing` on a square, both going on as long as it pays; 0 if
    it does not. `occupied` is what stands in the way; `gains` is room for 32 numbers."""
    depth, side = 0, by
    while depth < 31:
        pieces = attackers(board, s, side, occupied) & occupied
        if pieces == NOTHING:
            break
        gains[at(depth)] = standing
        first = smallest(board, pieces)
        standing = value_in_exchange(np.int64(board.kind_at[at(first)]))
        occupied &= ~bit(first)
        depth += 1
        side = 3 - side
    won = 0.0
    for k in range(depth - 1, -1, -1):
        won = max(gains[at(k)] - won, 0.0)
    return won


@kernel
def capture_wins(board, source, target, victim, gains):
    """What the piece on `source` wins by capturing one worth `victim` on `target`, the other side taking back if that
    pays."""
    piece = np.int64(board.kind_at[at(source)])
    by = 1 if board.of_colour[1] & bit(source) else 2
    occupied = (everybody(board) | bit(target)) & ~bit(source)
    return victim - taken_back(board, target, 3 - by, value_in_exchange(piece), occupied, gains)
