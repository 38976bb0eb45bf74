"""One game between the person at the keyboard and a program, at a table; nothing in here is shown or typed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Any

from ..games.game import Position, Verdict
from ..players import Decision, levels, set_level
from ..players.levels import Levelled
from ..search import Budget
from ..table import Failure, PersonSeat, PlayerSeat, Record, Table, ending_of

PERSON = "Player"  # in a record, who is no program


class PersonGame:
    """The table, and who sits where. What is shown during the game is made from `view`, what the person knows."""

    def __init__(self, position: Position, human: int, player: Any, budget: Budget, begun: str = ""):
        self.human, self.player = human, player
        self.begun = begun or f"{date.today():%Y.%m.%d}"
        self.seat, self.opponent = PersonSeat(PERSON), PlayerSeat(player, budget)
        self.table = Table(position, {human: self.seat, 3 - human: self.opponent})

    @property
    def position(self) -> Any:
        return self.table.position

    @property
    def view(self) -> Any:
        return self.seat.view

    @property
    def program(self) -> int:
        return 3 - self.human

    @property
    def humans_turn(self) -> bool:
        return self.table.mover == self.human

    @property
    def budget(self) -> Budget:
        return self.opponent.budget

    @property
    def program_name(self) -> str:
        return self.player.name if self.level is None else f"{self.player.name}, level {self.level}"

    @property
    def verdict(self) -> Verdict | None:
        return self.table.verdict

    @property
    def result(self) -> str:
        """The outcome in the game's notation, or nothing while the game goes on."""
        return self.verdict.outcome if self.verdict else ""

    @property
    def level(self) -> int | None:
        """The level that the program plays at, if it is one: its own, or that which the budget stands for."""
        mine, known = (self.budget.simulations, self.budget.seconds), levels(self.position.game.name)
        if isinstance(self.player, Levelled):
            if self.player.level < max(known):
                return self.player.level
            known = {self.player.level: self.player.budget(self._lines)}
        return next((n for n, budget in known.items() if (budget.simulations, budget.seconds) == mine), None)

    def set_level(self, level: int) -> None:
        chosen = set_level(self.player, level, self._lines)
        self.opponent.budget = replace(self.budget, simulations=chosen.simulations, seconds=chosen.seconds)

    @property
    def _lines(self) -> int:
        return getattr(self.position, "lines", 0)

    def play(self, move: int) -> bool:
        """The person tries a move; was it accepted? ValueError says why it cannot be tried."""
        with self._failing():
            return self.table.put(move)[self.human].legal

    def answer(self, **watching: Any) -> Decision:
        """The program tries until the umpire accepts; the last decision. Failure, with a sentence for the user, if it
        does not play by the rules, or breaks down."""
        with self._failing():
            decision = self.table.ask(**watching)
            while not self.humans_turn and not self.table.over and self.position.game.hidden:
                decision = self.table.ask(**watching)
        return decision

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except Failure as failure:
            illegal = str(failure).startswith("illegal")  # which move it was is not the person's business
            what = "has tried what it could know to be impossible" if illegal else failure
            raise Failure(f"{self.player.name} {what}.") from failure

    def undo(self) -> int:
        """Take back moves up to and including the person's last one; how many. ValueError if that cannot be."""
        if self.position.game.hidden:
            raise ValueError("Nothing can be taken back: the umpire has answered.")
        movers = self.position.movers
        if self.human not in movers:
            raise ValueError("There is no move of yours to take back.")
        count = movers[::-1].index(self.human) + 1
        self.table.undo(count)
        return count

    def resign(self, side: int | None = None) -> None:
        self.table.resign(side or self.human)

    def record(self) -> Record:
        record = self.table.record(Date=self.begun)
        record.names = {self.human: PERSON, self.program: f"Kaya ({self.program_name})"}
        return record

    def ending(self) -> str:
        wins = {self.human: "You win", self.program: f"{self.player.name} wins"}
        return ending_of(self.verdict, wins) if self.verdict else ""
