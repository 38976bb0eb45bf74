"""The alternatives to progressive strategies in section 5 of the Mango paper: prior knowledge (formula 5.4, Gelly and
Silver 2007) and progressive widening (Coulom 2007). Try them:

    kaya match mango:select=progressive_widening mango --load examples/alternatives.py
    kaya match mango:select=prior_knowledge mango --load examples/alternatives.py
"""

from math import log, sqrt

import numpy as np

from kaya import parameter, strategy
from kaya.kernel import at
from kaya.search import Terms
from kaya.search.selection import UCT, highest_uct, uct_terms


class Prior(UCT):
    """Formula 5.4."""

    n_prior: float = parameter(20.0, "visits that the prior counts as", low=0.0, high=1000.0)


def prior_terms(nodes, index, child, p):
    """Formula 5.4, term by term."""
    node, move = nodes[index], nodes[child]
    visits = float(move.visits + p.n_prior)
    if visits <= 0.0:
        return Terms({}, first=True)
    q = 2.0 * float(move.heuristic) / max(float(nodes[int(node.first)].heuristic), 1e-12) - 1.0
    return Terms(
        {
            "online value: R / (n + n_prior)": float(move.reward) / visits,
            "prior: n_prior Q / (n + n_prior)": p.n_prior * q / visits,
            "exploration: C √(ln n_p / (n + n_prior))": p.C * sqrt(log(node.visits)) / sqrt(visits),
        },
        {"Q": q, "H": float(move.heuristic), "n": int(move.visits)},
    )


@strategy("select", Prior, terms=prior_terms)
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


def widening_terms(nodes, index, child, p):
    """Formula 2.1, and when the move is considered: from t_n visits on."""
    rank, threshold, step = child - int(nodes[index].first) + 1, 0.0, float(p.start)
    for _ in range(rank - 1):
        threshold, step = threshold + step, step * p.ratio
    said, visits = uct_terms(nodes, index, child, p), int(nodes[index].visits)
    facts = {**said.facts, "rank by H": rank, "seen when n_p passes t_n": threshold}
    return Terms(said.parts, facts, first=said.first, seen=rank == 1 or visits > threshold)


@strategy("select", Widening, terms=widening_terms)
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
