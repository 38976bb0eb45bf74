"""A review of a whole game: every position is searched a little, and the history keeps what was found."""

import asyncio
import logging
import threading
from dataclasses import replace
from typing import Any

from ..players import analyst, players_of
from ..search import Budget, Report
from . import payloads
from .adapter import estimated
from .scheduler import MEMORY
from .state import GameState

log = logging.getLogger("kaya.web")
BATCHES = 8  # of playouts for the score, where no network says it


def cost_of(report: Report, move: int) -> float | None:
    """The winning rate of the best move less that of another, by a search; None if it has not looked at that."""
    rates = {m.move: m.winning_rate for m in report.moves if m.visits}
    return round(max(rates.values()) - rates[move], 4) if move in rates else None


class GameReview:
    def __init__(self, game: GameState):
        self.game = game
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()

    async def start(self, simulations: int, player: str = "") -> None:
        game = self.game
        if player and player not in players_of(game.stored.game):
            raise ValueError(f"{player} does not play {game.stored.game}.")
        if game.adapter.hidden and not game.over:
            raise ValueError("A game with an umpire is gone through by a search when it is over.")
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
                search_all = self._search_views if game.adapter.hidden else self._search_all
                await search_all(player, simulations)
        except Exception as error:  # a player may be anybody's
            log.exception("A review has ended early.")
            who = name or analyst(game.stored.game)
            game.tell({"say": "error", "text": f"{who} has broken down, so the review ends here: {error}."})
            game.say("review", done=True, number=game.number, total=game.number)

    async def _search_views(self, player: Any, simulations: int) -> None:
        """Every move by what its author knew, and by what the umpire did: what it has cost in the eyes of each."""
        game, total, budget = self.game, self.game.number, Budget(simulations=simulations, memory=MEMORY)
        for number, (side, move) in enumerate(game.position.line):
            if self._stop.is_set():
                break
            position, view = game.position_at(number), game.view_at(side, number)
            async with game.scheduler.slot(give_way=lambda: None):
                decision = await asyncio.to_thread(player.choose, view, budget, stop=self._stop.is_set)
                seen = await asyncio.to_thread(game.adapter.judged, position, simulations)
            game.history.note(number, side, decision.report)
            costs = cost_of(decision.report, move), cost_of(seen, move) if seen else None
            if (found := game.history.evaluations.get(number)) and not self._stop.is_set():
                found.costs = costs
            report = replace(decision.report, name=view.move_name)
            said = payloads.search(game, report, number, side, True)
            game.say("review", done=False, number=number, total=total, costs=costs, search=said)
        game.say("review", done=True, number=total, total=total)
        game.changed()

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
