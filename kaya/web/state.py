"""The state of one game in the browser: the table, the person's side of it, and what else belongs to the game.

Those who work on a game (its programs, an analysis, a review) know this state and not each other. `Session` is all of
them together."""

import time
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any

from ..games.game import Verdict
from ..players import set_level
from ..search import Budget
from ..table import PersonSeat, PlayerSeat, Table
from .adapter import adapter_of
from .clocks import Clocks
from .history import History
from .messages import Page
from .pool import PlayerPool
from .scheduler import MEMORY, Scheduler
from .storage import StoredGame
from .variations import Variations

PERSON = "Player"  # the name in a record of who is no program
WORDS = {"R": "resignation", "T": "time", "F": "forfeit"}


class GameState(ABC):
    """A game that is open. `dead` are the stones that are proposed or agreed to be dead, `ahead` is how many searches
    a program's search waits for, `paused` whether two programs wait for somebody to let them go on."""

    def __init__(
        self, stored: StoredGame, position: Any, players: dict[int, Any], scheduler: Scheduler, pool: PlayerPool
    ):
        self.stored, self.players, self.scheduler, self.pool = stored, players, scheduler, pool
        self.adapter, self.human = adapter_of(stored.game), stored.human
        self.pages: set[Page] = set()
        self.history, self.variations = History(stored.history, position), Variations(stored.lines)
        self.comments = {int(number): text for number, text in stored.comments.items()}
        self.dead: frozenset[int] | None = None
        self.ahead, self.paused = 0, False
        self.idle_since = time.monotonic()
        self._lines = self.adapter.lines(position)
        self._sit_down(position)

    def _sit_down(self, position: Any) -> None:
        self.seat = PersonSeat(PERSON)
        seats: dict[int, Any] = {side: PlayerSeat(p, self.budget(side)) for side, p in self.players.items()}
        if self.human:
            seats[self.human] = self.seat
        self.clocks = Clocks(self.stored.clocks, self.human)
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
        if outcome in ("1-0", "0-1"):
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
        return self.seat.view if self.human else self.position

    @property
    def names(self) -> dict[int, str]:
        programs, levels, others = self.stored.players, self.stored.levels, self.stored.names
        if others:
            return {side: others.get(str(side), "") for side in (1, 2)}
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
        return not self.table.over and self.table.mover == self.human

    @property
    def number(self) -> int:
        return len(self.position.played)

    def position_at(self, ply: int, path: tuple[str, ...] = ()) -> Any:
        """A copy of the position after so many moves and those of a variation; ValueError if there is none."""
        if self.adapter.hidden:
            raise ValueError("Variations are tried out in games that are open to both.")
        if not 0 <= ply <= self.number:
            raise ValueError(f"There are {self.number} moves.")
        position = self.position.copy()
        while len(position.played) > ply:
            position.undo()
        for name in path:
            if position.over:
                raise ValueError("The game would be over there.")
            position.play(self.adapter.read(position, name))
        return position

    def tell(self, message: dict[str, Any], name: str = "") -> None:
        """Send a message to all pages that show this game."""
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
