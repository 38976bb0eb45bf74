"""Where a piece may go: on the umpire's board, and as far as its owner can tell."""

import numpy as np

from ...kernel import at, kernel
from ...kernel.bits import lowest
from .attacks import (
    BETWEEN,
    EVERYWHERE,
    KING_STEPS,
    LINES,
    NOTHING,
    ONE,
    PAWN_ATTACKS,
    bishop_attacks,
    bit,
    man_attacks,
    piece_attacks,
    rook_attacks,
)
from .board import LONG, NOWHERE, SHORT, attackers, everybody, king_of, may_take_passing
from .squares import BISHOP, KING, PAWN, QUEEN, ROOK, WHITE

MOST_TRIES = 512  # room for the tries of one position: nine queens, two rooks, bishops and knights have at most 321
SHORT_PATH, LONG_PATH = np.uint64(0b01100000), np.uint64(0b00001110)  # empty for castling, on White's first rank
SHORT_GOAL, LONG_GOAL = np.uint64(0b01000000), np.uint64(0b00000100)


@kernel
def danger(board):
    """What binds the player to move: its king's square, the pieces that give check, where its other pieces may go (all
    squares, or those that end the check), and its pinned pieces."""
    us, them = board.turn, 3 - board.turn
    own, enemy = board.of_colour[at(us)], board.of_colour[at(them)]
    occupied = own | enemy
    king = king_of(board, us)
    checkers = attackers(board, king, them, occupied)
    allowed, pinned = EVERYWHERE, NOTHING
    if checkers:
        allowed = NOTHING if checkers & (checkers - ONE) else checkers | BETWEEN[at(king), at(lowest(checkers))]
    queens = board.of_kind[QUEEN]
    snipers = enemy & (
        rook_attacks(king, NOTHING) & (board.of_kind[ROOK] | queens)
        | bishop_attacks(king, NOTHING) & (board.of_kind[BISHOP] | queens)
    )
    while snipers:
        between = BETWEEN[at(king), at(lowest(snipers))] & occupied
        if between & (between - ONE) == NOTHING:
            pinned |= between & own
        snipers &= snipers - ONE
    return king, checkers, allowed, pinned


@kernel
def pawn_steps(s, colour, occupied):
    """One step ahead, or two from the pawn's first row."""
    ahead = 8 if colour == WHITE else -8
    if bit(s + ahead) & occupied:
        return NOTHING
    steps = bit(s + ahead)
    if s >> 3 == (1 if colour == WHITE else 6) and not bit(s + 2 * ahead) & occupied:
        steps |= bit(s + 2 * ahead)
    return steps


@kernel
def castlings(board, occupied):
    """Where the king may castle to, as far as rights and these pieces tell."""
    shift = at(0) if board.turn == WHITE else at(56)
    rights = board.castling if board.turn == WHITE else board.castling >> 2
    goals = NOTHING
    if rights & SHORT and not (occupied >> shift) & SHORT_PATH:
        goals |= SHORT_GOAL
    if rights & LONG and not (occupied >> shift) & LONG_PATH:
        goals |= LONG_GOAL
    return goals << shift


@kernel
def king_targets(board, king, in_check):
    """Where the king may go, castling included."""
    us, them = board.turn, 3 - board.turn
    occupied = everybody(board)
    without, safe = occupied ^ bit(king), NOTHING
    steps = KING_STEPS[at(king)] & ~board.of_colour[at(us)]
    while steps:
        s = lowest(steps)
        if not attackers(board, s, them, without):
            safe |= bit(s)
        steps &= steps - ONE
    if not in_check:
        goals = castlings(board, occupied)
        while goals:
            s = lowest(goals)
            if safe & bit((king + s) >> 1) and not attackers(board, s, them, without):
                safe |= bit(s)
            goals &= goals - ONE
    return safe


@kernel
def legal_targets(board, s, king, checkers, allowed, pinned):
    """Where the piece of the player to move on square s may go; the rest is what `danger` says."""
    if s == king:
        return king_targets(board, king, checkers != NOTHING)
    us = board.turn
    own, enemy = board.of_colour[at(us)], board.of_colour[at(3 - us)]
    kind = np.int64(board.kind_at[at(s)])
    if kind == PAWN:
        targets = pawn_steps(s, us, own | enemy) | PAWN_ATTACKS[at(us), at(s)] & enemy
    else:
        targets = piece_attacks(kind, s, own | enemy) & ~own
    targets &= allowed
    if pinned & bit(s):
        targets &= LINES[at(king), at(s)]
    if kind == PAWN and board.passing != NOWHERE:
        goal = PAWN_ATTACKS[at(us), at(s)] & bit(board.passing)
        if goal and may_take_passing(board, s, board.passing):
            targets |= goal
    return targets


@kernel
def write_moves(board, s, targets, into, count):
    """Write the moves of the piece on s to these squares, a pawn's promotions one by one; the new count."""
    last_row = board.kind_at[at(s)] == PAWN and s >> 3 == (6 if board.turn == WHITE else 1)
    while targets:
        move = s | lowest(targets) << 6
        if last_row:
            for promotion in range(QUEEN, PAWN, -1):
                into[at(count)] = move | promotion << 12
                count += 1
        else:
            into[at(count)] = move
            count += 1
        targets &= targets - ONE
    return count


@kernel
def moves(board, into):
    """Write the legal moves into `into`; how many."""
    king, checkers, allowed, pinned = danger(board)
    own, count = board.of_colour[at(board.turn)], 0
    while own:
        s = lowest(own)
        count = write_moves(board, s, legal_targets(board, s, king, checkers, allowed, pinned), into, count)
        own &= own - ONE
    return count


@kernel
def is_legal(board, move):
    """May the player to move do this? Any number may be asked for."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    if not board.of_colour[at(board.turn)] & bit(source):
        return False
    king, checkers, allowed, pinned = danger(board)
    if not legal_targets(board, source, king, checkers, allowed, pinned) & bit(target):
        return False
    if board.kind_at[at(source)] == PAWN and (target < 8 or target >= 56):
        return PAWN < promotion < KING
    return promotion == 0


@kernel
def attacks_from(board, s, colour, occupied):
    """What the piece of this colour on a square attacks, if these squares were occupied."""
    return man_attacks(colour, np.int64(board.kind_at[at(s)]), s, occupied)


@kernel
def is_pawn_capture(board, move):
    return board.kind_at[at(move & 63)] == PAWN and (move ^ move >> 6) & 7 != 0


@kernel
def path_of(board, move):
    """The squares that must be empty for a move: those between, and for a pawn's step its target too."""
    source, target = move & 63, move >> 6 & 63
    path = BETWEEN[at(source), at(target)]
    if board.kind_at[at(source)] == PAWN and (source ^ target) & 7 == 0:
        path |= bit(target)
    return path


@kernel
def is_among(move, listed, count):
    """Is it one of the first `count` moves that are listed?"""
    found = False
    for k in range(count):
        found |= listed[at(k)] == move
    return found


@kernel
def own_targets(board, s):
    """Where a piece could go for all its owner knows: own pieces stand in its way, enemies are not seen. A pawn may
    capture wherever no own piece stands, if the umpire has announced a pawn try."""
    us = board.turn
    own = board.of_colour[at(us)]
    kind = np.int64(board.kind_at[at(s)])
    if kind == PAWN:
        targets = pawn_steps(s, us, own)
        return targets | PAWN_ATTACKS[at(us), at(s)] & ~own if board.tries > 0 else targets
    targets = piece_attacks(kind, s, own) & ~own
    return targets | castlings(board, own) if kind == KING else targets


@kernel
def tries(board, into):
    """Write the moves that the player to move may try into `into`; how many. It looks at own pieces only, so the board
    may be the umpire's or the player's."""
    own, count = board.of_colour[at(board.turn)], 0
    while own:
        s = lowest(own)
        count = write_moves(board, s, own_targets(board, s), into, count)
        own &= own - ONE
    return count
