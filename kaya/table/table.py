"""One game between two seats."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from ..games.game import Announcement, Position, Verdict
from ..players import Decision
from ..search import Clock, Report
from .seats import Failure, Seat
from .tree import GameTree

SIDES = (1, 2)
Line = tuple[tuple[int, int], ...]  # who moves, and what
NO_MOVE = (ValueError, TypeError, ArithmeticError, LookupError)  # what comes of a number that stands for no move at all


@dataclass
class Record:
    """A game as it is written down: the position with all that led to it, who played, how it ended ("" while it goes
    on), and what programs thought, by the number of the move; `lines` are moves that were not played, each with its
    mover, by the number of the move that they leave the game with, and `comments` words, by the number of the move.
    `source` is the text of the file that it was opened from: what is in that stays, where the format can keep it."""

    position: Any
    names: Mapping[int, str]
    outcome: str = ""
    reports: dict[int, Report] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)  # further ones, by their names in the file
    lines: dict[int, list[Line]] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    source: str = ""
    tree: GameTree | None = None  # variations, words and marks, where they are more than lines and comments


class Table:
    """The umpire's position, two seats, and their clocks.

    >>> from kaya import Budget, PersonSeat, PlayerSeat, make_player, tictactoe
    >>> table = Table(tictactoe.new_game(), {1: PersonSeat(), 2: PlayerSeat(make_player("mcts"))})
    >>> heard = table.put(0)
    >>> table.ask().move, table.position.played
    (4, [0, 4])

    A position that is given goes on from where it is: both seats are told all that they would have heard. `put` is for
    a move that comes from outside, `ask` lets the seat to move choose; both decide on one try and tell those concerned.
    `ask` is `think`, during which nothing at the table changes, and `follow`."""

    def __init__(self, position: Position, seats: Mapping[int, Seat], clocks: Mapping[int, Clock] | None = None):
        self.position: Any = position
        self.seats, self.clocks = dict(seats), dict(clocks or {})
        self.seconds: dict[int, list[float]] = {side: [] for side in SIDES}  # of each answer
        self.reports: dict[int, Report] = {}  # what programs thought, by the number of the move
        self.ended: Verdict | None = None  # by other than the rules
        for side in SIDES:
            self._seat(side)

    def _seat(self, side: int) -> None:
        with _whose(side):
            self.seats[side].begin(self.position.start_for(side), side)
            for announcement in self.position.announcements(side):
                self.seats[side].hear(announcement)

    @property
    def over(self) -> bool:
        return self.ended is not None or self.position.over

    @property
    def mover(self) -> int:
        side = self.position.mover
        if side not in SIDES:
            raise ValueError(f"{self.position.game.name} has moves of chance, which cannot be played at a table yet.")
        return side

    @property
    def verdict(self) -> Verdict | None:
        """How the game ended; None while it goes on."""
        return self.ended or (self.position.verdict() if self.position.over else None)

    def put(self, move: int | str) -> dict[int, Announcement]:
        """The side to move tries this: what each side was told of it. ValueError if nobody may try that."""
        heard = self.position.attempt(self.position.parse_move(move) if isinstance(move, str) else move)
        for side, announcement in heard.items():
            with _whose(side):
                self.seats[side].hear(announcement)
        return heard

    def ask(self, **watching: Any) -> Decision:
        """Let the side to move choose, and do what it decides. Failure if it breaks down, tries what it could know to
        be impossible, or oversteps its clock."""
        return self.follow(self.think(**watching))

    def think(self, **watching: Any) -> Decision:
        """What the side to move decides, within its clock; it is not done yet."""
        side = self.mover
        with _whose(side):
            return self._timed(side, **watching)

    def follow(self, decision: Decision) -> Decision:
        side = self.mover
        with _whose(side):
            if decision.move is None:
                self.resign(side)
                return decision
            number = len(self.position.played) + 1
            try:
                heard = self.put(decision.move)
            except NO_MOVE as error:
                raise Failure(f"illegal move {self._named(decision.move)}: {error}") from None
        if heard[side].legal:
            self.reports[number] = decision.report
            if side in self.clocks:
                self.clocks[side].move_made()
        return decision

    def _timed(self, side: int, **watching: Any) -> Decision:
        began, clock = time.monotonic(), self.clocks.get(side)
        decision = self.seats[side].choose(clock, **watching)
        spent = time.monotonic() - began
        self.seconds[side].append(spent)
        if clock is not None:
            clock.run(spent)
            if clock.left < 0:
                raise Failure("time")
        return decision

    def _named(self, move: Any) -> str:
        with suppress(*NO_MOVE):
            return repr(move[:20] if isinstance(move, str) else self.position.move_name(move))
        return repr(str(move)[:20])

    def play(self, **watching: Any) -> Verdict:
        """Play to the end, or until the game is too long and is scored as it stands."""
        while not self.over and not self.position.too_long:
            self.ask(**watching)
        return self.ended or self.position.verdict()

    def resign(self, side: int) -> None:
        self.ended = self.position.lost_by(side, "R")

    def undo(self, moves: int = 1) -> None:
        """Take moves back, where the game allows it; both seats hear the game anew."""
        for _ in range(moves):
            self.position.undo()
        self.ended = None
        self.reports = {n: r for n, r in self.reports.items() if n <= len(self.position.played)}
        for side in SIDES:
            self._seat(side)

    def record(self, **facts: str) -> Record:
        outcome = self.verdict.outcome if self.verdict else ""
        names = {side: seat.name for side, seat in self.seats.items()}
        return Record(self.position, names, outcome, dict(self.reports), facts)


@contextmanager
def _whose(side: int) -> Iterator[None]:
    """A Failure inside is this side's, unless it is somebody else's already."""
    try:
        yield
    except Failure as failure:
        failure.side = failure.side or side
        raise


def ending_of(verdict: Verdict, wins: Mapping[int, str]) -> str:
    """`A draw.`, `You win by resignation.`: a verdict as a sentence; `wins` says of each side that it wins."""
    drawn = verdict.points == 0.5
    who = "A draw" if drawn else wins[1 if verdict.points else 2]
    return f"{who}." if verdict.how == "score" else f"{who}{':' if drawn else ' by'} {verdict.how}."
