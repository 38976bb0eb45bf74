"""The outcomes of a try, as program C of the paper weighs them (section 5.3, Figures 8 and 9).

A try is refused; or it is silent, takes a pawn or takes a piece, each of these without a check or with one, and then
the opponent takes the man that has moved, or another one, or nothing. The value of an outcome is the material balance
at its end, with the quiescence of Figure 9: what own men can take back. Of a refusal the paper does not say what it is
worth: here it is the position as it stands, the opponent's next capture included.
"""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import lowest
from ...rules.board import lift, put
from ...rules.squares import KING
from .control import captures, gives_check, legal
from .evaluation import danger_and_progress, exchange, piece_worth, worth_of
from .matrices import TINY, sum_over
from .opponent import checker_taken, hit, retaliates

REFUSED = 0
SILENT, TAKES_PAWN, TAKES_PIECE = 0, 1, 2  # the umpire's answer
LOSES_IT, LOSES_ANOTHER, LOSES_NOTHING = 0, 1, 2  # its message about the opponent's move
OUTCOMES = 1 + 3 * 2 * 3


@kernel
def outcome(answer, check, reply):
    """The number of an outcome that is no refusal."""
    return 1 + (2 * answer + check) * 3 + reply


@kernel
def any_hit(state):
    """The chance that an opponent who was told nothing captures something."""
    left, chance = state.of_colour[at(state.turn)] & ~state.of_kind[KING], 0.0
    while left:
        chance += hit(state, lowest(left))
        left &= left - np.uint64(1)
    return min(chance, 1.0)


@kernel
def outcome_probabilities(state, move, values, probabilities):
    """`getOutcomeProbabilities`: the value and the probability of each of the OUTCOMES of a try. The control must be
    known. With r the chance that the opponent strikes at the man that has moved, because it captured or gives check,
    h the chance that it takes it else and e that it takes another, a reply takes it with the chance r + (1 - r) h,
    another with (1 - r) e, and nothing with what is left."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind = np.int64(state.kind_at[at(source)])
    becomes = promotion if promotion else kind
    chance, check = legal(state, move), gives_check(state, move)
    pawn, piece = captures(state, move)
    before = state.exposed
    lift(state, source, state.turn, kind)
    put(state, target, state.turn, becomes)
    state.exposed = sum_over(state.control, state.of_colour[at(state.turn)] & ~state.of_kind[KING])
    danger, _, _ = danger_and_progress(state)
    here, cost = (0.0, 0.0) if kind == KING else (hit(state, target), exchange(state, target, becomes))
    after_check = 0.0 if kind == KING else checker_taken(state, target)
    elsewhere = max(any_hit(state) - here, 0.0)
    lift(state, target, state.turn, becomes)
    put(state, source, state.turn, kind)
    state.exposed = before
    lost = (danger - here * cost) / max(elsewhere, TINY)
    values[REFUSED], probabilities[REFUSED] = state.stand, 1.0 - chance
    for answer in range(3):
        won = worth_of(state, becomes) - worth_of(state, kind)
        likely = 1.0 - pawn - piece
        if answer == TAKES_PAWN:
            won, likely = won + 1.0, pawn
        elif answer == TAKES_PIECE:
            won, likely = won + piece_worth(state), piece
        for checks in range(2):
            struck = after_check if checks else 0.0
            if answer != SILENT and kind != KING:
                struck = retaliates(state, target, state.string + 1, 1.0)
            first, heard = outcome(answer, checks, 0), chance * likely * (check if checks else 1.0 - check)
            taken, other = struck + (1.0 - struck) * here, (1.0 - struck) * elsewhere
            values[at(first + LOSES_IT)], probabilities[at(first + LOSES_IT)] = won - cost, heard * taken
            values[at(first + LOSES_ANOTHER)], probabilities[at(first + LOSES_ANOTHER)] = won - lost, heard * other
            values[at(first + LOSES_NOTHING)] = won
            probabilities[at(first + LOSES_NOTHING)] = heard * (1.0 - taken - other)


def outcomes_in_words(state, move) -> list[tuple[str, float, float]]:
    """The outcomes of a try that have a chance, the likeliest first: in words, how likely, and what each is worth."""
    values, chances = np.zeros(OUTCOMES), np.zeros(OUTCOMES)
    outcome_probabilities(state, move, values, chances)
    found = [("refused", REFUSED)]
    for answer, taken in enumerate(("moved", "takes a pawn", "takes a piece")):
        for checks, check in enumerate(("", ", check")):
            for reply, lost in enumerate(("then loses it", "then loses another man", "then loses nothing")):
                found.append((f"{taken}{check}, {lost}", int(outcome(answer, checks, reply))))
    rows = [(words, float(chances[k]), float(values[k])) for words, k in found if chances[k] > 0]
    return sorted(rows, key=lambda row: -row[1])


@kernel
def weighted_average(state, move, values, probabilities):
    """The value of a try in Figure 8: the sum over its outcomes of value times probability."""
    outcome_probabilities(state, move, values, probabilities)
    value = 0.0
    for k in range(OUTCOMES):
        value += values[at(k)] * probabilities[at(k)]
    return value
