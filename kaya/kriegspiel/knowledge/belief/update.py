"""What the umpire's messages do to what a player knows, in the real game and in a simulated one alike (section 5.2).

A message is a number as in `rules.messages`.
"""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import BETWEEN, KNIGHT_STEPS, NOTHING, ONE, bit, pawns_attack, piece_attacks
from ...rules.board import KEPT, NOWHERE, lift, move_piece
from ...rules.messages import CHECKS, PAWN_TAKEN, PIECE_TAKEN, TAKEN, TAKEN_AT, TRIES, TRIES_AT, UNTOLD
from ...rules.moves import attacks_from, is_pawn_capture, path_of
from ...rules.squares import KING, PAWN, QUEEN
from ...rules.umpire import check_direction
from .control import checkers, clear_path, fill, legal, look, threatened
from .matrices import TINY, empty, likelier, occupy, place_king, rescale, vacate
from .model import MOST_REFUSED, OWN_TURN, REPLY
from .opponent import capturer, moves_quietly, next_in_string
from .outcomes import piece_value, value_of

MENACE = 2.0  # times as likely, at most, are enemies around a square that the king must not enter


@kernel
def hear_refusal(state):
    """The pending try was refused. The king would have been attacked; a pawn that wanted to capture found nobody; else
    somebody stands in the way, as far as no pin and no check explains it: P(there | refused) = P(there) / P(refused).
    """
    move = state.pending
    look(state)
    if state.refused < MOST_REFUSED:
        state.refused_moves[at(state.refused)] = move
        state.refused += 1
    state.phase = OWN_TURN
    if state.kind_at[at(move & 63)] == KING:
        likelier(state, lookouts(state, move >> 6 & 63), min(1.0 / max(1.0 - legal(state, move), 0.01), MENACE), False)
    elif state.check:
        return
    elif is_pawn_capture(state, move):
        vacate(state, bit(move >> 6 & 63))
    else:
        path, refused = path_of(state, move), 1.0 - legal(state, move)
        if path and refused > 0.0:
            likelier(state, path, min(1.0 / max(refused, 0.01), 50.0), True)
            if clear_path(state, path) > 0.9:  # it was thought to be free: then it is the newest of the squares
                blocked(state, path)
    state.known = 0


@kernel
def lookouts(state, target):
    """From where an enemy keeps the own king off a square."""
    own = state.of_colour[at(state.turn)]
    squares = piece_attacks(QUEEN, target, own & ~state.of_kind[KING]) | KNIGHT_STEPS[at(target)]
    return squares & ~own


@kernel
def blocked(state, path):
    """Somebody must stand on one of these squares where nobody was expected: a piece, wherever it came from."""
    each = np.float32(0.5 / count_bits(path))
    while path:
        state.Pc[at(lowest(path))] += each
        path &= path - ONE
    rescale(state.Pc, NOTHING, 1.0, state.pieces)


@kernel
def move_own(state, move):
    """Move the own man, and count what a promotion wins."""
    promotion = move >> 12
    move_piece(state, state.turn, move)
    if promotion:
        state.balance += value_of(state, promotion) - value_of(state, PAWN)


@kernel
def hear_acceptance(state, message):
    """The pending try was a legal move: its path was free, and its target is now."""
    move = state.pending
    target, taken = move >> 6 & 63, message & TAKEN
    attacked, path = threatened(state, move), path_of(state, move) | bit(target)
    if taken == PAWN_TAKEN:
        state.balance += 1.0
        state.pawns = max(state.pawns - 1.0, 0.0)
        empty(state, bit(message >> TAKEN_AT & 63))
    elif taken == TAKEN:
        take_somebody(state, message >> TAKEN_AT & 63, target)
    elif taken == PIECE_TAKEN:
        state.balance += piece_value(state)
        state.pieces = max(state.pieces - 1.0, 0.0)
    empty(state, path)
    move_own(state, move)
    state.string = next_in_string(state, target) if taken else 0
    state.checking = message & CHECKS != 0
    state.struck = target if taken or state.checking else NOWHERE
    state.taken_at = NOWHERE
    find_king(state, target, attacked, message & CHECKS)
    state.phase, state.known = REPLY, 0
    state.ply += 1


@kernel
def take_somebody(state, s, target):
    """Something was captured, nobody says what: a pawn as likely as one was there; for certain if it was en passant."""
    pawn, piece = np.float64(state.Pw[at(s)]), np.float64(state.Pc[at(s)])
    if s != target:
        pawn, piece = 1.0, 0.0
        empty(state, bit(s))
    elif pawn + piece < TINY:
        pawn, piece = state.pawns, state.pieces
    share = pawn / max(pawn + piece, TINY)
    state.balance += share + (1.0 - share) * piece_value(state)
    state.pawns = max(state.pawns - share, 0.0)
    state.pieces = max(state.pieces - (1.0 - share), 0.0)


@kernel
def find_king(state, target, attacked, checks):
    """After an own move. A check says that an own piece attacks the king in that direction; no check, that the king is
    on no square that the moved piece attacks, as far as the way there is free."""
    if checks:
        place_king(state, checked_squares(state, checks))
        return
    fill(state)
    hidden = 0.0
    for s in range(64):
        if attacked & bit(s):
            state.Pk[at(s)] *= np.float32(1.0 - clear_path(state, BETWEEN[at(target), at(s)]))
        hidden += state.Pk[at(s)]
    if hidden > TINY:
        for s in range(64):
            state.Pk[at(s)] /= np.float32(hidden)
    else:
        place_king(state, ~attacked)


@kernel
def checked_squares(state, checks):
    """Where a king would be in check from one of these directions."""
    own, found = state.of_colour[at(state.turn)], NOTHING
    left = own
    while left:
        s = lowest(left)
        squares = attacks_from(state, s, state.turn, own) & ~own
        while squares and state.kind_at[at(s)] != KING:
            king = lowest(squares)
            if check_direction(king, s) & checks:
                found |= bit(king)
            squares &= squares - ONE
        left &= left - ONE
    return found


@kernel
def hear_reply(state, message):
    """The opponent has moved. If it captured, an own man is gone and its captor stands there; else its men spread.
    Then the umpire says whether own pawns can capture, and from where the own king is in check."""
    look(state)
    state.taken_at = NOWHERE
    if message & TAKEN:
        s = message >> TAKEN_AT & 63
        king, pawn, piece = capturer(state, s)
        kind = np.int64(state.kind_at[at(s)])
        lift(state, s, state.turn, kind)
        state.balance -= value_of(state, kind)
        state.castling &= KEPT[at(s)]
        occupy(state, s, king, pawn if state.pawns > 0.0 else 0.0, piece + 0.02)
        state.taken_at, state.known = s, 0
    else:
        state.string = 0
        moves_quietly(state)
    state.phase, state.refused, state.struck, state.checking = OWN_TURN, 0, NOWHERE, 0
    state.check, state.tries = message & CHECKS, (message & TRIES) >> TRIES_AT
    hear_tries(state)
    if state.check:
        find_checker(state)
    state.ply += 1


@kernel
def pawn_goals(state, but):
    """Where own pawns could capture, `but` those on these squares."""
    own = state.of_colour[at(state.turn)]
    return pawns_attack(state.turn, own & state.of_kind[PAWN] & ~but) & ~(own & ~but)


@kernel
def any_there(state, squares, as_pawn):
    """The probability that a piece, or a pawn if that is taken to be `as_pawn` times as likely, stands on one of these
    squares."""
    nobody = 1.0
    while squares:
        s = at(lowest(squares))
        nobody *= max(1.0 - as_pawn * state.Pw[s] - state.Pc[s], 0.0)
        squares &= squares - ONE
    return 1.0 - nobody


@kernel
def hear_tries(state):
    """Pawn tries say that somebody stands where own pawns capture; none says that nobody does, unless a check or a pin
    forbids it."""
    goals = pawn_goals(state, NOTHING)
    if goals == NOTHING or state.tries == UNTOLD:
        return
    if state.tries:
        chance = any_there(state, goals, 1.0)
        if chance < 0.1:
            blocked(state, goals)
            chance = any_there(state, goals, 1.0)
        likelier(state, goals, 1.0 / max(chance, 0.1), False)
    elif not state.check:
        vacate(state, goals)
    state.known = 0


@kernel
def find_checker(state):
    """The own king is in check from a known direction: the checker stands on that line, or a knight's move away."""
    found = checkers(state)
    chance = any_there(state, found, 1.0)
    if chance < 0.3:
        blocked(state, found)
        chance = any_there(state, found, 1.0)
    if found:
        likelier(state, found, 1.0 / max(chance, 0.1), False)
    state.known = 0
