"""Selection: which child to follow (Mango paper, section 2.3.1)."""

from math import log, sqrt

import numpy as np

from ..kernel import Parameters, at, inlined, parameter
from .strategy import strategy
from .terms import Terms

EXPLORATION = "exploration: C √(ln n_p / n)"


class UCT(Parameters):
    """Parameters of formula 2.1."""

    C: float = parameter(0.7, "exploration: higher visits weaker moves more often", low=0.0, high=5.0)


@inlined
def highest_uct(nodes, index, seen, C):
    """Among the first `seen` children: an unvisited one, or the highest of formula 2.1, v_i + C sqrt(ln n_p / n_i).

    It is computed as (reward x + C sqrt(ln n_p)) x with x = 1 / sqrt(n_i): one division, one root."""
    node = nodes[at(index)]
    exploration = C * sqrt(log(node.visits))
    first = np.int64(node.first)
    best, best_value = first, -np.inf
    for i in range(first, first + seen):
        child = nodes[at(i)]
        if child.visits == 0:
            return i
        x = 1.0 / sqrt(child.visits)
        value = (child.reward * x + exploration) * x
        if value > best_value:
            best, best_value = i, value
    return best


def uct_terms(nodes, index, child, p):
    """Formula 2.1, term by term."""
    parent, move = nodes[index], nodes[child]
    n = int(move.visits)
    if n == 0:
        return Terms({}, first=True)
    return Terms(
        {"value: v": float(move.reward) / n, EXPLORATION: p.C * sqrt(log(parent.visits) / n)},
        {"n_p": int(parent.visits), "n": n},
    )


@strategy("select", UCT, terms=uct_terms)
def uct(nodes, index, p):
    """Formula 2.1: the child i with the highest v_i + C sqrt(ln n_p / n_i), every unvisited child first. v_i is the
    average result in [-1, 1] for the player who moves, n_p and n_i are the visits of the node and of the child."""
    return highest_uct(nodes, index, nodes[at(index)].count, p.C)
