"""The player `hex`: RAVE, with simulations that save bridges.

A cell that is good for a player is good for it whenever it is taken, in no game more than in Hex, so what is learned
from all moves as first (`kaya.search.rave`) outweighs the simulations of a move for long.
"""

from kaya import Player
from kaya.search import all_moves_as_first, at_threshold, rave, robust_child

from .playouts import by_bridges
from .rules import hex_game

STRATEGIES = dict(
    select=rave(PU=False, c1=0.0003, c1_root=0.0003, even=10.0),
    expand=at_threshold(T=2),
    policy=by_bridges,
    backup=all_moves_as_first,
    final=robust_child,
)


def make(threads: int = 1, seed: int = 0) -> Player:
    return Player("hex", hex_game, STRATEGIES, threads=threads, seed=seed)
