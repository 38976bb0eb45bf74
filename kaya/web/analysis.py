"""A search that somebody watches: of any position of an open game, or of what the person knows of a hidden one.

It is a search of its own, by any player with any parameters, so it changes nothing in the game. While it runs, what it
has found is sent several times a second, and `inspection` takes it apart on request."""

import asyncio
import contextlib
import threading
import time
from dataclasses import replace
from typing import Any

from ..players import analyst, players_of
from ..search import Budget, Report, Steps
from ..search.tree import NODE_BYTES
from . import payloads
from .inspection import Inspection
from .pace import Pace
from .pool import best_player
from .programs import EVERY
from .scheduler import ANALYSIS_MEMORY
from .state import GameState
from .trees import unpruning_of

LONGEST = 600.0  # seconds of one analysis
JUDGED = 400  # simulations of somebody who sees all
HIDDEN_LONGEST = 10.0  # of one in a game with an umpire
REFINED = 24  # batches of playouts for who will own what


class Analysis:
    def __init__(self, game: GameState):
        self.game = game
        self.name = ""
        self.ply, self.path = -1, tuple[str, ...]()  # what is searched; -1: follows the game
        self.side = 0  # by whose eyes, when a game with an umpire is over
        self.player: Any = None
        self.wanted = False  # whether somebody watches
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._epoch = 0
        self._root: Any = None  # what is searched, or was last
        self._report: Report | None = None  # what was found last
        self._at: int | None = None  # how far the game was then; None while nothing is to be searched
        self.steps: Steps | None = None  # where the player searches in steps
        self.pace, self._news = Pace(), asyncio.Event()
        self._number, self._outlook = 0, None
        self._whole = ""  # why the search cannot be cut into steps
        self._explained = False  # whether this player has taken a score apart

    @property
    def inspection(self) -> Inspection:
        """ValueError if nothing was searched."""
        if self.player is None:
            raise ValueError("Nothing was searched yet: begin an analysis first.")
        return Inspection(self.player, self.name, self.game.adapter, self._root, self._report)

    # What a page asks for

    async def start(self, name: str, ply: int, path: tuple[str, ...] = (), side: int = 0) -> None:
        """Begin, or go on; ValueError if there is no such player or position. When a game with an umpire is over, it is
        seen by the eyes of a side, or by the umpire's."""
        game = self.game
        name = name or self.name or self._usual()
        if name not in players_of(game.stored.game):
            raise ValueError(f"{name} does not play {game.stored.game}.")
        if game.adapter.hidden and not game.human and not game.over:
            raise ValueError("In a game with an umpire only the person's own side can be analysed.")
        if ply >= 0 or path:
            ply = ply if ply >= 0 else game.number
            game.position_at(ply, path)
        await self.stop()
        if name != self.name:
            self.name, self.player, self._explained = name, None, False
        self.ply, self.path, self.side, self.wanted = ply, path, side, True
        self._begin()

    def _usual(self) -> str:
        """The opponent's player, so that what is seen are the terms it chooses by; the game's usual one, where there is
        no opponent or that has no strategies to look into."""
        game = self.game
        if game.stored.study or not game.players:
            return analyst(game.stored.game)
        side = 3 - game.human if game.human else game.table.position.mover
        found = game.players.get(side)
        if found is None or not found.strategies or not (game.adapter.hidden or hasattr(found, "start")):
            return analyst(game.stored.game)
        return game.stored.players[str(side)]

    async def stop(self) -> None:
        self.wanted = False
        await self._end()

    def forget(self) -> None:
        """Free the tree, and all that was found in it."""
        self._root = self._report = self.steps = None
        if self.player:
            self.player.forget()

    async def set(self, name: str, value: str) -> None:
        """Change a parameter or a strategy, and search anew; ValueError says what is accepted."""
        inspection = self.inspection
        await self._end()
        try:
            inspection.set(name, value)
        finally:
            self._begin()
        self._tell_parameters()

    def follow(self) -> None:
        """So does the analysis when the game goes on. While a program thinks, the page shows that search."""
        if not self.wanted or self.ply >= 0:
            return
        game = self.game
        at = self._now() if game.persons_turn or game.table.over or not game.human else None
        if at != self._at:
            self._at = at
            self._epoch += 1
            self._stop.set()
            self._news.set()
            self._task = asyncio.create_task(self._after(self._task))

    async def _after(self, old: "asyncio.Task[None] | None") -> None:
        epoch = self._epoch
        if old:
            await asyncio.wait([old])
        if self.wanted and epoch == self._epoch and self._at is not None:
            await self._run(epoch)

    # The search

    def _now(self) -> int:
        game = self.game
        return len(game.view.log) if game.adapter.hidden and game.human else game.number

    def _begin(self) -> None:
        self._epoch += 1
        self._at = self._now()
        self._task = asyncio.create_task(self._run(self._epoch))

    async def _end(self) -> None:
        self._epoch += 1
        self._stop.set()
        self._news.set()
        if self._task and not self._task.done():
            await asyncio.wait([self._task])
        self._task = None

    async def _run(self, epoch: int) -> None:
        game = self.game
        try:
            async with game.scheduler.slot(
                give_way=self._stop.set, waits=lambda ahead: self._tell_status(waits=ahead + 1)
            ):
                self._stop.clear()
                if epoch != self._epoch:
                    return
                if self.player is None:
                    self._tell_status(ready=False)
                    self.player = await asyncio.to_thread(best_player, game.stored.game, self.name)
                    self._tell_parameters()
                if game.adapter.hidden and game.over and not self.side:
                    await self._judge(epoch)
                elif game.adapter.hidden:
                    await self._search_view(epoch)
                elif await self._lay_position(epoch):
                    await self._go_on(epoch)
            while self.steps and epoch == self._epoch and self.pace.rests(self.steps.simulations):
                await self._news.wait()  # it stands still, and others may search
                self._news.clear()
                if epoch == self._epoch and not self.pace.rests(self.steps.simulations):
                    async with game.scheduler.slot(give_way=self._stop.set):
                        self._stop.clear()
                        await self._go_on(epoch)
        except ValueError as error:
            game.tell({"say": "error", "text": str(error)})

    async def _lay_position(self, epoch: int) -> bool:
        """Begin to search a position; whether there is something to search."""
        game, player = self.game, self.player
        self._number = game.number if self.ply < 0 else min(self.ply, game.number)
        position = self._root = game.position_at(self._number, self.path)
        self.steps = None
        if position.over:
            self._tell_status(over=True)
            return False
        self.pace = Pace(rate=self.pace.rate)
        self.steps = await asyncio.to_thread(player.in_steps, position, Budget(memory=ANALYSIS_MEMORY))
        self._outlook = game.adapter.outlook(position, player)
        return epoch == self._epoch

    async def _go_on(self, epoch: int) -> None:
        """Search on, or back, as far as is wanted. What was found is told while the next slice is searched."""
        steps, outlook, ends = self.steps, self._outlook, time.monotonic() + LONGEST
        assert steps
        while epoch == self._epoch and not self._stop.is_set() and time.monotonic() < ends:
            if self.pace.rests(steps.simulations):
                break
            found = steps.report()  # before others search on in the same tree
            slice = asyncio.create_task(asyncio.to_thread(self.pace.go_on, steps, EVERY))
            if outlook and not outlook.settled and outlook.batches < REFINED:
                await asyncio.to_thread(outlook.refine)
            if epoch == self._epoch and found.simulations:
                self._tell(found, self._root, self._number, outlook)
            await slice
        if epoch == self._epoch:
            rests = self.pace.rests(steps.simulations)
            self._tell(steps.report(), self._root, self._number, outlook, done=not rests)

    def set_pace(self, what: str, number: float) -> None:
        """Run, pause, a step, to a number, or so fast; ValueError says what is accepted."""
        if not self.wanted or self.steps is None:
            raise ValueError("Nothing is searched here in steps: begin an analysis first, by a player that can.")
        self.pace.change(what, number, self.steps.simulations)
        self._news.set()

    async def _search_view(self, epoch: int) -> None:
        """A player in the person's place, which is told what the person was told and nothing else."""
        game, player, loop = self.game, self.player, asyncio.get_running_loop()
        view = game.position.view_for(game.human) if not game.over else self._seen_then()
        number = view.ply if not game.over else self._number
        self._root, self.steps, self._whole = view, None, ""
        if not view.my_turn:
            self._tell_status(over=view.over, others=not view.over)
            return

        def progress(report: Report) -> None:
            loop.call_soon_threadsafe(self._tell, report, view, number, None, False, epoch)

        try:
            self.steps = await asyncio.to_thread(player.in_steps, view, Budget(memory=ANALYSIS_MEMORY))
        except ValueError as error:  # not every program searches in steps
            self._whole = f"{error} It thinks for {HIDDEN_LONGEST:g} seconds at most."
        if self.steps:
            self.pace = Pace(rate=self.pace.rate, most=self.steps.most)
            self._number, self._outlook = number, None
            if epoch == self._epoch:
                await self._go_on(epoch)
            return
        began = time.monotonic()
        budget = Budget(seconds=HIDDEN_LONGEST, memory=ANALYSIS_MEMORY)
        watching: dict[str, Any] = {"stop": self._stop.is_set, "progress": progress, "every": EVERY}
        decision = await asyncio.to_thread(player.choose, view, budget, **watching)
        if epoch == self._epoch:
            best = None if decision.move is None else game.adapter.name(view, decision.move)
            self._tell(decision.report, view, number, None, True)
            game.say("advice", move=best, reason=decision.reason, seconds=round(time.monotonic() - began, 1))

    def _seen_then(self) -> Any:
        """What the side whose eyes are wanted knew at the moment that is shown."""
        self._number = self.game.number if self.ply < 0 else min(self.ply, self.game.number)
        return self.game.view_at(self.side, self._number, self.path)

    async def _judge(self, epoch: int) -> None:
        """What the umpire, who sees all, thinks of the moves at the moment that is shown."""
        game = self.game
        self._number = game.number if self.ply < 0 else min(self.ply, game.number)
        position = self._root = game.position_at(self._number, self.path)
        self.steps, self._whole = None, ""
        found = None if position.over else await asyncio.to_thread(game.adapter.judged, position, JUDGED)
        if position.over or found is None:
            return self._tell_status(over=position.over, others=False, unjudged=not position.over)
        if epoch == self._epoch:
            self._tell(found, position, self._number, None, True)

    # Payloads

    def _tell(
        self, report: Report, root: Any, number: int, outlook: Any, done: bool = False, epoch: int | None = None
    ) -> None:
        game, hidden = self.game, self.game.adapter.hidden
        if epoch is not None and epoch != self._epoch:
            return
        if hidden:
            report = replace(report, name=root.move_name if game.over else lambda move: game.adapter.name(root, move))
        mover, self._report = root.to_move if hidden and hasattr(root, "to_move") else root.mover, report
        message = payloads.search(game, report, number, mover, done) | {"who": "analysis", "player": self.name}
        message |= {"path": self.path}
        if self.player.tree_search:
            message |= {"bytes": report.nodes * NODE_BYTES}
        if hidden and self._whole:
            message |= {"whole": self._whole}
        if self.steps:
            message |= {"pace": self.pace.payload(report.simulations, self.steps.unit)}
            message |= {} if hidden else unpruning_of(self.player.tree_search, root)
        if hidden and game.over:
            message |= {"eyes": self.side}
        if report.best is not None and not self._explained and not (hidden and game.over and not self.side):
            self._explained = True
            self._getting_ready = asyncio.create_task(self._get_ready(report.name(report.best)))
        if outlook and outlook.batches:
            message |= game.adapter.owned(root, outlook)
        if not hidden and not self.path:
            game.history.note(number, mover, report, outlook.score if outlook and outlook.batches else None)
        game.tell(message, "search")

    def _tell_status(self, **why: Any) -> None:
        """There is nothing to show, or not yet."""
        self.game.say("search", "search", who="analysis", moves=[], **why)

    async def _get_ready(self, move: str) -> None:
        """Take a score apart before somebody asks: that may have to be compiled."""
        with contextlib.suppress(Exception):
            await self.inspection.card((), move)

    def _tell_parameters(self) -> None:
        self.game.say("parameters", **self.inspection.parameters())
