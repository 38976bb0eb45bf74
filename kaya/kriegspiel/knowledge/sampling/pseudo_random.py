"""Pseudo-random play (section 5.1 of the paper): random moves, but nearly always a capture back where one is possible,
or a pawn try, as nearly all players do; and the endings in which nobody needs to play on."""

import numpy as np

from ....kernel import at, kernel, random_below, random_unit
from ...rules.attacks import NOTHING
from ...rules.messages import TAKEN, TAKEN_AT
from ...rules.moves import is_pawn_capture, moves
from ...rules.squares import BISHOP, BLACK, KING, KNIGHT, QUEEN, ROOK, WHITE
from ...rules.umpire import both_shades

RECAPTURE = 0.95  # how often a capture is answered by one on the same square
PAWN_TRY = 0.95  # how often a pawn try is used


@kernel
def pseudo_random_move(board, heard, room):
    """A legal move for the player to move, who has `heard` a message; `room` is for the moves of one position. Pawns
    become queens."""
    count = moves(board, room)
    where = heard >> TAKEN_AT & 63 if heard & TAKEN and random_unit(board) < RECAPTURE else -1
    with_pawn = board.tries > 0 and random_unit(board) < PAWN_TRY
    best, seen = 0, 0
    for k in range(count):
        move = np.int64(room[at(k)])
        rank = 0
        if move >> 6 & 63 == where:
            rank = 2
        elif with_pawn and is_pawn_capture(board, move):
            rank = 1
        if rank > best:
            best, seen = rank, 0
        if rank == best:
            seen += 1
            room[at(seen - 1)] = move  # never ahead of k
    chosen = np.int64(room[at(random_below(board, seen))])
    return chosen & 4095 | QUEEN << 12 if chosen >> 12 else chosen


@kernel
def clear_winner(board):
    """The side that mates a bare king with what it has (a queen, a rook, bishops of both shades, bishop and knight);
    0 if there is none."""
    kings = board.of_kind[KING]
    for colour in (WHITE, BLACK):
        if board.of_colour[at(3 - colour)] & ~kings == NOTHING:
            own = board.of_colour[at(colour)]
            bishops, knights = own & board.of_kind[BISHOP], own & board.of_kind[KNIGHT]
            majors = own & (board.of_kind[QUEEN] | board.of_kind[ROOK])
            if majors or both_shades(bishops) or (bishops and knights):
                return colour
    return 0
