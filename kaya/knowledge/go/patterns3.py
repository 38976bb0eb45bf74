"""3x3 patterns: the eight points around a move, their colours, the edge, and which neighbours are in atari.

A neighbourhood is a code of 20 bits: two for the colour of each of the eight points, in the order of `AROUND`, and one
for each of the four direct neighbours that is in atari. Rotations, reflections and the exchange of colours leave about
one code in sixteen; values are learned for those and looked up for all.
"""

from functools import cache
from importlib import resources

import numpy as np

from ...games.go.board import BLACK, WHITE, in_atari
from ...kernel import at, kernel

CODES = 1 << 20
HIGHEST = 2433  # the values of the paper range from 1 to 2433


@kernel
def neighbourhood(board, p):
    """The code of the points around p: north, south, west, east, then the diagonals."""
    w = board.stride
    code, shift, bit = 0, 0, 1 << 16
    for d in (-w, w, -1, 1):
        q = p + d
        v = np.int64(board.colour[at(q)])
        code |= v << shift
        if (v == BLACK or v == WHITE) and in_atari(board, board.head[at(q)]):
            code |= bit
        shift += 2
        bit <<= 1
    for d in (-w - 1, -w + 1, w - 1, w + 1):
        code |= np.int64(board.colour[at(p + d)]) << shift
        shift += 2
    return code


_PLACES = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
_TURNS = [lambda x, y: (x, y), lambda x, y: (-y, x), lambda x, y: (-x, -y), lambda x, y: (y, -x),
          lambda x, y: (-x, y), lambda x, y: (x, -y), lambda x, y: (y, x), lambda x, y: (-y, -x)]  # fmt: skip


def _moved(codes: np.ndarray, turn) -> np.ndarray:
    """All codes after a rotation or reflection."""
    moved = np.zeros_like(codes)
    for place, (x, y) in enumerate(_PLACES):
        target = _PLACES.index(turn(x, y))
        moved |= ((codes >> 2 * place) & 3) << 2 * target
        if place < 4:
            moved |= ((codes >> 16 + place) & 1) << 16 + target
    return moved


def swap_colours(codes: np.ndarray) -> np.ndarray:
    """All codes with black and white exchanged (the edge, 3, and empty points, 0, stay)."""
    low, high = codes & 0x5555, codes >> 1 & 0x5555
    stone = low ^ high
    return codes ^ (stone | stone << 1)


@cache
def canonical() -> np.ndarray:
    """For each code the smallest of the eight that are the same but for rotation and reflection."""
    codes = np.arange(CODES, dtype=np.int64)
    return np.min([_moved(codes, turn) for turn in _TURNS], axis=0)


@cache
def shipped() -> np.ndarray:
    """The learned values: values[colour to move][code], from 1 to 2433. Learned for Black; White's are the same with
    colours exchanged."""
    with resources.files(__package__).joinpath("patterns3.npz").open("rb") as file:
        stored = np.load(file)
        black = np.ones(CODES, np.uint16)
        black[stored["codes"]] = stored["values"]
    black = black[canonical()]
    return np.stack([black, black[swap_colours(np.arange(CODES))]], axis=1).reshape(-1)
