"""Kriegspiel in the terminal: `play` is the command `kaya play kriegspiel`, `review` is `kaya review`.

`reading` understands what is typed as a move, `board` draws, `screen` shows what one player knows, `duel` is the game
between the two, `session` puts them together; `review` goes through a finished game with both views.
"""

from .play import play
from .review import review

__all__ = ["play", "review"]
