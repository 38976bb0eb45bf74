"""Is it mate, or stalemate? For each square where the enemy king may be."""

from math import exp

from ....kernel import at, kernel
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import BETWEEN, KING_STEPS, NOTHING, ONE, PAWN_ATTACKS, bit, piece_attacks
from ...rules.moves import attacks_from
from ...rules.squares import KING, KNIGHT, PAWN, WHITE
from .deduction import besides_king, men_left
from .likelihood import expected

STUCK = 0.5  # chance that a pawn cannot move either, where a king cannot


@kernel
def finality(m, g, w):
    """The enemy is to move: the chance of mate times its value, less the chance of stalemate times its price. A mate
    that is certain counts in full."""
    kings, mates, stalemates = m.may[KING], 0.0, 0.0
    if not kings:
        return 0.0
    left, stuck = kings, STUCK ** max(men_left(m), 0)
    while left:
        king = lowest(left)
        covered, checkers = covered_from(m, king)
        steps = KING_STEPS[at(king)] & ~covered
        if steps & (m.may[0] | m.of_colour[at(m.side)]) == NOTHING:
            if checkers:
                mates += exp(-helpers_of(m, g, king, checkers))
            elif m.pieces <= 0:
                stalemates += stuck
        left &= left - ONE
    return (w.mate * mates - w.stalemate * stalemates) / count_bits(kings)


@kernel
def covered_from(m, king):
    """The squares that the own pieces attack for certain if the king stands there and steps aside, and who attacks
    him."""
    own, covered, checkers = m.of_colour[at(m.side)], NOTHING, NOTHING
    unsure = (m.of_colour[at(m.side)] | besides_king(m)) & ~bit(king)
    while own:
        s = lowest(own)
        seen = attacks_from(m, s, m.side, unsure)
        covered |= seen
        if seen & bit(king):
            checkers |= bit(s)
        own &= own - ONE
    return covered, checkers


@kernel
def helpers_of(m, g, king, checkers):
    """How many enemy pieces are expected to be able to take the checking piece or to step between; none in a double
    check, where only the king could move."""
    if checkers & (checkers - ONE):
        return 0.0
    goals = checkers | BETWEEN[at(king), at(lowest(checkers))]
    helpers = 0.0
    while goals:
        s = lowest(goals)
        for kind in range(KNIGHT, KING):
            if m.may[at(kind)]:
                helpers += expected(m, g, kind, piece_attacks(kind, s, ~m.may[0]) & ~bit(king))
        if bit(s) & checkers:
            helpers += expected(m, g, PAWN, PAWN_ATTACKS[at(m.side), at(s)])
        elif m.may[PAWN]:
            behind = bit(s) << at(8) | bit(s) << at(16) if m.side == WHITE else bit(s) >> at(8) | bit(s) >> at(16)
            helpers += expected(m, g, PAWN, behind)
        goals &= goals - ONE
    return helpers
