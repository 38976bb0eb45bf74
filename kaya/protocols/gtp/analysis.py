"""Analysis that streams: `lz-analyze` as Leela Zero writes it, `kata-analyze` as KataGo does, and the maps of GoGui.

Everything is told from the side of the player to move. An analysis goes on until the next line of input, even an empty
one; a `genmove_analyze` ends by itself with `play MOVE`.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ...games.go import BLACK, Estimate, GoPosition, vertex
from ...search import Budget, MoveReport, Report
from .playing import LOOK, named, play_decision
from .registry import COLOURS, Colour, GtpError, Vertex, command, parse

MOVES = 30  # of which is told where nothing else is asked for
PLAYOUTS = 64  # for the score after a candidate move
AT_ONCE = 0.03  # seconds for new scores before a line must go out
LIMIT = 10**9  # simulations; visits are counted in 32 bits


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
        """The first moves to look at; None for all."""
        if not self.allow and not self.avoid:
            return None
        moves = [m for m in position.legal_moves() if m not in self.avoid and (not self.allow or m in self.allow)]
        if not moves:
            raise GtpError("no legal move is left by what is allowed and avoided")
        return moves


SHOWN = ("ownership", "movesOwnership", "rootInfo", "pvVisits")


def read_request(engine, words: Iterable[str], kata: bool) -> Request:
    """`[COLOUR] [CENTISECONDS] KEY VALUE ...`; GtpError says what is accepted."""
    words, lines = list(words), engine.lines
    request = Request(engine.position.mover)

    def take(kind, what: str):
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

    def __init__(self, engine, position: GoPosition, request: Request, kata: bool):
        self.engine, self.position, self.request, self.kata = engine, position, request, kata
        self.sign = 1 if position.mover == BLACK else -1
        self.due = time.monotonic() + request.interval
        self.after: dict[int, Estimate] = {}
        self.owned, self.estimates = np.zeros(len(position.state.colour)), 0

    def __call__(self) -> None:
        """Say a line if it is time."""
        if time.monotonic() >= self.due:
            self.say(self.engine.player.search.report())
            self.due = time.monotonic() + self.request.interval

    def say(self, report: Report) -> None:
        if report.moves:
            self.engine.say(self.line(report))

    def line(self, report: Report) -> str:
        """What is known so far, on one line."""
        now = self.estimate()
        until = time.monotonic() + AT_ONCE
        tell = self.kata_info if self.kata else self.lz_info
        parts = [tell(order, m, report, now, until) for order, m in enumerate(self.moves(report))]
        if "rootInfo" in self.request.shows:
            fields = self.kata_value(report.value, now)
            parts.append(f"rootInfo visits {report.visits} {fields}")
        if "ownership" in self.request.shows:
            parts.append(f"ownership {self.board(self.owned / self.estimates)}")
        return " ".join(parts)

    def moves(self, report: Report) -> list[MoveReport]:
        """The moves to tell of: the one that would be played, then by visits, then the unvisited that were asked for."""
        most = max(self.request.most, self.request.least, 1)
        moves = sorted(report.moves, key=lambda m: m.move != report.best)[:most]
        if len(moves) < self.request.least:
            seen = {m.move for m in moves}
            rest = [m for m in self.position.legal_moves() if m not in seen][: self.request.least - len(moves)]
            moves += [MoveReport(m, 0, report.value, (m,)) for m in rest]
        return moves

    def lz_info(self, order: int, m: MoveReport, report: Report, now: Estimate, until: float) -> str:
        rate, low, prior = (round(10000 * x) for x in (m.winning_rate, m.lower_bound(), 1 / max(len(report.moves), 1)))
        return (
            f"info move {self.name(m.move)} visits {m.visits} winrate {rate} prior {prior} lcb {low} order {order} "
            f"pv {self.names(m.line)}"
        )

    def kata_info(self, order: int, m: MoveReport, report: Report, now: Estimate, until: float) -> str:
        if m.move not in self.after and time.monotonic() < until:
            twin = self.position.copy()
            twin.play(m.move)
            self.after[m.move] = twin.estimate(PLAYOUTS)
        after = self.after.get(m.move, now)
        low, prior = m.lower_bound(), 1 / max(len(report.moves), 1)
        text = (
            f"info move {self.name(m.move)} visits {m.visits} {self.kata_value(m.value, after)} prior {prior:.4f} "
            f"lcb {low:.4f} utilityLcb {2 * low - 1:.4f} order {order} pv {self.names(m.line)}"
        )
        if "pvVisits" in self.request.shows:
            text += " pvVisits " + " ".join(map(str, self.visits(m)))
        if "movesOwnership" in self.request.shows:
            text += f" movesOwnership {self.board(after.ownership)}"
        return text

    def kata_value(self, value: float, e: Estimate) -> str:
        lead = self.sign * e.score
        return (
            f"utility {value:.4f} winrate {(value + 1) / 2:.4f} scoreMean {lead:.3f} scoreStdev {e.deviation:.3f} "
            f"scoreLead {lead:.3f} scoreSelfplay {lead:.3f}"
        )

    def estimate(self) -> Estimate:
        """Of the position itself; more playouts each time go into the map."""
        estimate = self.position.estimate(PLAYOUTS, seed=self.estimates)
        self.owned, self.estimates = self.owned + estimate.ownership, self.estimates + 1
        return estimate

    def visits(self, m: MoveReport) -> list[int]:
        """The visits of each move of a variation."""
        tree, index, found = self.engine.player.search.tree, 0, []
        for move in m.line:
            children = tree.children(index) if tree else []
            index = next((int(c) for c in children if tree.nodes[c].move == move), None)
            if index is None:
                break
            found.append(int(tree.nodes[index].visits))
        return found + [0] * (len(m.line) - len(found))

    def name(self, move: int) -> str:
        return vertex(move, self.position.lines)

    def names(self, line: Iterable[int]) -> str:
        return " ".join(map(self.name, line))

    def board(self, owned: np.ndarray) -> str:
        return " ".join(f"{self.sign * owned[p]:.3f}" for p in self.position.points)


def analyse(engine, words: Iterable[str], kata: bool) -> None:
    """Search and tell until the next line of input comes."""
    engine.wait_until_compiled()
    request = read_request(engine, words, kata)
    position = engine.position.copy()
    only, out_of_turn = request.only(position), request.colour != position.mover
    if out_of_turn:
        position.set_turn(request.colour)
        engine.forget_tree()
        only = request.only(position)
    stream = Stream(engine, position, request, kata)

    def stop() -> bool:
        stream()
        return engine.input.waiting

    engine.begin()
    budget = Budget(LIMIT, None, engine.budget.nodes, engine.budget.memory)
    engine.player.search.think(position, budget, only=only, stop=stop, every=LOOK)
    if out_of_turn or only:
        engine.forget_tree()
    engine.input.wait()


def genmove_analyse(engine, words: Iterable[str], kata: bool) -> None:
    """Choose and play a move, telling of the search while it goes on."""
    request = read_request(engine, words, kata)
    engine.set_turn(request.colour)
    position = engine.position.copy()
    only = request.only(position)
    stream = Stream(engine, position, request, kata)
    engine.begin()
    decision = play_decision(engine, request.colour, watch=stream, **({"only": only} if only else {}))
    if only:
        engine.forget_tree()
    stream.say(decision.report)
    engine.say(f"play {named(engine, decision)}")


@command("lz-analyze")
def lz_analyze(engine, *request: str):
    """Search until the next line comes and tell of it in Leela Zero's format: [COLOUR] [CENTISECONDS] [minmoves N]
    [maxmoves N] [allow|avoid COLOUR POINT,POINT DEPTH]."""
    analyse(engine, request, kata=False)


@command("kata-analyze", "analyze")
def kata_analyze(engine, *request: str):
    """Search until the next line comes and tell of it in KataGo's format: as lz-analyze, and [ownership true]
    [movesOwnership true] [rootInfo true] [pvVisits true]."""
    analyse(engine, request, kata=True)


@command("lz-genmove_analyze")
def lz_genmove_analyze(engine, *request: str):
    """Choose and play a move, telling of the search in Leela Zero's format."""
    genmove_analyse(engine, request, kata=False)


@command("kata-genmove_analyze", "genmove_analyze")
def kata_genmove_analyze(engine, *request: str):
    """Choose and play a move, telling of the search in KataGo's format."""
    genmove_analyse(engine, request, kata=True)


# GoGui

GOGUI = """\
dboard/Ownership/kaya-ownership
gfx/Best Moves/kaya-best_moves
string/Estimated Score/kaya-estimate
plist/Dead Stones/final_status_list dead
string/Final Score/final_score
string/Rules/kata-get-rules
hstring/All Parameters/list_parameters
param/Parameters/kaya-param
none/Drop Search Tree/clear_cache"""


@command("gogui-analyze_commands")
def gogui_analyze_commands(engine):
    """What GoGui offers in its menu: type, label and command, one on a line."""
    return GOGUI


@command("kaya-ownership")
def ownership(engine, playouts: int = 500):
    """Who will own each point, by playouts: 1 is Black for certain, -1 White; rows from above."""
    if not 1 <= playouts <= 100_000:
        raise GtpError("syntax error: give 1 to 100000 playouts")
    position = engine.position
    owned, n = position.estimate(playouts).ownership, position.lines
    values = [f"{owned[p]:.2f}" for p in position.points]
    return "\n" + "\n".join(" ".join(values[k : k + n]) for k in range(0, n * n, n))


@command("kaya-estimate")
def estimate(engine):
    """The score that playouts expect, with its standard deviation, and Black's winning rate in them."""
    e = engine.position.estimate()
    return f"{'B' if e.score > 0 else 'W'}+{abs(e.score):.1f} (deviation {e.deviation:.1f}), Black wins {50 + 50 * e.value:.0f} %"


@command("kaya-best_moves")
def best_moves(engine, moves: int = 10):
    """Search for a second at most and show the best moves on GoGui's board: labels are winning rates."""
    engine.wait_until_compiled()
    position, given = engine.position, engine.budget
    budget = Budget(given.simulations, min(given.seconds or 1.0, 1.0), given.nodes, given.memory)
    report = engine.player.search.think(position, budget)
    if not report.moves:
        return "TEXT The game is over"
    stream = Stream(engine, position, Request(position.mover, most=moves), kata=True)
    shown = [m for m in stream.moves(report) if m.move]
    colours = "bw" if position.mover == BLACK else "wb"
    best = shown[0].line if shown else ()
    rows = [
        "VAR " + " ".join(f"{colours[k % 2]} {stream.name(m)}" for k, m in enumerate(best[:1])),
        "INFLUENCE " + " ".join(f"{stream.name(m.move)} {m.visits / max(report.visits, 1):.3f}" for m in shown),
        "LABEL " + " ".join(f"{stream.name(m.move)} {100 * m.winning_rate:.0f}" for m in shown),
        f"TEXT {100 * report.winning_rate:.1f} % after {report.visits} simulations: "
        + " ".join(stream.names(report.chosen.line).split() if report.chosen else []),
    ]
    return "\n".join(row for row in rows if " " in row.strip())
