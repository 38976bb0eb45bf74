"""Named programs. A new one is a new file here and one line in the catalogue.

`make_player("uct:C=0.5,final=secure_child")` makes one with other parameters.
"""

from .catalogue import default_player, find_game, levels, load, make_player, players_of, register, set_level
from .player import Decision, Player

__all__ = ["Decision", "Player", "default_player", "find_game", "levels", "load", "make_player", "players_of",
           "register", "set_level"]  # fmt: skip
