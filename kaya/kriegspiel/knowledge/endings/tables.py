"""Endings against a king that is seen, solved backwards: how many moves to mate with a rook or with two bishops, and
how many to promote a pawn. They are a lower bound of what it takes in the dark, and show the way.

All places of the lone king are handled at once, as a set: for each place of our pieces, `won` are those from which our
side, being to move, wins within so many moves, and `lost` the same with the king to move.
"""

import functools

import numpy as np

from ....kernel import at, inlined, kernel, zeros
from ....kernel.bits import lowest
from ...rules.attacks import KING_STEPS, NOTHING, ONE, bit
from ...rules.squares import BISHOP, KING, PAWN
from ..sets import neighbours
from .ending import ENDING, attacked, refusals, write_tries

UNWON = 60  # what the table says where the win cannot be forced
LONGEST = 40


@inlined
def pair_place(king, s):
    """The row of the table for a king and one piece."""
    return king << 6 | s


@inlined
def bishops_place(king, dark, light):
    """The row for a king and two bishops, the one on dark squares first: each has 32 squares."""
    return king << 10 | dark >> 1 << 5 | light >> 1


@inlined
def shaded(k, light):
    """The k-th dark or light square; k is the square's number halved."""
    return 2 * k + ((k >> 2) + light & 1)


@kernel
def stand(ending, kind, place):
    """Put king and pieces on the squares of this place; is that possible?"""
    ending.kind[0], ending.kind[1], ending.kind[2] = KING, kind, kind
    if kind == BISHOP:
        ending.count, ending.square[0] = 3, place >> 10
        ending.square[1], ending.square[2] = shaded(place >> 5 & 31, 0), shaded(place & 31, 1)
    else:
        ending.count, ending.square[0], ending.square[1] = 2, place >> 6, place & 63
    ending.own = NOTHING
    for k in range(ending.count):
        ending.own |= bit(ending.square[at(k)])
    for k in range(1, ending.count):
        if ending.square[at(k)] == ending.square[0] or (kind == PAWN and not 8 <= ending.square[at(k)] < 56):
            return False
    return True


@kernel
def place_of(ending):
    """The place on which they stand."""
    if ending.count == 3:
        return bishops_place(ending.square[0], ending.square[1], ending.square[2])
    return pair_place(ending.square[0], ending.square[1])


@kernel
def lost_at(ending, won):
    """The squares on which the king, to move, is mated or can only go where our side wins."""
    covered = attacked(ending, ending.own)
    possible = ~(ending.own | KING_STEPS[at(ending.square[0])])
    stalemate = ~neighbours(~covered) & ~covered
    return possible & ~stalemate & ~neighbours(~covered & (ending.own | ~won))


@kernel
def won_at(ending, lost):
    """The squares of the king from which some move of ours leads to a lost place, or promotes a pawn that lives."""
    won = NOTHING
    for k in range(write_tries(ending, ending.tries[0])):
        move = ending.tries[0, at(k)]
        piece, target, kind = move & 15, move >> 4 & 63, move >> 10
        source = ending.square[at(piece)]
        refused = refusals(ending.kind[at(piece)], source, target)
        if kind != ending.kind[at(piece)]:  # a promotion
            protected = KING_STEPS[at(target)] & bit(ending.square[0])
            after = ~NOTHING if protected else ~KING_STEPS[at(target)]
        else:
            ending.square[at(piece)] = target
            after = lost[at(place_of(ending))]
            ending.square[at(piece)] = source
        won |= after & ~refused
    return won & ~(ending.own | attacked(ending, ending.own))


@kernel
def solve(ending, kind, won, lost, table):
    """Fill the table of this kind of piece: by place and king, the number of moves."""
    for depth in range(1, LONGEST):
        changed = False
        for place in range(len(won)):
            if stand(ending, kind, place):
                lost[at(place)] = lost_at(ending, won[at(place)])
        for place in range(len(won)):
            if stand(ending, kind, place):
                new = won_at(ending, lost) & ~won[at(place)]
                won[at(place)] |= new
                changed |= new != NOTHING
                while new:
                    table[at(place << 6 | lowest(new))] = depth
                    new &= new - ONE
        if not changed:
            return


@functools.cache
def table_of(kind: int) -> np.ndarray:
    """The table of a rook, a pawn or two bishops. Solved once a process: a rook or pawn takes a hundredth of a second,
    the bishops a few tenths."""
    places = 64 * 32 * 32 if kind == BISHOP else 64 * 64
    table = np.full(64 * places, UNWON, np.uint8)
    solve(zeros(ENDING)[0], kind, np.zeros(places, np.uint64), np.zeros(places, np.uint64), table)
    return table
