"""Programs that play Kriegspiel. A new one is a new file here and one line in `KRIEGSPIEL_PLAYERS`."""

from ..player import made_from
from .player import KriegspielPlayer
from .random_player import RandomPlayer

KRIEGSPIEL_PLAYERS: dict[str, type[KriegspielPlayer]] = {RandomPlayer.name: RandomPlayer}


def make_kriegspiel_player(described: str, *, threads: int = 1, seed: int = 0) -> KriegspielPlayer:
    """A player from its name and, after a colon, parameters; ValueError says what is accepted."""
    return made_from(described, KRIEGSPIEL_PLAYERS, threads, seed)


__all__ = ["KRIEGSPIEL_PLAYERS", "KriegspielPlayer", "RandomPlayer", "make_kriegspiel_player"]
