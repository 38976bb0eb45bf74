"""Programs that play Kriegspiel. A new one is a new file here and one line in `KRIEGSPIEL_PLAYERS`."""

from .player import KriegspielPlayer
from .random_player import RandomPlayer

KRIEGSPIEL_PLAYERS: dict[str, type[KriegspielPlayer]] = {RandomPlayer.name: RandomPlayer}


def make_kriegspiel_player(described: str, *, threads: int = 1, seed: int = 0) -> KriegspielPlayer:
    """A player from its name and, after a colon, parameters; ValueError says what is accepted."""
    name, _, changes = described.partition(":")
    if name not in KRIEGSPIEL_PLAYERS:
        raise ValueError(f"There is no player {name!r} of Kriegspiel; there are: {', '.join(KRIEGSPIEL_PLAYERS)}.")
    player = KRIEGSPIEL_PLAYERS[name](threads=threads, seed=seed)
    for change in filter(None, changes.split(",")):
        parameter, equals, value = change.partition("=")
        if not equals:
            raise ValueError(f"{change!r} is not a setting: write name=value.")
        player.set(parameter.strip(), value.strip())
    return player


__all__ = ["KRIEGSPIEL_PLAYERS", "KriegspielPlayer", "RandomPlayer", "make_kriegspiel_player"]
