"""The umpire as kernels: what a move gives away, and when the game is over."""

import numpy as np

from ...kernel import at, kernel, random_below
from ...kernel.bits import count_bits, lowest
from .attacks import NOTHING, ONE, PAWN_ATTACKS, bit
from .board import FIFTY, make, repetitions
from .messages import (
    END_AT,
    FIFTY_MOVES,
    FILE,
    ILLEGAL,
    INSUFFICIENT,
    KNIGHT_CHECK,
    LONG_DIAGONAL,
    MATE,
    MOVED,
    PAWN_TAKEN,
    PIECE_TAKEN,
    RANK,
    REPETITION,
    SHORT_DIAGONAL,
    STALEMATE,
    TAKEN_AT,
    TRIES,
    TRIES_AT,
)
from .moves import danger, is_legal, legal_targets, tries
from .squares import BISHOP, BLACK, KNIGHT, PAWN, QUEEN, ROOK

DARK_SQUARES = np.uint64(0xAA55AA55AA55AA55)


@kernel
def check_direction(king, attacker):
    """From where a king is in check. Of its two diagonals the longer one is long; they never are of one length."""
    x, y = king & 7, king >> 3
    dx, dy = (attacker & 7) - x, (attacker >> 3) - y
    if dx == 0:
        return FILE
    if dy == 0:
        return RANK
    if abs(dx) != abs(dy):
        return KNIGHT_CHECK
    rising, falling = 8 - abs(x - y), 8 - abs(x + y - 7)
    return LONG_DIAGONAL if (rising > falling) == (dx == dy) else SHORT_DIAGONAL


@kernel
def in_direction(king, squares, checks):
    """Those of the squares from which a piece checks the king in one of these directions."""
    found = NOTHING
    while squares:
        s = lowest(squares)
        if check_direction(king, s) & checks:
            found |= bit(s)
        squares &= squares - ONE
    return found


@kernel
def both_shades(squares):
    """Are there dark and light squares among them?"""
    return squares & DARK_SQUARES != NOTHING and squares & ~DARK_SQUARES != NOTHING


@kernel
def insufficient_material(board):
    """Can nobody ever mate: bare kings, one knight, or only bishops that all stand on squares of one shade?"""
    kinds = board.of_kind
    if kinds[PAWN] | kinds[ROOK] | kinds[QUEEN]:
        return False
    knights, bishops = kinds[KNIGHT], kinds[BISHOP]
    if knights:
        return knights & (knights - ONE) == NOTHING and bishops == NOTHING
    return not both_shades(bishops)


@kernel
def inspect_position(board):
    """Look at the position that has come up: set the end of the game and the pawn tries, and tell both and the checks
    as a part of the message."""
    king, checkers, allowed, pinned = danger(board)
    us = board.turn
    own = board.of_colour[at(us)]
    pawns, others = own & board.of_kind[PAWN], own & ~board.of_kind[PAWN]
    pawn_tries, movable = 0, False
    while pawns:
        s = lowest(pawns)
        targets = legal_targets(board, s, king, checkers, allowed, pinned)
        movable |= targets != NOTHING
        pawn_tries += count_bits(targets & PAWN_ATTACKS[at(us), at(s)])
        pawns &= pawns - ONE
    while others and not movable:
        movable |= legal_targets(board, lowest(others), king, checkers, allowed, pinned) != NOTHING
        others &= others - ONE
    board.end, board.tries = 0, 0
    if not movable:
        board.end = MATE if checkers else STALEMATE
    elif insufficient_material(board):
        board.end = INSUFFICIENT
    elif board.clock >= FIFTY:
        board.end = FIFTY_MOVES
    elif repetitions(board) >= 3:
        board.end = REPETITION
    if board.end:
        return np.int64(board.end << END_AT)
    board.tries = pawn_tries
    message = pawn_tries << TRIES_AT
    while checkers:
        message |= check_direction(king, lowest(checkers))
        checkers &= checkers - ONE
    return np.int64(message)


@kernel
def capture_message(pawn, s):
    """The part of a message that tells of a captured pawn, or piece, on a square."""
    return (PAWN_TAKEN if pawn else PIECE_TAKEN) | s << TAKEN_AT


@kernel
def announce(board, move):
    """Play a legal move; the umpire's message."""
    taken = make(board, move)
    message = MOVED
    if taken:
        message |= capture_message(taken & 7 == PAWN, taken >> 3)
    return message | inspect_position(board)


@kernel
def try_move(board, move):
    """A player tries a move: it is played and the message tells of it, or ILLEGAL and nothing has changed."""
    return announce(board, move) if board.end == 0 and is_legal(board, move) else ILLEGAL


@kernel
def told(board, message):
    """What the player who moved hears: not the opponent's pawn tries."""
    return message & ~TRIES


@kernel
def play(board, move):
    """Play a legal move."""
    announce(board, move)


@kernel
def over(board):
    return board.end != 0


@kernel
def mover(board):
    """WHITE, who is player 1, or BLACK."""
    return np.int64(board.turn)


@kernel
def result(board):
    """+1 if White has mated, -1 if Black has, 0 for a draw."""
    if board.end != MATE:
        return 0.0
    return 1.0 if board.turn == BLACK else -1.0


@kernel
def random_try(board, moves, count):
    """Draw one of the first `count` moves and put the last in its place, so that each is drawn once."""
    k = random_below(board, count)
    move = np.int64(moves[at(k)])
    moves[at(k)] = moves[at(count - 1)]
    return move


@kernel
def random_game(board, moves, tried, messages, longest):
    """Two players that know nothing but their own pieces try at random until the game is over, or `tried` is full, or
    `longest` plies are played. Each try and the umpire's message are written down; how many. `moves` is room for the
    tries of one position."""
    asked = 0
    while board.end == 0 and board.ply < longest:
        left, message = tries(board, moves), ILLEGAL
        while message == ILLEGAL:
            if asked == len(tried):
                return asked
            move = random_try(board, moves, left)
            left -= 1
            message = try_move(board, move)
            tried[at(asked)], messages[at(asked)] = move, message
            asked += 1
    return asked
