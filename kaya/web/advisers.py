"""Players that think for a person: when it looks into a search, in a review, for a hint. They do their best."""

from typing import Any

from ..players import default_player, make_player
from ..players.player import Levelled


def adviser(game: str, name: str = "") -> Any:
    """A player of this name, or the one that people meet first."""
    player = make_player(name or default_player(game), game=game, seed=1)
    if isinstance(player, Levelled):
        player.set("level", 10)
    return player
