"""Weighted messages (section 5.3, Figures 8 and 9): a try is worth the weighted outcome of all its messages.

Each node is evaluated once. Here that happens for all tries of a position at once, when it is expanded: what they
share, above all the control of the squares, is computed once for all. And the hybrid of section 7: the first move
weighted, longer simulations after it.
"""

import numpy as np

from ...games.game import MOST_MOVES
from ...games.rules import draw, moves
from ...kernel import Parameters, at, kernel, parameter
from ...search import Terms, strategy
from ..knowledge.belief.control import legal
from ..knowledge.belief.evaluation import INFORMATION, look, scaled, try_worth, worth_if_legal
from ..knowledge.belief.model import ANSWER, OWN_TURN
from ..knowledge.belief.outcomes import outcomes_in_words
from ..knowledge.turn import next_best, worth_of_turn

MOST = MOST_MOVES // 3  # tries of a turn that are evaluated
CHANCES, OTHERS = MOST, 2 * MOST  # where `work.heuristic` keeps what belongs to each of them
RARE = 0.02  # a chance below which further tries of a turn are not looked at


@kernel
def evaluate_all(state, work):
    """H of all tries, each with what was won on the way to it: p v + (1 - p) w, with p the chance that it is legal, v
    its worth then, and w the worth of the turn without it. Their number."""
    count = min(moves(state, work.moves), MOST)
    for k in range(count):
        move = np.int64(work.moves[at(k)])
        work.heuristic[at(k)], work.heuristic[at(CHANCES + k)] = worth_if_legal(state, move), legal(state, move)
    values, chances = work.heuristic, work.heuristic[CHANCES:]
    whole, left, k = worth_of_turn(values, chances, count, -1, state.stand, RARE), 1.0, next_best(values, count, -1)
    for i in range(count):
        work.heuristic[at(OTHERS + i)] = whole
    while k >= 0 and left > RARE:
        work.heuristic[at(OTHERS + k)] = worth_of_turn(values, chances, count, k, state.stand, RARE)
        left *= 1.0 - chances[at(k)]
        k = next_best(values, count, k)
    for i in range(count):
        chance, other = work.heuristic[at(CHANCES + i)], work.heuristic[at(OTHERS + i)]
        value = chance * work.heuristic[at(i)] + (1.0 - chance) * (other + state.progress * INFORMATION)
        work.heuristic[at(i)] = scaled(state, state.balance + value)
    return count


@kernel
def count_on(state, outcome):
    """Note at an outcome what it was taken to be worth, and how much of what turns out to be worth more is believed. A
    refusal was taken to be worth what the other tries are; all else the position without the danger of the move that
    is now over, and an own move to make."""
    look(state)
    expected = scaled(state, state.balance + state.quiet + state.tempo)
    outcome.slot1 = state.otherwise if state.refused else expected
    outcome.slot2 = 1.0 if state.refused else state.trust


@kernel
def await_answer(state, move):
    """At a try that awaits its answer: note in the state what it is worth, and what it is if it is refused, which
    follows from H. The search stops at the first visit: the try was evaluated; later visits go on through the
    messages."""
    if move.visits <= 1:
        look(state)
        chance = legal(state, state.pending)
        legally = scaled(state, state.balance + worth_if_legal(state, state.pending))
        move.slot1 = (move.heuristic - chance * legally) / max(1.0 - chance, RARE)
    state.value, state.otherwise = move.heuristic, move.slot1
    return -1 if move.visits <= 1 else 0


def weighted_terms(state, work, move, h, p):
    """What a try is worth before it is made: see `evaluate_all`. The unit is a pawn."""
    look(state)
    count = int(evaluate_all(state, work))
    k = work.moves[:count].tolist().index(move)
    chance, other = float(work.heuristic[CHANCES + k]), float(work.heuristic[OTHERS + k])
    worth = float(worth_if_legal(state, move))
    parts = {
        "if it is legal: p v": chance * worth,
        "if it is refused: (1 − p) w": (1.0 - chance) * (other + float(state.progress) * INFORMATION),
    }
    facts = {"p, the chance to be legal": chance, "v, its worth then": worth, "w, the turn without it": other, "H": h}
    return Terms(parts, facts, of="pawns", outcomes=tuple(outcomes_in_words(state, move)))


@strategy("expand", keeps="gains", terms=weighted_terms)
def all_evaluated(state, nodes, index, work, p):
    """All tries of a position at once, H being the value of each."""
    if state.phase == ANSWER:
        return await_answer(state, nodes[at(index)])
    if state.phase != OWN_TURN:
        return 0
    count_on(state, nodes[at(index)])
    count = evaluate_all(state, work)
    return count if count > 0 else -1


@strategy("simulate")
def weighted(state, work, policy, policy_p, p):
    """No simulation: the value of the try that awaits its answer."""
    if state.phase == ANSWER:
        return state.value
    look(state)
    return scaled(state, state.balance + state.stand)


class Hybrid(Parameters):
    """Parameters of a simulation."""

    k: int = parameter(3, "own moves that are simulated after the one that is weighted", low=0, high=100)
    later: float = parameter(0.5, "how much what these moves win counts", low=0.0, high=1.0)


@strategy("simulate", Hybrid)
def weighted_then_simulated(state, work, policy, policy_p, p):
    """The weighted value of the try that awaits its answer; and what k moves after it win, with messages drawn."""
    look(state)
    value = state.balance + (try_worth(state, state.pending) if state.phase == ANSWER else state.stand)
    for _ in range(2):
        if state.phase != OWN_TURN:
            draw(state)
    before, tried, left = state.balance, 0, p.k
    while left > 0 and tried < 6:
        move = policy(state, work, policy_p)
        if move == 0:
            break
        state.pending, state.phase = move, ANSWER
        if draw(state) == 0:
            tried += 1
        else:
            draw(state)
            tried, left = 0, left - 1
    return scaled(state, value + p.later * (state.balance - before))
