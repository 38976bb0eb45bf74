"""Moves on a metaposition: an own piece's, and the enemy's of whom nobody knows which piece it was.

An own move shows that the squares it passes are empty. An enemy move only adds possibilities: every kind of piece
spreads over the squares that it might have reached. The search makes the same moves as the real game."""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import lowest
from ...rules.attacks import BETWEEN, NOTHING, ONE, PAWN_ATTACKS, bit, piece_attacks
from ...rules.board import KEPT, NOWHERE, castles, castling_corner, lift, move_piece
from ...rules.moves import LONG_GOAL, LONG_PATH, SHORT_GOAL, SHORT_PATH
from ...rules.squares import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from ..sets import beside, bishop_spread, cornering, knight_spread, rook_spread
from .deduction import men_left, show_empty

EMPTY = 0  # the place of "nothing stands there" among the kinds
FADING = 0.75  # what is left of the chance that a piece that was noticed is still there, after an enemy move


@kernel
def own_move(m, move):
    """Move an own piece; what it passes and where it goes holds no enemy any more."""
    source, target, us = move & 63, move >> 6 & 63, m.side
    kind = move_piece(m, us, move)
    passed = BETWEEN[at(source), at(target)] | bit(source)
    if castles(kind, source, target):
        corner = castling_corner(source, target)
        passed |= BETWEEN[at(source), at(corner)] | bit(corner)
    own = m.of_colour[at(us)]
    show_empty(m, (passed | own) & ~own)
    for k in range(7):
        m.may[at(k)] &= ~own
    m.noticed[at(target)], m.age[at(target)] = 0.0, 0
    m.doubled = target if kind == PAWN and abs(target - source) == 16 else NOWHERE
    m.exposed &= ~(bit(source) | bit(target))
    m.clock = 0 if kind == PAWN else m.clock + 1
    m.last, m.turn = move, 3 - us


@kernel
def took(m, s, pawn, value):
    """An own piece has taken a pawn or a piece on a square."""
    m.clock = 0
    if pawn:
        m.pawns -= 1
        m.files[at(s & 7)] -= m.files[at(s & 7)] > 0
    else:
        m.pieces -= 1
    m.material = max(m.material - value, 0.0)


@kernel
def took_somebody(m):
    """An own piece has taken a pawn or a piece, nobody says which."""
    m.clock = 0
    m.material -= m.material / max(men_left(m), 1)
    m.untyped += 1


@kernel
def fade(m):
    """A move of the enemy makes all knowledge older."""
    m.turn, m.refused, m.checks, m.tries = m.side, 0, 0, 0
    m.moves += 1
    m.clock += 1
    for s in range(64):
        m.age[s] = min(np.int64(m.age[s]) + 1, 99)
        m.noticed[s] *= np.float32(FADING)


@kernel
def enemy_move(m):
    """Some enemy piece has moved without capturing: every kind spreads over the squares that may be empty."""
    free = m.may[EMPTY]
    knights, bishops, rooks = m.may[KNIGHT], m.may[BISHOP], m.may[ROOK]
    queens, kings, pawns = m.may[QUEEN], m.may[KING], m.may[PAWN]
    near, askew = beside(free), cornering(free)
    left = knights & knight_spread(free) | rooks & near | bishops & askew | (queens | kings) & (near | askew)
    m.may[KNIGHT] |= knight_spread(knights) & free
    m.may[BISHOP] |= bishop_spread(bishops, free) & free
    m.may[ROOK] |= rook_spread(rooks, free) & free
    m.may[QUEEN] |= (rook_spread(queens, free) | bishop_spread(queens, free)) & free
    m.may[KING] |= (beside(kings) | cornering(kings)) & free
    row = at(0) if m.side == BLACK else at(56)
    for corner, path, goal in ((0, LONG_PATH, LONG_GOAL), (7, SHORT_PATH, SHORT_GOAL)):
        if kings >> row & bit(4) and rooks >> row & bit(corner) and free >> row & path == path:
            m.may[KING] |= goal << row
            m.may[ROOK] |= bit((4 + lowest(goal)) >> 1) << row
            left |= (bit(4) | bit(corner)) << row
    if m.side == BLACK:
        one = pawns << at(8) & free
        two = (one & at(0xFF0000)) << at(8) & free
        left |= pawns & free >> at(8)
        m.passing = two >> at(8)
    else:
        one = pawns >> at(8) & free
        two = (one & at(0xFF0000000000)) >> at(8) & free
        left |= pawns & free << at(8)
        m.passing = two << at(8)
    promotions = one & at(0xFF000000000000FF)
    if promotions:
        m.promoted = 1
        for kind in range(KNIGHT, KING):
            m.may[at(kind)] |= promotions
    m.may[PAWN] |= one & ~promotions | two
    m.may[EMPTY] |= left


@kernel
def lose(m, s):
    """An enemy piece has taken the own piece on a square, and stands there now; or behind it, en passant."""
    taken = np.int64(m.kind_at[at(s)])
    lift(m, s, m.side, taken)
    m.castling &= KEPT[at(s)]
    m.exposed &= ~bit(s)
    m.clock, m.passing = 0, NOTHING
    m.noticed[at(s)], m.age[at(s)] = 1.0, 0
    blockers, left = ~m.may[EMPTY], NOTHING
    for kind in range(KNIGHT, KING + 1):
        sources = piece_attacks(kind, s, blockers) & m.may[at(kind)]
        if sources:
            m.may[at(kind)] |= bit(s)
            left |= sources
    sources = PAWN_ATTACKS[at(m.side), at(s)] & m.may[PAWN]
    if sources:
        left |= sources
        m.files[at(s & 7)] += 1
        if s < 8 or s >= 56:
            m.promoted = 1
            for kind in range(KNIGHT, KING):
                m.may[at(kind)] |= bit(s)
        else:
            m.may[PAWN] |= bit(s)
    if s == m.doubled:
        behind = s - 8 if m.side == WHITE else s + 8
        sources = PAWN_ATTACKS[at(m.side), at(behind)] & m.may[PAWN]
        if sources:
            left |= sources | bit(s)
            m.may[PAWN] |= bit(behind)
            m.files[at(s & 7)] += 1
    m.may[EMPTY] |= left
    left &= ~bit(s)
    while left:
        m.noticed[at(lowest(left))] = 0.0  # who was noticed there is likely to be the one
        left &= left - ONE
