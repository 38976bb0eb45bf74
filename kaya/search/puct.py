"""PUCT: selection by the value of a move and the probability that knowledge gives it, for priors that are probabilities
(Rosin 2011, "Multi-armed bandits with episode context"; in this form Silver et al. 2017, "Mastering the game of Go
without human knowledge")."""

from math import log, sqrt

import numpy as np

from ..kernel import Parameters, at, inlined, kernel, parameter
from .strategy import strategy
from .terms import Terms


class Puct(Parameters):
    """Parameters of PUCT."""

    c_init: float = parameter(1.25, "exploration: higher follows the prior longer", low=0.0, high=10.0)
    c_base: float = parameter(19652.0, "visits of a node at which exploration begins to grow", low=1.0, high=1e6)
    growth: float = parameter(
        1.0, "how fast it grows with the logarithm of the visits; 0: not at all", low=0.0, high=5.0
    )
    fpu: float = parameter(
        0.25,
        "first-play urgency: how far below the value of its parent an unvisited move is "
        "evaluated, when all of the prior was visited",
        low=0.0,
        high=2.0,
    )
    fpu_root: float = parameter(0.0, "the same at the root", low=0.0, high=2.0)
    temperature_root: float = parameter(
        1.0, "of the prior at the root: higher makes its moves more alike", low=0.1, high=10.0
    )


@inlined
def value_for(node, player, visits):
    """What a node is worth to a player after so many visits. Rewards are the mover's, or player 1's if chance moved."""
    value = node.reward / max(visits, 1)
    value = min(max(value, -1.0), 1.0)  # virtual losses may count for more
    return value if (node.mover == 2) == (player == 2) else -value


@inlined
def exploration(visits, p):
    """c = c_init + growth x log((N + c_base + 1) / c_base) (Silver et al. 2018)."""
    return p.c_init + p.growth * log((visits + p.c_base + 1.0) / p.c_base)


@inlined
def tempered(prior, exponent, total):
    """P^exponent / total; P itself where there is nothing to do."""
    return prior if exponent == 1.0 else max(prior, 0.0) ** exponent / total


@kernel
def highest_puct(nodes, index, p):
    """The child that `puct` selects."""
    return highest_with(nodes, index, 1.0, p)


@kernel
def highest_with(nodes, index, factor, p):
    """The child that `puct` selects where exploration is multiplied by a factor."""
    node = nodes[at(index)]
    first, visits = np.int64(node.first), np.float64(node.visits - 1)  # this one is counted already
    exponent = 1.0 / p.temperature_root if index == 0 else 1.0
    seen, total = 0.0, 1.0
    if exponent != 1.0:
        total = 0.0
        for i in range(first, first + node.count):
            total += tempered(nodes[at(i)].heuristic, exponent, 1.0)
    for i in range(first, first + node.count):
        if nodes[at(i)].visits > 0:
            seen += tempered(nodes[at(i)].heuristic, exponent, total)
    reduction = (p.fpu_root if index == 0 else p.fpu) * sqrt(max(seen, 0.0))
    unvisited = value_for(node, nodes[at(first)].mover, visits) - reduction
    weight = factor * exploration(visits, p) * sqrt(visits)
    best, best_value = first, -np.inf
    for i in range(first, first + node.count):
        child = nodes[at(i)]
        value = child.reward / child.visits if child.visits > 0 else unvisited
        value += weight * tempered(child.heuristic, exponent, total) / (1.0 + child.visits)
        if value > best_value:
            best, best_value = i, value
    return best


def puct_terms(nodes, index, child, p, factor=1.0):
    """The value, or for an unvisited move what is hoped of it, and the exploration that the prior asks for."""
    node, move = nodes[index], nodes[child]
    children = nodes[int(node.first) : int(node.first) + int(node.count)]
    N, n, exponent = float(node.visits - 1), int(move.visits), 1.0 / p.temperature_root if index == 0 else 1.0
    priors = children.heuristic
    if exponent != 1.0:
        priors = np.maximum(priors, 0.0) ** exponent
        priors /= priors.sum()
    P = float(priors[child - int(node.first)])
    c = factor * (p.c_init + p.growth * log((N + p.c_base + 1.0) / p.c_base))
    facts = {"P": P, "N": int(N), "n": n, "c": c}
    if n:
        parts = {"value: v": float(move.reward) / n}
    else:
        tried = float(priors[children.visits > 0].sum())
        hope = min(max(float(node.reward) / max(N, 1.0), -1.0), 1.0)
        hope = hope if (node.mover == 2) == (move.mover == 2) else -hope
        fpu = float(p.fpu_root if index == 0 else p.fpu)
        parts = {"value of the parent": hope, "first-play urgency: −fpu √ΣP": -fpu * sqrt(max(tried, 0.0))}
    return Terms({**parts, "exploration: c P √N / (1 + n)": c * P * sqrt(N) / (1 + n)}, facts)


@strategy("select", Puct, terms=puct_terms)
def puct(nodes, index, p):
    """The child with the highest v_i + c P_i sqrt(N) / (1 + n_i); P is H, N the visits of the node before this one.

    At the root P is H^(1/temperature_root), all of them together 1.
    An unvisited child has the value of its parent, for the player who moves there, less
    fpu x sqrt(sum of P over the visited children): the more of the prior was tried, the less is hoped of the rest
    (first-play urgency, Gelly and Wang 2006; in this form Leela Zero's and KataGo's)."""
    return highest_puct(nodes, index, p)


class ByVariance(Puct):
    """PUCT's parameters, and how exploration follows the standard deviation of the values seen."""

    deviation: float = parameter(0.4, "standard deviation at which exploration is as PUCT has it", low=0.01, high=2.0)
    deviation_visits: float = parameter(2.0, "visits that this one is worth before others", low=0.0, high=1000.0)
    deviation_weight: float = parameter(
        0.85, "how far exploration follows the standard deviation: 0 not at all, 1 in proportion", low=0.0, high=1.0
    )


@inlined
def deviation_of(node, visits, p):
    """s^2 = (m (v^2 + deviation^2) + sum of R^2) / (m + n) - v^2, v the mean of n values, m `deviation_visits`."""
    mean = node.reward / max(visits, 1.0)
    prior = p.deviation_visits * (mean * mean + p.deviation * p.deviation)
    variance = (prior + node.slot1) / max(p.deviation_visits + visits, 1.0) - mean * mean
    return sqrt(max(variance, 0.0))


@inlined
def by_deviation(node, p):
    """By what exploration is multiplied: 1 + deviation_weight (s / deviation - 1)."""
    return 1.0 + p.deviation_weight * (deviation_of(node, np.float64(node.visits - 1), p) / p.deviation - 1.0)


def by_variance_terms(nodes, index, child, p):
    """PUCT's, exploration multiplied."""
    return puct_terms(nodes, index, child, p, float(by_deviation(nodes[index], p)))


@strategy("select", ByVariance, needs="squares of results", terms=by_variance_terms)
def puct_by_variance(nodes, index, p):
    """As `puct`, but where the values below a node differ more, more is explored there: c is multiplied by
    1 + deviation_weight (s / deviation - 1), s being the standard deviation of these values (KataGo's dynamic
    variance-scaled cPUCT)."""
    return highest_with(nodes, index, by_deviation(nodes[at(index)], p), p)
