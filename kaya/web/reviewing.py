"""A whole game gone through: every position is searched a little, and what was thought is kept with the moves."""

import asyncio
import threading
from typing import Any

from ..players import players_of
from ..search import Budget, Report
from . import shown
from .faces.face import estimated
from .searches import MEMORY
from .session import Session

BATCHES = 8  # of playouts for the score, where no network says it


class Reviewing:
    """The review of one game."""

    def __init__(self, session: Session):
        self.session = session
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()

    @classmethod
    def of(cls, session: Session) -> "Reviewing":
        session.reviewing = session.reviewing or cls(session)
        return session.reviewing

    async def start(self, simulations: int, player: str = "") -> None:
        session, game = self.session, self.session.stored.game
        if player and player not in players_of(game):
            raise ValueError(f"{player} does not play {game}.")
        if session.face.hidden:
            raise ValueError("Only games that are open to both are gone through by a search.")
        if not session.over and session.human and session.number == 0:
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
        async with self.session.advisers.lend(self.session.stored.game, name) as player:
            await self._go_through(player, simulations)

    async def _go_through(self, player: Any, simulations: int) -> None:
        session, line = self.session, self.session.position.copy()
        while line.played:
            line.undo()
        heard, total = session.position.announcements(1), session.number
        for number in range(total + 1):
            if line.over or self._stop.is_set():
                break
            async with session.searches.turn(give_way=lambda: None):
                report = await asyncio.to_thread(player.think, line, Budget(simulations=simulations, memory=MEMORY),
                                                 stop=self._stop.is_set)  # fmt: skip
                outlook = await asyncio.to_thread(estimated, session.face, line.copy(), player, BATCHES)
            session.history.note(number, line.mover, report, outlook.score if outlook else None)
            self._tell(report, line.mover, number, total)
            if number < total:
                line.hear(heard[number])
        session.tell({"say": "review", "id": session.id, "done": True, "number": total, "total": total})
        session.changed()

    def _tell(self, report: Report, mover: int, number: int, total: int) -> None:
        session, thought = self.session, self.session.history.evaluations.get(number)
        session.tell({"say": "review", "id": session.id, "done": False, "number": number, "total": total,
                      "rate": thought and thought.rate, "score": thought and thought.score,
                      "search": shown.search(session, report, number, mover, True)})  # fmt: skip
