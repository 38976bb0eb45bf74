"""Recorded games, played again under the rules."""

import numpy as np

from ...kernel import kernel
from .board import BLACK, CELLS, EMPTY, PASS, WHITE, clear, is_legal, play, put
from .zobrist import TABLE, zobrist


@kernel
def replay(board, lines, handicap, moves):
    """Play a recorded game on an empty board: Black's `handicap` stones, if any, after which White begins; then `moves`
    in turn. Two numbers: how many moves were played, all of them if each was legal (captures, suicide, simple ko; if
    not, `board` stands before the illegal one), or -1 if the handicap stones are impossible; and the first move that
    repeats an earlier position, counted from 1, or 0. Repetition stops nothing: professional rules allow some."""
    clear(board, lines, 0.0)
    for p in handicap:
        if not (0 < p < CELLS) or board.colour[p] != EMPTY or board.empties == 1:
            return -1, 0
        put(board, p, BLACK)
    if len(handicap) > 0:
        board.turn = WHITE
    seen = np.empty(len(moves) + 1, np.uint64)
    seen[0] = zobrist(board)
    made, stones, captures, repeat = 0, 0, False, 0
    for p in moves:
        if p != PASS:
            if not (0 < p < CELLS) or board.colour[p] != EMPTY or not is_legal(board, p, board.turn):
                break
            before, colour = board.empties, board.turn
            play(board, p)
            stones += 1
            if board.empties == before - 1:
                seen[stones] = seen[stones - 1] ^ TABLE[p, colour]
            else:
                seen[stones] = zobrist(board)
                captures = True
        else:
            play(board, p)
        made += 1
        if captures and repeat == 0 and p != PASS:
            for k in range(stones):
                if seen[k] == seen[stones]:
                    repeat = made
    return made, repeat
