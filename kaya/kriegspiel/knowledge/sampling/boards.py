"""Random boards that do not contradict what a player knows (section 5.1 of the paper).

The other side's pieces are drawn by their densities, as many as are left, with no more pawns on a file than its
captures allow. The last message is obeyed by construction where that is easy (something stands where a capture was
announced, gives the announced check, can be taken by a pawn, or stands in the way of a refused try), and in any case
tested by the umpire's own words: a board that contradicts it is thrown away, and another drawn.

Left out are boards on which an announced pawn try is en passant, or on which a pinned pawn could otherwise take
something: others can always stand for them.
"""

import numpy as np

from ....kernel import at, kernel, random_unit
from ...rules.attacks import NOTHING, bit
from ...rules.board import FIFTY, LONG, NOWHERE, SHORT, in_check, set_rights
from ...rules.messages import CHECKS, SOURCES, TRIES
from ...rules.moves import is_legal
from ...rules.squares import KING, PAWN, ROOK, WHITE
from ...rules.umpire import inspect_position
from .placing import ANY, draw_pieces, place_blockers, place_checks, place_one, place_pawn_tries, place_rest

IMPOSSIBLE = 1 << 20  # more contradictions than there can be: no legal board was found
EN_PASSANT = 0.125  # how often a capture that could be en passant is taken to be


@kernel
def own_pieces(known, board):
    """A board with the own pieces and nothing else; its random numbers go on."""
    own = known.own[0]
    board.turn, board.castling, board.passing, board.end, board.tries = own.turn, own.castling, NOWHERE, 0, 0
    board.last, board.hash, board.rules = own.last, own.hash, own.rules
    for k in range(3):  # loops compile in a tenth of the time that slices take
        board.of_colour[at(k)] = own.of_colour[at(k)]
    for k in range(7):
        board.of_kind[at(k)] = own.of_kind[at(k)]
    for k in range(64):
        board.kind_at[at(k)] = own.kind_at[at(k)]
    for k in range(FIFTY + 1):
        board.history[at(k)] = NOTHING


@kernel
def home_rights(board, colour):
    """The castling rights that a side has if its king and rooks at home have never moved."""
    home, rights = (0 if colour == WHITE else 56), 0
    rooks, king = board.of_kind[ROOK] & board.of_colour[at(colour)], board.of_kind[KING] & board.of_colour[at(colour)]
    if king & bit(home + 4):
        rights = (SHORT if rooks & bit(home + 7) else 0) | (LONG if rooks & bit(home) else 0)
    return rights if colour == WHITE else rights << 2


@kernel
def fill_in(known, board):
    """Draw the other side's pieces; False if they did not fit."""
    own_pieces(known, board)
    them = 3 - board.turn
    pieces, closed = draw_pieces(known, board), NOTHING
    if known.capturer != NOWHERE:  # Step 1: what has just captured
        if known.passing != NOWHERE and random_unit(board) < EN_PASSANT:
            pieces = place_one(known, board, pieces, bit(known.passing), 1 << PAWN)
        else:
            pieces = place_one(known, board, pieces, bit(known.capturer), ANY)
    if pieces >= 0 and known.said & CHECKS:  # Step 2: what gives check
        pieces, closed = place_checks(known, board, pieces)
    elif pieces >= 0:  # Step 3: what pawns can take; in check that is left to chance
        pieces, closed = place_pawn_tries(known, board, pieces, closed)
    if pieces >= 0 and known.refused:  # Step 4: what was in the way
        pieces = place_blockers(known, board, pieces, closed)
    if pieces < 0 or not place_rest(known, board, pieces, closed):  # Step 5: all others
        return False
    set_rights(board, board.turn, board.castling | home_rights(board, them), known.clock, known.own[0].ply)
    return True


@kernel
def contradictions(known, board):
    """How many things that the player knows are not so on this board; IMPOSSIBLE if it is not legal or the game is
    over on it."""
    if in_check(board, 3 - board.turn):
        return IMPOSSIBLE
    said = inspect_position(board)
    if board.end:
        return IMPOSSIBLE
    wrong = (1 if (said ^ known.said) & CHECKS else 0) + (1 if (said ^ known.said) & (TRIES | SOURCES) else 0)
    for k in range(known.refused):
        wrong += is_legal(board, np.int64(known.tried[at(k)]))
    return wrong


@kernel
def sample_board(known, board, attempts):
    """Draw boards until one contradicts nothing; how many contradictions are left, 0 unless all attempts were in vain.
    Then it is the best of them, or IMPOSSIBLE. `board` is a record like the umpire's, whose random numbers are used."""
    best, best_rng = IMPOSSIBLE, board.rng
    for k in range(attempts + 1):
        rng = board.rng
        if k == attempts:
            if best == IMPOSSIBLE:
                break
            board.rng = best_rng  # the best one once more
        if fill_in(known, board):
            wrong = contradictions(known, board)
            if wrong == 0 or k == attempts:
                return wrong
            if wrong < best:
                best, best_rng = wrong, rng
    return best


@kernel
def sample_boards(known, boards, attempts):
    """Fill an array with boards that contradict nothing, `attempts` for each at most; how many there are, from the
    first on. The random numbers are those of boards[0]."""
    count = 0
    rng = boards[0].rng
    for _ in range(len(boards)):
        boards[at(count)].rng = rng
        wrong = sample_board(known, boards[at(count)], attempts)
        rng = boards[at(count)].rng
        count += wrong == 0
        if count == len(boards):
            break
    boards[0].rng = rng
    return count
