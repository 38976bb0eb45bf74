"""Backpropagation: what the nodes on the path learn from a result (Mango paper, section 2.3.4)."""

import numpy as np

from ..kernel import at, atomic_add, kernel
from .strategy import strategy
from .tree import on_path


@strategy("backup")
def average(nodes, work, depth, result, p):
    """The plain average: v = (sum of R) / n, where R is +1 for a won, 0 for a drawn and -1 for a lost game of the
    player who moved to the node. The visits were counted on the way down."""
    for d in range(depth + 1):
        node = nodes[at(on_path(nodes, work, d))]
        atomic_add(node, "reward", -result if node.mover == 2 else result)


@strategy("backup", keeps="squares of results")
def average_and_squares(nodes, work, depth, result, p):
    """As `average`, and the sum of R^2 in `slot1`: how far the results of a node differ."""
    for d in range(depth + 1):
        node = nodes[at(on_path(nodes, work, d))]
        atomic_add(node, "reward", -result if node.mover == 2 else result)
        atomic_add(node, "slot1", np.float32(result * result))


@kernel
def best_child(nodes, node):
    """The highest value among the visited children, for player 1."""
    first, best = np.int64(node.first), -np.inf
    for i in range(first, first + node.count):
        child = nodes[at(i)]
        if child.visits > 0:
            best = max(best, child.reward / child.visits)
    return -best if nodes[at(first)].mover == 2 else best


@strategy("backup")
def maximum(nodes, work, depth, result, p):
    """The maximum (Kriegspiel paper, section 5.3): a decision is worth what the best of its visited moves is worth, and
    a chance node the average of what came of it, weighted by visits, with its own evaluation as one of them. For one
    thread."""
    change = result  # in what the node below is worth to player 1, times its visits
    for d in range(depth, -1, -1):
        node = nodes[at(on_path(nodes, work, d))]
        sign, before = -1.0 if node.mover == 2 else 1.0, node.reward
        if d < depth and node.count > 0:
            node.reward = sign * best_child(nodes, node) * node.visits
        else:
            node.reward += sign * change
        change = sign * (node.reward - before)
