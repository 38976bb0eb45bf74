"""The hybrid of B and C that section 7 proposes: the first move as C has it, longer simulations after it."""

from typing import ClassVar

from ...games.rules import draw
from ...kernel import Parameters, parameter
from ...knowledge.kriegspiel.belief.model import ANSWER, OWN_TURN
from ...knowledge.kriegspiel.belief.worth import look, scaled, try_worth
from ...search import average, secure_child, strategy, uct_after_evaluation
from .b import pseudo_random
from .c import ProgramC, all_evaluated
from .searching import SearchingPlayer


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


class ProgramHybrid(SearchingPlayer):
    name = "kriegspiel-hybrid"
    closing = ProgramC
    asking = True
    composition: ClassVar = dict(select=uct_after_evaluation(C=0.1), expand=all_evaluated, policy=pseudo_random,
                       simulate=weighted_then_simulated, backup=average, final=secure_child(A=0.3))  # fmt: skip
