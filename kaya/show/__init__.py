"""Pictures of searches, for notebooks and for the page: an SVG each, one call each.

    player = kaya.make_player("mango")
    player.think(position, kaya.Budget(simulations=2000))
    kaya.show.bias(player)

What they are given is a search, a player that has searched, or a search in steps (`player.in_steps(position)`); `curve`
is given a network. A game
brings pictures of its own under `pictures` of its bundle, as Kriegspiel `belief`: they are here, too.

>>> from kaya import Budget, make_player, tictactoe
>>> player = make_player("mcts", game="tictactoe")
>>> report = player.think(tictactoe.new_game(), Budget(simulations=500))
>>> terms(player).title
'What each score is made of'
"""

from typing import Any

from ..games.registry import bundles, imported
from .formulas import bias, rave, terms, unpruning, weights
from .learned import curve
from .picture import Picture
from .searches import History, board, playout, settling, tree

PICTURES = {f.__name__: f for f in (bias, board, playout, rave, terms, tree, unpruning, weights)}
"""Those that are made of a search as it stands, by name."""


def __getattr__(name: str) -> Any:
    """A picture that a game brings."""
    for bundle in bundles():
        if name in bundle.pictures:
            return imported(bundle.pictures[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "PICTURES",
    "History",
    "Picture",
    "bias",
    "board",
    "curve",
    "playout",
    "rave",
    "settling",
    "terms",
    "tree",
    "unpruning",
    "weights",
]
