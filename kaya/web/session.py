"""One game in the browser: a table, the person's side of it, and the pages that show it.

All that changes the game happens in the server's loop; only thinking happens in threads, and nothing at the table
changes meanwhile. What a page is told of the game comes out of `shown`, what a person may do besides moving stands in
`actions`, and how programs come to their moves in `programs`.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from ..games.game import Verdict
from ..players import set_level
from ..search import Budget
from ..table import PersonSeat, PlayerSeat, Table
from . import shown, writing
from .actions import act
from .advisers import Advisers
from .clocks import Clocks
from .faces import face_of
from .history import History
from .lines import Lines, position_at
from .programs import Programs
from .searches import MEMORY, Searches
from .storage import StoredGame


class Page(Protocol):
    """Somebody to whom messages are sent. One with a name takes the place of an older one that was not sent yet."""

    def send(self, message: dict[str, Any], name: str = "") -> None: ...


class Session:
    """A game that is open."""

    def __init__(self, stored: StoredGame, position: Any, players: dict[int, Any], searches: Searches,
                 advisers: Advisers, save: Callable[[StoredGame], None]):  # fmt: skip
        self.stored, self.players, self._save = stored, players, save
        self.searches, self.advisers = searches, advisers
        self.face, self.human = face_of(stored.game), stored.human
        self.pages: set[Page] = set()
        self.programs = Programs(self)
        self.looking: Any = None  # the search that is looked into: see `looking`
        self.reviewing: Any = None  # see there
        self.history, self.lines = History(stored.history, position), Lines(stored.lines)
        self.comments = {int(number): text for number, text in stored.comments.items()}
        self.dead: frozenset[int] | None = None  # while the dead stones are agreed on
        self.paused = False  # two programs, and nobody wants them to go on
        self.idle_since = time.monotonic()
        self._lines = self.face.lines(position)
        self._sit_down(position)

    def _sit_down(self, position: Any) -> None:
        self.seat = PersonSeat(writing.PERSON)
        seats: dict[int, Any] = {side: PlayerSeat(p, self._budget(side)) for side, p in self.players.items()}
        if self.human:
            seats[self.human] = self.seat
        self.clocks = Clocks(self.stored.clocks, self.human)
        self.table = Table(position, seats, self.clocks.by_side)
        if self.stored.over:
            self.table.ended = writing.verdict_of(self.face, position, self.stored)
            if self.face.counts and self.table.ended.how == "score":
                self.dead = frozenset(position.parse_move(name) for name in self.stored.dead)

    # Who plays

    def _budget(self, side: int) -> Budget:
        """What a program's move may cost at its level."""
        chosen = set_level(self.players[side], self.stored.levels[str(side)], self._lines)
        return replace(chosen, memory=MEMORY)

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def position(self) -> Any:
        return self.table.position

    @property
    def view(self) -> Any:
        """What the person knows; a watcher of programs knows what the umpire does."""
        return self.seat.view if self.human else self.position

    @property
    def names(self) -> dict[int, str]:
        programs, levels, others = self.stored.players, self.stored.levels, self.stored.names
        if others:
            return {side: others.get(str(side), "") for side in (1, 2)}
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

    # What the person does

    async def play(self, name: str) -> None:
        if not self.persons_turn or self.programs.thinking:
            raise ValueError("The game is over." if self.over else "It is not your turn.")
        move = self.face.read(self.view, name)
        self.end_of_turn()
        self.table.put(move)
        self.advance()

    async def act(self, what: str) -> None:
        await act(self, what)

    async def turn_dead(self, name: str) -> None:
        if self.dead is None:
            raise ValueError("Dead stones are marked when both have passed.")
        self.dead = self.face.turned(self.position, self.dead, name)  # type: ignore[attr-defined]  # who counts has it
        self.changed()

    async def set_level(self, level: int) -> None:
        await self.programs.interrupt()
        for side in self.players:
            self.stored.levels[str(side)] = level
            seat = self.table.seats[side]
            assert isinstance(seat, PlayerSeat)
            seat.budget = self._budget(side)
        self.advance()

    # What might have been played

    def try_out(self, ply: int, path: tuple[str, ...], keep: bool) -> dict[str, Any]:
        """The position of a line that leaves the game after so many moves, for a page; the line is kept if that is
        wanted."""
        position = position_at(self, ply, path)
        if keep:
            self.lines.add(ply, path)
            self.changed()
        return shown.line(self, position, ply, path)

    def forget_line(self, ply: int, path: tuple[str, ...]) -> None:
        self.lines.drop(ply, path)
        self.changed()

    # The game goes on

    def advance(self) -> None:
        """After whatever has happened: keep it, tell it, and let a program move if it is its turn."""
        self.programs.changed()
        if self.table.over and self.face.counts and self.table.ended is None and self.dead is None:
            self.dead = self.face.dead(self.position)  # type: ignore[attr-defined]
        if self.table.over:
            self.clocks.halt()
        elif self.persons_turn:
            self.clocks.start()
        elif not self.paused:
            self.programs.begin()
        self.changed()

    def changed(self) -> None:
        """Something has: it is kept, and every page gets the game as it is now."""
        if self.pages:
            self.tell(shown.game(self), "game")
        self._save(writing.stored_of(self))
        if self.looking:
            self.looking.follow()

    def tell(self, message: dict[str, Any], name: str = "") -> None:
        for page in self.pages:
            page.send(message, name)

    # Time

    def end_of_turn(self) -> None:
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
        self.advance()

    async def rest(self) -> None:
        """Nobody looks any more: what it searches ends, and the trees are given back."""
        if self.looking:
            await self.looking.stop()
            self.looking.forget()
        for player in () if self.programs.thinking else self.players.values():
            player.forget()

    async def close(self) -> None:
        self.paused = True
        await self.programs.interrupt()
        if self.reviewing:
            await self.reviewing.stop()
        await self.rest()
