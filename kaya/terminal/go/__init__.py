"""Games in the terminal. `play` is the whole command `kaya play` for Go; `kriegspiel` has its own.

`board` draws, `commands` reads what the player types, `duel` is the game between the two, `session` puts them together,
and `demonstration` is shown where nobody sits at the keyboard. All games share `sitting`, which asks and answers and
saves the game whatever happens, and `files`, where it is saved.
"""

from .play import play

__all__ = ["play"]
