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
    """Prob_pin: 0 for a man that does not protect its king; control of the square it would leave if it does; control
    of its target for the king. With `line_pins` only what looks at the king through the man counts, and a man that
    stays on the line is free."""
    if state.kind_at[at(source)] == KING:
        control = np.float64(state.control[at(target)])
        return 1.0 - np.exp(-state.guarded * control) if state.guarded else min(1.0, control)
    king, own = king_of(state, state.turn), state.of_colour[at(state.turn)]
    line, between = LINES[at(king), at(source)], BETWEEN[at(king), at(source)]
    if line == NOTHING or between & own:
        return 0.0
    if not state.line_pins:
        return min(1.0, np.float64(state.control[at(source)]))
    if line & bit(target):
        return 0.0
    behind, pinning = piece_attacks(QUEEN, source, own) & line & ~between & ~own, 0.0
    while behind:
        s = lowest(behind)
        pinning += state.Pc[at(s)] * clear_path(state, BETWEEN[at(source), at(s)])
        behind &= behind - ONE
    return min(1.0, state.c1 * pinning * clear_path(state, between))


@kernel
def checkers(state):
    """Where the enemy may stand that gives check from the directions announced."""
    own, king = state.of_colour[at(state.turn)], king_of(state, state.turn)
    knights = KNIGHT_STEPS[at(king)] if state.check & KNIGHT_CHECK else NOTHING
    return (knights | in_direction(king, piece_attacks(QUEEN, king, own), state.check)) & ~own


@kernel
def ends_check(state, target):
    """The probability that an own man who goes to a square ends the check: who gives it stands there, or behind."""
    king, squares, whole, ended = king_of(state, state.turn), checkers(state), 1e-9, 0.0
    while squares:
        s = lowest(squares)
        weight = state.Pw[at(s)] + state.Pc[at(s)]
        whole += weight
        if s == target or BETWEEN[at(king), at(s)] & bit(target):
            ended += weight
        squares &= squares - ONE
    return ended / whole


@kernel
def legal(state, move):
    """Prob_legal: that the path is free, minus Prob_pin; a pawn captures only where there is somebody. In check only
    those tries of other men are legal that end it, unless `escapes` is off."""
    source, target = move & 63, move >> 6 & 63
    chance = clear_path(state, path_of(state, move))
    if is_pawn_capture(state, move):
        chance = min(1.0, np.float64(state.Pw[at(target)] + state.Pc[at(target)]))
    chance -= pin(state, source, target)
    if state.escapes and state.check and state.kind_at[at(source)] != KING:
        chance *= ends_check(state, target)
    return min(max(chance, 0.0), 1.0)


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
def gives_check(state, move):
    """The probability of a check: the sum of Pk over the squares that the move threatens, each damped by c2."""
    if state.kind_at[at(move & 63)] == KING:
        return 0.0
    target, squares, chance = move >> 6 & 63, threatened(state, move), 0.0
    while squares:
        s = lowest(squares)
        weight = state.Pk[at(s)]
        if weight > 0.0:
            between = BETWEEN[at(target), at(s)]
            chance += weight * (clear_path(state, between) if between else 1.0)
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
