"""Progressive strategies: knowledge that directs the search at first and fades as results come in (Mango paper,
section 3; alternatives in section 5).

H_i, what knowledge says of a move, is computed once per node, when it is expanded (at T visits), and the children are
laid down in the order of H, best first.
"""

from math import ceil, log, sqrt

import numpy as np

from ..kernel import Parameters, at, kernel, parameter
from .selection import UCT, highest_uct
from .strategy import strategy

FIRST = 1e9  # above all values, and small enough for H to be seen in a sum of both


class Unpruning(Parameters):
    """Progressive unpruning (section 3.2)."""

    PU: bool = parameter(True, "progressive unpruning: only the best moves by H are seen at first")
    k_init: int = parameter(5, "moves that are seen from the start", low=1, high=361)
    A: float = parameter(50.0, "the first further move is seen when the visits of the parent surpass A times B",
                         low=1.0, high=10_000.0)  # fmt: skip
    B: float = parameter(1.3, "factor between the visits at which two moves are unpruned", low=1.01, high=10.0)


@kernel
def unpruned(visits, p):
    """How many moves are seen in a node with so many visits: k_init, and k when visits surpass A B^(k - k_init)."""
    if visits <= p.A:
        return np.int64(p.k_init)
    return np.int64(p.k_init) + np.int64(ceil(log(visits / p.A) / log(p.B))) - 1


class Progressive(Unpruning, UCT):
    """Formulas 2.1 and 3.2 and progressive unpruning; the switches PB and PU are those of Table 1."""

    PB: bool = parameter(True, "progressive bias: f(n) = H / (n + 1) is added to the value of a move")
    weight: float = parameter(50.0, "by which H is multiplied in the bias", low=0.0, high=1000.0)
    M: float = parameter(100.0, "what sqrt(ln n_p / n_i) is for an unvisited move", low=1.0, high=10_000.0)
    once: bool = parameter(True, "property (1): every unvisited move comes before all others, however high their H")


@strategy("select", Progressive)
def progressive(nodes, index, p):
    """Formula 3.2 among the moves that are not pruned: the highest v_i + C sqrt(ln n_p / n_i) + H_i / (n_i + 1).

    For an unvisited move v_i = 0, and M takes the place of the root, so that every move seen is tried once, in the
    order of H (property (1)). The paper asks that M be far above v_i; where H is not bounded that is not enough, and
    `once` holds the property. Without the switches this is formula 2.1."""
    node = nodes[at(index)]
    seen = np.int64(node.count)
    if p.PU:
        seen = min(seen, unpruned(node.visits, p))
    exploration, first = p.C * sqrt(log(node.visits)), np.int64(node.first)
    best, best_value = first, -np.inf
    for i in range(first, first + seen):
        child = nodes[at(i)]
        if child.visits == 0:
            value = FIRST if p.once else p.C * p.M
        else:
            x = 1.0 / sqrt(child.visits)
            value = (child.reward * x + exploration) * x
        if p.PB:
            value += p.weight * child.heuristic / (child.visits + 1)
        if value > best_value:
            best, best_value = i, value
    return best


class Prior(UCT):
    """Formula 5.4."""

    n_prior: float = parameter(20.0, "visits that the prior counts as", low=0.0, high=1000.0)


@strategy("select", Prior)
def prior_knowledge(nodes, index, p):
    """Formula 5.4 (Gelly and Silver 2007): knowledge as n_prior virtual visits of value Q_i. Q is H scaled to the best
    move of the node, from -1 to +1: Q_i = 2 H_i / max H - 1."""
    node = nodes[at(index)]
    first, exploration = np.int64(node.first), p.C * sqrt(log(node.visits))
    highest = max(nodes[at(first)].heuristic, 1e-12)  # children are in the order of H
    best, best_value = first, -np.inf
    for i in range(first, first + node.count):
        child = nodes[at(i)]
        visits = child.visits + p.n_prior
        if visits <= 0.0:
            return i
        q = 2.0 * child.heuristic / highest - 1.0
        value = (child.reward + p.n_prior * q) / visits + exploration / sqrt(visits)
        if value > best_value:
            best, best_value = i, value
    return best


class Widening(UCT):
    """Progressive widening."""

    start: float = parameter(40.0, "visits at which the second move is considered", low=1.0, high=10_000.0)
    ratio: float = parameter(1.4, "factor between the visits at which two further moves are", low=1.01, high=10.0)


@strategy("select", Widening)
def progressive_widening(nodes, index, p):
    """Progressive widening (Coulom 2007, section 4.2): the n-th best move is considered after t_n visits, t_1 = 0 and
    t_(n+1) = t_n + 40 x 1.4^(n-1)."""
    node = nodes[at(index)]
    seen, threshold, step = 1, p.start, p.start
    while seen < node.count and node.visits > threshold:
        seen += 1
        step *= p.ratio
        threshold += step
    return highest_uct(nodes, index, seen, p.C)
