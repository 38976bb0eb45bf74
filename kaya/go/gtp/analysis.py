"""Analysis that streams: `lz-analyze` as Leela Zero writes it, `kata-analyze` as KataGo does.

Everything is told from the side of the player to move. An analysis goes on until the next line of input, even an empty
one; a `genmove_analyze` ends by itself with `play MOVE`."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...search import MoveReport, Report
from ..knowledge.outlook import Outlook
from ..rules import BLACK, GoPosition
from .engine import LOOK, Engine
from .registry import COLOURS, Colour, GtpError, Vertex, parse

MOVES = 30  # of which is told where nothing else is asked for
AT_ONCE = 0.03  # seconds for playouts or evaluations before a line goes out


@dataclass
class Request:
    """What a client asks for: the words behind `lz-analyze` or `kata-analyze`."""

    colour: int
    interval: float = 1.0
    least: int = 0
    most: int = MOVES
    allow: set[int] = field(default_factory=set)
    avoid: set[int] = field(default_factory=set)
    shows: set[str] = field(default_factory=set)

    def only(self, position: GoPosition) -> list[int] | None:
        """The first moves to look at; None for all, and where the game is over."""
        if position.over or not (self.allow or self.avoid):
            return None
        moves = [m for m in position.legal_moves() if m not in self.avoid and (not self.allow or m in self.allow)]
        if not moves:
            raise GtpError("no legal move is left by what is allowed and avoided")
        return moves


SHOWN = ("ownership", "movesOwnership", "rootInfo", "pvVisits")


def read_request(engine: Engine, words: Iterable[str], kata: bool) -> Request:
    """`[COLOUR] [CENTISECONDS] KEY VALUE ...`; GtpError says what is accepted."""
    words, lines = list(words), engine.lines
    request = Request(engine.position.mover)

    def take(kind: Any, what: str) -> Any:
        if not words:
            raise GtpError(f"syntax error: {what} is missing")
        try:
            return parse(kind, words.pop(0), lines)
        except ValueError as error:
            raise GtpError(f"syntax error: {error}") from None

    def centiseconds() -> float:
        given = take(float, "the interval")
        if not 0 <= given < 1e6:
            raise GtpError("syntax error: the interval is given in centiseconds, from 0 on")
        return max(given / 100, LOOK)

    if words and words[0].lower() in COLOURS:
        request.colour = take(Colour, "the colour")
    if words and words[0][0].isdecimal():
        request.interval = centiseconds()
    while words:
        key = words.pop(0)
        if key == "interval":
            request.interval = centiseconds()
        elif key == "minmoves":
            request.least = take(int, "a number of moves")
        elif key == "maxmoves":
            request.most = take(int, "a number of moves")
        elif key in ("allow", "avoid"):
            colour, points = take(Colour, "a colour"), take(str, "a list of points").split(",")
            take(int, "the depth")
            try:
                places = {parse(Vertex, p, lines) for p in points if p}
            except ValueError as error:
                raise GtpError(f"syntax error: {error}") from None
            if colour == request.colour:  # only the first move can be chosen from
                getattr(request, key).update(places)
        elif kata and key in SHOWN:
            (request.shows.add if take(bool, "true or false") else request.shows.discard)(key)
        else:
            known = ["interval", "minmoves", "maxmoves", "allow", "avoid", *(SHOWN if kata else ())]
            raise GtpError(f"syntax error: {key[:40]!r} is not known here: give {', '.join(known)}")
    return request


class Stream:
    """The lines of an analysis, one every `interval` seconds."""

    def __init__(self, engine: Engine, position: GoPosition, request: Request, kata: bool):
        self.engine, self.position, self.request, self.kata = engine, position, request, kata
        self.sign = 1 if position.mover == BLACK else -1
        self.due = time.monotonic() + request.interval
        self.now = Outlook(position, engine.player.evaluate)
        self.after: dict[int, Outlook] = {}

    def __call__(self) -> None:
        """Say a line if it is time."""
        if time.monotonic() >= self.due:
            self.say(self.engine.player.report())
            self.due = time.monotonic() + self.request.interval

    def say(self, report: Report) -> None:
        if report.moves:
            self.engine.say(self.line(report))

    def line(self, report: Report) -> str:
        """What is known so far, on one line."""
        moves = self.moves(report)
        if self.kata:
            self.look_ahead([m.move for m in moves])
        tell = self.kata_info if self.kata else self.lz_info
        parts = [tell(order, m) for order, m in enumerate(moves)]
        if "rootInfo" in self.request.shows:
            parts.append(f"rootInfo visits {report.visits} {self.kata_value(report.value, self.now)}")
        if "ownership" in self.request.shows:
            parts.append(f"ownership {self.board(self.now)}")
        return " ".join(parts)

    def look_ahead(self, moves: list[int]) -> None:
        """Refine the position and what it becomes by these moves while time allows: first what is known least."""
        self.now.refine()
        until = time.monotonic() + AT_ONCE
        for move in moves:
            if move not in self.after:
                twin = self.position.copy()
                twin.play(move)
                self.after[move] = Outlook(twin, self.engine.player.evaluate)
        open_ones = [self.after[m] for m in moves if not self.after[m].settled]
        while open_ones and time.monotonic() < until:
            least = min(open_ones, key=lambda outlook: outlook.batches)
            least.refine()
            if least.settled:
                open_ones.remove(least)

    def moves(self, report: Report) -> list[MoveReport]:
        """The one that would be played, the others by visits, and unvisited ones if so many are asked for."""
        most = max(self.request.most, self.request.least, 1)
        moves = report.best_first[:most]
        if len(moves) < self.request.least:
            seen = {m.move for m in moves}
            rest = [
                MoveReport(m, 0, report.value, (m,), prior, (0,)) for m, prior in report.priors.items() if m not in seen
            ]
            moves += rest[: self.request.least - len(moves)]
        return moves

    def lz_info(self, order: int, m: MoveReport) -> str:
        rate, low, prior = (round(10000 * x) for x in (m.winning_rate, m.lower_bound(), m.prior))
        return (
            f"info move {self.name(m.move)} visits {m.visits} winrate {rate} prior {prior} lcb {low} order {order} "
            f"pv {self.names(m.line)}"
        )

    def kata_info(self, order: int, m: MoveReport) -> str:
        after = self.after[m.move] if self.after[m.move].batches else self.now
        low = m.lower_bound()
        text = (
            f"info move {self.name(m.move)} visits {m.visits} {self.kata_value(m.value, after)} prior {m.prior:.4f} "
            f"lcb {low:.4f} utilityLcb {2 * low - 1:.4f} order {order} pv {self.names(m.line)}"
        )
        if "pvVisits" in self.request.shows:
            text += " pvVisits " + " ".join(map(str, m.line_visits))
        if "movesOwnership" in self.request.shows:
            text += f" movesOwnership {self.board(after)}"
        return text

    def kata_value(self, value: float, outlook: Outlook) -> str:
        lead = self.sign * outlook.score
        return (
            f"utility {value:.4f} winrate {(value + 1) / 2:.4f} scoreMean {lead:.3f} "
            f"scoreStdev {outlook.deviation:.3f} scoreLead {lead:.3f} scoreSelfplay {lead:.3f}"
        )

    def name(self, move: int) -> str:
        return self.position.move_name(move)

    def names(self, line: Iterable[int]) -> str:
        return " ".join(map(self.name, line))

    def board(self, outlook: Outlook) -> str:
        owned = self.sign * outlook.ownership
        return " ".join(f"{owned[p]:.3f}" for p in self.position.points)
