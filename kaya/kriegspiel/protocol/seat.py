"""A program that speaks Kriegspiel in lines, at a table of Kaya's umpire."""

import time
from typing import Any

from ...players import Decision
from ...protocols.outside import OutsideSeat
from ...search import Clock, Report
from ...table import Failure
from ..rules import Start, parse_move
from . import starts


class KriegspielSeat(OutsideSeat):
    """A program that speaks Kriegspiel in lines, by its command."""

    needs = 'A program for Kriegspiel needs a command: kriegspiel:"kaya kriegspiel".'

    def _identify(self) -> dict[str, str]:
        self.program.say("kriegspiel 1")
        said = {"name": self.program.words[0], "version": ""}
        while (line := self._answer()) != "ready":
            word, _, rest = line.partition(" ")
            if word not in said:
                raise self.program.fail(f"answered nonsense: {line[:60]!r}")
            said[word] = rest.strip()[:100]
        return said

    def begin(self, start: Start, side: int) -> None:
        self.side, self._spent = side, 0.0
        if not self.program.running:
            self._identify()
        self.program.say(f"new {starts.written(start)}")
        if (line := self._answer()) != "ready":
            raise self.program.fail(f"answered nonsense: {line[:60]!r}")

    def hear(self, announcement: Any) -> None:
        self.program.say(f"heard {announcement.written()}")
        if announcement.legal:
            self._spent = 0.0

    def choose(self, clock: Clock | None = None, **watching: Any) -> Decision:
        limit = ""
        if clock is not None:
            limit = f" clock {max(clock.left, 0.0):.3f}"
        elif self.seconds is not None:
            limit = f" seconds {max(self.seconds - self._spent, 0.001):.3f}"
        elif self.simulations is not None:
            limit = f" simulations {self.simulations}"
        began = time.monotonic()
        self.program.say(f"go{limit}")
        word, _, move = self._answer().partition(" ")
        self._spent += time.monotonic() - began
        if word == "resign":
            return Decision(None, Report.of_nothing(), "it resigns")
        if word != "try":
            raise self.program.fail(f"answered nonsense: {f'{word} {move}'.strip()[:60]!r}")
        try:
            return Decision(parse_move(move), Report.of_nothing())
        except ValueError as error:
            raise Failure(f"illegal move {move[:20]!r}: {error}") from None

    def _answer(self) -> str:
        """The next line that is for us."""
        while (line := self.program.line().strip()).startswith("info") or not line:
            pass
        if line.startswith("error"):
            raise Failure(f"says: {line.removeprefix('error').strip()[:80]}")
        return line
