"""The arena: one game between two contestants, under the eyes of an independent referee.

The referee has its own board, decides what is legal and what the score is, and tells each side only what it may know.
A game with an umpire brings a `Table` of its own; nothing else here changes for it.
"""

import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from ...games.go import BLACK, WHITE, GoPosition, parse_vertex, vertex
from ...protocols.sgf import GameRecord, save
from ...search import Clock
from .contestants import RESIGN, Contestant, Failure, Pace
from .kriegspiel import KriegspielTable
from .store import GameResult, hardware

FIRST, SECOND = 1, 2  # the side that moves first, and the other


class Table(Protocol):
    """The referee of one game: what it accepts, who moves, how it ends, and what each side is told."""

    def __init__(self, conditions: dict[str, Any]): ...
    @property
    def mover(self) -> int: ...
    @property
    def over(self) -> bool: ...
    def play(self, side: int, move: str) -> dict[int, list[tuple[int, str]]]:
        """Accept a move; what each side hears of it, as (who moved, what). ValueError says why it is refused."""
        ...

    def verdict(self) -> tuple[float, str]:
        """Points of the side that moved first, and the outcome in the game's notation, when the game is over."""
        ...

    def lost_by(self, side: int, how: str) -> tuple[float, str]:
        """The same when a side has lost otherwise: by resignation (R), on time (T) or by forfeit (F)."""
        ...

    def record(self, names: dict[int, str], outcome: str) -> str:
        """The game as a file."""
        ...


class GoTable:
    """Go: positional superko, area scoring as the stones stand after two passes, or after 4 moves per point."""

    def __init__(self, conditions: dict[str, Any]):
        self.position = GoPosition(conditions["size"], conditions["komi"])
        self.longest = 4 * conditions["size"] ** 2

    @property
    def mover(self) -> int:
        return self.position.mover

    @property
    def over(self) -> bool:
        return self.position.over or len(self.position.played) >= self.longest

    def play(self, side: int, move: str) -> dict[int, list[tuple[int, str]]]:
        self.position.play(parse_vertex(move, self.position.lines), side)
        heard = [(side, vertex(self.position.played[-1], self.position.lines))]
        return {FIRST: heard, SECOND: heard}

    def verdict(self) -> tuple[float, str]:
        score = self.position.score()
        if score == 0:
            return 0.5, "0"
        return (1.0, f"B+{score:g}") if score > 0 else (0.0, f"W+{-score:g}")

    def lost_by(self, side: int, how: str) -> tuple[float, str]:
        return (0.0, f"W+{how}") if side == BLACK else (1.0, f"B+{how}")

    def record(self, names: dict[int, str], outcome: str) -> str:
        facts = {"black_name": names[BLACK], "white_name": names[WHITE], "result": outcome}
        return save(GameRecord.of(self.position, **facts)).decode()


TABLES: dict[str, type[Table]] = {"go": GoTable, "kriegspiel": KriegspielTable}
"""The games that can be played; one with an umpire adds its table here."""


@dataclass
class Seat:
    """One side during a game."""

    contestant: Contestant
    clock: Clock | None
    seconds: float = 0.0
    moves: list[float] = field(default_factory=list)


def play_game(
    game: str, conditions: dict[str, Any], contestants: dict[int, Contestant], pace: Pace,
    opening: list[str], seed: int, number: int, first_side: int,
) -> GameResult:  # fmt: skip
    """Play one game; contestants[1] moves first. A contestant that fails in any way loses, with the reason."""
    began = time.monotonic()
    table = TABLES[game](conditions)
    seats = {side: Seat(c, pace.new_clock()) for side, c in contestants.items()}
    names = {side: s.contestant.describe(conditions)["name"] for side, s in seats.items()}
    points, outcome, reason, side = 0.5, "", "", FIRST
    try:
        for side, seat in seats.items():
            seat.contestant.begin(conditions, side, seed + side)
        for move in opening:
            _announce(table.play(table.mover, move), seats)
        while not table.over:
            side = table.mover
            answer = _ask(seats[side], pace)
            if answer == RESIGN:
                (points, outcome), reason = table.lost_by(side, "R"), "resignation"
                break
            try:
                heard = table.play(side, answer)
            except ValueError as error:
                raise Failure(f"illegal move {answer[:20]!r}: {error}") from None
            _announce(heard, seats)
        else:
            (points, outcome), reason = table.verdict(), "score"
    except Failure as failure:
        side = failure.side or side
        how = "T" if str(failure) == "time" else "F"
        (points, outcome), reason = table.lost_by(side, how), f"{names[side]}: {failure}"
        seats[side].contestant.close()
    for_first = points if first_side == FIRST else 1 - points
    first, second = seats[first_side], seats[3 - first_side]
    record = table.record(names, outcome)
    return GameResult(
        number=number, first_side=first_side, points=for_first, outcome=outcome, reason=reason,
        opening=" ".join(opening), record=record, plies=sum(len(s.moves) for s in seats.values()), seed=seed,
        seconds_first=first.seconds, seconds_second=second.seconds, seconds_all=time.monotonic() - began,
        details={"hardware": hardware(), "slowest_first": max(first.moves, default=0.0),
                 "slowest_second": max(second.moves, default=0.0)},
    )  # fmt: skip


def _ask(seat: Seat, pace: Pace) -> str:
    """A contestant's answer, and the time it took off its clock."""
    began = time.monotonic()
    answer = seat.contestant.choose(seat.clock)
    spent = time.monotonic() - began
    seat.seconds += spent
    seat.moves.append(spent)
    if seat.clock is not None:
        seat.clock.spend(spent)
        if seat.clock.left < 0:
            raise Failure("time")
    return answer


def _announce(heard: dict[int, list[tuple[int, str]]], seats: dict[int, Seat]) -> None:
    """Tell each side what it may hear; a side that fails at that loses."""
    for side, messages in heard.items():
        for who, what in messages:
            try:
                seats[side].contestant.hear(who, what)
            except Failure as failure:
                failure.side = side
                raise
