"""UCT with light playouts: the plain Monte-Carlo tree search of section 2 of the Mango paper, and nothing else.

Selection by formula 2.1 with C = 0.7, expansion of one node per simulated game and of all children at T = 30, uniformly
random simulations that fill no own eye and stop after 3 moves per point, the plain average, the robust child.
"""

from ...games.go.board import random_move
from ...games.rules import over, play, result
from ...kernel import Parameters, parameter
from ...search import at_threshold, average, note, robust_child, strategy, uct
from .player import GoPlayer


@strategy("policy")
def light(state, work, p):
    """Any legal move that fills no own eye, all equally likely."""
    return random_move(state)


class Light(Parameters):
    """Parameters of the light playout."""

    length: float = parameter(3.0, "moves per point of the board after which a simulated game is stopped and scored",
                              low=1.0, high=10.0)  # fmt: skip


@strategy("simulate", Light)
def go_playout(state, work, policy, policy_p, p):
    """Play with `policy` to the end, or to `length` moves per point of the board; +1 if Black wins, -1 if White."""
    limit = state.moves + p.length * state.lines * state.lines
    while not over(state) and state.moves < limit:
        move = policy(state, work, policy_p)
        note(work, move, state.turn)
        play(state, move)
    return result(state)


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `uct`."""
    strategies = dict(select=uct, expand=at_threshold, policy=light, simulate=go_playout, backup=average,
                      final=robust_child)  # fmt: skip
    return GoPlayer("uct", strategies, threads=threads, seed=seed)
