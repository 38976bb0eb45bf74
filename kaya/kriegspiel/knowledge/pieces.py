"""The pieces of chess: what they are worth, how many there are, and where they stand when a game begins."""

import numpy as np

from ..rules import BLACK, WHITE, Start
from ..rules.squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

VALUES = np.array([0.0, 1.0, 3.0, 3.0, 5.0, 9.0, 0.0])
"""In pawns, by kind, as programs B and C count them."""
MINIMAX_VALUES = np.array([0.0, 1.0, 3.0, 3.25, 5.0, 9.0, 0.0])
"""As the metaposition minimax program does."""
HUNDREDTHS = np.array([0, 100, 320, 330, 500, 900, 0])
"""As the chess program of the samplers does, in hundredths of a pawn."""
COUNTS = np.array([0.0, 8.0, 2.0, 2.0, 2.0, 1.0, 1.0])
"""How many pieces of each kind there are at the start."""
BACK_ROW = np.array([ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK])
"""The kinds on the first row of a side, by file."""
HOMES = np.zeros((3, 7), np.uint64)
"""By colour and kind, where the pieces stand at the start: sets of squares."""
HOMES[WHITE, PAWN], HOMES[BLACK, PAWN] = 0xFF << 8, 0xFF << 48
for _x, _kind in enumerate(BACK_ROW):
    HOMES[WHITE, _kind] |= np.uint64(1 << _x)
    HOMES[BLACK, _kind] |= np.uint64(1 << 56 + _x)


def is_usual(start: Start) -> bool:
    """Does the game begin as chess does, so that everybody knows where the opponent's pieces are?"""
    home = {(s, kind) for kind, squares in enumerate(HOMES[start.side]) for s in range(64) if int(squares) >> s & 1}
    return start.ply == 0 and set(start.pieces) == home and (start.enemy_pawns, start.enemy_pieces) == (8, 7)
