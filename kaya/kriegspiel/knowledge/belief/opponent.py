"""How the opponent moves: the second set of assumptions of section 5.2, suggested there by human play."""

import numpy as np

from ....kernel import at, kernel, record
from ....kernel.bits import lowest
from ....kernel.views import record_at
from ...rules.attacks import EVERYWHERE, KING_STEPS, LINE_LENGTHS, LINE_STARTS, LINE_STEPS, ONE, bit
from ...rules.squares import WHITE
from ..densities import TIMES
from .control import attacks_of_all
from .matrices import TINY, sum_over

TRENDS = record(("f", "f4", (3 * TIMES, 64)))
"""The function f of the opponent's moves: by time and matrix, for all squares."""


@kernel
def chances(state):
    """P_king, P_pawn and P_piece: who moves, all men being equally likely to."""
    men = state.pawns + state.pieces + 1.0
    return 1.0 / men, state.pawns / men, state.pieces / men


@kernel
def attraction(state, matrix):
    """The function f of the opponent's next move, of all squares, for Pk (0), Pw (1) or Pc (2)."""
    made = (state.ply + (state.turn != WHITE)) >> 1
    return record_at(state.trends, TRENDS).f[at(3 * min(made, TIMES - 1) + matrix)]


@kernel
def king_walks(state, chance):
    """Pk(t+1) = (1 - P_king) Pk(t) + P_king times what comes in from the squares around: a random walk over the
    squares that the king may enter, those more attractive by f more likely. From its first square it may castle."""
    own, after, f = state.of_colour[at(state.turn)], state.control, attraction(state, 0)
    free = ~(own | attacks_of_all(state, EVERYWHERE))
    home = 60 if state.turn == WHITE else 4
    for s in range(64):
        after[at(s)] = 0.0
    for s in range(64):
        weight = np.float64(state.Pk[at(s)])
        if weight == 0.0:
            continue
        goals = KING_STEPS[at(s)] & free
        if s == home and not own & (bit(s - 1) | bit(s + 1)):
            goals |= (bit(s - 2) | bit(s + 2)) & free
        whole = sum_over(f, goals)
        if whole <= 0.0:
            after[at(s)] += np.float32(weight)
            continue
        after[at(s)] += np.float32((1.0 - chance) * weight)
        each = chance * weight / whole
        while goals:
            g = at(lowest(goals))
            after[g] += np.float32(each * f[g])
            goals &= goals - ONE
    for s in range(64):
        state.Pk[at(s)] = after[at(s)]


@kernel
def pawns_step(state, chance):
    """Pawns are one-way chains: each of the k1 goes ahead with its share of P_pawn, if the square is probably free;
    from their first row every second one takes two squares. On the last row a pawn becomes a piece."""
    if state.pawns <= 0.0:
        return
    own, each, f = state.of_colour[at(state.turn)], chance / state.pawns, attraction(state, 1)
    ahead, row, first = (-8, 6, 8) if state.turn == WHITE else (8, 1, 55)
    for k in range(48):  # the most advanced first, so that none goes twice
        s = first + k if ahead < 0 else first - k
        weight, goal = np.float64(state.Pw[at(s)]), s + ahead
        if weight == 0.0 or own & bit(goal):
            continue
        free = max(1.0 - state.Pk[at(goal)] - state.Pw[at(goal)] - state.Pc[at(goal)], 0.0)
        gone = weight * min(each * free * f[at(goal)], 1.0)
        state.Pw[at(s)] -= np.float32(gone)
        if s >> 3 == row and not own & bit(goal + ahead):
            state.Pw[at(goal + ahead)] += np.float32(0.5 * gone)
            gone *= 0.5
        if 8 <= goal < 56:
            state.Pw[at(goal)] += np.float32(gone)
        else:
            state.Pc[at(goal)] += np.float32(gone)
            state.pawns -= gone
            state.pieces += gone


@kernel
def pieces_spread(state, rate):
    """Figure 7: the board is swept along ranks, files and diagonals. In each group of two or more squares without an
    own man, the share `rate` of every square's probability goes to the others of the group, c2 = 1 / (k - 1) each, or
    in proportion to their attraction f."""
    own, Pc, f = state.of_colour[at(state.turn)], state.Pc, attraction(state, 2)
    for k in range(len(LINE_STARTS)):
        s, step = LINE_STARTS[at(k)], LINE_STEPS[at(k)]
        begin, count, whole, weight = s, 0, 0.0, 0.0
        for _ in range(LINE_LENGTHS[at(k)] + 1):
            if _ == LINE_LENGTHS[at(k)] or own & bit(s):
                if count > 1 and weight > 0.0:
                    spread_group(Pc, f, begin, step, count, whole, rate)
                begin, count, whole, weight = s + step, 0, 0.0, 0.0
            else:
                count += 1
                whole += f[at(s)]
                weight += Pc[at(s)]
            s += step


@kernel
def spread_group(Pc, f, begin, step, count, attraction, rate):
    """One group: with A = sum of P_j / (F - f_j), the new P_i = (1 - rate) P_i + rate f_i (A - P_i / (F - f_i)), where
    F is the sum of f. The sum of P stays, and equal f give c2 = 1 / (k - 1)."""
    everywhere, s = 0.0, begin
    for _ in range(count):
        everywhere += Pc[at(s)] / (attraction - f[at(s)])
        s += step
    s = begin
    for _ in range(count):
        from_others = everywhere - Pc[at(s)] / (attraction - f[at(s)])
        Pc[at(s)] = np.float32((1.0 - rate) * Pc[at(s)] + rate * f[at(s)] * from_others)
        s += step


@kernel
def moves_quietly(state):
    """The opponent has moved and captured nothing. What arrives on a square is what has left others, or the sum over
    the board would change: so c1, with the adjustment factor `willing`, stands on both sides of the printed formula."""
    king, pawn, piece = chances(state)
    if state.pieces > 0.0:
        pieces_spread(state, state.c1 * state.willing * piece)
    pawns_step(state, pawn)
    king_walks(state, king)
    state.known = 0


@kernel
def capturer(state, s):
    """The probabilities, not yet scaled, that the king, a pawn or a piece captures on a square: their parts in
    Prob_control."""
    king, pawn = np.float64(state.by_king[at(s)]), np.float64(state.by_pawn[at(s)])
    return king, pawn, max(state.control[at(s)] - king - pawn, 0.0)


@kernel
def hit(state, s):
    """The chance that the opponent, who was told nothing of it, captures the own piece on a square: "directly
    proportional to Prob_control", min(suffer Prob_control, 1). With `fixed`, its share of the chance `suffer`."""
    if state.fixed:
        return state.suffer * state.control[at(s)] / max(state.exposed, TINY)
    return min(state.suffer * state.control[at(s)], 1.0)


@kernel
def strikes_back(state, s, string, checking):
    """The chance that the opponent captures the piece that has just moved, because it was told where it is: very high
    after a first capture, Prob_control after further ones in a row, and a constant after a check."""
    if string == 1:
        return state.retaliation
    if string > 1:
        return min(np.float64(state.control[at(s)]), 1.0)
    return state.check_taken if checking else 0.0


@kernel
def next_in_string(state, s):
    """Which capture of a string an own capture on a square would be: the first, unless the opponent has just captured
    there."""
    return max(state.string, 1) + 1 if s == state.taken_at else 1
