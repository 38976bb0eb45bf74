"""Averages of a network's values in which those count more that the network is surer of."""

from math import sqrt

import numpy as np

from ...kernel import at, atomic_add, inlined, parameter
from ...search import strategy
from ...search.tree import on_path
from .network import ByNetwork


class Uncertainty(ByNetwork):
    """How the weight of a value follows from the error to be expected of it."""

    weight_scale: float = parameter(
        0.25, "weight of a value whose error is 1; one whose error is this weighs nearly 1", low=0.001, high=10.0
    )
    most_weight: float = parameter(8.0, "weight of a value that is sure, as that of a finished game", low=1.0, high=1e3)


@inlined
def weight_of(error, p):
    """c / (e + c / most_weight), c being `weight_scale` and e the root of a squared error; 1 if that is not known."""
    return p.weight_scale / (sqrt(error) + p.weight_scale / p.most_weight) if error >= 0.0 else 1.0


@strategy("backup", Uncertainty, keeps="squares of results")
def average_by_uncertainty(nodes, work, depth, result, p):
    """v = (sum of w R) / (sum of w): the average of results, each with the weight

        w = c / (e + c / most_weight),    c = weight_scale,

    e being the error that the network expects of the value of the leaf (its head `short`); a game that is over has
    `most_weight` (KataGo's weights by uncertainty; selection counts visits as ever). Where the network has no such
    head, w is 1.

    The sum of w is in `slot2`; `reward` is n v, and `slot1` n times the mean of R^2 with the same weights, so that
    others need not know of it. Visits whose weight is not known, as that of the root before its search, count 1. With
    several threads the virtual losses of others are weighted, too."""
    weight = weight_of(work.error, p) if work.evaluated else p.most_weight
    for d in range(depth + 1):
        node = nodes[at(on_path(nodes, work, d))]
        visits, reward, squares = np.float64(node.visits), node.reward, np.float64(node.slot1)
        before = max(visits - 1.0, 0.0)
        weights = np.float64(node.slot2) if node.slot2 > 0.0 else before
        share = weight / (weights + weight)
        seen = -result if node.mover == 2 else result
        mean, square = reward / max(before, 1.0), squares / max(before, 1.0)
        atomic_add(node, "reward", (mean + share * (seen - mean)) * visits - reward)
        atomic_add(node, "slot1", np.float32((square + share * (seen * seen - square)) * visits - squares))
        atomic_add(node, "slot2", np.float32(weights + weight - node.slot2))
