"""What follows for the enemy's pieces from the umpire's words. All of it takes possibilities away that cannot be
true."""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import BETWEEN, KING_STEPS, LINES, NOTHING, ONE, PAWN_ATTACKS, bit, piece_attacks
from ...rules.board import castles, king_of
from ...rules.messages import SOME, UNTOLD
from ...rules.moves import is_pawn_capture, path_of
from ...rules.squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from ..sets import FILES


@kernel
def anyone(m):
    """Where an enemy piece may stand."""
    return m.may[1] | m.may[2] | m.may[3] | m.may[4] | m.may[5] | m.may[6]


@kernel
def besides_king(m):
    """Where an enemy piece that is not the king may stand."""
    return m.may[1] | m.may[2] | m.may[3] | m.may[4] | m.may[5]


@kernel
def show_empty(m, squares):
    """These squares hold nothing, that is known now."""
    m.may[0] |= squares
    for kind in range(1, 7):
        m.may[at(kind)] &= ~squares
    while squares:
        s = lowest(squares)
        m.noticed[at(s)], m.age[at(s)] = 0.0, 0
        squares &= squares - ONE


@kernel
def spot(m, s):
    """An enemy piece stands on this square, that is known now."""
    m.may[0] &= ~bit(s)
    m.noticed[at(s)], m.age[at(s)] = 1.0, 0


@kernel
def suspect(m, squares, chance):
    """With this chance an enemy piece stands on each of these squares."""
    while squares:
        s = lowest(squares)
        m.noticed[at(s)] = max(m.noticed[at(s)], np.float32(chance))
        squares &= squares - ONE


@kernel
def men_left(m):
    """How many pieces and pawns the enemy has besides his king."""
    return m.pawns + m.pieces - m.untyped


@kernel
def settle(m):
    """What the counts of pieces say: who is not left cannot stand anywhere, and the only place left is the place."""
    if m.pawns <= 0:
        m.may[PAWN] = NOTHING
    for x in range(8):
        if m.files[x] == 0:
            m.may[PAWN] &= ~FILES[x]
    if men_left(m) <= 0 or (m.pieces <= 0 and not m.promoted):
        for kind in range(KNIGHT, KING):
            m.may[at(kind)] = NOTHING
    if men_left(m) <= 0:
        m.may[PAWN] = NOTHING
    if count_bits(m.may[KING]) == 1:
        king = m.may[KING]
        for kind in range(KING):
            m.may[at(kind)] &= ~king
    m.may[0] |= ~(anyone(m) | m.of_colour[at(m.side)])


@kernel
def pin_possible(m, s):
    """May the own piece on this square be pinned to the king, or the king be in the open when it goes?"""
    king = king_of(m, m.side)
    line, between = LINES[at(king), at(s)], BETWEEN[at(king), at(s)]
    if line == NOTHING or between & m.of_colour[at(m.side)]:
        return False
    straight = king & 7 == s & 7 or king >> 3 == s >> 3
    slider = ROOK if straight else BISHOP
    snipers = piece_attacks(slider, s, ~m.may[0]) & (m.may[QUEEN] | m.may[at(slider)])
    return snipers & line & ~between != NOTHING


@kernel
def guarded_by_king(m, source, target):
    """The own king may not go to a square: if nobody else can guard it, the enemy king is next to it."""
    guards = PAWN_ATTACKS[at(m.side), at(target)] & m.may[PAWN]
    for kind in range(KNIGHT, KING):
        guards |= piece_attacks(kind, target, ~m.may[0] & ~bit(source)) & m.may[at(kind)]
    if guards == NOTHING and m.may[KING] & KING_STEPS[at(target)]:
        m.may[KING] &= KING_STEPS[at(target)]
        settle(m)


@kernel
def blocked(m, move):
    """A try was refused. Unless its piece may be pinned, or the king is in check, or moves itself, an enemy piece
    stands in its way; or, when a pawn tried to capture, none is there."""
    source, target = move & 63, move >> 6 & 63
    kind = np.int64(m.kind_at[at(source)])
    if kind == KING and not castles(kind, source, target):
        guarded_by_king(m, source, target)
    if kind == KING or m.checks:
        return
    certain = not pin_possible(m, source)
    if is_pawn_capture(m, move):
        if certain:
            show_empty(m, bit(target))
        return
    way = path_of(m, move) & anyone(m)
    if way:
        suspect(m, way, 1.0 / count_bits(way))
        if certain and way & (way - ONE) == NOTHING:
            spot(m, lowest(way))


@kernel
def bound_by_tries(m):
    """The umpire has announced the pawn tries of this turn: without one, a pawn that is free to capture sees no enemy;
    and if there are as many as chances for them, each is one."""
    if m.tries == UNTOLD:
        return
    pawns, chances, goals, sure = m.of_kind[PAWN] & m.of_colour[at(m.side)], 0, NOTHING, True
    prey = besides_king(m)
    while pawns:
        s = lowest(pawns)
        pawns &= pawns - ONE
        here = PAWN_ATTACKS[at(m.side), at(s)] & (prey | m.passing)
        pinned = m.checks != 0 or pin_possible(m, s)
        if here and m.tries == 0 and not pinned:
            show_empty(m, here & prey)
        chances += count_bits(here)
        goals |= here
        sure = sure and not pinned
    if m.tries == 0 or chances == 0:
        return
    if m.tries == SOME:
        suspect(m, goals & prey, 1.0 / chances)
        sure = sure and chances == 1
    else:
        suspect(m, goals & prey, min(m.tries / chances, 1.0))
        sure = sure and chances == m.tries
    goals &= ~m.passing
    if sure:
        m.may[KING] &= ~goals
        while goals:
            spot(m, lowest(goals))
            goals &= goals - ONE
