"""Zero: a network and PUCT alone, as in AlphaGo Zero (Silver et al. 2017).

Every simulation ends at a new position, of which the network says what it is worth and which moves are likely; no game
is played out, and nothing is known of Go but the rules.
"""

from ...search import all_at_threshold, average, puct, robust_child
from ..strategies import by_network, light, network_value
from .player import GoPlayer

STRATEGIES = dict(
    select=puct,
    expand=all_at_threshold(T=0),
    prior=by_network,
    policy=light,
    simulate=network_value,
    backup=average,
    final=robust_child,
)


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `zero`."""
    return GoPlayer("zero", STRATEGIES, threads=threads, seed=seed)
