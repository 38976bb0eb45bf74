"""Named programs. A new one is a new file here and one line in `PLAYERS`.

`make_player("uct:C=0.5,final=secure_child")` makes one with other parameters.
"""

from collections.abc import Callable

from .go import kaya, mango, mogo, uct
from .go.player import GoPlayer, Manners, time_budget
from .player import Decision, Player, made_from

PLAYERS: dict[str, Callable[..., GoPlayer]] = {
    "uct": uct.make, "mango": mango.make, "mango-paper": mango.make_paper, "mogo": mogo.make, "kaya": kaya.make,
}  # fmt: skip
DEFAULT = "kaya"

LEVELS = {1: 30, 2: 100, 3: 300, 4: 1_000, 5: 3_000, 6: 6_000, 7: 12_000, 8: 25_000, 9: 50_000, 10: 100_000}
"""`--level`: simulations a move. Level 1 plays in a few milliseconds, level 10 takes seconds."""


def make_player(described: str = DEFAULT, *, threads: int = 1, seed: int = 0) -> GoPlayer:
    """A player from its name and, after a colon, parameters: `uct:C=0.5,T=10`. ValueError says what is accepted."""
    return made_from(described, PLAYERS, threads, seed)


__all__ = ["DEFAULT", "LEVELS", "PLAYERS", "Decision", "GoPlayer", "Manners", "Player", "make_player", "time_budget"]
