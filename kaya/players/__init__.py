"""Players of any game: what a player is, how one is found by name, and plain Monte-Carlo tree search.

`make_player("uct:C=0.5,final=secure_child")` makes one with other parameters.
"""

from .catalogue import analyst, default_player, levels, make_player, own_budget, players_of, set_level
from .player import Decision, Player

USUAL_LEVEL = 5  # that a person meets, in the terminal and in the browser, unless it asks for another

__all__ = [
    "USUAL_LEVEL",
    "Decision",
    "Player",
    "analyst",
    "default_player",
    "levels",
    "make_player",
    "own_budget",
    "players_of",
    "set_level",
]
