"""The state of one game in the browser: the table, the person's side of it, and what else belongs to the game.

Those who work on a game (its programs, an analysis, a review) know this state and not each other. `Session` is all of
them together."""

import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from ..games.game import Verdict
from ..players import set_level
from ..search import Budget
from ..table import PersonSeat, PlayerSeat, Table
from ..table.tree import GameTree
from .adapter import adapter_of
from .clocks import Clocks
from .history import History
from .messages import Page
from .pool import PlayerPool
from .scheduler import MEMORY, Scheduler
from .storage import StoredGame
from .viewers import BOARD, BOTH, BROWSERS, Viewer

PERSON = "Player"  # the name in a record of who is no program
WORDS = {"R": "resignation", "T": "time", "F": "forfeit", "A": "agreement"}


class GameState(ABC):
    """A game that is open. `dead` are the stones that are proposed or agreed to be dead, `ahead` is how many searches
    a program's search waits for, `paused` whether two programs wait for somebody to let them go on. `human` is who
    plays against programs, 0 if there is none; `persons` are all sides that people play, and `agreed` those of them
    that accept the count."""

    def __init__(
        self, stored: StoredGame, position: Any, players: dict[int, Any], scheduler: Scheduler, pool: PlayerPool
    ):
        self.stored, self.players, self.scheduler, self.pool = stored, players, scheduler, pool
        self.adapter, self.human = adapter_of(stored.game), stored.human
        self.persons = (1, 2) if stored.people else (stored.human,) if stored.human else ()
        self.pages: dict[Page, Viewer] = {}
        self.agreed: set[int] = set()
        self.history, self.tree = History(stored.history, position), GameTree.of_rows(stored.tree)
        self._in_tree = 0  # moves of the game that are known to be the tree's main line
        self.dead: frozenset[int] | None = None
        self.ahead, self.paused = 0, False
        self.idle_since = time.monotonic()
        self._lines = self.adapter.lines(position)
        self._sit_down(position)
        if not stored.tree and (self.over or not self.adapter.hidden):
            self._read_older_lines()

    def _sit_down(self, position: Any) -> None:
        seats: dict[int, Any] = {side: PlayerSeat(p, self.budget(side)) for side, p in self.players.items()}
        seats |= {side: PersonSeat(self.stored.names.get(str(side)) or PERSON) for side in self.persons}
        self.clocks = Clocks(self.stored.clocks)
        self.table = Table(position, seats, self.clocks.by_side)
        if self.stored.over:
            self.table.ended = self._stored_verdict(position)
            if self.adapter.counts and self.table.ended.how == "score":
                self.dead = frozenset(position.parse_move(name) for name in self.stored.dead)

    def _stored_verdict(self, position: Any) -> Verdict:
        """The verdict of a game that was over when it was stored."""
        if position.over and not self.adapter.counts:
            return position.verdict()
        outcome = self.stored.over
        first = {"B": 1.0, "W": 0.0, "1-0": 1.0, "0-1": 0.0}.get(outcome if "-" in outcome else outcome[:1], 0.5)
        how = WORDS.get(outcome.partition("+")[2], "score")
        if "+" not in outcome:
            how = next((word for word in WORDS.values() if word in self.stored.ending), "score")
        return Verdict(first, outcome, how)

    def budget(self, side: int) -> Budget:
        """What a program's move may cost at its level."""
        player = self.players[side]
        chosen = set_level(player, self.stored.levels[str(side)], self._lines)
        if "resign" in player.parameters():
            player.set("resign", not self.stored.to_the_end)
        return replace(chosen, memory=MEMORY)

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def position(self) -> Any:
        return self.table.position

    @property
    def view(self) -> Any:
        """What the person knows; who watches programs knows what the umpire does."""
        return self.view_of(self.human)

    def view_of(self, side: int) -> Any:
        """What a person knows. Without a side it is the umpire's position, which is hidden from none only if nobody
        plays or the game is open."""
        if side in self.persons:
            return self.table.seats[side].view  # type: ignore[attr-defined]  # a person's seat
        if self.persons and self.adapter.hidden and not self.over:
            raise ValueError("The position is the umpire's alone.")
        return self.position

    def viewer(self, page: Any) -> Viewer:
        """The viewer that a page is; in a game against programs everybody who knows its name is the person."""
        return self.pages.get(page) or Viewer(self.human)

    def eyes(self, viewer: Viewer) -> int:
        """The side whose view a page is shown; 0 for what is public."""
        if viewer.seat == BOTH:
            return viewer.shown if self.adapter.hidden else self.table.mover if not self.table.over else 1
        return viewer.seat or self.stored.watch

    def hands(self, viewer: Viewer) -> set[int]:
        """The sides for which a page may act now."""
        if viewer.seat == BOTH:
            return {viewer.shown} - {0} if self.adapter.hidden else {1, 2}
        return {viewer.seat} - {0}

    @property
    def between_people(self) -> bool:
        """Whether two people play each other, and the game goes on: then no program advises anybody."""
        return bool(self.stored.people) and not self.over

    @property
    def waits(self) -> bool:
        """Whether no clock runs yet: the other side has not come to a game in two browsers, or at one board with an
        umpire nobody has said that the side to move sits there."""
        if self.stored.people == BOARD and self.adapter.hidden:
            return all(viewer.shown != self.table.mover for viewer in self.pages.values())
        here = {viewer.seat for viewer in self.pages.values()}
        return self.stored.people == BROWSERS and not self.number and not here >= {1, 2}

    @property
    def names(self) -> dict[int, str]:
        programs, levels, others = self.stored.players, self.stored.levels, self.stored.names
        if others or self.stored.people or self.stored.study:
            return {side: others.get(str(side)) or self.adapter.sides[side] for side in (1, 2)}
        return {1: "You", 2: "You", **{int(side): f"{programs[side]}, level {levels[side]}" for side in programs}}

    @property
    def verdict(self) -> Verdict | None:
        return self.table.ended if self.adapter.counts else self.table.verdict

    @property
    def over(self) -> bool:
        """Whether nobody plays any more: it has ended, or it is a game of a file."""
        return self.verdict is not None or self.stored.study

    @property
    def persons_turn(self) -> bool:
        return not self.table.over and self.table.mover in self.persons

    @property
    def number(self) -> int:
        return len(self.position.played)

    def position_at(self, ply: int, path: tuple[str, ...] = ()) -> Any:
        """A copy of the position after so many moves and those of a variation; ValueError if there is none."""
        if self.adapter.hidden and not self.over:
            raise ValueError("Variations are tried out in games that are open to both, or over.")
        if not 0 <= ply <= self.number:
            raise ValueError(f"There are {self.number} moves.")
        position = self.position.copy()
        while len(position.played) > ply:
            position.undo()
        if self.adapter.hidden:
            position.tried.clear()  # what was tried in vain then is not yet
        for name in path:
            if position.over:
                raise ValueError("The game would be over there.")
            position.play(self.adapter.read_open(position, name))
        return position

    def view_at(self, side: int, ply: int, path: tuple[str, ...] = ()) -> Any:
        """What a side knew of a game that is over, after so many moves and those of a variation."""
        if not self.adapter.hidden:
            raise ValueError("In this game both sides see the same.")
        return self.position_at(ply, path).view_for(side)

    def named(self, position: Any) -> list[tuple[int, str]]:
        """The moves that led to a position: who made each, and its name."""
        return [(side, position.move_name(move)) for side, move in position.line]

    def grow_tree(self) -> None:
        """What has been played is the main line of the tree; in a game with an umpire when it is over."""
        if self.number > self._in_tree and (self.over or not self.adapter.hidden):
            self.tree.play(self.named(self.position), self._in_tree)
            self._in_tree = self.number

    def _read_older_lines(self) -> None:
        """The tree of what older files have in its place: lines, comments and marks by the number of the move."""
        self.grow_tree()
        main = [name for _, name in self.named(self.position)]
        for ply, path in self.stored.lines:
            with suppress(ValueError):
                self.tree.add(self.named(self.position_at(ply, tuple(path))))
        for number in {*self.stored.comments, *self.stored.marks}:
            if int(number) <= len(main):
                marks = [tuple(mark) for mark in self.stored.marks.get(number, ())]
                self.tree.note(main[: int(number)], self.stored.comments.get(number, ""), marks)

    def cut_tree(self, line: list[tuple[int, str]]) -> None:
        """Of a line that was played the last moves have been taken back: they are not in the tree any more."""
        if self._in_tree > self.number:
            self.tree.remove([name for _, name in line[: self.number + 1]])
            self._in_tree = self.number

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[Any]:
        """A player of the game: its own program, or where there is none one of the pool."""
        if self.players:
            yield next(iter(self.players.values()))
        else:
            async with self.pool.lend(self.stored.game) as player:
                yield player

    def tell(self, message: dict[str, Any], name: str = "") -> None:
        """Send a message to all pages that show this game. It must be one that all of them may have."""
        for page in self.pages:
            page.send(message, name)

    def say(self, what: str, name: str = "", **said: Any) -> None:
        """The same for a message about this game."""
        self.tell({"say": what, "id": self.id, **said}, name)

    @abstractmethod
    def changed(self) -> None:
        """The game has changed: store it, and send it to every page."""

    @abstractmethod
    def advance(self) -> None:
        """Let the game go on after whatever has happened."""
