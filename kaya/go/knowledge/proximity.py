"""Proximity to former moves: the sum in formula 3.3 of the Mango paper."""

from functools import cache

import numpy as np

from ...kernel import at, constant, kernel
from ..rules.board import LARGEST, LATEST, PASS

SQUARES = 2 * (LARGEST - 1) ** 2 + 1  # of distances on the board


@cache
def terms() -> np.ndarray:
    """1 / (2 d)^(1.25 + k / 2) at index (k - 1) x SQUARES + d^2; 0 where d is 0: a stone on that very point was taken
    off the board."""
    k, squares = np.arange(1, LATEST + 1)[:, None], np.arange(1, SQUARES)[None, :]
    return constant(np.hstack([np.zeros((LATEST, 1)), (4.0 * squares) ** (-0.625 - k / 4)]).reshape(-1))


@kernel
def proximity(board, p, table):
    """sum over k of 1 / (2 d_k)^(1.25 + k / 2), where d_k is the Euclidean distance to the k-th last
    move; 1 where there are none. The board remembers 32 moves: those before would add less than 2^-16 together."""
    w, total = board.stride, 0.0
    x, y = p % w, p // w
    for k in range(min(board.moves, LATEST)):
        q = np.int64(board.latest[at(board.moves - 1 - k & LATEST - 1)])
        if q != PASS:
            dx, dy = q % w - x, q // w - y
            total += table.terms[at(k * SQUARES + dx * dx + dy * dy)]
    return total if total > 0.0 else 1.0
