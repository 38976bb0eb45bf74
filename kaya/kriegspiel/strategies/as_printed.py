"""The tree as the figures of the paper have it: one new random try with each simulation (Figures 6 and 8), and program
C's value of it (Figure 8)."""

from ...games.rules import moves
from ...kernel import at, random_below
from ...search import strategy
from ..knowledge.belief.evaluation import look, scaled
from ..knowledge.belief.model import ANSWER, OWN_TURN
from ..knowledge.belief.outcomes import OUTCOMES, weighted_average


@strategy("expand")
def one_new_try(state, nodes, index, work, p):
    """A random new try with each simulation: all tries of a position are listed in random order, from which UCT takes
    those that were not visited first. The descent stops at a try that awaits its answer for the first time, and goes on
    through the messages later (`explored` in Figure 8); the search must be `asking`."""
    if state.phase == ANSWER:
        return -1 if nodes[at(index)].visits <= 1 else 0
    if state.phase != OWN_TURN:
        return 0
    count = moves(state, work.moves)
    for k in range(count - 1, 0, -1):
        j = random_below(state, k + 1)
        work.moves[at(k)], work.moves[at(j)] = work.moves[at(j)], work.moves[at(k)]
    return count if count > 0 else -1


@strategy("simulate")
def weighted_outcomes(state, work, policy, policy_p, p):
    """No simulation: the outcomes of the try that awaits its answer, weighted by their probabilities, and the material
    that was won on the way to it."""
    look(state)
    if state.phase != ANSWER:
        return scaled(state, state.balance + state.stand)
    value = weighted_average(state, state.pending, work.lasting[:OUTCOMES], work.lasting[OUTCOMES:])
    return scaled(state, state.balance + value)
