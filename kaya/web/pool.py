"""Players that search for a person: for a hint, in a review, or in an analysis."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from ..players import analyst, make_player
from ..players.levels import Levelled

MOST_IDLE = 4  # players that are kept for the next request


def best_player(game: str, name: str = "") -> Any:
    """A player of this name, or the game's analyst, at its highest level."""
    player = make_player(name or analyst(game), game=game, seed=1)
    if isinstance(player, Levelled):
        player.set("level", 10)
    return player


class PlayerPool:
    """Players for all games of a server. An idle one has forgotten its last game, which would be megabytes."""

    def __init__(self) -> None:
        self._idle: list[tuple[str, str, Any]] = []

    @asynccontextmanager
    async def lend(self, game: str, name: str = "") -> AsyncIterator[Any]:
        """A player that nobody else has meanwhile. One that fails is not used again."""
        found = next((entry for entry in self._idle if entry[:2] == (game, name)), None)
        if found:
            self._idle.remove(found)
        player = found[2] if found else await asyncio.to_thread(best_player, game, name)
        yield player
        player.forget()
        self._idle = [*self._idle, (game, name, player)][-MOST_IDLE:]
