"""The umpire as kernels: what a move gives away, and when the game is over.

`board.rules` are the flags of a rule set (see `rule_sets`). By those of the ICC, which are 0, nothing else is asked."""

import numpy as np

from ...kernel import at, kernel, random_below
from ...kernel.bits import count_bits, lowest
from .attacks import NOTHING, ONE, PAWN_ATTACKS, bit
from .board import FIFTY, make, repetitions
from .messages import (
    END_AT,
    FIFTY_MOVES,
    FILE,
    HAS_ANY,
    ILLEGAL,
    INSUFFICIENT,
    KNIGHT_CHECK,
    LONG_DIAGONAL,
    LOST_STALEMATE,
    MATE,
    MOVED,
    NO_ANY,
    PAWN_TAKEN,
    PIECE_TAKEN,
    RANK,
    REPETITION,
    SHORT_DIAGONAL,
    SOME,
    SOURCES,
    SOURCES_AT,
    SPECIAL,
    STALEMATE,
    TAKEN,
    TAKEN_AT,
    TRIES,
    TRIES_AT,
    UNTOLD,
)
from .moves import danger, is_legal, is_pawn_capture, legal_targets, tries
from .rule_sets import (
    ASKED,
    EN_PASSANT,
    ENDLESS,
    ICC,
    NEVER,
    PAWN_TRIES,
    PROMOTIONS,
    RELEASES,
    SQUARES,
    STALEMATE_LOSES,
    TRIES_TO_BOTH,
    UNTYPED,
    WHETHER,
)
from .squares import ANY, BISHOP, BLACK, KNIGHT, PAWN, QUEEN, ROOK

DARK_SQUARES = np.uint64(0xAA55AA55AA55AA55)
NOT_ASKED, NONE, MUST_CAPTURE, RELEASED = 0, 1, 2, 3
"""What became of "any?" in a turn: not asked; answered no; yes, so that pawns must try to capture; and no more."""


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
def pawn_sources(board, king, checkers, allowed, pinned):
    """The pawns of the player to move that can capture: their squares, and which they are in the order of these."""
    us, sources, which, k = board.turn, NOTHING, 0, 0
    pawns = board.of_colour[at(us)] & board.of_kind[PAWN]
    while pawns:
        s = lowest(pawns)
        if legal_targets(board, s, king, checkers, allowed, pinned) & PAWN_ATTACKS[at(us), at(s)]:
            sources |= bit(s)
            which |= 1 << k
        k += 1
        pawns &= pawns - ONE
    return sources, which


@kernel
def inspect_by_rules(board, king, checkers, pawn_tries, allowed, pinned):
    """The rest of `inspect_position` by another rule set than the ICC's. Of the pawn tries, `board.tries` is what the
    player is told."""
    board.asked, board.sources = NOT_ASKED, NOTHING
    if board.end == STALEMATE and board.rules & STALEMATE_LOSES:
        board.end = LOST_STALEMATE
    if board.end:
        return np.int64(board.end << END_AT)
    how, message = board.rules & PAWN_TRIES, 0
    board.tries = pawn_tries
    if how == ASKED or how == NEVER:
        board.tries = UNTOLD
    elif how == WHETHER:
        board.tries = SOME if pawn_tries else 0
    elif how == SQUARES:
        board.sources, which = pawn_sources(board, king, checkers, allowed, pinned)
        board.tries = count_bits(board.sources)
        message = which << SOURCES_AT
    message |= board.tries << TRIES_AT
    while checkers:
        message |= check_direction(king, lowest(checkers))
        checkers &= checkers - ONE
    return np.int64(message)


@kernel
def can_pawn_capture(board):
    """Has the player to move a pawn try?"""
    king, checkers, allowed, pinned = danger(board)
    return pawn_sources(board, king, checkers, allowed, pinned)[1] != 0


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
    elif not board.rules & ENDLESS and repetitions(board) >= 3:
        board.end = REPETITION
    if board.rules != ICC:
        return inspect_by_rules(board, king, checkers, pawn_tries, allowed, pinned)
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
def move_message(board, move, taken):
    """The part of a message that tells of the move itself: that it was made, and what it captured, as `make` says."""
    message = MOVED
    if taken:
        message |= capture_message(taken & 7 == PAWN, taken >> 3)
    if board.rules != ICC:
        if taken and board.rules & UNTYPED:
            message |= TAKEN
        if board.rules & PROMOTIONS and move >> 12:
            message |= SPECIAL
        if board.rules & EN_PASSANT and taken and taken >> 3 != move >> 6 & 63:
            message |= SPECIAL
    return message


@kernel
def announce(board, move):
    """Play a legal move; the umpire's message."""
    taken = make(board, move)
    return move_message(board, move, taken) | inspect_position(board)


@kernel
def try_move(board, move):
    """A player tries a move: it is played and the message tells of it, or ILLEGAL and nothing has changed but what the
    player must do. Or it asks: ANY is answered by NO_ANY, or by HAS_ANY, after which it must try pawn captures."""
    if board.end == 0 and is_legal(board, move) and board.asked != MUST_CAPTURE:
        return announce(board, move)
    return ILLEGAL if board.rules == ICC else try_by_rules(board, move)


@kernel
def try_by_rules(board, move):
    """What another rule set than the ICC's adds to `try_move`: the question, and what it obliges to. By the English
    rules one pawn capture must be tried, by those of Berkeley one must be made."""
    if board.end:
        return ILLEGAL
    if move == ANY:
        return answer_any(board)
    if board.asked == MUST_CAPTURE and is_pawn_capture(board, move):
        if is_legal(board, move):
            return announce(board, move)
        if board.rules & RELEASES:
            board.asked = RELEASED
    return ILLEGAL


@kernel
def answer_any(board):
    """Can any pawn capture? ILLEGAL where nobody may ask, or it was asked before in this turn."""
    if board.rules & PAWN_TRIES != ASKED or board.asked != NOT_ASKED:
        return ILLEGAL
    if can_pawn_capture(board):
        board.tries, board.asked = SOME, MUST_CAPTURE
        return HAS_ANY
    board.tries, board.asked = 0, NONE
    return NO_ANY


@kernel
def tries_by_rules(board, into):
    """`tries`, without what the rule set excludes: captures of pawns that have no try, where it tells which have one;
    and all but pawn captures, if the player must capture with a pawn."""
    count, kept = tries(board, into), 0
    if board.rules == ICC:
        return count
    squares, must = board.rules & PAWN_TRIES == SQUARES, board.asked == MUST_CAPTURE
    for k in range(count):
        move = np.int64(into[at(k)])
        capture = is_pawn_capture(board, move)
        if (capture or not must) and not (capture and squares and not board.sources & bit(move & 63)):
            into[at(kept)] = move
            kept += 1
    return kept


@kernel
def told(board, message):
    """What the player who moved hears: by the rules of the ICC not the opponent's pawn tries. Which of its pawns have
    one is left out, for it does not know them; `Announcement.squares` tells where they stand."""
    if board.rules == ICC:
        return message & ~TRIES
    if not message & MOVED:
        return message
    return message & ~SOURCES if board.rules & TRIES_TO_BOTH else message & ~(TRIES | SOURCES)


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
    """+1 if White has mated, or stalemated where that wins, -1 if Black has, 0 for a draw."""
    if board.end != MATE and board.end != LOST_STALEMATE:
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
def untried(board, moves, tried, first, last):
    """List the tries that are not among those from `first` to before `last`; how many."""
    count, kept = tries_by_rules(board, moves), 0
    for k in range(count):
        new = True
        for j in range(first, last):
            new &= tried[at(j)] != moves[at(k)]
        if new:
            moves[at(kept)] = moves[at(k)]
            kept += 1
    return kept


@kernel
def random_game(board, moves, tried, messages, longest):
    """Two players that know nothing but their own pieces try at random until the game is over, or `tried` is full, or
    `longest` plies are played. Where they may ask, they do now and then. Each try and the umpire's message are written
    down; how many. `moves` is room for the tries of one position."""
    asked, asking = 0, board.rules & PAWN_TRIES == ASKED
    while board.end == 0 and board.ply < longest:
        left, message, first = tries_by_rules(board, moves), ILLEGAL, asked
        while not message & MOVED:
            if asked == len(tried):
                return asked
            if asking and board.asked == NOT_ASKED and random_below(board, 3) == 0:
                move = np.int64(ANY)
            else:
                move = random_try(board, moves, left)
                left -= 1
            message = try_move(board, move)
            tried[at(asked)], messages[at(asked)] = move, message
            asked += 1
            if asking and not message & MOVED:
                left = untried(board, moves, tried, first, asked)
    return asked
