"""Mango: UCT with urgency playouts, progressive bias and progressive unpruning (Chaslot et al. 2008).

Simulated moves are drawn by urgency (section 2.3.3); selection is formula 3.2 among the unpruned moves (sections 3.1
and 3.2); H is formula 3.3, computed once per node at T = 30 visits. The switches of Table 1 are `PB` and `PU`.

H uses the values of 3x3 patterns in place of the paper's large patterns, and the last two moves for the proximity. The
weight of the bias is ours: the paper does not give the scale of its H.
"""

import numpy as np

from ..games.rules import moves, over, result
from ..kernel import Parameters, at, kernel, parameter
from ..knowledge.go.captures import capture_value
from ..knowledge.go.patterns3 import HIGHEST, neighbourhood, shipped
from ..knowledge.go.proximity import proximity
from ..knowledge.go.urgency import draw_move, play_with_urgencies, start_urgencies
from ..search import average, robust_child, strategy
from ..search.progressive import progressive
from .go_player import GoPlayer
from .uct import Light


class Urgency(Parameters):
    """The urgency of a move has no parameters, but a table."""

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {"patterns": shipped()}


@strategy("policy", Urgency)
def by_urgency(state, work, p):
    """A move with probability U_j / sum of all U (section 2.3.3)."""
    start_urgencies(state, work, p)
    return draw_move(state, work)


@strategy("simulate", Light)
def urgency_playout(state, work, policy, policy_p, p):
    """Play by urgency to the end of the game, or to `length` moves per point of the board. The urgencies are kept up to
    date from move to move, where `policy` would compute them anew."""
    limit = state.moves + p.length * state.lines * state.lines
    start_urgencies(state, work, policy_p)
    while not over(state) and state.moves < limit:
        play_with_urgencies(state, work, draw_move(state, work), policy_p)
    return result(state)


class Knowledge(Parameters):
    """When H is computed."""

    T: int = parameter(30, "visits at which H is computed and selection begins", low=0, high=1000)

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {"patterns": shipped()}


@strategy("expand", Knowledge)
def by_knowledge(state, nodes, index, work, p):
    """One node per simulated game; all children when the visit count equals T, in the order of
    H_i = (C_i + P_i) sum over k of 1 / (2 d_k)^alpha_k (formula 3.3), best first. C and P are counted in units of the
    highest pattern value. A pass has H = 0."""
    if nodes[at(index)].visits <= p.T:
        return 0
    count = moves(state, work.moves)
    for k in range(count - 1):  # the last one is the pass
        move = np.int64(work.moves[at(k)])
        pattern = p.patterns[at(neighbourhood(state, move) << 1 | state.turn - 1)]
        value = (capture_value(state, move, state.turn) + pattern) / HIGHEST
        work.heuristic[at(k)] = value * proximity(state, move)
    work.heuristic[at(count - 1)] = 0.0
    best_first(work, count)
    return count


@kernel
def best_first(work, count):
    """Sort the moves by H."""
    for k in range(1, count):
        h, move, place = work.heuristic[at(k)], work.moves[at(k)], k
        while place > 0 and work.heuristic[at(place - 1)] < h:
            work.heuristic[at(place)] = work.heuristic[at(place - 1)]
            work.moves[at(place)] = work.moves[at(place - 1)]
            place -= 1
        work.heuristic[at(place)], work.moves[at(place)] = h, move


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mango`."""
    strategies = dict(select=progressive, expand=by_knowledge, policy=by_urgency, simulate=urgency_playout,
                      backup=average, final=robust_child)  # fmt: skip
    return GoPlayer("mango", strategies, threads=threads, seed=seed)
