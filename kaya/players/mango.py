"""Mango (wip)."""

import numpy as np

from ..games.rules import over, result
from ..kernel import Parameters, parameter
from ..knowledge.go.patterns3 import shipped
from ..knowledge.go.urgency import draw_move, play_with_urgencies, start_urgencies
from ..search import at_threshold, average, robust_child, strategy, uct
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


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    strategies = dict(select=uct, expand=at_threshold, policy=by_urgency, simulate=urgency_playout, backup=average, final=robust_child)
    return GoPlayer("mango", strategies, threads=threads, seed=seed)
