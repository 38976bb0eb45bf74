"""What a user sees of a tuning while it runs: what is believed so far, with its uncertainty, and the time left."""

import sys
import time
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ..matches.display import in_words
from ..matches.match import Standing
from ..matches.store import GameResult
from .tuning import Belief, Tuning

THINK = 3.0  # seconds between two looks at what is believed
LINE = 60.0  # seconds between two lines where the output is no terminal


def shown(value: Any) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else f"{value:g}"


def belief_table(tuning: Tuning, belief: Belief) -> Table:
    """Each parameter with its range, default, best value, and the interval that holds the optimum with 95 %."""
    table = Table("parameter", "range", "default", "best", "optimum within (95 %)")
    for d in tuning.space.dimensions:
        low, high = belief.where[d.name]
        switch = d.kind is bool
        where = f"on with {100 * low:.0f} %" if switch else f"{shown(low)} to {shown(high)}"
        scale = "off, on" if switch else f"{d.low:g} to {d.high:g}{', logarithmic' if d.shift is not None else ''}"
        table.add_row(d.name, scale, shown(d.default), shown(belief.best[d.name]), where)
    table.caption = (
        f"Winning rate against {tuning.match.second} as believed after {tuning.played} games: {belief.rate} at the "
        f"best, {belief.default} with the default."
    )
    table.caption_justify = "left"
    return table


class TuningBoard:
    """The table, kept up to date, with a progress bar; where the output is no terminal, a line now and then."""

    def __init__(self, console: Console, tuning: Tuning):
        self.console, self.tuning = console, tuning
        self.belief = tuning.believed()
        self.began = self.thought = self.last_line = time.monotonic()
        self.played_now = 0
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        self.progress = Progress(*columns, TextColumn("{task.fields[left]}"))
        self.bar = self.progress.add_task("games", total=2 * tuning.planned, completed=tuning.played, left="")
        self.live = Live(console=console, refresh_per_second=2, get_renderable=self.picture)

    def __enter__(self) -> "TuningBoard":
        if self.console.is_terminal:
            self.live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        self.belief = self.tuning.believed()
        if self.console.is_terminal:
            self.live.stop()
        else:
            self.console.print(self.picture())

    def picture(self) -> Group:
        return Group(belief_table(self.tuning, self.belief), *([self.progress] if self.console.is_terminal else []))

    def __call__(self, standing: Standing, result: GameResult | None) -> None:
        """A trial has begun, or a game of one has ended."""
        if result is None:
            return
        self.played_now += 1
        now, played = time.monotonic(), self.tuning.played
        missing = 2 * self.tuning.planned - played
        left = f"about {in_words((now - self.began) / self.played_now * missing)} left" if missing else ""
        self.progress.update(self.bar, completed=played, left=left)
        if now - self.thought > THINK:
            self.belief, self.thought = self.tuning.believed(), time.monotonic()
        if not self.console.is_terminal and now - self.last_line > LINE:
            self.last_line = now
            print(f"{played} of {2 * self.tuning.planned} games, {left}; best: {self.belief.best}", file=sys.stderr)
