"""One game in the browser: a table, the person's side of it, and the pages that show it.

All that changes the game happens in the server's loop; only thinking happens in threads, and nothing at the table
changes meanwhile. Whatever a page is told comes out of `shown`.
"""

import asyncio
import copy
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, Protocol

from ..games.game import Verdict
from ..players import levels, set_level
from ..search import Budget, Clock, Report
from ..table import Failure, PersonSeat, PlayerSeat, Table
from .faces import face_of
from .faces.face import fresh_view
from .keeping import Kept
from .searches import MEMORY, Searches

EVERY = 0.15  # seconds from one look into a search to the next
PERSON = "Player"  # in a record, who is no program
PACE = 0.4  # seconds that a watched move stays before the next one comes
SHOWN = 16  # moves of a search that a page gets


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
        self._stop, self._epoch, self._ahead = threading.Event(), 0, 0
        self._since = 0.0  # when the person's clock began to run; 0 if it does not
        self._lines = self.face.lines(position)
        self._sit_down(position)

    def _sit_down(self, position: Any) -> None:
        self.seat = PersonSeat(PERSON)
        seats: dict[int, Any] = {side: PlayerSeat(p, self._budget(side)) for side, p in self.players.items()}
        if self.human:
            seats[self.human] = self.seat
        self.table = Table(position, seats, self._clocks())
        if self.kept.over:
            self.table.ended = self._verdict_of(position, self.kept.over)

    # Who plays

    def _budget(self, side: int) -> Budget:
        """What a program's move may cost at its level."""
        chosen = set_level(self.players[side], self.kept.levels[str(side)], self._lines)
        return replace(chosen, memory=MEMORY)

    def _clocks(self) -> dict[int, Clock]:
        found = {}
        for side, said in self.kept.clocks.items():
            clock = Clock(said["main"], said["period"], 1 if said["period"] else 0, said["periods"])
            clock.left, clock.stones_left, clock.periods = said["left"], said["stones_left"], said["periods_left"]
            found[int(side)] = clock
        return found

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
        self._stop_clock()
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
        self._stop_clock()
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
        self._stop_clock()
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
            self._since = 0.0
        elif self.persons_turn:
            self._start_clock()
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
                await self._one_decision(epoch)
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

    async def _one_decision(self, epoch: int) -> None:
        """What a program decides is done, unless the game has changed while it thought."""
        side, loop = self.table.mover, asyncio.get_running_loop()
        number = self.number

        def progress(report: Report) -> None:
            loop.call_soon_threadsafe(self._thought, report, number)

        # Of a game with an umpire even how long a program searches, or how often, would tell something.
        watching = {} if self.face.hidden else {"progress": progress, "every": EVERY}
        async with self.searches.turn(waits=self._wait):
            self._ahead = 0
            self._stop.clear()
            decision = await asyncio.to_thread(self.table.think, stop=self._stop.is_set, **watching)
        if epoch != self._epoch:
            return
        self.table.follow(decision)
        if decision.report.chosen and not self.face.hidden:
            self.rates[number] = decision.report.winning_rate if side == 1 else 1 - decision.report.winning_rate
            self._thought(decision.report, number, done=True)

    async def _interrupt(self) -> None:
        """Nobody is to move now: a program that thinks stops, and what it has found is not played."""
        self._epoch += 1
        self._stop.set()
        if self._task and not self._task.done():
            if self._ahead:
                self._task.cancel()
            await asyncio.wait([self._task])
        self._task = None

    def _wait(self, ahead: int) -> None:
        self._ahead = ahead + 1
        self.changed()

    def _thought(self, report: Report, number: int, done: bool = False) -> None:
        if self.pages and not self.face.hidden:
            self.tell(
                searched(self, report, number, self.table.mover if not done else 0, done) | {"who": "opponent"},
                "search",
            )

    # Clocks

    def _start_clock(self) -> None:
        if self.human in self.table.clocks and not self._since:
            self._since = time.monotonic()

    def _stop_clock(self) -> None:
        clock = self.table.clocks.get(self.human)
        if clock is not None and self._since:
            clock.spend(time.monotonic() - self._since)
            self._since = 0.0
            if clock.left < 0:
                self._flag()
                raise ValueError("Your time is over.")

    def tick(self) -> None:
        """Has the person's flag fallen?"""
        if self._since and not self.table.over:
            clock = copy.copy(self.table.clocks[self.human])
            clock.spend(time.monotonic() - self._since)
            if clock.left < 0:
                self._flag()

    def _flag(self) -> None:
        self._since = 0.0
        self.table.ended = self.position.lost_by(self.human, "T")
        self._advance()

    def _clock_shown(self, side: int) -> dict[str, Any]:
        clock = self.table.clocks[side]
        running = not self.table.over and self.table.mover == side
        spent = time.monotonic() - self._since if side == self.human and self._since else 0.0
        return {"left": round(clock.left - spent, 2), "period": clock.period, "running": running,
                "periods": clock.periods, "overtime": bool(clock.stones_left)}  # fmt: skip

    # What is told

    def tell(self, message: dict[str, Any], name: str = "") -> None:
        for page in self.pages:
            page.send(message, name)

    def changed(self) -> None:
        """Something has: it is kept, and every page gets the game as it is now."""
        if self.pages:
            self.tell(self.shown(), "game")
        self._keep(self.as_kept())
        if self.looking:
            self.looking.follow()

    def shown(self) -> dict[str, Any]:
        """The game as the person may know it."""
        whole = self.over or not self.human
        verdict = self.verdict
        message: dict[str, Any] = {
            "say": "game", "id": self.id, "game": self.kept.game, "hidden": self.face.hidden, "human": self.human,
            "sides": self.face.sides, "names": self.names, "level": max(self.kept.levels.values(), default=0),
            "number": self.number if whole or not self.face.hidden else self.view.ply, "state": self._state(),
            "mover": 0 if self.table.over else self.table.mover, "ahead": self._ahead,
            "board": self.face.everything(self.position) if whole else self.face.board(self.view),
            "rates": sorted(self.rates.items()), "can": list(self.face.actions), "paused": self.paused,
        }  # fmt: skip
        if self.human and self.face.hidden:
            message |= {"log": self.face.log(self.view), "facts": self.face.facts(self.view)}
        if self.persons_turn:
            message["tries"] = self.face.tries(self.view)
        if self.table.clocks:
            message["clocks"] = {side: self._clock_shown(side) for side in (1, 2)}
        if self.dead is not None and not self.over:
            message["count"] = self.face.count(self.position, self.dead)  # type: ignore[attr-defined]
        if verdict:
            message |= {"outcome": verdict.outcome, "ending": self.face.ending(verdict, self.human, self.names)}
            if self.dead is not None:
                message["count"] = self.face.count(self.position, self.dead)  # type: ignore[attr-defined]
        return message

    def _state(self) -> str:
        if self.over:
            return "over"
        if self.dead is not None:
            return "counting"
        if self._ahead:
            return "waiting"
        if self.persons_turn:
            return "yours"
        return "paused" if self.paused else "thinking"

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
        for side, clock in self.table.clocks.items():
            self.kept.clocks[str(side)] |= {"left": clock.left, "stones_left": clock.stones_left,
                                            "periods_left": clock.periods}  # fmt: skip
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


def usual_level(game: str) -> int:
    return len(levels(game)) // 2


def searched(session: Session, report: Report, number: int, mover: int, done: bool) -> dict[str, Any]:
    """A search so far, as a page gets it: rates are those of the player to move."""
    name, most = report.name, max((m.visits for m in report.moves), default=1)
    moves = [
        {"move": name(m.move), "visits": m.visits, "rate": round(m.winning_rate, 4), "prior": round(m.prior, 4),
         "share": round(m.visits / most, 3), "line": [name(step) for step in m.line]}
        for m in report.best_first[:SHOWN]
    ]  # fmt: skip
    return {
        "say": "search", "id": session.id, "number": number, "done": done, "mover": mover,
        "best": None if report.best is None else name(report.best), "moves": moves, "visits": report.visits,
        "simulations": report.simulations, "seconds": round(report.seconds, 2), "nodes": report.nodes,
        "full": report.full, "rate": round(report.winning_rate, 4) if report.chosen else None,
    }  # fmt: skip
