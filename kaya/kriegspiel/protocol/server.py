"""Kaya as a program that speaks Kriegspiel in lines: `kaya kriegspiel`."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TextIO

from ... import __version__
from ...search import Budget, Clock
from ...table import Failure, PlayerSeat
from ..rules.messages import Announcement
from ..rules.rule_sets import DEFAULT, find_rules
from . import starts

COMMANDS = "kriegspiel, new, heard, go and quit"
LONGEST = 1000  # characters of a line


class Server:
    """One of Kaya's players, and the game that it plays. `answer` takes a line and says what is to be answered."""

    def __init__(self, player: Any, budget: Budget, rules: str = DEFAULT):
        self.seat, self.budget, self.side, self.rules = PlayerSeat(player, budget), budget, 0, find_rules(rules).name

    def answer(self, line: str) -> list[str]:
        """The lines of the answer; to a mistake one that begins with `error`, and the game stays as it was."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return []
        command = {"kriegspiel": self._greet, "new": self._new, "heard": self._heard, "go": self._go}.get(word)
        try:
            if command is None:
                raise ValueError(f"{word[:20]!r} is no command: there are {COMMANDS}.")
            if len(line) > LONGEST:
                raise ValueError(f"A line has at most {LONGEST} characters.")
            return command(rest.strip())
        except (ValueError, Failure) as error:
            return [f"error {error}"]

    def _greet(self, rest: str) -> list[str]:
        if rest not in ("", "1"):
            raise ValueError(f"This is version 1 of the protocol, not {rest[:20]}.")
        return [f"name Kaya, {self.seat.name}", f"version {__version__}", "ready"]

    def _new(self, rest: str) -> list[str]:
        start = starts.read(rest, self.rules)
        self.seat.begin(start, start.side)
        self.side = start.side
        return ["ready"]

    def _heard(self, rest: str) -> list[str]:
        self._in_a_game()
        hear(self.seat, rest)
        return []

    def _go(self, rest: str) -> list[str]:
        self._in_a_game()
        view = self.seat.view
        if not view.my_turn:
            raise ValueError("The game is over." if view.over else "The opponent is to move.")
        what, _, number = rest.partition(" ")
        clock = None
        self.seat.budget = self.budget
        if what == "clock":
            clock = Clock(_number(number))
        elif what in ("seconds", "simulations"):
            limit = _number(number) if what == "seconds" else max(int(_number(number)), 1)
            self.seat.budget = replace(self.budget, **{"seconds": None, "simulations": None, what: limit})
            self.seat.begin_turn()  # it says what is left
        elif what:
            raise ValueError(f"After go comes nothing, or seconds, simulations or clock and a number: not {rest[:20]}.")
        decision = self.seat.choose(clock)
        return ["resign" if decision.move is None else f"try {view.move_name(decision.move)}"]

    def _in_a_game(self) -> None:
        if not self.side:
            raise ValueError("No game has begun: say new white or new black.")


def hear(seat: PlayerSeat, line: str) -> None:
    """Let a seat hear what an umpire says in words; if a move stands in front of them, of that own try."""
    view = seat.view
    by = seat.side if ":" in line else 3 - seat.side
    announcement = Announcement.read(line, view.ply + 1, by)
    view.hear(view.completed(announcement))
    if announcement.legal:
        seat.begin_turn()


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number < 1e9:
        raise ValueError(f"A limit is a number above 0, not {text[:20]!r}.")
    return number


def serve(
    player: Any,
    budget: Budget,
    lines: Iterable[bytes] | None = None,
    out: TextIO = sys.stdout,
    rules: str = DEFAULT,
) -> None:
    """Answer until the input ends or says quit. The protocol is ASCII; other bytes are shown as `\\xff`. `rules` is
    the rule set where the umpire names none."""
    server = Server(player, budget, rules)
    for raw in lines or sys.stdin.buffer:
        line = raw.decode("ascii", "backslashreplace")
        if line.strip() == "quit":
            break
        for answer in server.answer(line):
            print(answer, file=out, flush=True)
