"""How the opponent moves: the second set of assumptions of section 5.2, suggested there by human play."""

import numpy as np

from ....kernel import at, kernel, random_unit
from ....kernel.bits import lowest
from ...rules.attacks import EVERYWHERE, KING_STEPS, LINE_LENGTHS, LINE_STARTS, LINE_STEPS, ONE, bit
from ...rules.board import NOWHERE
from ...rules.squares import KING, QUEEN, WHITE
from ..pieces import BACK_ROW, VALUES
from .control import attacks_of_all
from .matrices import TINY, sum_over
from .model import UNKNOWN


@kernel
def chances(state):
    """P_king, P_pawn and P_piece: who moves, all men being equally likely to."""
    men = state.pawns + state.pieces + 1.0
    return 1.0 / men, state.pawns / men, state.pieces / men


@kernel
def king_walks(state, chance):
    """Pk(t+1) = (1 - P_king) Pk(t) + P_king times what comes in from the squares around: a random walk over the
    squares that the king may enter, those more attractive by f more likely. From its first square it may castle."""
    own, after = state.of_colour[at(state.turn)], state.control
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
        attraction = sum_over(state.trend_k, goals)
        if attraction <= 0.0:
            after[at(s)] += np.float32(weight)
            continue
        after[at(s)] += np.float32((1.0 - chance) * weight)
        each = chance * weight / attraction
        while goals:
            g = at(lowest(goals))
            after[g] += np.float32(each * state.trend_k[g])
            goals &= goals - ONE
    for s in range(64):
        state.Pk[at(s)] = after[at(s)]


@kernel
def pawns_step(state, chance):
    """Pawns are one-way chains: each of the k1 goes ahead with its share of P_pawn, if the square is probably free;
    from their first row every second one takes two squares. On the last row a pawn becomes a piece."""
    if state.pawns <= 0.0:
        return
    own, each = state.of_colour[at(state.turn)], chance / state.pawns
    ahead, row, first = (-8, 6, 8) if state.turn == WHITE else (8, 1, 55)
    for k in range(48):  # the most advanced first, so that none goes twice
        s = first + k if ahead < 0 else first - k
        weight, goal = np.float64(state.Pw[at(s)]), s + ahead
        if weight == 0.0 or own & bit(goal):
            continue
        free = max(1.0 - state.Pk[at(goal)] - state.Pw[at(goal)] - state.Pc[at(goal)], 0.0)
        gone = weight * min(each * free * state.trend_w[at(goal)], 1.0)
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
    own, Pc, f = state.of_colour[at(state.turn)], state.Pc, state.trend_c
    for k in range(len(LINE_STARTS)):
        s, step = LINE_STARTS[at(k)], LINE_STEPS[at(k)]
        begin, count, attraction, weight = s, 0, 0.0, 0.0
        for _ in range(LINE_LENGTHS[at(k)] + 1):
            if _ == LINE_LENGTHS[at(k)] or own & bit(s):
                if count > 1 and weight > 0.0:
                    spread_group(Pc, f, begin, step, count, attraction, rate)
                begin, count, attraction, weight = s + step, 0, 0.0, 0.0
            else:
                count += 1
                attraction += f[at(s)]
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
    """The opponent has moved and nothing was captured. The paper prints P_piece for the spreading of each piece, which
    lets all of them move at once; with `shares` each has its own share of it. What arrives is what has left, or the
    sum over the board would change: so c1 stands for both."""
    king, pawn, piece = chances(state)
    if state.pieces > 0.0:
        pieces_spread(state, state.c1 * state.willing * piece / (state.pieces if state.shares else 1.0))
    pawns_step(state, pawn)
    king_walks(state, king)
    state.known = UNKNOWN


@kernel
def capturer(state, s):
    """The probabilities, not yet scaled, that the king, a pawn or a piece captures on a square: their parts in
    Prob_control."""
    king, pawn = np.float64(state.by_king[at(s)]), np.float64(state.by_pawn[at(s)])
    return king, pawn, max(state.control[at(s)] - king - pawn, 0.0)


@kernel
def at_home(state, s):
    """Does the own piece on a square stand where a game begins with it?"""
    return BACK_ROW[at(s & 7)] == state.kind_at[at(s)] and s >> 3 == (0 if state.turn == WHITE else 7)


@kernel
def hit(state, s):
    """The chance that the own man on a square is captured by an opponent who was told nothing of it: its share of the
    fixed chance `suffer`, in proportion to Prob_control.

    With `exposure` nearly certain where a pawn attacks it, for that is announced; else its share of a chance that grows
    with control; and at home, where the opponent expects a piece and tries to take it, more of Prob_control the more it
    is worth."""
    if not state.exposure:
        return state.suffer * state.control[at(s)] / max(state.exposed, TINY)
    pawn = min(np.float64(state.by_pawn[at(s)]), 1.0)
    rest = max(state.control[at(s)] - pawn, 0.0)
    taken = state.suffer * rest / max(state.exposed + state.reference, 1.0)
    if state.home and at_home(state, s):
        taken = max(taken, state.home * min(rest, 1.0) * VALUES[at(state.kind_at[at(s)])] / VALUES[QUEEN])
    return pawn * state.pawn_taken + (1.0 - pawn) * taken


@kernel
def alert(state, s):
    """What the constants for retaliation and for the capture of a checking piece are multiplied by on a square: 1 in
    the paper, which is `blind` = 1. Below that they grow with control from `blind`, which fewer men have less of."""
    if state.blind == 1.0:
        return 1.0
    blind = state.blind * min((state.pawns + state.pieces) / 8.0, 1.0)
    return min(blind + (1.0 - blind) * state.control[at(s)], 1.0)


@kernel
def retaliates(state, s, string, captured):
    """The chance that a capture, likely as `captured` says, is made on a square and answered by another: `retaliation`,
    very high, if it is the first in a row, Prob_control if it is the second or a later one."""
    if string > 1:
        return captured * min(np.float64(state.control[at(s)]), state.retaliation if state.capped else 1.0)
    return captured * state.retaliation * alert(state, s)


@kernel
def checker_taken(state, s):
    """The chance that the own man on a square, which gives check, is captured: a constant; with `exposure` no less than
    if it gave none."""
    constant = state.check_taken * alert(state, s)
    return max(constant, hit(state, s)) if state.exposure else constant


@kernel
def strikes_back(state):
    """The chance that the man whose place the opponent has just heard is captured: by its captures in a row, or because
    it gives check."""
    if state.struck == NOWHERE:
        return 0.0
    if state.string > 0:
        return retaliates(state, state.struck, state.string, 1.0)
    return checker_taken(state, state.struck) if state.checking else 0.0


@kernel
def draw_capture(state):
    """Where the opponent captures, or NOWHERE. The control must be known."""
    if random_unit(state) < strikes_back(state):
        return state.struck
    left, chance = state.of_colour[at(state.turn)] & ~state.of_kind[KING], random_unit(state)
    while left:
        s = lowest(left)
        chance -= hit(state, s)
        if chance < 0.0:
            return s
        left &= left - ONE
    return NOWHERE
