"""Go in the terminal: `play` is the whole command `kaya play`.

`board` draws, `commands` reads what the player types, `duel` is the game between the two, `files` saves it, `session`
puts them together, and `demonstration` is shown where nobody sits at the keyboard.
"""

from .play import play

__all__ = ["play"]
