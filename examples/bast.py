"""BAST: a Bandit Algorithm for Smooth Trees (Coquelin and Munos 2007, "Bandit Algorithms for Tree Search"), which the
Mango paper names among its directions for future research.

Each node has bounds between which its true value lies with high probability. They come from its own results,

    v +- (c_n + delta_d),    c_n = C 2 sqrt(ln(2 N n (n + 1) / beta) / (2 n)),

n being its visits and N the simulations in the tree (2 is the width of the results), and delta_d = delta x gamma^d, how
far the values of positions below depth d may lie from each other, which is little in a smooth tree; or they come from
the bounds of its children, whichever are tighter. Selection follows the highest upper bound. The paper has one player,
for whom the bound of a node is the highest of its children; with two, the best reply bounds what a move is worth:

    lower_i = max(v_i - c - delta_d, -max upper_j),    upper_i = min(v_i + c + delta_d, -max lower_j).

`bast` selects by bounds that `bounds` keeps. Lower bounds live in `slot1` of a node, upper ones in `slot2`. Try it:

    kaya match mango:select=bast,backup=bounds mango --load examples/bast.py
"""

from math import log, sqrt

import numpy as np

from kaya import Parameters, kernel, parameter, strategy
from kaya.kernel import at, atomic_add
from kaya.search import Terms
from kaya.search.tree import on_path


class Smoothness(Parameters):
    """How fast bounds close in."""

    C: float = parameter(0.2, "width of the bounds; 1 is the paper's, under which they hold", low=0.0, high=5.0)
    beta: float = parameter(0.1, "probability that some bound does not hold", low=1e-9, high=1.0)
    delta: float = parameter(0.5, "difference of values below the root", low=0.0, high=2.0)
    gamma: float = parameter(0.5, "factor of that difference from depth to depth", low=0.0, high=1.0)


@kernel
def set_bounds(nodes, index, smooth, p):
    """Bounds from a node's own results and from its children; `smooth` is delta_d."""
    node = nodes[at(index)]
    n = np.float64(max(node.visits, 1))
    width = p.C * 2.0 * sqrt(log(2.0 * max(nodes[at(0)].visits, 1) * n * (n + 1.0) / p.beta) / (2.0 * n)) + smooth
    lower, upper = node.reward / n - width, node.reward / n + width
    if node.count > 0:
        highest_lower, highest_upper, first = -1.0, -1.0, np.int64(node.first)
        for i in range(first, first + node.count):
            child = nodes[at(i)]
            if child.visits == 0:
                highest_upper = 1.0  # nothing is known of it
            else:
                highest_lower = max(highest_lower, np.float64(child.slot1))
                highest_upper = max(highest_upper, np.float64(child.slot2))
        lower, upper = max(lower, -highest_upper), min(upper, -highest_lower)
    node.slot1, node.slot2 = lower, upper


@strategy("backup", Smoothness, keeps="the bounds of BAST")
def bounds(nodes, work, depth, result, p):
    """The plain average, and the bounds of BAST from the leaf up to the root."""
    smooth = p.delta * p.gamma**depth
    for k in range(depth + 1):
        index = on_path(nodes, work, depth - k)
        node = nodes[at(index)]
        atomic_add(node, "reward", -result if node.mover == 2 else result)
        set_bounds(nodes, index, smooth, p)
        smooth = smooth / p.gamma if p.gamma > 0.0 else 0.0


def bast_terms(nodes, index, child, p):
    """The upper bound decides."""
    move = nodes[child]
    if move.visits == 0:
        return Terms({}, first=True)
    return Terms({"upper bound": float(move.slot2)}, {"lower bound": float(move.slot1), "n": int(move.visits)})


@strategy("select", needs="the bounds of BAST", terms=bast_terms)
def bast(nodes, index, p):
    """The child with the highest upper bound; unvisited ones first, in the order of H."""
    node = nodes[at(index)]
    best, best_value, first = np.int64(node.first), -np.inf, np.int64(node.first)
    for i in range(first, first + node.count):
        child = nodes[at(i)]
        if child.visits == 0:
            return i
        if child.slot2 > best_value:
            best, best_value = i, child.slot2
    return best
