"""3x3 patterns: the eight points around a move, their colours, the edge, and which neighbours are in atari.

A neighbourhood is a code of 20 bits: two for the colour of each of the eight points, in the order of `AROUND`, and one
for each of the four direct neighbours that is in atari. Rotations, reflections and the exchange of colours leave about
one code in sixteen; values are learned for those and looked up for all.
"""

from functools import cache
from importlib import resources

import numpy as np

from ...kernel import at, kernel
from ..rules.board import BLACK, PASS, WHITE, clear, in_atari, is_playable, play, put

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


@kernel
def count_neighbourhoods(board, lines, handicap, moves, seen, played):
    """Replay a game; add to seen[colour - 1] each neighbourhood that could have been played, and to played[colour - 1]
    each that was."""
    clear(board, lines, 0.0)
    for p in handicap:
        put(board, p, BLACK)
    if len(handicap) > 0:
        board.turn = WHITE
    for move in moves:
        if move != PASS:
            colour = board.turn
            for k in range(board.empties):
                p = np.int64(board.empty[k])
                if is_playable(board, p, colour):
                    seen[colour - 1, neighbourhood(board, p)] += 1
            played[colour - 1, neighbourhood(board, move)] += 1
        play(board, move)


def values_from(seen: np.ndarray, played: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Codes (Black to move, the smallest of each symmetry class) and their values: the rate at which a neighbourhood is
    played where it could be, (played + 1/2) / (seen + 50), scaled so that the highest is 2433. The 50 keep rare
    neighbourhoods from looking urgent by accident."""
    of_black, of_white = canonical(), canonical()[swap_colours(np.arange(CODES))]

    def fold(counts: np.ndarray) -> np.ndarray:
        return np.bincount(of_black, counts[0], CODES) + np.bincount(of_white, counts[1], CODES)

    seen, played = fold(seen), fold(played)
    codes = np.flatnonzero(seen)
    rate = (played[codes] + 0.5) / (seen[codes] + 50)
    return codes, np.maximum(1, np.round(HIGHEST * rate / rate.max())).astype(np.uint16)


_PLACES = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
_TURNS = [
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, -x),
]


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
    """The learned values, from 1 to 2433: of a code at 2 x code for Black to move, and at the next place for White.

    Made with `kaya learn neighbourhoods pro19.txt.xz --games 4000` from 4,000 professional games."""
    with resources.files(__package__ or "").joinpath("patterns3.npz").open("rb") as file:
        stored = np.load(file)
        black = np.ones(CODES, np.uint16)
        black[stored["codes"]] = stored["values"]
    black = black[canonical()]
    return np.stack([black, black[swap_colours(np.arange(CODES))]], axis=1).reshape(-1)
