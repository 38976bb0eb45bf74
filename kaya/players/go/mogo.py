"""MoGo: online, transient and offline knowledge in one formula (Chaslot, Fiter, Hoock, Rimmel and Teytaud 2009).

Selection is the bandit formula of section 2 (`search/rave.py`); H is made of learned patterns and expert rules
(`knowledge/go/expert_rules.py`, where each rule has its weight); simulated moves are chosen by Algorithms 1 to 4
(`knowledge/go/playouts.py`, where each step has its switch).
"""

import numpy as np

from ...games.rules import over, play, result
from ...kernel import at, parameter
from ...knowledge.go.expert_rules import WORDS, Rules, find_extensions, remember_owners, rules_value
from ...knowledge.go.features import count_liberties, features, log_team_strength
from ...knowledge.go.playouts import MoGoPlayout, mogo_move, start_ataris
from ...search import all_moves_as_first, at_threshold, best_first, note, rave, robust_child, strategy
from .mango import by_features, pass_last
from .player import GoPlayer
from .uct import Light


@strategy("policy", MoGoPlayout)
def by_sequence(state, work, p):
    """A move by Algorithm 4."""
    start_ataris(state, work)
    return mogo_move(state, work, p)


class MoGoGame(Light):
    """Parameters of MoGo's simulated games."""

    owners: bool = parameter(False, "remember who owns what at the end, for the rule `third`")


@strategy("simulate", MoGoGame)
def mogo_playout(state, work, policy, policy_p, p):
    """Play by Algorithm 4 to the end of the game, or to `length` moves per point of the board. The chains in atari are
    kept from move to move, where `policy` would look for them anew."""
    limit = state.moves + p.length * state.lines * state.lines
    start_ataris(state, work)
    while not over(state) and state.moves < limit:
        move = mogo_move(state, work, policy_p)
        note(work, move, state.turn)
        play(state, move)
    if p.owners:
        remember_owners(state, work)
    return result(state)


@strategy("prior", Rules)
def by_rules(state, work, count, p):
    """H = patterns x P^sharpness + the sum of the weights of all rules that the move matches (section 2). P is the
    probability of the move by the Bradley-Terry model of its features. A pass has H = 0."""
    points, total = pass_last(work, count), 0.0
    count_liberties(state, work)
    find_extensions(state, work, p.extension != 0.0 or p.out_of_ladder != 0.0)
    for k in range(points):
        move, strength = np.int64(work.moves[at(k)]), 0.0
        word = features(state, move, state.turn, work)
        if p.patterns != 0.0:
            strength = np.exp(log_team_strength(state, move, state.turn, word, work, p))
        work.scratch[at(WORDS + k)], work.heuristic[at(k)] = word, strength
        total += strength
    for k in range(points):
        h = rules_value(state, np.int64(work.moves[at(k)]), state.turn, work.scratch[at(WORDS + k)], work, p)
        if p.patterns != 0.0:
            h += p.patterns * np.power(work.heuristic[at(k)] / total, p.sharpness)
        work.heuristic[at(k)] = h
    best_first(work, count)


SMALL = dict(c1=0.003, C=0.14, won=41.0, even=27.0)
LARGE = dict(c1=0.0003, C=0.05, won=50.0, even=10.0)
SIZES = {9: SMALL, 13: LARGE, 19: LARGE}
"""Constants by the size of the board; at the root c1 and C have values of their own. Those for small boards were tuned
on 9x9; on larger ones they were not proven to be better (docs/mogo.md)."""


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mogo`."""
    strategies = dict(select=rave(PU=False), expand=at_threshold(T=8), prior=by_features, policy=by_sequence,
                      simulate=mogo_playout, backup=all_moves_as_first, final=robust_child)  # fmt: skip
    return GoPlayer("mogo", strategies, threads=threads, seed=seed, sizes=SIZES)
