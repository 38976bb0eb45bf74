"""What will probably be answered to a try: the first set of assumptions of section 5.2, which are probability theory
applied to chess."""

import numpy as np

from ....games.kriegspiel.attacks import (
    BETWEEN,
    KING_STEPS,
    KNIGHT_STEPS,
    LINES,
    NOTHING,
    ONE,
    PAWN_ATTACKS,
    bit,
    piece_attacks,
)
from ....games.kriegspiel.board import king_of
from ....games.kriegspiel.judgement import check_direction
from ....games.kriegspiel.messages import KNIGHT_CHECK
from ....games.kriegspiel.squares import BISHOP, KING, PAWN, QUEEN, ROOK
from ....kernel import at, kernel
from ....kernel.bits import lowest

_STEPS = {1: [8 * y for y in range(8)], 8: list(range(8)), 9: [*range(7), *range(8, 56, 8)],
          7: [*range(1, 8), *range(15, 63, 8)]}  # fmt: skip


def _length(start: int, step: int) -> int:
    """How many squares a line has from its first one on."""
    right = 8 - (start & 7) if step in (1, 9) else (start & 7) + 1 if step == 7 else 8
    return right if step == 1 else min(right, 8 - (start >> 3))


LINE_STARTS = np.array([start for starts in _STEPS.values() for start in starts], np.int64)
LINE_STEPS = np.array([step for step, starts in _STEPS.items() for _ in starts], np.int64)
LINE_LENGTHS = np.array([_length(a, b) for a, b in zip(LINE_STARTS, LINE_STEPS, strict=True)], np.int64)
"""The ranks, the files, the rising and the falling diagonals of two or more squares: Figure 7."""


@kernel
def sum_over(matrix, squares):
    total = 0.0
    while squares:
        total += matrix[at(lowest(squares))]
        squares &= squares - ONE
    return total


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
def path_of(state, move):
    """The squares that must be empty: those between, and for a pawn's step its target too."""
    source, target = move & 63, move >> 6 & 63
    path = BETWEEN[at(source), at(target)]
    if state.kind_at[at(source)] == PAWN and (source ^ target) & 7 == 0:
        path |= bit(target)
    return path


@kernel
def is_pawn_capture(state, move):
    return state.kind_at[at(move & 63)] == PAWN and (move ^ move >> 6) & 7 != 0


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
    line, found = piece_attacks(QUEEN, king, own) & ~own, NOTHING
    if state.check & KNIGHT_CHECK:
        found = KNIGHT_STEPS[at(king)] & ~own
    while line:
        s = lowest(line)
        if check_direction(king, s) & state.check:
            found |= bit(s)
        line &= line - ONE
    return found


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
    those tries of other men are legal that end it."""
    source, target = move & 63, move >> 6 & 63
    chance = clear_path(state, path_of(state, move))
    if is_pawn_capture(state, move):
        chance = min(1.0, np.float64(state.Pw[at(target)] + state.Pc[at(target)]))
    chance -= pin(state, source, target)
    if state.check and state.kind_at[at(source)] != KING:
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
    if kind == PAWN:
        return PAWN_ATTACKS[at(state.turn), at(target)]
    return piece_attacks(kind, target, state.of_colour[at(state.turn)] & ~bit(source))


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
def own_attacks(state):
    """All squares that own men attack or protect."""
    own, reached = state.of_colour[at(state.turn)], NOTHING
    left = own
    while left:
        s = lowest(left)
        kind = np.int64(state.kind_at[at(s)])
        reached |= PAWN_ATTACKS[at(state.turn), at(s)] if kind == PAWN else piece_attacks(kind, s, own)
        left &= left - ONE
    return reached


@kernel
def sure_attacks(state):
    """The squares that own men attack whatever stands in between: where the enemy's king cannot be."""
    left, reached = state.of_colour[at(state.turn)], NOTHING
    while left:
        s = lowest(left)
        kind = np.int64(state.kind_at[at(s)])
        if kind == PAWN:
            reached |= PAWN_ATTACKS[at(state.turn), at(s)]
        elif kind == QUEEN or kind == KING:
            reached |= KING_STEPS[at(s)]
        elif kind == ROOK or kind == BISHOP:
            reached |= KING_STEPS[at(s)] & piece_attacks(kind, s, NOTHING)
        else:
            reached |= KNIGHT_STEPS[at(s)]
        left &= left - ONE
    return reached
