"""What follows from checks: those that the own pieces give, and those against the own king."""

from ....kernel import at, kernel
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import BETWEEN, KING_STEPS, KNIGHT_STEPS, NOTHING, ONE, PAWN_ATTACKS, RAYS, bit, piece_attacks
from ...rules.board import king_of
from ...rules.messages import KNIGHT_CHECK
from ...rules.moves import attacks_from
from ...rules.squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from ...rules.umpire import check_direction, in_direction
from .deduction import anyone, besides_king, settle, show_empty, spot, suspect


@kernel
def find_king(m, checks):
    """Where the enemy king can be, if the own pieces give these checks and no others. If he is on one square, the
    others where he might have been do not block a line."""
    own, blockers, kings = m.of_colour[at(m.side)], m.of_colour[at(m.side)] | besides_king(m), m.may[KING]
    while own:
        s = lowest(own)
        own &= own - ONE
        here = attacks_from(m, s, m.side, blockers) & kings  # it attacks a king there for certain
        while here:
            if not check_direction(lowest(here), s) & checks:
                kings &= ~bit(lowest(here))
            here &= here - ONE
    if checks:
        left = kings
        while left:
            king = lowest(left)
            if not explains(m, king, checks):
                kings &= ~bit(king)
            left &= left - ONE
    if kings:
        m.may[KING] = kings
    settle(m)


@kernel
def explains(m, king, checks):
    """Can the own pieces give all of these checks to a king there?"""
    own, given = m.of_colour[at(m.side)], 0
    while own:
        s = lowest(own)
        if attacks_from(m, s, m.side, ~m.may[0]) & bit(king):
            given |= check_direction(king, s)
        own &= own - ONE
    return given & checks == checks


@kernel
def bound_by_checks(m, checks):
    """The own king is in these checks and in no others."""
    king = king_of(m, m.side)
    suspects = NOTHING
    m.may[KING] &= ~KING_STEPS[at(king)]
    if checks & KNIGHT_CHECK:
        suspects |= KNIGHT_STEPS[at(king)] & m.may[KNIGHT]
    else:
        m.may[KNIGHT] &= ~KNIGHT_STEPS[at(king)]
    pawns = PAWN_ATTACKS[at(m.side), at(king)] & m.may[PAWN]
    checking = in_direction(king, pawns, checks)
    suspects |= checking
    m.may[PAWN] &= ~(pawns & ~checking)
    for way in range(8):
        line, slider = RAYS[way, at(king)], ROOK if way < 4 else BISHOP
        if line:
            checked = check_direction(king, lowest(line)) & checks
            blockers = ~m.may[0] if checked else ~(m.may[0] & ~anyone(m))
            seen = line & piece_attacks(slider, king, blockers)
            if checked:
                suspects |= seen & (m.may[at(slider)] | m.may[QUEEN])
            else:
                m.may[at(slider)] &= ~seen
                m.may[QUEEN] &= ~seen
    if suspects:
        single = checks & (checks - 1) == 0
        if single and suspects & (suspects - ONE) == NOTHING:
            s = lowest(suspects)
            spot(m, s)
            show_empty(m, BETWEEN[at(king), at(s)])
            for kind in range(KNIGHT, KING + 1):
                m.may[at(kind)] &= ~(suspects & ~piece_attacks(kind, king, suspects))
            m.may[PAWN] &= ~(suspects & ~PAWN_ATTACKS[at(m.side), at(king)])
        else:
            suspect(m, suspects, 1.0 / count_bits(suspects))
    settle(m)
