"""What will probably be answered to a try: the first set of assumptions of section 5.2, which are probability theory
applied to chess."""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import lowest
from ...rules.attacks import (
    BETWEEN,
    KING_STEPS,
    KNIGHT_STEPS,
    LINE_LENGTHS,
    LINE_STARTS,
    LINE_STEPS,
    LINES,
    NOTHING,
    ONE,
    PAWN_ATTACKS,
    bit,
    man_attacks,
    piece_attacks,
)
from ...rules.board import king_of
from ...rules.messages import KNIGHT_CHECK
from ...rules.moves import attacks_from, is_pawn_capture, path_of
from ...rules.squares import KING, QUEEN
from ...rules.umpire import in_direction
from .matrices import sum_over


@kernel
def look_along(state, start, step, length):
    """Add what pieces control along a line, one way. Own men hide what is behind them, but for the king, who cannot
    flee there; enemies do as far as they are probably there: so c2 falls with the distance."""
    own, control, seen, s = state.of_colour[at(state.turn)] & ~state.of_kind[KING], state.control, 0.0, start
    for _ in range(length):
        control[at(s)] += np.float32(state.c1 * seen)
        if own & bit(s):
            seen = 0.0
        else:
            seen = state.Pc[at(s)] + state.far * (1.0 - state.filled[at(s)]) * seen
        s += step


@kernel
def fill(state):
    """The probability that an enemy stands on a square, for every square."""
    for s in range(64):
        state.filled[at(s)] = min(state.Pk[at(s)] + state.Pw[at(s)] + state.Pc[at(s)], np.float32(1.0))


@kernel
def find_control(state):
    """Prob_control of every square: the sum of Pk around it, of Pw on the two squares from which a pawn attacks it, of
    c2 Pc along its lines times c1, and of Pc a knight's move away times two sevenths. It is the number of enemies that
    are expected to control the square and may be more than 1."""
    fill(state)
    for s in range(64):
        king = sum_over(state.Pk, KING_STEPS[at(s)])
        pawn = sum_over(state.Pw, PAWN_ATTACKS[at(state.turn), at(s)])
        state.by_king[at(s)], state.by_pawn[at(s)] = np.float32(king), np.float32(pawn)
        state.control[at(s)] = np.float32(king + pawn + state.knights * sum_over(state.Pc, KNIGHT_STEPS[at(s)]))
    for k in range(len(LINE_STARTS)):
        start, step, length = LINE_STARTS[at(k)], LINE_STEPS[at(k)], LINE_LENGTHS[at(k)]
        look_along(state, start, step, length)
        look_along(state, start + step * (length - 1), -step, length)


@kernel
def clear_path(state, squares):
    """The probability that all these squares are empty."""
    clear = 1.0
    while squares:
        clear *= 1.0 - state.filled[at(lowest(squares))]
        squares &= squares - ONE
    return clear


@kernel
def pin(state, source, target):
    """Prob_pin: 0 for a piece that does not protect its king, the control of the square it leaves if it does; for the
    king the control of its target."""
    if state.kind_at[at(source)] == KING:
        return min(1.0, np.float64(state.control[at(target)]))
    king, own = king_of(state, state.turn), state.of_colour[at(state.turn)]
    if LINES[at(king), at(source)] == NOTHING or BETWEEN[at(king), at(source)] & own:
        return 0.0
    return min(1.0, np.float64(state.control[at(source)]))


@kernel
def checkers(state):
    """Where the enemy may stand that gives check from the directions announced."""
    own, king = state.of_colour[at(state.turn)], king_of(state, state.turn)
    knights = KNIGHT_STEPS[at(king)] if state.check & KNIGHT_CHECK else NOTHING
    return (knights | in_direction(king, piece_attacks(QUEEN, king, own), state.check)) & ~own


@kernel
def legal(state, move):
    """Prob_legal: the probability that the path is free, minus Prob_pin; a pawn captures only where somebody stands."""
    source, target = move & 63, move >> 6 & 63
    if is_pawn_capture(state, move):
        chance = min(1.0, np.float64(state.Pw[at(target)] + state.Pc[at(target)]))
    else:
        chance = clear_path(state, path_of(state, move))
    return max(chance - pin(state, source, target), 0.0)


@kernel
def captures(state, move):
    """The probabilities of capturing a pawn and of capturing a piece, if the move is legal: Pw and Pc of the target. A
    pawn that goes aside captures for certain, one that goes ahead never."""
    target = move >> 6 & 63
    pawn, piece = np.float64(state.Pw[at(target)]), np.float64(state.Pc[at(target)])
    if is_pawn_capture(state, move):
        whole = max(pawn + piece, 1e-9)
        return pawn / whole, 1.0 - pawn / whole
    if path_of(state, move) & bit(target):
        return 0.0, 0.0
    whole = max(pawn + piece, 1.0)
    return pawn / whole, piece / whole


@kernel
def threatened(state, move):
    """What the moved man attacks from its target, own men standing as before."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind = promotion if promotion else np.int64(state.kind_at[at(source)])
    return man_attacks(state.turn, kind, target, state.of_colour[at(state.turn)] & ~bit(source))


@kernel
def seen_from(state, target, s):
    """c2 of a check: how likely nothing stands between a piece and the king, weaker with each square between them."""
    between, clear = BETWEEN[at(target), at(s)], 1.0
    while between:
        clear *= state.far * (1.0 - state.filled[at(lowest(between))])
        between &= between - ONE
    return clear


@kernel
def gives_check(state, move):
    """The probability of a check: the sum of c2 Pk over the squares that the move threatens."""
    if state.kind_at[at(move & 63)] == KING:
        return 0.0
    target, squares, chance = move >> 6 & 63, threatened(state, move), 0.0
    while squares:
        s = lowest(squares)
        if state.Pk[at(s)] > 0.0:
            chance += state.Pk[at(s)] * seen_from(state, target, s)
        squares &= squares - ONE
    return min(chance, 1.0)


@kernel
def attacks_of_all(state, occupied):
    """All squares that own men attack or protect, if these squares were occupied; if all are, those that they attack
    whatever stands in between."""
    left, reached = state.of_colour[at(state.turn)], NOTHING
    while left:
        reached |= attacks_from(state, lowest(left), state.turn, occupied)
        left &= left - ONE
    return reached


@kernel
def look(state):
    """Compute Prob_control of all squares, if that is not known yet."""
    if not state.known:
        find_control(state)
        state.exposed = sum_over(state.control, state.of_colour[at(state.turn)] & ~state.of_kind[KING])
        state.known = 1
