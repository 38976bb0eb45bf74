"""Program C: a try is worth the weighted outcome of all its messages (section 5.3, Figures 8 and 9).

Each node is evaluated once. Here that happens for all tries of a position at once, when it is expanded: what they
share, above all the control of the squares, is computed once for all.
"""

from typing import ClassVar

import numpy as np

from ...games.rules import moves
from ...kernel import at, kernel
from ...knowledge.kriegspiel.model import ANSWER, OWN_TURN
from ...knowledge.kriegspiel.worth import counted_on, look, scaled, try_worth
from ...search import maximum_gain, secure_child, strategy, uct_after_evaluation
from .b import pseudo_random
from .searching import SearchingPlayer


@kernel
def evaluate(state, move):
    """The value of a try from -1 to +1, what was won on the way to it included."""
    return scaled(state, state.balance + try_worth(state, move))


@strategy("expand")
def all_evaluated(state, nodes, index, work, p):
    """All tries of a position at once, H being the value of each. Where an answer is awaited, the search stops at the
    first visit: the try was evaluated; later visits go on through the messages."""
    if state.phase != OWN_TURN:
        return -1 if state.phase == ANSWER and nodes[at(index)].visits <= 1 else 0
    look(state)
    nodes[at(index)].slot1 = scaled(state, state.balance + counted_on(state))
    count = moves(state, work.moves)
    for k in range(count):
        work.heuristic[at(k)] = evaluate(state, np.int64(work.moves[at(k)]))
    return count if count > 0 else -1


@strategy("simulate")
def weighted(state, work, policy, policy_p, p):
    """No simulation: the weighted value of the try that awaits its answer."""
    look(state)
    if state.phase == ANSWER:
        return evaluate(state, state.pending)
    return scaled(state, state.balance + state.stand)


class ProgramC(SearchingPlayer):
    name = "kriegspiel-c"
    asking = True
    composition: ClassVar = dict(select=uct_after_evaluation(C=0.05), expand=all_evaluated, policy=pseudo_random,
                       simulate=weighted, backup=maximum_gain, final=secure_child(A=0.3))  # fmt: skip
