"""Flat Monte-Carlo: no tree. Every move of the root is tried as often as any other, and simulated games start right
after it (Brügmann 1993; Cazenave 2006 for Phantom Go)."""

import numpy as np

from ..kernel import at
from .expansion import NOTHING
from .strategy import strategy
from .terms import Terms


def in_turn_terms(nodes, index, child, p):
    """Whoever has the fewest visits is next."""
    return Terms({"fewest visits: −n": -float(nodes[child].visits)})


@strategy("select", terms=in_turn_terms)
def in_turn(nodes, index, p):
    """The child with the fewest visits."""
    node = nodes[at(index)]
    best, first = np.int64(node.first), np.int64(node.first)
    for i in range(first + 1, first + node.count):
        if nodes[at(i)].visits < nodes[at(best)].visits:
            best = i
    return best


@strategy("expand")
def root_alone(state, nodes, index, work, p):
    """Nothing is stored: the root has its moves before the search begins."""
    return NOTHING
