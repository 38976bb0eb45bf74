"""The programs of a game: they think in threads while nothing at the table changes, and move when it is their turn."""

import asyncio
import threading
from typing import Any

from ..search import Report
from ..table import Failure
from . import shown
from .faces.face import estimated

EVERY = 0.15  # seconds from one look into a search to the next
BATCHES = 4  # of playouts for the score, where no network says it
PACE = 0.4  # seconds that a watched move stays before the next one comes


class Programs:
    """Those of one session, as far as they think of moves. `ahead` says how many wait for a search before them."""

    def __init__(self, session: Any):
        self.session, self.ahead = session, 0
        self._task: asyncio.Task[None] | None = None
        self._stop, self._epoch = threading.Event(), 0

    @property
    def thinking(self) -> bool:
        return self._task is not None and not self._task.done()

    def changed(self) -> None:
        """The game is another one: what is thought of now does not count."""
        self._epoch += 1

    def begin(self) -> None:
        """It is their turn."""
        if not self.thinking:
            self._task = asyncio.create_task(self._turn(self._epoch))

    def move_now(self) -> None:
        """Play what was found so far."""
        self._stop.set()

    async def interrupt(self) -> None:
        """Nobody is to move now: a program that thinks stops, and what it has found is not played."""
        self._epoch += 1
        self._stop.set()
        if self._task and not self._task.done():
            if self.ahead:
                self._task.cancel()
            await asyncio.wait([self._task])
        self._task = None

    async def _turn(self, epoch: int) -> None:
        """The program tries until the umpire accepts; two of them play until somebody stops them."""
        session, table = self.session, self.session.table
        try:
            while epoch == self._epoch and not table.over and not session.persons_turn:
                if not session.human and session.position.too_long:
                    table.ended = session.position.verdict()
                    break
                await self._move(epoch)
                session.changed()
                if not session.human:
                    await asyncio.sleep(PACE)
        except Failure as failure:
            side = failure.side or table.mover
            table.ended = session.position.lost_by(side, "T" if str(failure) == "time" else "F")
            if str(failure) != "time":
                session.tell({"say": "note", "text": f"{session.names[side]} has broken down and forfeits the game."})
        if epoch == self._epoch:
            self._task = None
            session.advance()

    async def _move(self, epoch: int) -> None:
        """One move of a program, with all its tries: of those that are refused nobody hears, nor of how long each took,
        nor whether it had to wait. Nothing is done if the game has changed while it thought."""
        session, loop = self.session, asyncio.get_running_loop()
        side, number = session.table.mover, session.number

        def progress(report: Report) -> None:
            loop.call_soon_threadsafe(self._thought, report, number, side)

        before = None if session.face.hidden else session.position.copy()
        watching = {} if session.face.hidden else {"progress": progress, "every": EVERY}
        async with session.searches.turn(waits=self._wait):
            self.ahead = 0
            self._stop.clear()
            while session.number == number and not session.table.over:
                decision = await asyncio.to_thread(session.table.think, stop=self._stop.is_set, **watching)
                if epoch != self._epoch:
                    return
                session.table.follow(decision)
        session.table.reports.clear()  # `history` keeps what is wanted of them
        if decision.report.chosen and before is not None:
            outlook = await asyncio.to_thread(estimated, session.face, before, session.players[side], BATCHES)
            session.history.note(number, side, decision.report, outlook.score if outlook else None)
            self._thought(decision.report, number, side, done=True)

    def _wait(self, ahead: int) -> None:
        self.ahead = ahead + 1
        self.session.changed()

    def _thought(self, report: Report, number: int, mover: int, done: bool = False) -> None:
        session = self.session
        if session.pages and not session.face.hidden:
            said = shown.search(session, report, number, mover, done)
            session.tell(said | {"who": "opponent"}, "search")
