"""Backpropagation: what the nodes on the path learn from a result (Mango paper, section 2.3.4)."""

from ..kernel import at, atomic_add
from .strategy import strategy
from .tree import on_path


@strategy("backup")
def average(nodes, work, depth, result, p):
    """The plain average: v = (sum of R) / n, where R is +1 for a won, 0 for a drawn and -1 for a lost game of the
    player who moved to the node. The visits were counted on the way down."""
    for d in range(depth + 1):
        node = nodes[at(on_path(nodes, work, d))]
        atomic_add(node, "reward", -result if node.mover == 2 else result)
