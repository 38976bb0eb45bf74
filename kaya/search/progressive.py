"""Progressive strategies: knowledge that directs the search at first and fades as results come in (Mango paper,
section 3; the alternatives of section 5 are in `examples/alternatives.py`).

H_i, what knowledge says of a move, is computed once per node, when it is expanded (at T visits), and the children are
laid down in the order of H, best first.
"""

from math import ceil, log, sqrt

import numpy as np

from ..kernel import Parameters, at, kernel, parameter
from .selection import EXPLORATION, UCT
from .strategy import strategy
from .terms import Terms

FIRST = 1e9  # above all values, and small enough for H to be seen in a sum of both


class Unpruning(Parameters):
    """Progressive unpruning (section 3.2)."""

    PU: bool = parameter(True, "progressive unpruning: only the best moves by H are seen at first")
    k_init: int = parameter(5, "moves that are seen from the start", low=1, high=361)
    A: float = parameter(
        50.0, "the first further move is seen when the visits of the parent surpass A times B", low=1.0, high=10_000.0
    )
    B: float = parameter(1.3, "factor between the visits at which two moves are unpruned", low=1.01, high=10.0)


@kernel
def unpruned(visits, p):
    """How many moves are seen in a node with so many visits: k_init, and k when visits surpass A B^(k - k_init)."""
    if visits <= p.A:
        return np.int64(p.k_init)
    return np.int64(p.k_init) + np.int64(ceil(log(visits / p.A) / log(p.B))) - 1


def unpruning_facts(nodes, index, child, p):
    """The rank of a child by H, whether it is seen now, and at how many visits of its parent that begins."""
    node = nodes[index]
    rank = child - int(node.first) + 1
    if not p.PU:
        return {"rank by H": rank}, True
    facts = {"rank by H": rank, "moves seen": min(int(unpruned(int(node.visits), p)), int(node.count))}
    if rank > p.k_init:
        facts["seen when n_p passes A B^(k − k_init)"] = float(p.A * p.B ** (rank - p.k_init))
    return facts, rank <= facts["moves seen"]


class Progressive(Unpruning, UCT):
    """Formulas 2.1 and 3.2 and progressive unpruning; the switches PB and PU are those of Table 1."""

    PB: bool = parameter(True, "progressive bias: f(n) = H / (n + 1) is added to the value of a move")
    weight: float = parameter(50.0, "by which H is multiplied in the bias", low=0.0, high=1000.0)
    M: float = parameter(100.0, "what sqrt(ln n_p / n_i) is for an unvisited move", low=1.0, high=10_000.0)
    once: bool = parameter(True, "property (1): every unvisited move comes before all others, however high their H")


def progressive_terms(nodes, index, child, p):
    """Formula 3.2, term by term."""
    node, move = nodes[index], nodes[child]
    n, h = int(move.visits), float(move.heuristic)
    facts, seen = unpruning_facts(nodes, index, child, p)
    if n:
        parts = {"value: v": float(move.reward) / n, EXPLORATION: p.C * sqrt(log(node.visits) / n)}
    else:
        parts = {"unvisited": FIRST} if p.once else {"unvisited: C M": float(p.C * p.M)}
    if p.PB:
        parts["progressive bias: weight H / (n + 1)"] = p.weight * h / (n + 1)
    first = n == 0 and bool(p.once)
    return Terms(parts, {"H": h, "n_p": int(node.visits), "n": n, **facts}, first=first, seen=seen)


@strategy("select", Progressive, terms=progressive_terms)
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
