"""What a position and a try are worth: material, and in approach C the weighted value of all answers (section 5.3).

Material is counted as in the paper (`men`) or by the usual values. What goes beyond the paper is under the one factor
`progress`: a program that knows material only has no reason to do anything when nothing can be captured.
"""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import KING_STEPS, NOTHING, ONE, bit
from ...rules.board import NOWHERE, attackers, king_of, lift, put
from ...rules.squares import KING, PAWN, WHITE
from ..pieces import VALUES
from .control import attacks_of_all, captures, fill, find_control, gives_check, legal, threatened
from .matrices import sum_over
from .model import ALL, FILLED, MOST_SEEN, UNKNOWN
from .opponent import capturer, checker_taken, hit, retaliates

ADVANCED = np.array([0.0, 0.0, 0.02, 0.06, 0.14, 0.3, 0.6, 0.0])  # a pawn by its row, seen from its owner
RECAPTURED = 0.8  # share of what could be recaptured that is expected to be
INFORMATION, REPEATED = 0.02, 0.2  # weights of a refusal, and of each time that own men have stood like this before
MATED, STALEMATED, CONFINED = 8.0, -2.0, 0.8  # a king that cannot move, in check or not; or has few squares
BLOCKED = 0.7  # the chance that a man of the enemy cannot move, for the king is enclosed; half a man for pawns


@kernel
def worth_of(state, kind):
    """What an own man counts."""
    return 1.0 if state.men else VALUES[at(kind)]


@kernel
def piece_worth(state):
    return 1.0 if state.men else state.piece


@kernel
def regained(state, s, defended):
    """What is won back when an own man is captured on a square that others protect: the man that captured."""
    if not defended:
        return 0.0
    king, pawn, piece = capturer(state, s)
    unknown = 0.05  # somebody did capture, even where nobody was expected to
    won = pawn + piece * piece_worth(state) + unknown * 0.5 * (1.0 + piece_worth(state))
    return won / (king + pawn + piece + unknown)


@kernel
def loss(state, s, kind, defended):
    """What a capture of the own man on a square costs, the recapture included."""
    value = worth_of(state, kind)
    return max(value - RECAPTURED * regained(state, s, defended), 0.1 * value)


@kernel
def danger_and_progress(state):
    """What the opponent's next move is expected to cost if it was told nothing; what the own position is worth besides
    material; and the squares that own men attack or protect."""
    own = state.of_colour[at(state.turn)]
    reached, danger, progress, left = attacks_of_all(state, own), 0.0, 0.0, own & ~state.of_kind[KING]
    while left:
        s = lowest(left)
        kind = np.int64(state.kind_at[at(s)])
        danger += hit(state, s) * loss(state, s, kind, reached & bit(s) != NOTHING)
        if kind == PAWN:
            progress += ADVANCED[at(s >> 3 if state.turn == WHITE else 7 - (s >> 3))]
        left &= left - ONE
    progress += state.space * count_bits(reached) + state.hunt * sum_over(state.Pk, reached)
    progress -= state.shelter * state.control[at(king_of(state, state.turn))]
    return danger, progress, reached


@kernel
def ahead(state):
    """By how much own material is worth more than the enemy's."""
    left, total = state.of_colour[at(state.turn)], -state.pawns - state.pieces * piece_worth(state)
    while left:
        total += worth_of(state, np.int64(state.kind_at[at(lowest(left))]))
        left &= left - ONE
    return total


@kernel
def net(state, reached, attacked, to_move):
    """What it is worth that the king has few squares left to go to, own men attacking or protecting these; or none, if
    the enemy is to move. He is mated if the move has just `attacked` him: had he been attacked before, he would not be
    there, so what seems to attack him is in the way of another. Men of his own may yet help in a mate; if all of them
    are pinned or blocked, the game is drawn, and the more is lost the more one is ahead."""
    alone = max(1.0 - (state.pawns + state.pieces) / 16.0, 0.1)
    stalemated = STALEMATED * max(ahead(state), 5.0) * BLOCKED ** (0.5 * state.pawns + state.pieces)
    worth = 0.0
    for s in range(64):
        if state.Pk[at(s)] <= 0.01:
            continue
        free = KING_STEPS[at(s)] & ~reached
        left = count_bits(free)
        shut = shut_in(state, free) if to_move and left < 3 else 0.0
        cornered = shut * (alone * MATED if attacked & bit(s) else stalemated)
        worth += state.Pk[at(s)] * (cornered + (1.0 - shut) * alone * CONFINED * (1.0 - left / 8.0))
    return worth


@kernel
def shut_in(state, free):
    """The probability that men of his own stand on all the squares to which the king could go."""
    shut = 1.0
    while free:
        s = at(lowest(free))
        shut *= min(state.Pw[s] + state.Pc[s], np.float32(1.0))
        free &= free - ONE
    return shut


@kernel
def times_seen(state):
    """How often own men have stood as they do now since the last capture or own pawn's move."""
    count = 0
    for k in range(min(state.steps, MOST_SEEN)):
        count += state.seen[at(k)] == state.hash
    return count


@kernel
def look(state):
    """Find the control of all squares and what the position is worth as it stands, if that is not known yet."""
    if state.known == ALL:
        return
    find_control(state)
    own = state.of_colour[at(state.turn)]
    state.exposed = sum_over(state.control, own & ~state.of_kind[KING])
    state.known = ALL
    danger, progress, reached = danger_and_progress(state)
    state.quiet = state.progress * (progress + net(state, reached, NOTHING, False))
    if state.taken_at != NOWHERE and attackers(state, state.taken_at, state.turn, own):
        state.quiet += RECAPTURED * (state.Pw[at(state.taken_at)] + state.Pc[at(state.taken_at)] * piece_worth(state))
    state.stand = state.quiet - danger


@kernel
def look_for(state, move):
    """Find what the answer to a try depends on: for the king the control of all squares, for others who is where."""
    if not state.line_pins or state.kind_at[at(move & 63)] == KING:
        look(state)
    elif state.known == UNKNOWN:
        fill(state)
        state.known = FILLED


@kernel
def exchange(state, s, kind):
    """What is lost when the opponent captures the own man on a square, less what is won back if another protects it."""
    return loss(state, s, kind, attackers(state, s, state.turn, state.of_colour[at(state.turn)]) != NOTHING)


@kernel
def worth_if_legal(state, move):
    """The weighted value of a try that is legal: over all answers (silent; a pawn or a piece captured; check) and what
    the opponent does then, down to the recapture, of the material that is won or lost."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    check, attacked = gives_check(state, move), threatened(state, move)
    pawn, piece = captures(state, move)
    kind = np.int64(state.kind_at[at(source)])
    becomes = promotion if promotion else kind
    lift(state, source, state.turn, kind)
    put(state, target, state.turn, becomes)
    danger, progress, reached = danger_and_progress(state)
    progress += net(state, reached, attacked, True)
    danger_here, after_check = (hit(state, target), checker_taken(state, target)) if kind != KING else (0.0, 0.0)
    cost = exchange(state, target, becomes)
    repeated = times_seen(state) if kind != PAWN else 0
    lift(state, target, state.turn, becomes)
    put(state, source, state.turn, kind)
    quiet = 1.0 - pawn - piece
    value = pawn + piece * piece_worth(state) + worth_of(state, becomes) - worth_of(state, kind)
    danger_elsewhere = danger - danger_here * cost
    struck = 0.0
    if kind != KING:
        struck = quiet * (check * after_check + (1.0 - check) * danger_here)
        struck += retaliates(state, target, 1 if state.capped else state.string + 1, pawn + piece)
    value += state.progress * progress - struck * cost - (1.0 - struck) * danger_elsewhere
    return value - state.progress * REPEATED * repeated


@kernel
def try_worth(state, move):
    """The weighted value of a try: a refusal leaves the position as it stands, and tells something."""
    chance = legal(state, move)
    return chance * worth_if_legal(state, move) + (1.0 - chance) * (state.stand + state.progress * INFORMATION)


@kernel
def scaled(state, material):
    """Material as a result from -1 to +1."""
    return min(max(material / state.scale, -1.0), 1.0)
