"""GTP, the Go Text Protocol: what Sabaki, GoGui, Lizzie, KGS and CGOS speak with a program.

    >>> from kaya import Budget, make_player
    >>> from kaya.go.gtp import serve
    >>> serve(make_player("uct"), budget=Budget(simulations=10_000))

`lines` reads what comes in, `registry` makes a command of a plain function, `engine` holds the game and answers; the
commands themselves are in `commands`.
"""

from . import commands
from .engine import Engine, serve

__all__ = ["Engine", "commands", "serve"]
