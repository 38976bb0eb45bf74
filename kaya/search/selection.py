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


class AfterEvaluation(UCT):
    """Parameters of the selection among moves that were evaluated."""

    level: float = parameter(
        5.0, "visits that each child has in advance, in which it gained what its siblings did", low=0.0, high=1000.0
    )


def evaluated_terms(nodes, index, child, p):
    """Its value and its exploration; the mean gain g is of all children together."""
    node, move = nodes[index], nodes[child]
    children = nodes[int(node.first) : int(node.first) + int(node.count)]
    visited = children[children.visits > 0]
    gain = float((visited.reward - visited.visits * visited.heuristic).sum()) / max(int(visited.visits.sum()), 1)
    level, n, h = max(float(p.level), 1e-9), int(move.visits), float(move.heuristic)
    return Terms(
        {
            "online value: R / (n + level)": float(move.reward) / (n + level),
            "evaluation: level (H + g) / (n + level)": level * (h + gain) / (n + level),
            "exploration: C √(ln(n_p + 1) / (n + 1))": p.C * sqrt(log(node.visits + 1) / (n + 1)),
        },
        {"H": h, "g, the mean gain": gain, "n": n},
    )


@strategy("select", AfterEvaluation, terms=evaluated_terms)
def uct_after_evaluation(nodes, index, p):
    """Formula 2.1 where each child was evaluated when its parent was expanded, H being its value, with

        v_i = (sum of R + level (H_i + g)) / (n_i + level),    g = the mean of v - H over all visits of all children.

    The maximum grows with the depth of the search, for every later move is the best of many. Without g a move would be
    preferred for having been searched deeper, and be searched deeper for being preferred."""
    node = nodes[at(index)]
    first = np.int64(node.first)
    gain, visits = 0.0, 0
    for i in range(first, first + node.count):
        child = nodes[at(i)]
        if child.visits:
            gain += child.reward - child.visits * child.heuristic
            visits += child.visits
    gain /= max(visits, 1)
    exploration, level = p.C * sqrt(log(node.visits + 1)), max(p.level, 1e-9)
    best, best_value = first, -np.inf
    for i in range(first, first + node.count):
        child = nodes[at(i)]
        value = (child.reward + level * (child.heuristic + gain)) / (child.visits + level)
        value += exploration / sqrt(child.visits + 1)
        if value > best_value:
            best, best_value = i, value
    return best


@strategy("select", UCT, terms=uct_terms)
def uct(nodes, index, p):
    """Formula 2.1: the child i with the highest v_i + C sqrt(ln n_p / n_i), every unvisited child first. v_i is the
    average result in [-1, 1] for the player who moves, n_p and n_i are the visits of the node and of the child."""
    return highest_uct(nodes, index, nodes[at(index)].count, p.C)
