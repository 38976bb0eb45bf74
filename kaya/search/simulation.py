"""Simulation: how a game is played to its end (Mango paper, section 2.3.3).

`policy` chooses a move, below T also in the tree; `simulate` plays with it until the game is over. What a policy keeps
from move to move, it keeps by `begin` and `advance` (see `policy`).
"""

import numpy as np

from ..games.rules import mover, moves, over, result
from ..kernel import Parameters, at, parameter, random_below
from .policy import advance, begin
from .strategy import strategy
from .tree import note


class Length(Parameters):
    """Parameters of the play-out."""

    limit: int = parameter(1200, "moves after which a simulated game is stopped and scored", low=1, high=100_000)


@strategy("policy")
def uniform(state, work, p):
    """Any of the game's moves, all equally likely."""
    return np.int64(work.moves[at(random_below(state, moves(state, work.moves)))])


@strategy("simulate", Length)
def play_out(state, work, policy, policy_p, p):
    """Play with `policy` until the game is over; its result R for player 1, from -1 to +1."""
    begin(state, work, policy_p)
    for _ in range(p.limit):
        if over(state):
            break
        move = policy(state, work, policy_p)
        note(work, move, mover(state))
        advance(state, work, move, policy_p)
    return result(state)
