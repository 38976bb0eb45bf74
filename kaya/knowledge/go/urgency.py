"""Urgencies: a simulated move is drawn with probability U_j / sum of all U (Mango paper, section 2.3.3).

U_j is the capture value plus the value of the 3x3 pattern, times 20 within Manhattan distance 1 of the last move; 0
where the move is illegal or fills an own eye. The urgencies of both colours are kept up to date from move to move.
After a move only those points change that have a new neighbour, that are the last liberty of a chain, or were it: a
chain in atari has no other empty neighbour, so no other point can see the difference.

They live in the scratch of a thread: U of each point, the sums of blocks of 16 points, and a list of points to look at
again. One word holds both colours, Black's in its lower half and White's in its upper, so that one addition keeps both.
"""

import numpy as np

from ...games.go.board import (
    BLACK,
    CELLS,
    EDGE,
    EMPTY,
    NUMBER_BITS,
    NUMBER_MASK,
    PASS,
    SQUARES_SHIFT,
    SUM_MASK,
    WHITE,
    in_atari,
    last_liberty,
    play,
)
from ...kernel import at, kernel, random_below
from .captures import CAPTURED, SAVED, stones_in_atari

NEAR = 20  # the factor beside the last move
MOST = 1 << 22  # an urgency is cut here, so that no sum exceeds half a word
BLOCKS = CELLS  # where the sums of the blocks begin, after U of each point
AGAIN = BLOCKS + (CELLS >> 4) + 1  # where the list begins: its length, then the points
HALF = (1 << 32) - 1


@kernel
def set_urgencies(work, p, both):
    """Set the urgencies of both colours at a point; the sum of its block follows."""
    change = both - work.scratch[at(p)]
    if change != 0:
        work.scratch[at(p)] = both
        work.scratch[at(BLOCKS + (p >> 4))] += change


@kernel
def urgency(colour, around, threatened, diagonals, own_stones, enemy_stones, pattern):
    """U of a move, without the factor for the last move. `around`, `threatened` and `diagonals` count the direct
    neighbours, those of them in atari, and the diagonal ones: four bits for each of empty, black, white and edge."""
    mine, its = 4 * colour, 12 - 4 * colour
    empty, edges, own = around & 15, around >> 12 & 15, around >> mine & 15
    safe = own - (threatened >> mine & 15)
    legal = empty + safe + enemy_stones > 0
    eye = own + edges == 4 and (diagonals >> its & 15) + (edges > 0) < 2
    saved = own_stones if empty + 2 * safe >= 2 or enemy_stones > 0 else 0
    return min(CAPTURED * enemy_stones + SAVED * saved + pattern, MOST) if legal and not eye else 0


@kernel
def refresh(board, work, p, table):
    """Set the urgencies of a point anew, for both colours, in one look around.

    It is the same as `is_playable`, `capture_value` and `neighbourhood` for each colour, without branches: what stands
    around a point is as good as random."""
    if board.colour[at(p)] != EMPTY or p == board.ko:
        set_urgencies(work, p, 0)
        return
    w = board.stride
    around, threatened, code, shift = 0, 0, 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        v = np.int64(board.colour[at(q)])
        sums = board.liberties[at(board.head[at(q)])]  # of no use, but harmless, where there is no stone
        total = sums >> NUMBER_BITS & SUM_MASK
        atari = np.int64((sums & NUMBER_MASK) * (sums >> SQUARES_SHIFT) == total * total) & (v ^ v >> 1)
        around += 1 << 4 * v
        threatened += atari << 4 * v
        code |= v << 2 * shift | atari << 16 + shift
        shift += 1
    diagonals = 0
    for d in (-w - 1, -w + 1, w - 1, w + 1):
        v = np.int64(board.colour[at(p + d)])
        diagonals += 1 << 4 * v
        code |= v << 2 * shift
        shift += 1
    black_stones, white_stones = 0, 0
    if threatened != 0:
        black_stones, white_stones = stones_in_atari(board, p, BLACK), stones_in_atari(board, p, WHITE)
    of_black = urgency(
        BLACK, around, threatened, diagonals, black_stones, white_stones, np.int64(table.patterns[at(code << 1)])
    )
    of_white = urgency(
        WHITE, around, threatened, diagonals, white_stones, black_stones, np.int64(table.patterns[at(code << 1 | 1)])
    )
    set_urgencies(work, p, of_black | of_white << 32)


@kernel
def start_urgencies(board, work, table):
    """The urgencies of a whole board."""
    for k in range(AGAIN + 1):
        work.scratch[at(k)] = 0
    for k in range(board.empties):
        refresh(board, work, np.int64(board.empty[at(k)]), table)


@kernel
def look_again(work, p):
    count = work.scratch[at(AGAIN)] + 1
    work.scratch[at(AGAIN)] = count
    work.scratch[at(AGAIN + count)] = p


@kernel
def foresee_captures(board, work, move, colour):
    """Note all that changes where the move captures: the stones taken, and the last liberties of own chains beside
    them, which will not be their last any more."""
    w = board.stride
    for d in (-w, w, -1, 1):
        q = move + d
        if board.colour[at(q)] == EDGE - colour and in_atari(board, board.head[at(q)]):
            stone = q
            while True:
                look_again(work, stone)
                for e in (-w, w, -1, 1):
                    n = stone + e
                    if board.colour[at(n)] == colour and in_atari(board, board.head[at(n)]):
                        look_again(work, last_liberty(board, board.head[at(n)]))
                stone = np.int64(board.next_in_chain[at(stone)])
                if stone == q or work.scratch[at(AGAIN)] > 800:
                    break


@kernel
def play_with_urgencies(board, work, move, table):
    """Play a move and keep the urgencies up to date."""
    work.scratch[at(AGAIN)] = 0
    if board.ko != 0:
        look_again(work, board.ko)
    if move == PASS:
        play(board, move)
    else:
        colour, w = board.turn, board.stride
        foresee_captures(board, work, move, colour)
        taken = work.scratch[at(AGAIN)]
        play(board, move)
        for k in range(1, taken + 1):  # the points around stones that were taken
            p = work.scratch[at(AGAIN + k)]
            for d in (-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1):
                if board.colour[at(p + d)] == EMPTY:
                    refresh(board, work, p + d, table)
        for d in (-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1):
            p = move + d
            v = board.colour[at(p)]
            if v == EMPTY:
                refresh(board, work, p, table)
        for d in (-w, w, -1, 1, 0):
            p = move + d
            v = board.colour[at(p)]
            if v != EMPTY and v != EDGE and in_atari(board, board.head[at(p)]):
                look_again(work, last_liberty(board, board.head[at(p)]))
        look_again(work, move)
        if board.ko != 0:
            look_again(work, board.ko)
    for k in range(1, work.scratch[at(AGAIN)] + 1):
        refresh(board, work, work.scratch[at(AGAIN + k)], table)


@kernel
def draw_move(board, work):
    """A move drawn by urgency, or PASS where there is none."""
    shift, w, last = 32 * (board.turn - 1), board.stride, board.last
    total, near = 0, 0
    for block in range(BLOCKS, BLOCKS + ((board.lines + 1) * w >> 4) + 1):
        total += work.scratch[at(block)] >> shift & HALF
    if last != PASS:
        for d in (-w, w, -1, 1):
            near += work.scratch[at(last + d)] >> shift & HALF
    near *= NEAR - 1
    if total == 0:
        return 0
    left = random_below(board, total + near)
    if left < near:
        for d in (-w, w, -1, 1):
            left -= (NEAR - 1) * (work.scratch[at(last + d)] >> shift & HALF)
            if left < 0:
                return last + d
    left -= near
    block = BLOCKS
    while left >= work.scratch[at(block)] >> shift & HALF:
        left -= work.scratch[at(block)] >> shift & HALF
        block += 1
    p = (block - BLOCKS) << 4
    while left >= work.scratch[at(p)] >> shift & HALF:
        left -= work.scratch[at(p)] >> shift & HALF
        p += 1
    return p
