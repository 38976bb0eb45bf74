"""Analysis that streams: `lz-analyze` as Leela Zero writes it, `kata-analyze` as KataGo does.

Everything is told from the side of the player to move. An analysis goes on until the next line of input, even an empty
one; a `genmove_analyze` ends by itself with `play MOVE`."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...search import MoveReport, Report
from ..rules import GoPosition
from .engine import LOOK, Engine
from .findings import Findings
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
        self.engine, self.request, self.kata = engine, request, kata
        self.due = time.monotonic() + request.interval
        self.findings = Findings(position, engine.player.evaluate)

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
        if not self.kata:
            return " ".join(self.lz_info(order, m) for order, m in enumerate(moves))
        self.findings.look_for(AT_ONCE, [m.move for m in moves])
        parts = [self.kata_info(order, m) for order, m in enumerate(moves)]
        if "rootInfo" in self.request.shows:
            parts.append(f"rootInfo {written(self.findings.of_root(report))}")
        if "ownership" in self.request.shows:
            parts.append(f"ownership {points(self.findings.ownership())}")
        return " ".join(parts)

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
        name = self.findings.name
        return (
            f"info move {name(m.move)} visits {m.visits} winrate {rate} prior {prior} lcb {low} order {order} "
            f"pv {' '.join(map(name, m.line))}"
        )

    def kata_info(self, order: int, m: MoveReport) -> str:
        text = f"info {written(self.findings.of_move(order, m))}"
        if "pvVisits" in self.request.shows:
            text += " pvVisits " + " ".join(map(str, m.line_visits))
        if "movesOwnership" in self.request.shows:
            text += f" movesOwnership {points(self.findings.ownership(m.move))}"
        return text


def written(facts: Mapping[str, Any]) -> str:
    """Words and values, one after the other: rates with four digits, points with three."""

    def text(name: str, value: Any) -> str:
        if isinstance(value, float):
            return f"{value:.3f}" if name.startswith("score") else f"{value:.4f}"
        return " ".join(value) if isinstance(value, list) else str(value)

    return " ".join(f"{name} {text(name, value)}" for name, value in facts.items())


def points(owned: Iterable[float]) -> str:
    return " ".join(f"{x:.3f}" for x in owned)
