"""One game between the player at the keyboard and a program, with the umpire between them.

`Seat` is the player's place: it has the view and no way to the umpire. What is shown during the game is made from it.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date

from ...games.kriegspiel import BLACK, WHITE, Announcement, KriegspielPosition, Start, Umpire, View
from ...players.kriegspiel import KRIEGSPIEL_LEVELS, KRIEGSPIEL_PLAYERS, KriegspielPlayer
from ...protocols.kriegspiel_pgn import KriegspielRecord
from ...search import Budget
from ..go.duel import PERSON

LOST = {WHITE: "0-1", BLACK: "1-0"}


class Failure(Exception):
    """A program has done what no program should do; the sentence is for the user."""


class Seat:
    """The place of the person at the keyboard: what it has been told, and what it wants to try."""

    def __init__(self, opponent: str):
        self.opponent = opponent
        self.wanted = 0

    def begin(self, start: Start) -> None:
        self.view = View(start)

    def hear(self, announcement: Announcement) -> None:
        self.view.hear(announcement)

    def choose(self) -> int:
        return self.wanted


class Opponent:
    """The place of a program. Whatever goes wrong in the program is a Failure."""

    def __init__(self, player: KriegspielPlayer, budget: Budget):
        self.player, self.budget = player, budget

    def begin(self, start: Start) -> None:
        with self._watched():
            self.player.begin(start)

    def hear(self, announcement: Announcement) -> None:
        with self._watched():
            self.player.hear(announcement)

    def choose(self) -> int:
        with self._watched():
            return int(self.player.choose(self.budget))

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise Failure(f"{self.player.name} has broken down ({type(error).__name__}: {error}).") from error


class Duel:
    """The umpire and the two who play."""

    def __init__(self, human: int, player: KriegspielPlayer, budget: Budget, position: KriegspielPosition | None = None,
                 begun: str = ""):  # fmt: skip
        self.human, self.player = human, player
        self.begun = begun or f"{date.today():%Y.%m.%d}"
        self.opponent, self.seat = Opponent(player, budget), Seat(player.name)
        self.umpire = Umpire({human: self.seat, 3 - human: self.opponent}, position)
        self.resigned = ""
        self._name_opponent()

    @property
    def view(self) -> View:
        return self.seat.view

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or nothing while the game goes on."""
        return self.resigned or self.umpire.position.outcome.strip("*")

    @property
    def level(self) -> int | None:
        """The level that the budget stands for, if it is one."""
        budget, levels = self.opponent.budget, {seconds: level for level, seconds in KRIEGSPIEL_LEVELS.items()}
        return None if budget.simulations else levels.get(budget.seconds or 0.0)

    def set_level(self, level: int) -> None:
        self.opponent.budget = replace(self.opponent.budget, seconds=KRIEGSPIEL_LEVELS[level], simulations=None)
        self._name_opponent()

    def _name_opponent(self) -> None:
        self.seat.opponent = self.player.name if self.level is None else f"{self.player.name}, level {self.level}"

    def try_move(self, move: int) -> bool:
        """The person tries a move; was it accepted?"""
        self.seat.wanted = move
        return bool(self.umpire.step())

    def answer(self) -> None:
        """The program tries until the umpire accepts. Failure if it does not play by the rules, or breaks down."""
        while self.umpire.position.mover != self.human and not self.umpire.position.over:
            try:
                self.umpire.step()
            except (ValueError, OverflowError) as error:  # which move it was is not the person's business
                raise Failure(f"{self.player.name} has tried what its own pieces forbid.") from error

    def resign(self) -> None:
        self.resigned = LOST[self.human]

    def verdict(self) -> str:
        """How the game ended, in a sentence."""
        if self.result == "1/2-1/2":
            return f"A draw: {self.umpire.position.ending}."
        how = "resignation" if self.resigned else self.umpire.position.ending
        return f"{'White' if self.result == '1-0' else 'Black'} wins by {how}."

    def record(self) -> KriegspielRecord:
        """The game so far."""
        names = {self.human: PERSON, 3 - self.human: f"Kaya ({self.seat.opponent})"}
        types = {self.human: "human", 3 - self.human: "program"}
        more = {"Event": "Kaya", "WhiteType": types[WHITE], "BlackType": types[BLACK]}
        return KriegspielRecord(self.umpire.position, names[WHITE], names[BLACK], self.result or "*",
                                self.begun, more)  # fmt: skip


def persons_side(record: KriegspielRecord) -> int | None:
    """Where the person sat in a recorded game, if there was one."""
    types = {WHITE: record.other.get("WhiteType"), BLACK: record.other.get("BlackType")}
    sides = [side for side, kind in types.items() if kind == "human"]
    return sides[0] if len(sides) == 1 else None


def programs_name(record: KriegspielRecord) -> str | None:
    """Which of Kaya's programs played a recorded game against a person."""
    side = persons_side(record)
    found = re.match(r"Kaya \(([^,)]+)", record.black if side == WHITE else record.white) if side else None
    return found[1] if found and found[1] in KRIEGSPIEL_PLAYERS else None


def check_unfinished(record: KriegspielRecord, path: object) -> None:
    """ValueError if the game is over."""
    if record.result != "*" or record.position.over:
        raise ValueError(f"{path} is a finished game ({record.result}): kaya review {path} goes through it.")
