"""A search that somebody looks into: of any position of an open game, or of what the person knows of a hidden one.

It is one of its own, by any player with any parameters, so looking changes nothing in the game. While it runs, what it
has found is sent several times a second; what is `inside` of it can be asked for.
"""

import asyncio
import contextlib
import threading
import time
from dataclasses import replace
from typing import Any

from ..players import default_player, players_of
from ..search import Budget, Report
from ..search.tree import NODE_BYTES
from . import shown
from .advisers import adviser
from .faces.face import fresh_view
from .inside import Inside
from .lines import position_at
from .programs import EVERY
from .searches import LOOK_MEMORY
from .session import Session

LONGEST = 600.0  # seconds of one look
HIDDEN_LOOK = 10.0  # of one into a game with an umpire
REFINED = 24  # batches of playouts for who will own what


class Looking:
    """The looks of one game."""

    def __init__(self, session: Session):
        self.session = session
        self.name = ""
        self.ply, self.path = -1, tuple[str, ...]()  # what is looked at; -1: follows the game
        self.player: Any = None
        self.wanted = False  # whether somebody looks
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._epoch = 0
        self._root: Any = None  # what is searched, or was last
        self._report: Report | None = None  # what was found last
        self._at: int | None = None  # how far the game was then; None while nothing is to be searched
        self._explained = False  # whether this player has taken a score apart

    @property
    def inside(self) -> Inside:
        """ValueError if nothing was searched."""
        if self.player is None:
            raise ValueError("Nothing was searched yet: begin to look first.")
        return Inside(self.player, self.name, self.session.face, self._root, self._report)

    # What a page asks for

    async def start(self, name: str, ply: int, path: tuple[str, ...] = ()) -> None:
        """Begin to look, or go on; ValueError if there is no such player or position."""
        session, game = self.session, self.session.stored.game
        name = name or self.name or default_player(game)
        if name not in players_of(game):
            raise ValueError(f"{name} does not play {game}.")
        if session.face.hidden and not session.human:
            raise ValueError("In a game with an umpire only the person's own side can be looked at.")
        if ply >= 0 or path:
            ply = ply if ply >= 0 else session.number
            position_at(session, ply, path)
        await self.stop()
        if name != self.name:
            self.name, self.player, self._explained = name, None, False
        self.ply, self.path, self.wanted = ply, path, True
        self._begin()

    async def stop(self) -> None:
        self.wanted = False
        await self._end()

    def forget(self) -> None:
        """Free the tree, and all that was found in it."""
        self._root = self._report = None
        if self.player:
            self.player.forget()

    async def set(self, name: str, value: str) -> None:
        """Change a parameter or a strategy, and search anew; ValueError says what is accepted."""
        inside = self.inside
        await self._end()
        try:
            inside.set(name, value)
        finally:
            self._begin()
        self._tell_parameters()

    def follow(self) -> None:
        """The game has gone on: so does the look, if it follows the game. While a program thinks of its move, that is
        the search to be seen."""
        if not self.wanted or self.ply >= 0:
            return
        session = self.session
        at = self._now() if session.persons_turn or session.table.over or not session.human else None
        if at != self._at:
            self._at = at
            self._epoch += 1
            self._stop.set()
            self._task = asyncio.create_task(self._after(self._task))

    async def _after(self, old: "asyncio.Task[None] | None") -> None:
        epoch = self._epoch
        if old:
            await asyncio.wait([old])
        if self.wanted and epoch == self._epoch and self._at is not None:
            await self._run(epoch)

    # The search

    def _now(self) -> int:
        session = self.session
        return len(session.view.log) if session.face.hidden else session.number

    def _begin(self) -> None:
        self._epoch += 1
        self._at = self._now()
        self._task = asyncio.create_task(self._run(self._epoch))

    async def _end(self) -> None:
        self._epoch += 1
        self._stop.set()
        if self._task and not self._task.done():
            await asyncio.wait([self._task])
        self._task = None

    async def _run(self, epoch: int) -> None:
        session = self.session
        try:
            async with session.searches.turn(give_way=self._stop.set, waits=self._wait):
                self._stop.clear()
                if epoch != self._epoch:
                    return
                if self.player is None:
                    self._say_little(ready=False)
                    self.player = await asyncio.to_thread(adviser, session.stored.game, self.name)
                    self._tell_parameters()
                if session.face.hidden:
                    await self._look_at_view(epoch)
                else:
                    await self._look_at_position(epoch)
        except ValueError as error:
            session.tell({"say": "error", "text": str(error)})

    def _wait(self, ahead: int) -> None:
        self._say_little(waits=ahead + 1)

    async def _look_at_position(self, epoch: int) -> None:
        session, player = self.session, self.player
        number = session.number if self.ply < 0 else min(self.ply, session.number)
        position = self._root = position_at(session, number, self.path)
        if position.over:
            self._say_little(over=True)
            return
        thinking = await asyncio.to_thread(player.start, position, Budget(memory=LOOK_MEMORY, seconds=LONGEST))
        outlook = session.face.outlook(position, player)
        while not thinking.done and epoch == self._epoch and not self._stop.is_set():
            await asyncio.sleep(EVERY)
            if outlook and not outlook.settled and outlook.batches < REFINED:
                await asyncio.to_thread(outlook.refine)
            if epoch == self._epoch:
                self._say(thinking.report(), position, number, outlook)
        thinking.stop()
        await asyncio.to_thread(thinking.wait)
        if epoch == self._epoch:
            self._say(thinking.report(), position, number, outlook, done=True)

    async def _look_at_view(self, epoch: int) -> None:
        """A player in the person's place, which is told what the person was told and nothing else."""
        session, player, loop = self.session, self.player, asyncio.get_running_loop()
        view = self._root = fresh_view(session.position, session.human)
        if not view.my_turn:
            return

        def progress(report: Report) -> None:
            loop.call_soon_threadsafe(self._say, report, view, view.ply, None, False, epoch)

        began = time.monotonic()
        decision = await asyncio.to_thread(player.choose, view, Budget(seconds=HIDDEN_LOOK, memory=LOOK_MEMORY),
                                           stop=self._stop.is_set, progress=progress, every=EVERY)  # fmt: skip
        if epoch == self._epoch:
            best = None if decision.move is None else session.face.name(view, decision.move)
            self._say(decision.report, view, view.ply, None, True)
            session.tell({"say": "advice", "id": session.id, "move": best, "reason": decision.reason,
                          "seconds": round(time.monotonic() - began, 1)})  # fmt: skip

    # What is told

    def _say(self, report: Report, root: Any, number: int, outlook: Any, done: bool = False,
             epoch: int | None = None) -> None:  # fmt: skip
        session, hidden = self.session, self.session.face.hidden
        if epoch is not None and epoch != self._epoch:
            return
        if hidden:
            report = replace(report, name=lambda move: session.face.name(root, move))
        mover, self._report = root.side if hidden else root.mover, report
        message = shown.search(session, report, number, mover, done) | {"who": "look", "player": self.name}
        message |= {"bytes": report.nodes * NODE_BYTES, "path": self.path}
        if report.best is not None and not self._explained:
            self._explained = True
            self._getting_ready = asyncio.create_task(self._get_ready(report.name(report.best)))
        if outlook and outlook.batches:
            message |= session.face.owned(root, outlook)
        if not hidden and not self.path:
            session.history.note(number, mover, report, outlook.score if outlook and outlook.batches else None)
        session.tell(message, "search")

    def _say_little(self, **why: Any) -> None:
        """There is nothing to be seen, or not yet."""
        session = self.session
        session.tell({"say": "search", "id": session.id, "who": "look", "moves": [], **why}, "search")

    async def _get_ready(self, move: str) -> None:
        """Take a score apart before somebody asks: what that needs may have to be compiled."""
        with contextlib.suppress(Exception):
            await self.inside.card((), move)

    def _tell_parameters(self) -> None:
        self.session.tell({"say": "parameters", "id": self.session.id, **self.inside.parameters()})
