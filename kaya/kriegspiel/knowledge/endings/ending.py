"""An ending against a bare king, as the stronger side knows it: its own pieces, and the set of squares where the king
can be. That is a metaposition in the sense of Bolognesi and Ciancarini (ACG 10, 2003), and against a bare king it is
exact.

The own pieces are always White here: the endings of Black are turned over. What our pieces attack does not depend on
where the king stands, for a king that steps back along a ray stays in check. So one word holds all attacked squares,
and the whole set moves at once: `neighbours(king_set) & ~attacked`."""

from ....kernel import at, kernel, record
from ....kernel.bits import lowest
from ...rules.attacks import KING_STEPS, NOTHING, ONE, bit, man_attacks, piece_attacks
from ...rules.board import PIECE_KEYS, castles
from ...rules.moves import pawn_steps
from ...rules.squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from ...rules.umpire import both_shades
from ..sets import neighbours

PIECES = 16
LEVELS = 16  # of the search, refusals included
ANSWERS = 40  # silence, checks, mate, stalemate, a refusal
MOST = 256  # tries of one position that are looked at
TURNS = 64  # earlier turns that are remembered

ENDING = record(
    ("count", "i8"),  # own pieces; the king is the first
    ("kind", "i8", PIECES),
    ("square", "i8", PIECES),
    ("own", "u8"),  # where they stand
    ("place", "u8"),  # the same as a hash
    ("king_set", "u8"),  # where the other king can be
    ("others", "i8"),  # the opponent's pieces besides the king: with 0 the set is exact, else a superset
    ("clock", "i8"),  # plies since the last capture or pawn's move
    ("turns", "i8"),  # the own turns since then, and what they were like:
    ("seen_place", "u8", TURNS),
    ("seen_set", "u8", TURNS),
    ("nodes", "i8"),  # metapositions looked at in this search
    ("limit", "i8"),
    ("level", "i8"),  # of the search; for each:
    ("piece", "i8", LEVELS),  # the try that is looked at, and how to take it back
    ("source", "i8", LEVELS),
    ("before", "i8", LEVELS),
    ("tries", "i8", (LEVELS, MOST)),
    ("costs", "f8", (LEVELS, MOST)),
    ("answer_set", "u8", (LEVELS, ANSWERS)),  # what the umpire may answer to the try that is looked at: the set
    ("answer_weight", "f8", (LEVELS, ANSWERS)),  # after it and the king's move, how many squares give this answer,
    ("answer_risk", "f8", (LEVELS, ANSWERS)),  # the share of them from which a piece can be taken,
    ("answer_loss", "f8", (LEVELS, ANSWERS)),  # and what that would cost
    ("draw", "f8"),  # what it costs to lose the mating force, or to give stalemate
    ("far_rook", "u1", 64 * 64 * 64),  # moves to mate a king that is seen, and to promote: see `tables`
    ("far_pawn", "u1", 64 * 64 * 64),
    ("far_bishops", "u1", 64 * 64 * 32 * 32),
)


@kernel
def spread(squares, free):
    """All squares that a king from this set reaches over free squares, in any number of moves."""
    reached = squares
    while True:
        more = reached | neighbours(reached) & free
        if more == reached:
            return reached
        reached = more


@kernel
def attacks_of(ending, k, blockers):
    """What the k-th own piece attacks."""
    return man_attacks(WHITE, ending.kind[at(k)], ending.square[at(k)], blockers)


@kernel
def attacked(ending, blockers):
    """What the own pieces attack, protected pieces included, if rays end at the `blockers`."""
    seen = NOTHING
    for k in range(ending.count):
        seen |= attacks_of(ending, k, blockers)
    return seen


@kernel
def add_piece(ending, kind, s):
    """The king must be the first."""
    k = ending.count
    ending.kind[at(k)], ending.square[at(k)], ending.count = kind, s, k + 1
    ending.own |= bit(s)
    ending.place ^= PIECE_KEYS[WHITE, at(kind), at(s)]


@kernel
def remove_piece(ending, s):
    """The last piece takes the place of the one on s in the list."""
    last = ending.count - 1
    for k in range(1, ending.count):
        if ending.square[at(k)] == s:
            ending.own ^= bit(s)
            ending.place ^= PIECE_KEYS[WHITE, at(ending.kind[at(k)]), at(s)]
            ending.kind[at(k)], ending.square[at(k)] = ending.kind[at(last)], ending.square[at(last)]
            ending.count = last
            return


@kernel
def shift_piece(ending, k, kind, s):
    """The k-th piece goes to s, and is of this kind from now on."""
    ending.own ^= bit(ending.square[at(k)]) | bit(s)
    ending.place ^= PIECE_KEYS[WHITE, at(ending.kind[at(k)]), at(ending.square[at(k)])]
    ending.place ^= PIECE_KEYS[WHITE, at(kind), at(s)]
    ending.kind[at(k)], ending.square[at(k)] = kind, s


@kernel
def write_tries(ending, into):
    """All tries, as piece + 16 * target + 1024 * kind after the move; how many."""
    count = 0
    for k in range(ending.count):
        kind, s = ending.kind[at(k)], ending.square[at(k)]
        targets = pawn_steps(s, WHITE, ending.own) if kind == PAWN else piece_attacks(kind, s, ending.own) & ~ending.own
        while targets and count < MOST - 1:
            t = lowest(targets)
            if kind == PAWN and t >= 56:
                into[at(count)] = k | t << 4 | QUEEN << 10
                into[at(count + 1)] = k | t << 4 | ROOK << 10
                count += 2
            else:
                into[at(count)] = k | t << 4 | kind << 10
                count += 1
            targets &= targets - ONE
    return count


@kernel
def refusals(kind, source, target):
    """Where the other king makes this try illegal. A piece's move never is: a king in its way would be in check, and it
    is not his turn then. Castling is the king's step by two."""
    if kind == KING:
        forbidden = KING_STEPS[at(target)] | bit(target)
        if castles(kind, source, target):
            forbidden |= KING_STEPS[at((source + target) >> 1)]
        return forbidden
    if kind == PAWN:
        return bit(target) | bit((source + target) >> 1) if target - source == 16 else bit(target)
    return NOTHING


@kernel
def can_mate(ending, without):
    """Could the own pieces force mate, those on the squares `without` being lost?"""
    bishops, knights = NOTHING, 0
    for k in range(1, ending.count):
        kind, s = ending.kind[at(k)], ending.square[at(k)]
        if bit(s) & without:
            continue
        if kind == QUEEN or kind == ROOK or kind == PAWN:
            return True
        knights += kind == KNIGHT
        if kind == BISHOP:
            bishops |= bit(s)
    return both_shades(bishops) or (bishops != NOTHING and knights > 0)
