"""Zobrist hashes: the exclusive or of one random number per stone. Equal positions have equal hashes; unequal ones
practically never (64 bits)."""

import numpy as np

from ...kernel import kernel, split_seed
from .board import BLACK, CELLS, WHITE, is_legal, put

TABLE = np.array([[int(split_seed(0x60, 3 * p + colour)) for colour in range(3)] for p in range(CELLS)], np.uint64)


@kernel
def zobrist(board):
    """The hash of the stones on the board, whoever is to move."""
    value = np.uint64(0)
    for p in range(board.stride + 1, (board.lines + 1) * board.stride):
        v = board.colour[p]
        if v == BLACK or v == WHITE:
            value ^= TABLE[p, v]
    return value


@kernel
def zobrist_of(boards):
    """The hash of boards[0]: arrays reach a kernel quicker than records do."""
    return zobrist(boards[0])


@kernel
def superko_moves(boards, colour, seen, banned):
    """Write into `banned` the legal points where a stone would repeat one of the positions `seen` (their hashes,
    sorted); how many. boards[0] is the position, boards[1] is played on."""
    count = 0
    for k in range(boards[0].empties):
        p = np.int64(boards[0].empty[k])
        if is_legal(boards[0], p, colour):
            boards[1] = boards[0]
            put(boards[1], p, colour)
            value = zobrist(boards[1])
            place = np.searchsorted(seen, value)
            if place < len(seen) and seen[place] == value:
                banned[count] = p
                count += 1
    return count
