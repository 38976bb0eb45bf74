"""Programs that play Kriegspiel. A new one is a new file here and one line in `KRIEGSPIEL_PLAYERS`."""

from ..player import made_from
from .b import ProgramB
from .c import ProgramC
from .hybrid import ProgramHybrid
from .player import KriegspielPlayer
from .progressive import ProgramProgressive
from .random_player import RandomPlayer

_PLAYERS = (RandomPlayer, ProgramB, ProgramC, ProgramHybrid, ProgramProgressive)
KRIEGSPIEL_PLAYERS: dict[str, type[KriegspielPlayer]] = {player.name: player for player in _PLAYERS}


def make_kriegspiel_player(described: str, *, threads: int = 1, seed: int = 0) -> KriegspielPlayer:
    """A player from its name and, after a colon, parameters; ValueError says what is accepted."""
    return made_from(described, KRIEGSPIEL_PLAYERS, threads, seed)


__all__ = ["KRIEGSPIEL_PLAYERS", "KriegspielPlayer", "ProgramB", "ProgramC", "ProgramHybrid", "ProgramProgressive",
           "RandomPlayer", "make_kriegspiel_player"]  # fmt: skip
