"""What a metaposition is worth: material, position, protection and information (section 4.3).

Everything is in pawns and from the side of the player whose metaposition it is, the enemy being to move. `standing` is
what one has, and `risk` what the enemy's next move is expected to take away; the search adds up the risks of a line.
"""

from math import exp

import numpy as np

from ....kernel import Parameters, at, kernel, parameter
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import KING_STEPS, NOTHING, ONE, PAWN_ATTACKS, bit, piece_attacks
from ...rules.board import FIFTY
from ...rules.moves import attacks_from
from ...rules.squares import KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from ..pieces import COUNTS, MINIMAX_VALUES
from ..sets import FILES, squares_where
from .deduction import besides_king
from .likelihood import estimate, expected


class Weights(Parameters):
    """The evaluation function's weights, in pawns where nothing else is said."""

    centre: float = parameter(0.06, "position: a piece one ring nearer to the centre", low=0, high=1)
    develop: float = parameter(0.25, "position: a knight or bishop that has left the first row", low=0, high=2)
    advance: float = parameter(0.03, "position: a pawn's rows beyond its first, squared", low=0, high=1)
    passed: float = parameter(0.05, "position: the same again if surely no enemy pawn stops it", low=0, high=1)
    shelter: float = parameter(
        0.15, "position: a pawn beside a king in a corner; also a row that the king is away", low=0, high=2
    )
    castle: float = parameter(0.4, "position: a king that has left the middle files", low=0, high=3)
    near: float = parameter(
        0.05, "position: the own king one ring nearer to the centre, when the enemy is weak", low=0, high=1
    )
    pawn_takes: float = parameter(0.8, "protection: chance that a pawn takes: the umpire announces it", low=0, high=1)
    known_takes: float = parameter(0.6, "protection: chance that a piece takes a piece it knows of", low=0, high=1)
    blind_takes: float = parameter(
        0.1, "protection: chance that a piece takes a piece it does not know of", low=0, high=1
    )
    open_line: float = parameter(0.6, "protection: chance that a line of unknown squares is open", low=0, high=1)
    retake: float = parameter(0.8, "protection: chance to take back on a protected square", low=0, high=1)
    others: float = parameter(0.35, "protection: share of the lesser risks; the enemy moves but once", low=0, high=1)
    protect: float = parameter(0.06, "protection: each piece that is protected", low=0, high=1)
    king_risk: float = parameter(0.5, "protection: an enemy that may attack the king", low=0, high=5)
    hunt: float = parameter(0.06, "information: share of what the attacked squares may hold", low=0, high=1)
    check: float = parameter(0.3, "information: chance that the next move finds the king", low=0, high=5)
    age: float = parameter(0.0015, "information: a square, for each move since it was known", low=0, high=0.1)
    confine: float = parameter(0.03, "information: a square where the king may be, when ahead", low=0, high=1)
    press: float = parameter(
        0.05, "progress: an own piece one step nearer to the king's squares, when ahead", low=0, high=1
    )
    hurry: float = parameter(
        4.0, "progress: what the fifty moves, nearly over, cost a player who is ahead", low=0, high=20
    )
    trade: float = parameter(
        0.04, "progress: share of the enemy's material by which an advantage grows as he loses it", low=0, high=1
    )
    mate: float = parameter(100.0, "what mate is worth; 0: no mate is looked for", low=0, high=1000)
    stalemate: float = parameter(1000.0, "what a stalemate costs a player who is ahead", low=0, high=10000)


RING = np.array([3 - int(max(abs(2 * (s & 7) - 7), abs(2 * (s >> 3) - 7)) / 2) for s in range(64)], np.float64)
"""How near to the centre: 0 at the edge to 3 in the middle."""
MIDDLE = FILES[2] | FILES[3] | FILES[4] | FILES[5]
ALL_PIECES = float(COUNTS @ MINIMAX_VALUES)  # the value of all pieces of the start
WEAK = 12.0  # an enemy with less is hunted


def _front(colour: int, s: int) -> int:
    """The squares where an enemy pawn can still stop a pawn."""
    return squares_where(lambda x, y: abs(x - (s & 7)) <= 1 and (y > s >> 3 if colour == WHITE else y < s >> 3))


FRONT = np.array([[_front(colour, s) for s in range(64)] for colour in (WHITE, WHITE, 2)], np.uint64)


@kernel
def watch(m, g):
    """Estimate where the enemy is, and note what the own pieces attack."""
    estimate(m, g)
    own, unsure = m.of_colour[at(m.side)], m.of_colour[at(m.side)] | besides_king(m)
    g.watched, g.guarded = NOTHING, NOTHING
    while own:
        s = lowest(own)
        g.watched |= attacks_from(m, s, m.side, ~m.may[0])
        g.guarded |= attacks_from(m, s, m.side, unsure)
        own &= own - ONE


@kernel
def position(m, g, kind, s, strength, w):
    """What it is worth that an own piece stands there; `strength` is the part of its pieces that the enemy has left."""
    row = s >> 3 if m.side == WHITE else 7 - (s >> 3)
    if kind == PAWN:
        beyond = np.float64((row - 1) * (row - 1))
        free = exp(-2.0 * expected(m, g, PAWN, FRONT[at(m.side), at(s)]))
        return beyond * (w.advance + w.passed * free) * (2.0 - strength) + w.centre * RING[at(s)]
    if kind == KING:
        pawns = count_bits(KING_STEPS[at(s)] & m.of_kind[PAWN])
        corner = 0.0 if bit(s) & MIDDLE else 1.0
        safe = w.shelter * (pawns * corner - row) + w.castle * corner
        return strength * safe + (1.0 - strength) * w.near * RING[at(s)]
    if kind == ROOK:
        return 0.0 if m.of_kind[PAWN] & FILES[at(s & 7)] else 2.0 * w.centre
    developed = w.develop if row > 0 and kind != QUEEN else 0.0
    return developed * strength + w.centre * RING[at(s)] * (0.5 if kind == QUEEN else 1.0)


@kernel
def standing(m, g, w):
    """Material, position and information; `watch` has been asked."""
    own, strength = m.of_colour[at(m.side)], min(m.material / ALL_PIECES, 1.0)
    material, places = 0.0, 0.0
    while own:
        s = lowest(own)
        kind = np.int64(m.kind_at[at(s)])
        material += MINIMAX_VALUES[at(kind)]
        places += position(m, g, kind, s, strength, w)
        own &= own - ONE
    ahead = material - m.material
    value = ahead + places + information(m, g, w)
    if ahead > 1.0:
        late = m.clock / FIFTY
        value -= w.hurry * late * late * late
        value += w.trade * (ALL_PIECES - m.material)
        if m.material < WEAK:
            value -= hunted(m, w)
    return value


@kernel
def information(m, g, w):
    """What the attacked squares may hold, the chance to find the king, and how old the knowledge is."""
    prey = 0.0
    for kind in range(PAWN, KING):
        prey += expected(m, g, kind, g.watched) * MINIMAX_VALUES[at(kind)]
    ages = 0
    for s in range(64):
        ages += np.int64(m.age[s])
    return w.hunt * prey + w.check * expected(m, g, KING, g.watched) - w.age * ages


@kernel
def hunted(m, w):
    """How far a weak enemy's king is from being caught: the squares it may be on, and the way there."""
    kings = count_bits(m.may[KING])
    x, y, left = 0, 0, m.may[KING]
    while left:
        x += lowest(left) & 7
        y += lowest(left) >> 3
        left &= left - ONE
    far, own = 0.0, m.of_colour[at(m.side)] & ~m.of_kind[PAWN]
    while own and kings:
        s = lowest(own)
        far += max(abs(x / kings - (s & 7)), abs(y / kings - (s >> 3)))
        own &= own - ONE
    return w.confine * kings + w.press * far


@kernel
def risk(m, g, w):
    """Protection: what the enemy's next move is expected to cost. Pawns are told when they can take; pieces take a
    piece that they know of, and another one by accident. A protected piece is paid for by the one that takes it."""
    own = m.of_colour[at(m.side)]
    most, total = 0.0, -w.protect * count_bits(own & g.watched)
    while own:
        s = lowest(own)
        own &= own - ONE
        cost = threat(m, g, s, w)[0]
        total += cost * w.others
        most = max(most, cost)
    return total + most * (1.0 - w.others)


@kernel
def pawns_at(m, g, squares):
    """How many pawns are to be expected on these squares, those included who were lately noticed."""
    here, seen = squares & m.may[PAWN], 0.0
    while here:
        seen += m.noticed[at(lowest(here))]
        here &= here - ONE
    return max(expected(m, g, PAWN, squares), seen)


@kernel
def threat(m, g, s, w):
    """What the enemy's next move is expected to cost on a square, and the chance that it takes the man there."""
    kind, blockers = np.int64(m.kind_at[at(s)]), ~m.may[0]
    back = w.retake if g.watched & bit(s) else 0.0
    takes = w.known_takes if m.exposed & bit(s) else w.blind_takes
    value, cost, threats, stays = MINIMAX_VALUES[at(kind)], 0.0, 0.0, 1.0
    x = min(pawns_at(m, g, PAWN_ATTACKS[at(m.side), at(s)]), 1.0)
    cost += x * w.pawn_takes * max(value - back * MINIMAX_VALUES[PAWN], 0.0)
    threats += x
    stays *= 1.0 - x * w.pawn_takes
    for enemy in range(KNIGHT, KING + 1):
        if not m.may[at(enemy)] or (enemy == KING and back > 0.0):
            continue
        x = min(expected(m, g, enemy, piece_attacks(enemy, s, blockers)), 1.0)
        if enemy != KNIGHT and enemy != KING:
            x *= w.open_line
        threats += x
        stays *= 1.0 - x * takes
        cost += x * takes * max(value - back * MINIMAX_VALUES[at(enemy)], 0.0)
    if kind == KING:
        return w.king_risk * min(threats, 1.0), 0.0
    return min(cost, value), 1.0 - stays
