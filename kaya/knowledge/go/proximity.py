"""Proximity to former moves: the sum in formula 3.3 of the Mango paper."""

from math import pow, sqrt

from ...games.go.board import PASS
from ...kernel import kernel


@kernel
def distance(board, p, q):
    """The Euclidean distance of two points."""
    w = board.stride
    dx, dy = p % w - q % w, p // w - q // w
    return sqrt(dx * dx + dy * dy)


@kernel
def proximity(board, p):
    """sum over k of 1 / (2 d_k)^(1.25 + k / 2), where d_k is the distance to the k-th last move. The board remembers
    the last two moves; the third would count at most 1/6 of the first. 1 where there are none."""
    total = 0.0
    if board.last != PASS:
        total += pow(2.0 * distance(board, p, board.last), -1.75)
    if board.before_last != PASS and board.before_last != p:
        total += pow(2.0 * distance(board, p, board.before_last), -2.25)
    return total if total > 0.0 else 1.0
