"""Expansion: which children of a leaf are stored (Mango paper, section 2.3.2).

A strategy returns how many of work.moves become children now, all at once; or ONE, and the simulation strategy chooses
the move whose position is stored; or NOTHING, and the simulation starts at the leaf. A search that is `asking` asks it
at chance nodes as well: NOTHING stops there, anything else draws an outcome.
"""

from ..games.rules import moves
from ..kernel import Parameters, at, parameter
from .strategy import strategy

ONE, NOTHING = 0, -1


class Threshold(Parameters):
    """Parameters of the expansion."""

    T: int = parameter(
        30, "visits from which selection chooses in a node; below, the simulation strategy does", low=1, high=1000
    )
    T_root: int = parameter(
        0, "T at the root; 0: the root has all its moves before the search begins", low=0, high=1000
    )


class AllThreshold(Parameters):
    """Parameters of the expansion of all children at once. With T = 0 a node is expanded when it is first visited: only
    a prior that evaluates the position ends the descent there."""

    T: int = parameter(
        30,
        "visits from which selection chooses in a node; 0 only with a prior that evaluates positions",
        low=0,
        high=1000,
    )


@strategy("expand", Threshold)
def at_threshold(state, nodes, index, work, p):
    """Mango's: one node per simulated game, and all children of a node when its visit count equals T."""
    if nodes[at(index)].visits <= p.T:  # visits count on the way down, this one included
        return ONE
    return moves(state, work.moves)


@strategy("expand", AllThreshold)
def all_at_threshold(state, nodes, index, work, p):
    """No single nodes: nothing is stored below T, all children at T. Smaller trees, less remembered."""
    if nodes[at(index)].visits <= p.T:
        return NOTHING
    count = moves(state, work.moves)
    return count if count > 0 else NOTHING
