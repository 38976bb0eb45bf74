"""The programs of a game: they think in threads while nothing at the table changes, and move when it is their turn."""

import asyncio
import threading
from dataclasses import replace

from ..search import Report
from ..table import Failure
from . import payloads
from .adapter import estimated
from .state import GameState

EVERY = 0.15  # seconds from one report of a search to the next
BATCHES = 4  # of playouts for the score, where no network says it
PACE = 0.4  # seconds that a watched move stays before the next one comes


class Programs:
    """Those of one game, as far as they think of moves."""

    def __init__(self, game: GameState):
        self.game = game
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
            if self.game.ahead:
                self._task.cancel()
            await asyncio.wait([self._task])
        self._task, self.game.ahead = None, 0

    async def _turn(self, epoch: int) -> None:
        """The program tries until the umpire accepts; two of them play until somebody stops them."""
        game, table = self.game, self.game.table
        try:
            while epoch == self._epoch and not table.over and not game.persons_turn:
                if not game.persons and game.position.too_long:
                    table.ended = game.position.verdict()
                    break
                await self._move(epoch)
                game.changed()
                if not game.persons:
                    await asyncio.sleep(PACE)
        except Failure as failure:
            side = failure.side or table.mover
            table.ended = game.position.lost_by(side, "T" if str(failure) == "time" else "F")
            if str(failure) != "time":
                game.tell({"say": "note", "text": f"{game.names[side]} has broken down and forfeits the game."})
        if epoch == self._epoch:
            self._task = None
            game.advance()

    async def _move(self, epoch: int) -> None:
        """One move of a program, with all its tries, of which nobody hears; nothing is done if the game has changed."""
        game, loop = self.game, asyncio.get_running_loop()
        side, number = game.table.mover, game.number

        def progress(report: Report) -> None:
            loop.call_soon_threadsafe(self._tell_search, report, number, side)

        before = None if game.adapter.hidden else game.position.copy()
        watching = {} if game.adapter.hidden else {"progress": progress, "every": EVERY}
        async with game.scheduler.slot(waits=self._wait):
            game.ahead = 0
            self._stop.clear()
            while game.number == number and not game.table.over:
                decision = await asyncio.to_thread(game.table.think, stop=self._stop.is_set, **watching)
                if epoch != self._epoch:
                    return
                if decision.move is None and game.stored.to_the_end and decision.report.best is not None:
                    decision = replace(decision, move=decision.report.best)  # it would resign
                game.table.follow(decision)
        game.table.reports.clear()  # `history` keeps what is wanted of them
        if decision.report.chosen and before is not None:
            outlook = await asyncio.to_thread(estimated, game.adapter, before, game.players[side], BATCHES)
            game.history.note(number, side, decision.report, outlook.score if outlook else None)
            self._tell_search(decision.report, number, side, done=True)

    def _wait(self, ahead: int) -> None:
        self.game.ahead = ahead + 1
        self.game.changed()

    def _tell_search(self, report: Report, number: int, mover: int, done: bool = False) -> None:
        game = self.game
        if game.pages and not game.adapter.hidden:
            said = payloads.search(game, report, number, mover, done)
            game.tell(said | {"who": "opponent"}, "search")
