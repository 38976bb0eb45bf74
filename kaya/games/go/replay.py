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
    made, positions, captures = 0, 1, False
    for p in moves:
        if p != PASS:
            if not (0 < p < CELLS) or board.colour[p] != EMPTY or not is_legal(board, p, board.turn):
                break
            before, colour = board.empties, board.turn
            play(board, p)
            if board.empties == before - 1:
                seen[positions] = seen[positions - 1] ^ TABLE[p, colour]
            else:
                seen[positions] = zobrist(board)
                captures = True
            positions += 1
        else:
            play(board, p)
        made += 1
    return made, _first_repeat(seen[:positions], moves) if captures else 0


@kernel
def _first_repeat(seen, moves):
    """The first move that gave a position a second time, passes counted; `seen` has a hash per stone played."""
    in_order = np.sort(seen)
    if not (in_order[1:] == in_order[:-1]).any():
        return 0
    stone = 0
    for number in range(1, len(moves) + 1):
        if moves[number - 1] != PASS:
            stone += 1
            for k in range(stone):
                if seen[k] == seen[stone]:
                    return number
    return 0
