"""Kaya: Monte-Carlo tree search for Go, Phantom Go and Kriegspiel, in Python, at machine speed.

Three ways into the code:

- From the papers: `search/` has the four tasks of Monte-Carlo tree search, a file each (selection, expansion,
  simulation, backpropagation), and `search/loop.py` puts them together on one screen.
- From a game: `games/tictactoe.py` is a whole game in under 60 lines; `games/go/board.py` is one at machine speed.
- From the outside: `cli.py` is the command `kaya`, `protocols/gtp/` what a Go client talks to, and `players/` the
  programs by name.

    >>> import kaya
    >>> player, game = kaya.make_player("uct"), kaya.GoPosition(9)
    >>> game.play(player.choose(game, kaya.Budget(simulations=2000)).move)
"""

__version__ = "0.1.0"

from typing import TYPE_CHECKING

from .games.game import Game, Position
from .games.go import GoPosition, go
from .games.tictactoe import tictactoe
from .games.umpire import Umpired, View
from .kernel import NoParameters, Parameters, kernel, parameter
from .players import Decision, Player, find_game, load, make_player, register
from .search import Budget, Clock, Report, Search, Strategy, note, strategy
from .table import PersonSeat, PlayerSeat, Table

if TYPE_CHECKING:
    from .games.kriegspiel import KriegspielPosition, kriegspiel
    from .games.phantom_go import PhantomGoPosition, phantom_go


def __getattr__(name: str):
    """Games with an umpire are imported when they are first used: a Go client need not wait for them."""
    if name in ("KriegspielPosition", "kriegspiel"):
        from .games import kriegspiel as room

        return getattr(room, name)
    if name in ("PhantomGoPosition", "phantom_go"):
        from .games import phantom_go as phantom_room

        return getattr(phantom_room, name)
    raise AttributeError(f"module 'kaya' has no attribute {name!r}")


__all__ = [
    "Budget", "Clock", "Decision", "Game", "GoPosition", "KriegspielPosition", "NoParameters", "Parameters",
    "PersonSeat", "PhantomGoPosition", "Player", "PlayerSeat", "Position", "Report", "Search", "Strategy", "Table",
    "Umpired", "View", "find_game", "go", "kernel", "kriegspiel", "load", "make_player", "note", "parameter",
    "phantom_go", "register", "strategy", "tictactoe",
]  # fmt: skip
