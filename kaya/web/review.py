"""A review of a whole game: every position is searched a little, and the history keeps what was found."""

import asyncio
import logging
import threading
from typing import Any

from ..players import default_player, players_of
from ..search import Budget
from . import payloads
from .adapter import estimated
from .scheduler import MEMORY
from .state import GameState

log = logging.getLogger("kaya.web")
BATCHES = 8  # of playouts for the score, where no network says it


class GameReview:
    def __init__(self, game: GameState):
        self.game = game
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()

    async def start(self, simulations: int, player: str = "") -> None:
        game = self.game
        if player and player not in players_of(game.stored.game):
            raise ValueError(f"{player} does not play {game.stored.game}.")
        if game.adapter.hidden:
            raise ValueError("Only games that are open to both are gone through by a search.")
        if not game.over and game.human and game.number == 0:
            raise ValueError("There is no move to look at yet.")
        await self.stop()
        self._stop.clear()
        self._task = asyncio.create_task(self._run(simulations, player))

    async def stop(self) -> None:
        self._stop.set()
        if self._task and not self._task.done():
            await asyncio.wait([self._task])
        self._task = None

    async def _run(self, simulations: int, name: str) -> None:
        game = self.game
        try:
            async with game.pool.lend(game.stored.game, name) as player:
                await self._search_all(player, simulations)
        except Exception as error:  # a player may be anybody's
            log.exception("A review has ended early.")
            who = name or default_player(game.stored.game)
            game.tell({"say": "error", "text": f"{who} has broken down, so the review ends here: {error}."})
            game.say("review", done=True, number=game.number, total=game.number)

    async def _search_all(self, player: Any, simulations: int) -> None:
        game, line = self.game, self.game.position.copy()
        while line.played:
            line.undo()
        heard, total = game.position.announcements(1), game.number
        for number in range(total + 1):
            if line.over or self._stop.is_set():
                break
            async with game.scheduler.slot(give_way=lambda: None):
                report = await asyncio.to_thread(
                    player.think, line, Budget(simulations=simulations, memory=MEMORY), stop=self._stop.is_set
                )
                outlook = await asyncio.to_thread(estimated, game.adapter, line.copy(), player, BATCHES)
            game.history.note(number, line.mover, report, outlook.score if outlook else None)
            found, said = game.history.evaluations.get(number), payloads.search(game, report, number, line.mover, True)
            rated: dict[str, Any] = {"rate": found and found.rate, "score": found and found.score}
            game.say("review", done=False, number=number, total=total, **rated, search=said)
            if number < total:
                line.hear(heard[number])
        game.say("review", done=True, number=total, total=total)
        game.changed()
