"""A whole game gone through: every position is searched a little, and what was thought is kept with the moves."""

import asyncio
import threading
from typing import Any

from ..players import default_player, make_player
from ..players.player import Levelled
from ..search import Budget, Report
from . import shown
from .searches import MEMORY
from .session import Session


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

    async def start(self, simulations: int) -> None:
        session = self.session
        if session.face.hidden:
            raise ValueError("Only games that are open to both are gone through by a search.")
        if not session.over and session.human and session.number == 0:
            raise ValueError("There is no move to look at yet.")
        await self.stop()
        self._stop.clear()
        self._task = asyncio.create_task(self._run(simulations))

    async def stop(self) -> None:
        self._stop.set()
        if self._task and not self._task.done():
            await asyncio.wait([self._task])
        self._task = None

    async def _run(self, simulations: int) -> None:
        session = self.session
        player, line = await asyncio.to_thread(self._make), session.position.copy()
        while line.played:
            line.undo()
        heard, total = session.position.announcements(1), session.number
        for number in range(total + 1):
            if line.over or self._stop.is_set():
                break
            async with session.searches.turn(give_way=lambda: None):
                report = await asyncio.to_thread(player.think, line, Budget(simulations=simulations, memory=MEMORY),
                                                 stop=self._stop.is_set)  # fmt: skip
            self._note(report, line.mover, number, total)
            if number < total:
                line.hear(heard[number])
        session.tell({"say": "review", "id": session.id, "done": True, "number": total, "total": total})
        session.changed()

    def _make(self) -> Any:
        player = make_player(default_player(self.session.kept.game), game=self.session.kept.game)
        if isinstance(player, Levelled):
            player.set("level", 10)
        return player

    def _note(self, report: Report, mover: int, number: int, total: int) -> None:
        session = self.session
        if report.chosen:
            session.rates[number] = report.winning_rate if mover == 1 else 1 - report.winning_rate
            if number < total:
                session.reviewed[number + 1] = report
        found = shown.search(session, report, number, mover, True)
        session.tell({"say": "review", "id": session.id, "done": False, "number": number, "total": total,
                      "rate": session.rates.get(number), "search": found})  # fmt: skip
