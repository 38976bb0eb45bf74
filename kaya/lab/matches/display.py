"""What a user sees of matches while they run: a table that keeps itself up to date, and the time that is left."""

import sys
import time
from collections.abc import Iterable
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from .match import Standing
from .store import GameResult

HARMLESS = ("score", "resignation")


def standing_row(standing: Standing, sprt: tuple[float, float] | None = None) -> list[str]:
    """One match as the cells of a table: sides, games, rate with interval, Elo with interval, likelihood, test."""
    match, results = standing.match, standing.results
    label = escape(match.label or f"{match.first} - {match.second}")
    if not standing.points:
        return [label, f"0/{match.games}", "", "", "", ""]
    low, high = results.interval()
    rate = f"{100 * results.rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    test = ""
    if sprt:
        state = standing.sprt(*sprt)
        test = f"{state.llr:+.2f} [{state.lower:.2f}, {state.upper:.2f}] {state.verdict}"
    played = f"{len(standing.points)}/{match.games}"
    return [label, played, rate, str(results.elo()), f"{100 * results.los():.0f} %", test]


def table(standings: Iterable[Standing], sprt: tuple[float, float] | None = None, title: str = "") -> Table:
    """Matches as a table; rates and Elo are the first player's, with 95 % intervals."""
    made = Table("match", "games", "first's rate", "Elo", "superior", title=title or None, title_justify="left")
    if sprt:
        made.add_column(f"SPRT ({sprt[0]:g}, {sprt[1]:g})")
    for standing in standings:
        made.add_row(*standing_row(standing, sprt)[: 6 if sprt else 5])
    return made


class Scoreboard:
    """A live table with a progress bar; where the output is no terminal, a line now and then."""

    def __init__(self, console: Console, sprt: tuple[float, float] | None = None, title: str = ""):
        self.console, self.sprt, self.title = console, sprt, title
        self.standings: dict[int, Standing] = {}
        self.failures: list[Text] = []
        self.began, self.last_line = time.monotonic(), time.monotonic()
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        self.progress = Progress(*columns, TextColumn("{task.fields[left]}"))
        self.bar = self.progress.add_task("games", total=0, left="")
        self.live = Live(console=console, refresh_per_second=2, get_renderable=self.picture)

    def __enter__(self) -> "Scoreboard":
        if self.console.is_terminal:
            self.live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.console.is_terminal:
            self.live.stop()
        elif kind is None:
            self.console.print(self.picture())

    def picture(self) -> Group:
        shown = [table(self.standings.values(), self.sprt, self.title)]
        return Group(*shown, *self.failures[-3:], *([self.progress] if self.console.is_terminal else []))

    def __call__(self, standing: Standing, result: GameResult | None) -> None:
        """A match has begun, or a game of it has ended."""
        self.standings[standing.id] = standing
        total = sum(s.match.games for s in self.standings.values())
        done = sum(min(len(s.points), s.match.games) for s in self.standings.values())
        self.progress.update(self.bar, total=total, completed=done, left=self.time_left(total - done))
        if result and result.reason not in HARMLESS:
            self.failures.append(Text(f"game {result.number}: {result.outcome}, {result.reason}", style="yellow"))
        if not self.console.is_terminal and time.monotonic() - self.last_line > 60:
            self.last_line = time.monotonic()
            print(f"{done} of {total} games, {self.time_left(total - done)}", file=sys.stderr)

    def time_left(self, games: int) -> str:
        now = sum(s.played_now for s in self.standings.values())
        if not now or not games:
            return ""
        seconds = (time.monotonic() - self.began) / now * games
        return f"about {in_words(seconds)} left"


def in_words(seconds: float) -> str:
    """`40 s`, `12 min`, `3.5 h`: as exact as an estimate deserves."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
