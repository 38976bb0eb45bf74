"""Experiments whose every line is a match: the paper's value, and ours as written and at its best."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from rich.console import Console

from ..matches.contestants import Pace, given_names
from ..matches.display import Scoreboard
from ..matches.match import Match, Standing, match_seconds, play_matches
from ..matches.workers import Workers, cores
from ..screen import NameTable
from ..statistics.results import Interval, signed, wilson
from .experiment import ALL, Experiment, Extent, Run, chosen
from .published import PLAYED, Published, identity, lines_of, with_page

WRITTEN, BEST = "as written", "at its best"
LEAST = 20  # games of a line that tell something
NOWHERE = 0  # the number of a match that the store does not have


@dataclass(frozen=True)
class Row:
    """One line of a table: the match as the paper has it, the same with our best, and what the paper found."""

    label: str
    match: Match  # with all of its games
    best: Match | None = None
    paper: float | None = None  # the first player's winning rate in the paper, from 0 to 1
    paper_games: int | None = None
    paper_half: float | None = None  # half of the paper's 95 % interval, where it gives one
    x: float | None = None  # its place in the figure
    curve: str = ""  # the name of its curve there, where there are several

    @classmethod
    def of(
        cls,
        label: str,
        first: str,
        second: str,
        conditions: dict[str, Any],
        *,
        best: tuple[str, str] | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        **paper: Any,
    ) -> "Row":
        """A match at a number of simulations or seconds a move; `best` are those that meet in it at their best."""
        match = Match(first, second, pace=Pace(simulations, seconds), threads=threads, **conditions)
        return cls(label, match, best and replace(match, first=best[0], second=best[1]), **paper)


@dataclass(frozen=True)
class Line:
    label: str
    row: Row
    kind: str  # WRITTEN or BEST
    match: Match


def rate_and_interval(standing: Standing, shows: str) -> tuple[float, Interval]:
    """The first player's winning rate, a draw being half a win, or its share of games won where `wins` are shown."""
    score = standing.score
    if shows == "wins":
        return score.wins / score.games, wilson(score.wins, score.games)
    return standing.results.rate, standing.results.interval()


def mean_text(values: list[float], digits: int = 1) -> str:
    """The mean and half of its 95 % interval."""
    if not values:
        return ""
    n, mean = len(values), sum(values) / len(values)
    half = 1.96 * (sum((x - mean) ** 2 for x in values) / max(n - 1, 1) / n) ** 0.5
    return f"{mean:+.{digits}f} ± {half:.{digits}f}"


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


@dataclass(frozen=True)
class MatchExperiment(Experiment):
    rows: Callable[[], list[Row]]
    columns: tuple[str, str] = field(default=("match", "first's wins"))
    x_label: str = ""  # a figure is drawn where this is given
    x_scale: str = "linear"
    shows: str = "points"  # winning rates, a draw being half a win; or "wins", games won and no draws; or "elo"
    measure: Callable[[Any], dict[str, float]] | None = None  # what else the record of a game says of the first player

    unit: ClassVar[str] = "games"
    parallel: ClassVar[bool] = True

    def lines(self, extent: Extent, seed: int = 0) -> list[Line]:
        """All matches, those as written first: `--only "as written"` takes these."""
        rows = self.rows()
        has_best = any(row.best for row in rows)
        found = []
        for kind, matches in (WRITTEN, [r.match for r in rows]), (BEST, [r.best for r in rows]):
            for row, match in zip(rows, matches, strict=True):
                if match is not None:
                    label = f"{row.label}, {kind}" if has_best else row.label
                    found.append(Line(label, row, kind, _sized(match, extent, seed, label)))
        of_row = [line for line in found if line.row.label.lower() == extent.only.strip().lower()]
        return of_row or chosen(found, extent.only)

    def matches(self, extent: Extent = ALL, seed: int = 0) -> list[Match]:
        return [line.match for line in self.lines(extent, seed)]

    def count(self, extent: Extent = ALL) -> int:
        return sum(m.games for m in self.matches(extent))

    def seconds(self, extent: Extent = ALL) -> float:
        return sum(map(match_seconds, _possible(self.matches(extent))))

    def run(self, run: Run, workers: Workers | None) -> None:
        matches = _possible(self.matches(run.extent, run.seed), run.console)
        if run.deadline is not None:
            matches = self._within(run, matches, workers.size if workers else cores())
        with Scoreboard(run.console, title=self.title) as board:
            play_matches(matches, run.store, workers=workers, watch=board, deadline=run.deadline)

    def _within(self, run: Run, matches: list[Match], at_once: int) -> list[Match]:
        """What of the matches can be played in the time that is left, all lines evenly."""
        assert run.deadline is not None
        standings = [_standing(match, replace(run, any_version=False)) for match in matches]
        played = [len(s.points) for s in standings]
        costs = [_cost(s, run) for s in standings]
        left = (run.deadline - time.monotonic()) * at_once
        games = even_games(costs, [m.games for m in matches], played, left)
        dropped = [m.label for m, n, p in zip(matches, games, played, strict=True) if p == n < m.games]
        if dropped:
            run.console.print(f"Left out, for a game of it takes too long here: {'; '.join(dropped)}.")
        return [replace(m, games=n) for m, n, p in zip(matches, games, played, strict=True) if n > p]

    def standings(self, run: Run) -> list[tuple[Line, Standing]]:
        """How every line stands in the store, and on the page of earlier runs where that has other games of it."""
        kept = lines_of(run.page)
        return [
            (line, with_page(_standing(line.match, run), kept.get(identity(_what(line)), [])))
            for line in self.lines(run.extent, run.seed)
        ]

    def efforts(self, run: Run) -> list[float]:
        kept = (line for lines in lines_of(run.page).values() for line in lines)
        return sorted({run.extent.effort, *(line["effort"] for line in kept)}, reverse=True)

    def tables(self, run: Run) -> list[NameTable]:
        """A row for each match as written, with what our best does in its place beside it."""
        found = [(line, s) for line, s in self.standings(run) if s.points or not run.played_only]
        kinds = [kind for kind in (WRITTEN, BEST) if any(line.kind == kind for line, _ in found)]
        named = [f"{self.columns[1]}, {kind}" if len(kinds) > 1 else self.columns[1] for kind in kinds]
        ours = [h for name in named for h in (name, "95 % interval", "games")]
        shown = NameTable(self.columns[0], "paper", *ours, "the paper's value is", title=self.title)
        for row in self.rows():
            here = {line.kind: standing for line, standing in found if line.row.label == row.label}
            if here:
                cells = [cell for kind in kinds for cell in self._cells(here.get(kind))]
                shown.add_row(row.label, _papers(row), *cells, self._agreement(row, here.get(WRITTEN)))
        return [shown, *self._measured(run, found)]

    def _measured(self, run: Run, found: list[tuple[Line, Standing]]) -> list[NameTable]:
        """Games won, drawn and lost, and the means of what the records in the store say besides."""
        if self.measure is None:
            return []
        lines, names = [], dict[str, None]()
        for line, standing in ((line, standing) for line, standing in found if standing.points):
            others, own = _parts(standing)
            values = self._values(run, own)
            for name, more in (pair for other in others for pair in other.get("measured", {}).items()):
                values.setdefault(name, []).extend(more)
            names.update(dict.fromkeys(values))
            lines.append((line, standing, values))
        shown = NameTable(self.columns[0], "won", "drawn", "lost", *names, title=f"{self.title}: the games")
        for line, standing, values in lines:
            score, means = standing.score, [mean_text(values.get(name, [])) for name in names]
            shown.add_row(line.label, str(score.wins), str(score.draws), str(score.losses), *means)
        return [shown]

    def _values(self, run: Run, standing: Standing | None) -> dict[str, list[float]]:
        """What is measured in each game that the store has."""
        values: dict[str, list[float]] = {}
        for game in (g for i in (standing.ids if standing else []) for g in run.store.games(i) if g.record):
            for name, value in self.measure(game).items() if self.measure else ():
                values.setdefault(name, []).append(value)
        return values

    def _cells(self, standing: Standing | None) -> tuple[str, str, str]:
        if standing is None:
            return "", "", ""
        if not standing.points:
            return "", "", f"0 of {standing.match.games}"
        games = f"{len(standing.points)} of {standing.match.games}" if standing.left else str(len(standing.points))
        if self.shows == "elo":
            elo = standing.results.elo()
            return signed(elo.value), f"{signed(elo.low)} to {signed(elo.high)}", games
        rate, (low, high) = rate_and_interval(standing, self.shows)
        return _percent(rate), f"{100 * low:.1f} to {100 * high:.1f}", games

    def _agreement(self, row: Row, standing: Standing | None) -> str:
        """Where the paper's value lies: within our interval, or above or below it."""
        if row.paper is None or standing is None or not standing.points:
            return ""
        low, high = rate_and_interval(standing, self.shows)[1]
        half = row.paper_half or 0.0
        return "above" if row.paper - half > high else "below" if row.paper + half < low else "within"

    def picture(self, run: Run, folder: Path) -> Path | None:
        from ..plots import rates_plot

        found = [(line, s) for line, s in self.standings(run) if line.row.x is not None and s.points]
        if not (self.x_label and found):
            return None
        curves: dict[str, list] = {}
        for line, s in found:
            name = f"{line.row.curve}, {line.kind}" if line.row.curve else line.kind
            curves.setdefault(name, []).append((line.row.x or 0.0, s.results))
        papers = [
            (r.x, r.paper, wilson(r.paper * (r.paper_games or 0), r.paper_games or 0))
            for r in self.rows()
            if r.x is not None and r.paper is not None
        ]
        effort = run.extent.effort
        x_label = self.x_label if effort == 1 else f"{self.x_label} in the paper; here {effort:g} times as many"
        return rates_plot(
            folder / f"{self.name}.svg", self.title, x_label, self.x_scale, curves, papers, self.shows == "elo"
        )

    def counts(self, run: Run) -> list[dict[str, Any]]:
        found = []
        for line, standing in self.standings(run):
            others, own = _parts(standing)
            if own and own.points:
                score, pairs = own.score, list(own.results.counts) if len(own.results.counts) == 5 else None
                counts = {"won": score.wins, "drawn": score.draws, "lost": score.losses, "pairs": pairs}
                played = {"paper": line.row.paper, "played": run.store.played_with(own.ids)}
                measured = {"measured": self._values(run, own)} if self.measure else {}
                found.append(_what(line) | {"effort": run.extent.effort} | counts | played | measured)
            found += [other | {"paper": line.row.paper} for other in others]
        return found


def _parts(standing: Standing) -> tuple[list[dict[str, Any]], Standing | None]:
    """What a page says of other games, and what the store has."""
    return (standing.others, standing.own) if isinstance(standing, Published) else ([], standing)


def _what(line: Line) -> dict[str, Any]:
    match = line.match
    sides, pace = (_named(match.first), _named(match.second)), (match.pace.simulations, match.threads)
    return dict(zip(PLAYED, (line.row.label, line.kind, *sides, match.conditions, *pace), strict=True))


def _sized(match: Match, extent: Extent, seed: int, label: str) -> Match:
    """A part of a match: of its games, an even number, as openings are played twice, and of the thinking."""
    games = max(2, 2 * round(extent.scale * match.games / 2))
    simulations, seconds = _part(match.pace.simulations, extent.effort), match.pace.seconds
    pace = replace(match.pace, simulations=simulations, seconds=seconds and seconds * extent.effort)
    first, second = (_own_part(side, extent.effort) for side in (match.first, match.second))
    return replace(match, first=first, second=second, games=games, pace=pace, seed=seed, label=label)


def _part(simulations: int | None, effort: float) -> int | None:
    return simulations and max(1, round(simulations * effort))


def _own_part(described: str, effort: float) -> str:
    """A contestant with a part of the budget of its own, where it has one."""
    if effort == 1:
        return described
    shorter = re.sub(r"\bsimulations=(\d+)", lambda f: f"simulations={_part(int(f[1]), effort)}", described)
    return re.sub(r"\bseconds=([\d.]+)", lambda f: f"seconds={float(f[1]) * effort:g}", shorter)


def _named(described: str) -> str:
    """A contestant without the folder of its program, which is another one on every machine."""
    return re.sub(r"^gtp:\S*/", "gtp:", described)


def _possible(matches: list[Match], console: Console | None = None) -> list[Match]:
    """The matches whose players can be made here, as networks are not everywhere; a console is told of the others.
    ValueError if there are none."""
    hindrances = [(match, error) for match in matches if (error := _hindrance(match))]
    if hindrances and len(hindrances) == len(matches):
        raise hindrances[0][1]
    if console:
        for match, error in hindrances:
            console.print(f"Left out: {match.label}. {error}")
    left_out = [match for match, _ in hindrances]
    return [match for match in matches if match not in left_out]


def _hindrance(match: Match) -> ValueError | None:
    """Why its players cannot be made here."""
    try:
        match.sides()
    except ValueError as error:
        return error
    return None


def _standing(match: Match, run: Run) -> Standing:
    """How a match stands in the store, by this version of the sources or by any; one whose players cannot be made here
    has no games there."""
    if _hindrance(match):
        return Standing(match, NOWHERE, {})
    identity = run.store.match(match.game, *match.sides(), match.conditions)
    ids = run.store.alike(identity, given_names(match.first, match.second)) if run.any_version else [identity]
    points = {number: p for i in ids for number, p in run.store.points(i)}
    return Standing(match, identity, points, ids=ids)


def _cost(standing: Standing, run: Run) -> float:
    """Seconds a game: of those that were played, or estimated."""
    if standing.points:
        return sum(g.seconds_all for g in run.store.games(standing.id)) / len(standing.points)
    return match_seconds(replace(standing.match, games=1))


def _papers(row: Row) -> str:
    if row.paper is None:
        return ""
    half = f" ± {100 * row.paper_half:.1f}" if row.paper_half is not None else ""
    return f"{_percent(row.paper)}{half}" + (f" ({row.paper_games} games)" if row.paper_games else "")


# What to play where the time is limited


def even_games(costs: Sequence[float], wanted: Sequence[int], played: Sequence[int], seconds: float) -> list[int]:
    """Games for each line, those already played included, so that what is missing takes so many CPU-seconds at most.

    All lines get the same number, no more than is wanted of them. Where that would be fewer than LEAST, few games of
    every line would tell nothing of any: the costliest lines are left out."""
    lines = sorted(range(len(costs)), key=lambda k: costs[k])
    while lines:
        games = _most(lines, costs, wanted, played, seconds)
        if games >= LEAST or len(lines) == 1 or games >= max(wanted[k] for k in lines):
            return [max(min(games, wanted[k]), played[k]) if k in lines else played[k] for k in range(len(costs))]
        lines.pop()
    return []


def _most(
    lines: list[int], costs: Sequence[float], wanted: Sequence[int], played: Sequence[int], seconds: float
) -> int:
    """The largest even number of games a line that can be afforded; at least 2."""

    def needed(games: int) -> float:
        return sum(costs[k] * max(min(games, wanted[k]) - played[k], 0) for k in lines)

    low, high = 2, max(2, *(wanted[k] + wanted[k] % 2 for k in lines))
    while low < high:
        middle = (low + high + 2) // 4 * 2
        low, high = (middle, high) if needed(middle) <= seconds else (low, middle - 2)
    return low
