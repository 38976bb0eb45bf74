"""Mango (wip)."""

import numpy as np

from ..games.rules import moves, over, result
from ..kernel import Parameters, at, kernel, parameter
from ..knowledge.go.captures import capture_value
from ..knowledge.go.patterns3 import neighbourhood, shipped
from ..knowledge.go.proximity import proximity
from ..knowledge.go.urgency import draw_move, play_with_urgencies, start_urgencies
from ..search import average, robust_child, strategy
from ..search.progressive import progressive
from .go_player import GoPlayer
from .uct import Light


class Urgency(Parameters):
    @classmethod
    def tables(cls):
        return {"patterns": shipped()}


@strategy("policy", Urgency)
def by_urgency(state, work, p):
    start_urgencies(state, work, p)
    return draw_move(state, work)


@strategy("simulate", Light)
def urgency_playout(state, work, policy, policy_p, p):
    limit = state.moves + p.length * state.lines * state.lines
    start_urgencies(state, work, policy_p)
    while not over(state) and state.moves < limit:
        play_with_urgencies(state, work, draw_move(state, work), policy_p)
    return result(state)


class Knowledge(Parameters):
    T: int = parameter(30, "visits at which H is computed and selection begins", low=0, high=1000)
    scale: float = parameter(0.002, "H per unit of pattern and capture value", low=0.0, high=1.0)

    @classmethod
    def tables(cls):
        return {"patterns": shipped()}


@strategy("expand", Knowledge)
def by_knowledge(state, nodes, index, work, p):
    if nodes[at(index)].visits <= p.T:
        return 0
    count = moves(state, work.moves)
    shift = state.turn - 1
    for k in range(count - 1):
        m = np.int64(work.moves[at(k)])
        value = capture_value(state, m, state.turn) + p.patterns[at(neighbourhood(state, m) << 1 | shift)]
        work.heuristic[at(k)] = p.scale * value * proximity(state, m)
    work.heuristic[at(count - 1)] = 0.0
    sort_moves(work, count)
    return count


@kernel
def sort_moves(work, count):
    for k in range(1, count):
        h, m, j = work.heuristic[k], work.moves[k], k
        while j > 0 and work.heuristic[j - 1] < h:
            work.heuristic[j], work.moves[j] = work.heuristic[j - 1], work.moves[j - 1]
            j -= 1
        work.heuristic[j], work.moves[j] = h, m


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    strategies = dict(
        select=progressive,
        expand=by_knowledge,
        policy=by_urgency,
        simulate=urgency_playout,
        backup=average,
        final=robust_child,
    )
    return GoPlayer("mango", strategies, threads=threads, seed=seed)
