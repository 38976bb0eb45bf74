"""UCT with light playouts: the plain Monte-Carlo tree search of section 2 of the Mango paper, and nothing else.

Selection by formula 2.1 with C = 0.7, expansion of one node per simulated game and of all children at T = 30, uniformly
random simulations that fill no own eye and stop after 3 moves per point, the plain average, the robust child.
"""

from ...search import at_threshold, average, no_knowledge, robust_child, uct
from ..strategies import go_playout, light
from .player import GoPlayer


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `uct`."""
    strategies = dict(
        select=uct,
        expand=at_threshold,
        prior=no_knowledge,
        policy=light,
        simulate=go_playout,
        backup=average,
        final=robust_child,
    )
    return GoPlayer("uct", strategies, threads=threads, seed=seed)
