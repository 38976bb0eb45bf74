"""What an experiment is: something with a name that can say what it costs, run, and show what came out so far."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from rich.console import Console, Group, RenderableType
from rich.text import Text

from ..matches.contestants import Pace
from ..matches.cost import match_seconds
from ..matches.display import Scoreboard
from ..matches.match import Match, Standing, play_matches
from ..matches.store import Store
from ..matches.workers import Workers
from ..screen import NameTable
from ..statistics.results import signed, wilson


@dataclass
class Run:
    """Where and how large an experiment is run."""

    store: Store
    console: Console
    scale: float = 1.0
    seed: int = 0
    plots: Path | None = None  # folder for pictures
    only: str = ""  # a part of it: see `chosen`


@dataclass(frozen=True)
class Experiment(ABC):
    """A table or a figure of a paper. It is named after its file, `mango_table1.py`, and captioned by the docstring
    there: `SOURCE: title.`, and below that what a reader must know to compare our values with the paper's."""

    file: str
    caption: str | None

    unit: ClassVar[str]  # what it consists of: games, measurements
    parallel: ClassVar[bool]  # whether all cores work on it

    @property
    def _text(self) -> str:
        return self.caption or ""

    @property
    def name(self) -> str:
        return self.file.rpartition(".")[2].replace("_", "-")

    @property
    def source(self) -> str:
        """Paper and section."""
        return self._text.partition(": ")[0]

    @property
    def title(self) -> str:
        text = " ".join(self._text.partition(": ")[2].partition("\n\n")[0].split()).removesuffix(".")
        return text[:1].upper() + text[1:]

    @property
    def note(self) -> str:
        """The source and what is said below the title, for the foot of a table."""
        return " ".join([f"{self.source}.", *self._text.partition("\n\n")[2].split()])

    @abstractmethod
    def count(self, scale: float, only: str = "") -> int:
        """Games or measurements."""

    @abstractmethod
    def seconds(self, scale: float, only: str = "") -> float:
        """CPU-seconds on this machine, from a few moves timed now."""

    @abstractmethod
    def run(self, run: Run, workers: Workers | None) -> None:
        """Play or measure what is missing in the store."""

    @abstractmethod
    def show(self, run: Run) -> RenderableType:
        """The paper's values and ours side by side, from what the store has so far."""


class Labelled(Protocol):
    @property
    def label(self) -> str: ...


L = TypeVar("L", bound=Labelled)


def chosen(lines: Sequence[L], only: str) -> list[L]:
    """The line with this very label, or else all whose label contains the text; ValueError if there is none."""
    text = only.strip().lower()
    found = [line for line in lines if line.label.lower() == text] or [x for x in lines if text in x.label.lower()]
    if not found:
        raise ValueError(f"No line contains {only!r}; there are: {'; '.join(line.label for line in lines)}.")
    return found


@dataclass(frozen=True)
class Row:
    """One line of a table: a match, and what the paper has there."""

    label: str
    match: Match  # with all of its games
    paper: float | None = None  # the first player's winning rate in the paper, from 0 to 1
    paper_games: int | None = None
    paper_half: float | None = None  # half of the paper's 95 % interval, where it gives one
    x: float | None = None  # its place in the figure

    @classmethod
    def of(cls, label: str, first: str, second: str, conditions: dict[str, Any], *, simulations: int | None = None,
           seconds: float | None = None, **paper: Any) -> "Row":  # fmt: skip
        """A match under these conditions, at a number of simulations or of seconds a move."""
        return cls(label, Match(first, second, pace=Pace(simulations, seconds), **conditions), **paper)


@dataclass(frozen=True)
class MatchExperiment(Experiment):
    """A table whose every line is a match."""

    rows: Callable[[], list[Row]]
    columns: tuple[str, str] = field(default=("match", "first's wins"))
    x_label: str = ""  # a figure is drawn where this is given
    x_scale: str = "linear"
    elo: bool = False  # shown in place of winning rates

    unit: ClassVar[str] = "games"
    parallel: ClassVar[bool] = True

    def matches(self, scale: float, seed: int, only: str = "") -> list[Match]:
        """Scaled matches have an even number of games, at least two: each opening is played with both colours."""
        return [
            replace(r.match, games=max(2, 2 * round(scale * r.match.games / 2)), seed=seed, label=r.label)
            for r in chosen(self.rows(), only)
        ]

    def count(self, scale: float, only: str = "") -> int:
        return sum(m.games for m in self.matches(scale, 0, only))

    def seconds(self, scale: float, only: str = "") -> float:
        return sum(map(match_seconds, self.matches(scale, 0, only)))

    def run(self, run: Run, workers: Workers | None) -> None:
        with Scoreboard(run.console, title=self.title) as board:
            play_matches(self.matches(run.scale, run.seed, run.only), run.store, workers=workers, watch=board)

    def standings(self, run: Run) -> list[Standing]:
        found = []
        for match in self.matches(run.scale, run.seed, run.only):
            identity = run.store.match(match.game, *match.sides(), match.conditions)
            found.append(Standing(match, identity, dict(run.store.points(identity))))
        return found

    def show(self, run: Run) -> RenderableType:
        rows, standings = chosen(self.rows(), run.only), self.standings(run)
        shown = NameTable(self.columns[0], "paper", self.columns[1], "95 % interval", "games", title=self.title)
        for row, standing in zip(rows, standings, strict=True):
            shown.add_row(row.label, _papers(row), *_ours(standing, self.elo))
        parts: list[RenderableType] = [shown, Text(self.note)]
        if self.x_label and run.plots and any(s.points for s in standings):
            parts.append(Text(f"Plotted in {self._plot(run.plots, rows, standings)}"))
        return Group(*parts)

    def _plot(self, folder: Path, rows: list[Row], standings: list[Standing]) -> Path:
        from ..plots import rates_plot

        ours = [(r.x, s.results) for r, s in zip(rows, standings, strict=True) if r.x is not None and s.points]
        papers = [(r.x, r.paper, wilson(r.paper * (r.paper_games or 0), r.paper_games or 0))
                  for r in rows if r.x is not None and r.paper is not None]  # fmt: skip
        return rates_plot(folder / f"{self.name}.svg", self.title, self.x_label, self.x_scale, ours, papers)


def _papers(row: Row) -> str:
    if row.paper is None:
        return ""
    half = f" ± {100 * row.paper_half:.1f}" if row.paper_half is not None else ""
    return f"{100 * row.paper:.1f} %{half}" + (f" ({row.paper_games} games)" if row.paper_games else "")


def _ours(standing: Standing, elo: bool) -> tuple[str, str, str]:
    if not standing.points:
        return "", "", f"0 of {standing.match.games}"
    low, high = standing.results.interval()
    games = f"{len(standing.points)} of {standing.match.games}" if standing.left else str(len(standing.points))
    if elo:
        found = standing.results.elo()
        return signed(found.value), f"{signed(found.low)} to {signed(found.high)}", games
    return f"{100 * standing.results.rate:.1f} %", f"{100 * low:.1f} to {100 * high:.1f}", games
