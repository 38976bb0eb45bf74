"""The other side of GTP: a program in a process of its own sits at a table of Go."""

from typing import Any

from ...games.game import Announcement
from ...players import Decision
from ...protocols.outside import OutsideSeat
from ...search import Clock, Report
from ...table import Failure
from ..rules import BLACK, WHITE, GoPosition, parse_vertex, vertex

COLOURS = {BLACK: "black", WHITE: "white"}


class GtpSeat(OutsideSeat):
    """A program that speaks GTP; started anew when it has died. GTP has no words for simulations."""

    needs = 'A GTP program needs a command: gtp:"gnugo --mode gtp".'

    def _identify(self) -> dict[str, str]:
        return {"name": self._say("name")[:100], "version": self._say("version")[:100]}

    def begin(self, start: GoPosition, side: int) -> None:
        self.side, self.lines = side, start.lines
        self._own: int | None = None  # the move it made last, which it need not be told
        self._say(f"boardsize {start.lines}")
        self._say("clear_board")
        self._say(f"komi {start.komi:g}")
        for colour in (BLACK, WHITE):
            for stone in start.stones(colour):
                self._say(f"play {COLOURS[colour]} {vertex(stone, start.lines)}")
        if self.clock:
            self._say(f"time_settings {self.clock.main:g} {self.clock.period:g} {self.clock.stones}", may_fail=True)
        elif self.seconds is not None:
            self._say(f"time_settings 0 {self.seconds:g} 1", may_fail=True)

    def hear(self, announcement: Announcement) -> None:
        if not (announcement.by == self.side and announcement.move == self._own):  # it knows its own move
            self._say(f"play {COLOURS[announcement.by]} {vertex(announcement.move, self.lines)}")
        self._own = None

    def choose(self, clock: Clock | None = None, **watching: Any) -> Decision:
        if clock is not None:
            self._say(f"time_left {COLOURS[self.side]} {max(int(clock.left), 0)} {clock.stones_left}", may_fail=True)
        answer = self._say(f"genmove {COLOURS[self.side]}").strip()
        if answer.lower() == "resign":
            return Decision(None, Report.of_nothing(), "it resigns")
        try:
            self._own = parse_vertex(answer[:20], self.lines)
        except ValueError as error:
            raise Failure(f"illegal move {answer[:20]!r}: {error}") from None
        return Decision(self._own, Report.of_nothing())

    def _say(self, text: str, may_fail: bool = False) -> str:
        """Send a command and wait for the whole answer, which an empty line ends."""
        self.program.say(text)
        answer: list[str] = []
        while (line := self.program.line()) or not answer:
            if line:
                answer.append(line)
            if answer and not answer[0].startswith(("=", "?")):
                raise self.program.fail(f"answered nonsense: {answer[0][:60]!r}")
        body = "\n".join([answer[0][1:].strip(), *answer[1:]])
        if answer[0].startswith("?"):
            if may_fail:
                return ""
            raise Failure(f"refused {text.split()[0]}: {body[:80]}")
        return body
