"""The outcomes of a try, as program C weighs them (section 5.3, Figures 8 and 9).

A legal try is silent, captures a pawn or captures a piece, each of these with or without a check; then the opponent
captures the piece that has moved, or another one, or nothing. The value of an outcome is the material balance at its
end, with the quiescence of Figure 9: what own pieces can take back. A refusal is no outcome: it costs nothing, and the
player tries again; see `strategies.weighted.value_of_turn`.
"""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import lowest
from ...rules.attacks import ONE, bit
from ...rules.board import lift, put
from ...rules.squares import KING
from ..pieces import VALUES
from .control import attacks_of_all, captures, gives_check
from .matrices import TINY, sum_over
from .opponent import capturer, hit, next_in_string, strikes_back

SILENT, TAKES_PAWN, TAKES_PIECE = 0, 1, 2  # the umpire's answer
LOSES_IT, LOSES_ANOTHER, LOSES_NOTHING = 0, 1, 2  # its message about the opponent's move
REPLIES = 3
OUTCOMES = 3 * 2 * REPLIES


@kernel
def outcome(answer, check, reply):
    """The number of an outcome."""
    return (2 * answer + check) * REPLIES + reply


@kernel
def value_of(state, kind):
    """What an own piece counts: one, as in the paper, or its value in chess."""
    return VALUES[at(kind)] if state.values else 1.0


@kernel
def piece_value(state):
    """What an unknown piece of the opponent counts."""
    return state.piece if state.values else 1.0


@kernel
def scaled(state, material):
    """Material as a result from -1 to +1."""
    return min(max(material / state.scale, -1.0), 1.0)


@kernel
def cost(state, s, protected):
    """What it costs that the opponent captures the own piece on a square, quiescence included: where other own pieces
    protect it, the king cannot capture, and the pawn or piece that did is captured with the chance `recapture`."""
    value = value_of(state, np.int64(state.kind_at[at(s)]))
    if not protected & bit(s):
        return value
    _, pawn, piece = capturer(state, s)
    won = (pawn + piece * piece_value(state)) / (pawn + piece) if pawn + piece > TINY else piece_value(state)
    return value - state.recapture * won


@kernel
def danger(state):
    """Over all own pieces, the sum of the chances that the opponent captures them, and of chance times cost. It makes
    one move: a sum above 1 is scaled to 1."""
    own = state.of_colour[at(state.turn)]
    protected, left, chance, loss = attacks_of_all(state, own), own & ~state.of_kind[KING], 0.0, 0.0
    while left:
        s = lowest(left)
        taken = hit(state, s)
        if taken > 0.0:
            chance += taken
            loss += taken * cost(state, s, protected)
        left &= left - ONE
    return chance, loss, protected


@kernel
def prospects(state, move):
    """What a legal try leads to whatever the answer: the material that a promotion wins; the chance h that an opponent
    who was told nothing captures the piece that has moved, and its cost; the chance e that it captures another one, and
    the mean cost of that. The control must be known."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind = np.int64(state.kind_at[at(source)])
    becomes = promotion if promotion else kind
    before = state.exposed
    lift(state, source, state.turn, kind)
    put(state, target, state.turn, becomes)
    if state.fixed:
        state.exposed = sum_over(state.control, state.of_colour[at(state.turn)] & ~state.of_kind[KING])
    chance, loss, protected = danger(state)
    here, price = (0.0, 0.0) if kind == KING else (hit(state, target), cost(state, target, protected))
    lift(state, target, state.turn, becomes)
    put(state, source, state.turn, kind)
    state.exposed = before
    elsewhere, most = max(chance - here, 0.0), max(chance, 1.0)
    lost = (loss - here * price) / max(elsewhere, TINY)
    return value_of(state, becomes) - value_of(state, kind), here / most, price, elsewhere / most, lost


@kernel
def replies(state, move, answer, check, ahead):
    """The chances that the opponent captures the piece that has moved and that it captures another one, if the umpire
    has given this answer: with r the chance that it strikes back, r + (1 - r) h and (1 - r) e."""
    _, here, _, elsewhere, _ = ahead
    if state.kind_at[at(move & 63)] == KING:
        return here, elsewhere
    target = move >> 6 & 63
    back = strikes_back(state, target, 0 if answer == SILENT else next_in_string(state, target), check)
    return back + (1.0 - back) * here, (1.0 - back) * elsewhere


@kernel
def gained(state, answer, ahead):
    """The material that an answer says was won."""
    if answer == SILENT:
        return ahead[0]
    return ahead[0] + (1.0 if answer == TAKES_PAWN else piece_value(state))


@kernel
def value_of_answer(state, move, answer, check, ahead):
    """What a legal try is worth if the umpire has given this answer: over the replies, value times probability."""
    taken, other = replies(state, move, answer, check, ahead)
    return gained(state, answer, ahead) - taken * ahead[2] - other * ahead[4]


@kernel
def weighted_average(state, move):
    """The value of a legal try in Figure 8: the sum over its outcomes of value times probability."""
    ahead, checks, (pawn, piece) = prospects(state, move), gives_check(state, move), captures(state, move)
    value = 0.0
    for answer in range(3):
        likely = pawn if answer == TAKES_PAWN else piece if answer == TAKES_PIECE else 1.0 - pawn - piece
        if likely > 0.0:
            value += likely * (1.0 - checks) * value_of_answer(state, move, answer, 0, ahead)
            if checks > 0.0:
                value += likely * checks * value_of_answer(state, move, answer, 1, ahead)
    return value


@kernel
def outcome_probabilities(state, move, values, probabilities):
    """`getOutcomeProbabilities`: the value and the probability of each of the OUTCOMES of a legal try."""
    ahead, checks, (pawn, piece) = prospects(state, move), gives_check(state, move), captures(state, move)
    for answer in range(3):
        likely = pawn if answer == TAKES_PAWN else piece if answer == TAKES_PIECE else 1.0 - pawn - piece
        won = gained(state, answer, ahead)
        for check in range(2):
            k, heard = outcome(answer, check, 0), likely * (checks if check else 1.0 - checks)
            taken, other = replies(state, move, answer, check, ahead)
            values[at(k + LOSES_IT)], probabilities[at(k + LOSES_IT)] = won - ahead[2], heard * taken
            values[at(k + LOSES_ANOTHER)], probabilities[at(k + LOSES_ANOTHER)] = won - ahead[4], heard * other
            values[at(k + LOSES_NOTHING)], probabilities[at(k + LOSES_NOTHING)] = won, heard * (1.0 - taken - other)


def outcomes_in_words(state, move) -> list[tuple[str, float, float]]:
    """The outcomes of a legal try that have a chance, the likeliest first: in words, how likely, and its value."""
    values, chances = np.zeros(OUTCOMES), np.zeros(OUTCOMES)
    outcome_probabilities(state, move, values, chances)
    found = []
    for answer, taken in enumerate(("moved", "takes a pawn", "takes a piece")):
        for checks, check in enumerate(("", ", check")):
            for reply, lost in enumerate(("then loses it", "then loses another piece", "then loses nothing")):
                found.append((f"{taken}{check}, {lost}", int(outcome(answer, checks, reply))))
    rows = [(words, float(chances[k]), float(values[k])) for words, k in found if chances[k] > 0]
    return sorted(rows, key=lambda row: -row[1])
