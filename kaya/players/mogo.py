"""MoGo: the playouts of Chaslot, Fiter, Hoock, Rimmel and Teytaud 2009, for now with plain UCT above them.

Simulated moves are chosen by Algorithms 1 to 4 (`knowledge/go/playouts.py`, where each step has its switch).
"""

from ..games.rules import over, play, result
from ..knowledge.go.playouts import MoGoPlayout, mogo_move, start_ataris
from ..search import at_threshold, average, robust_child, strategy, uct
from .go_player import GoPlayer
from .uct import Light


@strategy("policy", MoGoPlayout)
def by_sequence(state, work, p):
    """A move by Algorithm 4."""
    start_ataris(state, work)
    return mogo_move(state, work, p)


@strategy("simulate", Light)
def mogo_playout(state, work, policy, policy_p, p):
    """Play by Algorithm 4 to the end of the game, or to `length` moves per point of the board. The chains in atari are
    kept from move to move, where `policy` would look for them anew."""
    limit = state.moves + p.length * state.lines * state.lines
    start_ataris(state, work)
    while not over(state) and state.moves < limit:
        play(state, mogo_move(state, work, policy_p))
    return result(state)


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mogo`."""
    strategies = dict(select=uct, expand=at_threshold, policy=by_sequence, simulate=mogo_playout, backup=average,
                      final=robust_child)  # fmt: skip
    return GoPlayer("mogo", strategies, threads=threads, seed=seed)
