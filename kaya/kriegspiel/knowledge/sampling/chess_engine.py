"""A small chess program: what a board is worth when both sides see it (section 4.2 of the paper asks GNU Chess).

Alpha-beta to a fixed depth, then captures and promotions until the board is quiet; the evaluation counts material,
places and mobility in hundredths of a pawn. All values are those of the player to move.
"""

from math import tanh

import numpy as np

from ....kernel import at, kernel, plain, record, zeros
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import ONE, piece_attacks
from ...rules.board import FIFTY, everybody, in_check, make
from ...rules.game import kriegspiel
from ...rules.moves import is_legal, moves
from ...rules.squares import BLACK, KING, KNIGHT, NO_MOVE, PAWN, QUEEN, WHITE
from ...rules.umpire import insufficient_material
from ..pieces import HUNDREDTHS

MOBILITY = 4  # for each square that a piece attacks, own pieces excepted
MATE, INFINITE = 30_000, 1_000_000
QUIET = 4  # plies of captures after which a board counts as quiet
LAST_PLY = 15  # no line is longer
MOST_MOVES = 256  # of a chess position; 218 is the record
MOVE_BITS = 15
ENDING = 2600  # of both sides' pieces together; below it the king is better in the centre
FRAME = record(*((name, "i8") for name in ("depth", "alpha", "beta", "best", "quiet", "count", "tried")))
WORK = record(
    ("boards", kriegspiel.dtype, (LAST_PLY + 2,)),
    ("frames", FRAME, (LAST_PLY + 2,)),
    ("moves", "i4", (LAST_PLY + 2, MOST_MOVES)),
)


def _places() -> np.ndarray:
    """[kind, square]: what a white piece gains by standing there; row 0 is for a king in the ending."""
    table = np.zeros((7, 64), np.int64)
    for s in range(64):
        x, y = s & 7, s >> 3
        centre = 7 - int(abs(x - 3.5) + abs(y - 3.5))  # 0 in a corner, 6 in the middle
        table[PAWN, s] = (0, 0, 2, 6, 14, 30, 60, 0)[y] + (8 if y in (3, 4) and x in (3, 4) else 0)
        table[KNIGHT, s] = 6 * centre - 20
        table[KNIGHT + 1, s] = 3 * centre - (8 if y == 0 else 0)
        table[KNIGHT + 2, s] = (15 if y == 6 else 0) + (3 if x in (3, 4) else 0)
        table[QUEEN, s] = 2 * centre - 5
        table[KING, s] = (20 if y == 0 and x in (1, 2, 6) else 0) - 12 * y
        table[0, s] = 7 * centre - 20
    return table


PLACES = _places()


@kernel
def pieces_value(board):
    """The pieces of both sides together, without pawns and kings."""
    total = 0
    for kind in range(KNIGHT, KING):
        total += count_bits(board.of_kind[at(kind)]) * HUNDREDTHS[at(kind)]
    return total


@kernel
def evaluate(board):
    """Material, places and mobility of the player to move, less those of the opponent."""
    ending, total = pieces_value(board) < ENDING, 0
    occupied = everybody(board)
    for colour in (WHITE, BLACK):
        pieces, value = board.of_colour[at(colour)], 0
        own = pieces
        while pieces:
            s = lowest(pieces)
            pieces &= pieces - ONE
            kind = np.int64(board.kind_at[at(s)])
            row = 0 if kind == KING and ending else kind
            value += HUNDREDTHS[at(kind)] + PLACES[at(row), at(s if colour == WHITE else s ^ 56)]
            if PAWN < kind < KING:
                value += MOBILITY * count_bits(piece_attacks(kind, s, occupied) & ~own)
        total += value if colour == board.turn else -value
    return total


@kernel
def promise(board, move):
    """How soon to look at a move: the largest victim of the smallest piece first; 0 if it is quiet."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind, victim = np.int64(board.kind_at[at(source)]), np.int64(board.kind_at[at(target)])
    if kind == PAWN and target == board.passing:
        victim = np.int64(PAWN)
    if promotion == QUEEN:
        victim += QUEEN
    return 8 * victim + 7 - kind if victim else 0


@kernel
def list_moves(work, ply):
    """The legal moves of the board at this ply, each with its promise above it; how many."""
    board, into = work.boards[at(ply)], work.moves[ply]
    count = moves(board, into)
    for k in range(count):
        into[at(k)] |= promise(board, np.int64(into[at(k)])) << MOVE_BITS
    return count


@kernel
def next_move(work, ply, k, count):
    """The most promising of the moves from place k on; it changes places with the one there."""
    best = k
    for j in range(k + 1, count):
        if work.moves[at(ply), at(j)] > work.moves[at(ply), at(best)]:
            best = j
    chosen = np.int64(work.moves[at(ply), at(best)])
    work.moves[at(ply), at(best)] = work.moves[at(ply), at(k)]
    return chosen


@kernel
def look_at(work, ply):
    """Begin with the board at this ply: list its moves, and set what it is worth without any of them."""
    frame, board = work.frames[at(ply)], work.boards[at(ply)]
    frame.count, frame.tried, frame.best, frame.quiet = list_moves(work, ply), 0, -INFINITE, 0
    checked = in_check(board, board.turn)
    if frame.count == 0:
        frame.best = ply - MATE if checked else 0
    elif board.clock >= FIFTY or insufficient_material(board):
        frame.best, frame.count = 0, 0
    else:
        at_end = frame.depth <= -QUIET or ply == LAST_PLY
        frame.quiet = frame.depth <= 0 and not checked
        if frame.quiet or at_end:
            frame.best = evaluate(board)
            frame.alpha = max(frame.alpha, frame.best)
        if at_end:
            frame.count = 0


@kernel
def next_try(work, ply):
    """The next move to look at from the board at this ply; NO_MOVE if there is none, or none is needed."""
    frame = work.frames[at(ply)]
    if frame.tried == frame.count or frame.alpha >= frame.beta:
        return NO_MOVE
    chosen = next_move(work, ply, frame.tried, frame.count)
    frame.tried += 1
    return NO_MOVE if frame.quiet and chosen >> MOVE_BITS == 0 else chosen & (1 << MOVE_BITS) - 1


@kernel
def alpha_beta(work, first, depth, alpha, beta):
    """What the board at ply `first` is worth to the player to move, `depth` plies deep and then until it is quiet. The
    plies are kept in frames: a kernel that calls itself crashes when Numba loads it from its cache."""
    ply, new = first, True
    frame = work.frames[at(ply)]
    frame.depth, frame.alpha, frame.beta = depth, alpha, beta
    while True:
        if new:
            look_at(work, ply)
        frame = work.frames[at(ply)]
        move = next_try(work, ply)
        new = move != NO_MOVE
        if new:
            work.boards[at(ply + 1)] = work.boards[at(ply)]
            make(work.boards[at(ply + 1)], move)
            ply += 1
            child = work.frames[at(ply)]
            child.depth, child.alpha, child.beta = frame.depth - 1, -frame.beta, -frame.alpha
        elif ply == first:
            return frame.best
        else:
            ply -= 1
            parent = work.frames[at(ply)]
            parent.best = max(parent.best, -frame.best)
            parent.alpha = max(parent.alpha, parent.best)


@kernel
def score_moves(work, boards, first, last, tries, depth, scale, sums, counts):
    """For each of the tries, on each of the boards from `first` to before `last` on which it is legal: add its value
    after `depth` plies, squeezed to between -1 and 1 (tanh of hundredths / scale), and count it."""
    for b in range(first, last):
        for k in range(len(tries)):
            if is_legal(boards[at(b)], np.int64(tries[at(k)])):
                work.boards[1] = boards[at(b)]
                make(work.boards[1], np.int64(tries[at(k)]))
                value = -alpha_beta(work, 1, depth - 1, -INFINITE, INFINITE)
                sums[at(k)] += tanh(value / scale)
                counts[at(k)] += 1


def new_work() -> np.ndarray:
    """Room for one search."""
    return plain(zeros(WORK))
