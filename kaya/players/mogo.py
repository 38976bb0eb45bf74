"""MoGo: online, transient and offline knowledge in one formula (Chaslot, Fiter, Hoock, Rimmel and Teytaud 2009).

Selection is the bandit formula of section 2 (`search/rave.py`); simulated moves are chosen by Algorithms 1 to 4
(`knowledge/go/playouts.py`, where each step has its switch).
"""

from ..games.rules import over, play, result
from ..knowledge.go.playouts import MoGoPlayout, mogo_move, start_ataris
from ..search import all_moves_as_first, note, rave, robust_child, strategy
from .go_player import GoPlayer
from .mango import by_features
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
        move = mogo_move(state, work, policy_p)
        note(work, move, state.turn)
        play(state, move)
    return result(state)


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mogo`."""
    strategies = dict(select=rave(PU=False), expand=by_features(T=8), policy=by_sequence, simulate=mogo_playout,
                      backup=all_moves_as_first, final=robust_child)  # fmt: skip
    return GoPlayer("mogo", strategies, threads=threads, seed=seed)
