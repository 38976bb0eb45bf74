"""Kaya: Monte-Carlo tree search for Go, Phantom Go and Kriegspiel, in Python, at machine speed.

Three ways into the code:

- From the papers: `search/` has the four tasks of Monte-Carlo tree search, a file each (selection, expansion,
  simulation, backpropagation), and `search/loop.py` puts them together on one screen.
- From a game: `games/tictactoe.py` is a whole game in under 60 lines; `go/rules/board.py` is one at machine speed.
- From the outside: `cli.py` is the command `kaya`, `go/gtp/` what a Go client talks to, and `players/` the
  programs by name.

    >>> import kaya
    >>> player, game = kaya.make_player("uct"), kaya.GoPosition(9)
    >>> game.play(player.choose(game, kaya.Budget(simulations=2000)).move)
"""

__version__ = "1.0.0rc1"

from typing import TYPE_CHECKING

from .games.game import Game, Position
from .games.registry import Bundle, find_game, imported_when_used, load, register
from .games.tictactoe import tictactoe
from .games.umpire import Umpired, View
from .go import GoPosition
from .kernel import NoParameters, Parameters, kernel, parameter
from .players import Decision, Player, make_player
from .search import Budget, Clock, Report, Search, Strategy, note, strategy
from .table import PersonSeat, PlayerSeat, Table

if TYPE_CHECKING:
    from . import go, kriegspiel, phantom_go, show
    from .kriegspiel import KriegspielPosition
    from .phantom_go import PhantomGoPosition

LATER = {
    "KriegspielPosition": "kaya.kriegspiel:KriegspielPosition",
    "kriegspiel": "kaya.kriegspiel",
    "PhantomGoPosition": "kaya.phantom_go:PhantomGoPosition",
    "phantom_go": "kaya.phantom_go",
    "show": "kaya.show",
}
__getattr__ = imported_when_used(__name__, LATER)
"""Games with an umpire, and pictures, are imported when they are first used: a Go client need not wait for them."""


__all__ = [
    "Budget",
    "Bundle",
    "Clock",
    "Decision",
    "Game",
    "GoPosition",
    "KriegspielPosition",
    "NoParameters",
    "Parameters",
    "PersonSeat",
    "PhantomGoPosition",
    "Player",
    "PlayerSeat",
    "Position",
    "Report",
    "Search",
    "Strategy",
    "Table",
    "Umpired",
    "View",
    "find_game",
    "go",
    "kernel",
    "kriegspiel",
    "load",
    "make_player",
    "note",
    "parameter",
    "phantom_go",
    "register",
    "show",
    "strategy",
    "tictactoe",
]
