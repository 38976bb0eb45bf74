"""One game in the browser: a table, the person's side of it, and the pages that show it.

All that changes the game happens in the server's loop; only thinking happens in threads, and nothing at the table
changes meanwhile. What a page is told of the game comes out of `shown`.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, Protocol

from ..games.game import Verdict
from ..players import set_level
from ..search import Budget, Report
from ..table import Failure, PersonSeat, PlayerSeat, Table
from . import shown
from .clocks import Clocks
from .faces import face_of
from .faces.face import fresh_view
from .keeping import Kept
from .searches import MEMORY, Searches

EVERY = 0.15  # seconds from one look into a search to the next
PERSON = "Player"  # in a record, who is no program
PACE = 0.4  # seconds that a watched move stays before the next one comes


class Page(Protocol):
    """Somebody to whom messages are sent. One with a name takes the place of an older one that was not sent yet."""

    def send(self, message: dict[str, Any], name: str = "") -> None: ...


class Session:
    """A game that is open."""

    def __init__(self, kept: Kept, position: Any, players: dict[int, Any], searches: Searches,
                 keep: Callable[[Kept], None]):  # fmt: skip
        self.kept, self.players, self.searches, self._keep = kept, players, searches, keep
        self.face, self.human = face_of(kept.game), kept.human
        self.pages: set[Page] = set()
        self.looking: Any = None  # the search that is looked into: see `looking`
        self.reviewing: Any = None  # see there
        self.rates: dict[int, float] = {int(n): rate for n, rate in kept.rates.items()}  # of side 1, by moves played
        self.reviewed: dict[int, Report] = {}  # by the number of the move
        self.dead: frozenset[int] | None = None  # while the dead stones are agreed on
        self.paused = False  # two programs, and nobody wants them to go on
        self.idle_since = time.monotonic()
        self._task: asyncio.Task[None] | None = None
        self._stop, self._epoch = threading.Event(), 0
        self.ahead = 0  # who wait for a search before the program does
        self._lines = self.face.lines(position)
        self._sit_down(position)

    def _sit_down(self, position: Any) -> None:
        self.seat = PersonSeat(PERSON)
        seats: dict[int, Any] = {side: PlayerSeat(p, self._budget(side)) for side, p in self.players.items()}
        if self.human:
            seats[self.human] = self.seat
        self.clocks = Clocks(self.kept.clocks, self.human)
        self.table = Table(position, seats, self.clocks.by_side)
        if self.kept.over:
            self.table.ended = self._verdict_of(position, self.kept.over)
            if self.face.counts and self.table.ended.how == "score":
                self.dead = frozenset(position.parse_move(name) for name in self.kept.dead)

    # Who plays

    def _budget(self, side: int) -> Budget:
        """What a program's move may cost at its level."""
        chosen = set_level(self.players[side], self.kept.levels[str(side)], self._lines)
        return replace(chosen, memory=MEMORY)

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def position(self) -> Any:
        return self.table.position

    @property
    def view(self) -> Any:
        """What the person knows; a watcher of programs knows what the umpire does."""
        return self.seat.view if self.human else self.position

    @property
    def names(self) -> dict[int, str]:
        programs, levels = self.kept.players, self.kept.levels
        return {1: "You", 2: "You", **{int(side): f"{programs[side]}, level {levels[side]}" for side in programs}}

    @property
    def verdict(self) -> Verdict | None:
        return self.table.ended if self.face.counts else self.table.verdict

    @property
    def over(self) -> bool:
        return self.verdict is not None

    @property
    def persons_turn(self) -> bool:
        return not self.table.over and self.table.mover == self.human

    @property
    def number(self) -> int:
        return len(self.position.played)

    @property
    def thinking(self) -> bool:
        return self._task is not None and not self._task.done()

    # What the person does

    async def play(self, name: str) -> None:
        if not self.persons_turn or self.thinking:
            raise ValueError("The game is over." if self.over else "It is not your turn.")
        move = self.face.read(self.view, name)
        self._end_of_turn()
        self.table.put(move)
        self._advance()

    async def act(self, what: str) -> None:
        known = {**dict.fromkeys(self.face.actions), "now": None, "save": None, "again": None, "pause": None,
                 "agree": None, "go_on": None}  # fmt: skip
        if what not in known:
            raise ValueError(f"What can be done is {', '.join(known)}.")
        await getattr(self, f"_{what}")()

    async def _pass(self) -> None:
        await self.play("pass")

    async def _resign(self) -> None:
        if not self.human or self.over:
            raise ValueError("There is nothing to resign.")
        await self._interrupt()
        self._end_of_turn()
        self.table.resign(self.human)
        self._advance()

    async def _undo(self) -> None:
        """Take back moves up to and including the person's last one."""
        if self.face.hidden:
            raise ValueError("Nothing can be taken back: the umpire has answered.")
        await self._interrupt()
        movers = self.position.movers
        if self.human not in movers:
            raise ValueError("There is no move of yours to take back.")
        self._end_of_turn()
        self.dead, self.kept.over = None, ""
        self.table.undo(movers[::-1].index(self.human) + 1)
        self.rates = {n: rate for n, rate in self.rates.items() if n <= self.number}
        self._advance()

    async def _now(self) -> None:
        """Let the program play what it has found so far."""
        self._stop.set()

    async def _pause(self) -> None:
        if self.human:
            raise ValueError("Only a game of two programs can be stopped and go on.")
        self.paused = not self.paused
        await self._interrupt()
        self._advance()

    async def _estimate(self) -> None:
        player = next(iter(self.players.values()))
        said = await asyncio.to_thread(self.face.outlook, self.position.copy(), player)
        self.tell({"say": "outlook", "id": self.id, "number": self.number, **said})

    async def _chances(self) -> None:
        """Where the other may stand, by what the person has heard and nothing else."""
        if not self.human or not self.face.hidden:
            raise ValueError("There is nothing hidden here.")
        found = await asyncio.to_thread(self.face.chances, fresh_view(self.position, self.human))
        self.tell({"say": "chances", "id": self.id, "number": self.number, "chances": found})

    async def _save(self) -> None:
        if self.face.hidden and not self.over and self.human:
            raise ValueError("The file would say what the umpire hides: it can be saved when the game is over.")
        form = self.face.form
        data = form.write(form.of(self._record(with_thoughts=True))).decode()
        self.tell({"say": "file", "name": f"kaya-{self.kept.game}-{date.today():%Y-%m-%d}{form.suffix}", "text": data})

    async def _again(self) -> None:
        raise ValueError("A new game is begun in the lobby.")

    # The count of Go

    async def turn_dead(self, name: str) -> None:
        if self.dead is None:
            raise ValueError("Dead stones are marked when both have passed.")
        self.dead = self.face.turned(self.position, self.dead, name)  # type: ignore[attr-defined]  # who counts has it
        self.changed()

    async def _agree(self) -> None:
        if self.dead is None:
            raise ValueError("There is nothing to agree on.")
        self.table.ended = self.face.verdict(self.position, self.dead)  # type: ignore[attr-defined]
        self._advance()

    async def _go_on(self) -> None:
        """Take back the passes that ended the game."""
        if self.dead is None:
            raise ValueError("The game has not been ended by passes.")
        self.dead = None
        self.table.undo(self.face.passes(self.position))  # type: ignore[attr-defined]
        self._advance()

    async def set_level(self, level: int) -> None:
        await self._interrupt()
        for side in self.players:
            self.kept.levels[str(side)] = level
            seat = self.table.seats[side]
            assert isinstance(seat, PlayerSeat)
            seat.budget = self._budget(side)
        self._advance()

    # The game goes on

    def _advance(self) -> None:
        """After whatever has happened: keep it, tell it, and let a program move if it is its turn."""
        self._epoch += 1
        if self.table.over and self.face.counts and self.table.ended is None and self.dead is None:
            self.dead = self.face.dead(self.position)  # type: ignore[attr-defined]
        if self.table.over:
            self.clocks.halt()
        elif self.persons_turn:
            self.clocks.start()
        elif not self.thinking and not self.paused:
            self._task = asyncio.create_task(self._programs_turn(self._epoch))
        self.changed()

    def resume(self) -> None:
        """A game that was opened goes on."""
        self._advance()

    async def _programs_turn(self, epoch: int) -> None:
        """The program tries until the umpire accepts; two of them play until somebody stops them."""
        try:
            while epoch == self._epoch and not self.table.over and not self.persons_turn:
                if not self.human and self.position.too_long:
                    self.table.ended = self.position.verdict()
                    break
                await self._programs_move(epoch)
                self.changed()
                if not self.human:
                    await asyncio.sleep(PACE)
        except Failure as failure:
            side = failure.side or self.table.mover
            self.table.ended = self.position.lost_by(side, "T" if str(failure) == "time" else "F")
            if str(failure) != "time":
                self.tell({"say": "note", "text": f"{self.names[side]} has broken down and forfeits the game."})
        if epoch == self._epoch:
            self._task = None
            self._advance()

    async def _programs_move(self, epoch: int) -> None:
        """One move of a program, with all its tries: of those that are refused nobody hears, nor of how long each took,
        nor whether it had to wait. Nothing is done if the game has changed while it thought."""
        side, number, loop = self.table.mover, self.number, asyncio.get_running_loop()

        def progress(report: Report) -> None:
            loop.call_soon_threadsafe(self._thought, report, number, side)

        watching = {} if self.face.hidden else {"progress": progress, "every": EVERY}
        async with self.searches.turn(waits=self._wait):
            self.ahead = 0
            self._stop.clear()
            while self.number == number and not self.table.over:
                decision = await asyncio.to_thread(self.table.think, stop=self._stop.is_set, **watching)
                if epoch != self._epoch:
                    return
                self.table.follow(decision)
        if decision.report.chosen and not self.face.hidden:
            self.rates[number] = decision.report.winning_rate if side == 1 else 1 - decision.report.winning_rate
            self._thought(decision.report, number, side, done=True)

    async def _interrupt(self) -> None:
        """Nobody is to move now: a program that thinks stops, and what it has found is not played."""
        self._epoch += 1
        self._stop.set()
        if self._task and not self._task.done():
            if self.ahead:
                self._task.cancel()
            await asyncio.wait([self._task])
        self._task = None

    def _wait(self, ahead: int) -> None:
        self.ahead = ahead + 1
        self.changed()

    def _thought(self, report: Report, number: int, mover: int, done: bool = False) -> None:
        if self.pages and not self.face.hidden:
            said = shown.search(self, report, number, mover, done)
            self.tell(said | {"who": "opponent"}, "search")

    # Time

    def _end_of_turn(self) -> None:
        """The person's clock stands still; ValueError if it has run out."""
        if not self.clocks.stop():
            self._flag()
            raise ValueError("Your time is over.")

    def tick(self) -> None:
        """Has the person's flag fallen?"""
        if not self.table.over and self.clocks.is_over():
            self._flag()

    def _flag(self) -> None:
        self.clocks.halt()
        self.table.ended = self.position.lost_by(self.human, "T")
        self._advance()

    # What is told

    def tell(self, message: dict[str, Any], name: str = "") -> None:
        for page in self.pages:
            page.send(message, name)

    def changed(self) -> None:
        """Something has: it is kept, and every page gets the game as it is now."""
        if self.pages:
            self.tell(shown.game(self), "game")
        self._keep(self.as_kept())
        if self.looking:
            self.looking.follow()

    def _record(self, with_thoughts: bool = False) -> Any:
        record = self.table.record()
        record.names = {side: PERSON if side == self.human else f"Kaya ({self.names[side]})" for side in (1, 2)}
        record.facts |= {"Event": "Kaya", "Date": f"{date.today():%Y.%m.%d}"} if self.kept.game == "kriegspiel" else {}
        record.reports = {**record.reports, **self.reviewed} if with_thoughts else {}
        return record

    def as_kept(self) -> Kept:
        """The game as it is kept on disk."""
        form = self.face.form
        self.kept.record = form.write(form.of(self._record())).decode()
        self.kept.over = self.verdict.outcome if self.verdict else ""
        self.kept.ending = self.face.ending(self.verdict, self.human, self.names) if self.verdict else ""
        self.kept.rates = {str(n): round(rate, 4) for n, rate in self.rates.items()}
        self.kept.changed = time.time()
        self.kept.dead = [self.position.move_name(p) for p in sorted(self.dead or ())]
        self.kept.clocks = self.clocks.kept()
        return self.kept

    def _verdict_of(self, position: Any, outcome: str) -> Verdict:
        """The verdict of a game that was kept when it was over."""
        if position.over and not self.face.counts:
            return position.verdict()
        first = {"B": 1.0, "W": 0.0, "1-0": 1.0, "0-1": 0.0}.get(outcome if "-" in outcome else outcome[:1], 0.5)
        how = {"R": "resignation", "T": "time", "F": "forfeit"}.get(outcome.partition("+")[2], "score")
        if outcome in ("1-0", "0-1"):
            how = next((word for word in ("resignation", "time", "forfeit") if word in self.kept.ending), "score")
        return Verdict(first, outcome, how)

    async def rest(self) -> None:
        """Nobody looks any more: what it searches ends, and the trees are given back."""
        if self.looking:
            await self.looking.stop()
        if not self.thinking:
            for player in self.players.values():
                player.forget()

    async def close(self) -> None:
        self.paused = True
        await self._interrupt()
        if self.looking:
            await self.looking.stop()
