"""What the lab's screens share: text that is printed as it is, tables that never cut a name, and the time left."""

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

LINE = 60.0  # seconds between two lines where the output is no terminal
LONGEST = 200  # letters of a foreign text that are shown
WIDEST = 10_000  # columns, where a table is asked how wide it would like to be


def plain_console(**options: Any) -> Console:
    """A console that prints every text as it is: names, files and programs may say [b] or :x: without meaning it."""
    return Console(markup=False, emoji=False, highlight=False, **options)


def one_line(text: str, most: int = LONGEST) -> str:
    """A foreign text on one line, without what could move the cursor or turn the letters, and not without end."""
    text = "".join(c if c.isprintable() else " " for c in text[: 2 * most])
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def broken(name: str, width: int) -> str:
    """A name on as many lines as it needs: broken after a comma, a colon or a space, never within a word."""
    lines = [""]
    for part in re.split(r"(?<=[,: ])", name):
        if lines[-1] and len(lines[-1] + part.rstrip()) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


class NameTable(Table):
    """A table whose first column has names that a user may want to type. Where its columns do not fit side by side, a
    name gets a line of its own, and what belongs to it stands below, each value after its heading: side by side, or
    `below` each other."""

    def __init__(self, *headers: str, title: str = "", below: bool = False):
        super().__init__(title=Text(title, "table.title") if title else None, title_justify="left")
        self.below = below
        for header in headers:
            self.add_column(Text(header))

    def add_row(self, *cells: str, **options: Any) -> None:
        super().add_row(*map(Text, cells), **options)

    def rows_of_text(self) -> list[list[str]]:
        """The headings and all rows, as text."""
        columns = [[str(column.header), *map(str, column.cells)] for column in self.columns]
        return [list(row) for row in zip(*columns, strict=True)]

    def markdown(self) -> str:
        """The table as Markdown, without its title."""
        headings, *rows = ([cell.replace("|", "\\|") for cell in row] for row in self.rows_of_text())
        return "\n".join(f"| {' | '.join(row)} |" for row in [headings, ["---"] * len(headings), *rows])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wanted = Measurement.get(console, options.update(max_width=WIDEST), self).maximum
        if wanted <= options.max_width:
            yield from super().__rich_console__(console, options)
        else:
            yield from self._folded(options.max_width)

    def _folded(self, width: int) -> Iterator[RenderableType]:
        if self.title:
            yield Text(str(self.title), "table.title")
        first, *others = ([row[k] for row in self.rows_of_text()] for k in range(len(self.columns)))
        widest = max(len(cells[0]) for cells in others) if self.below else 0
        for place, name in enumerate(first[1:], start=1):
            yield Text(broken(name, width), "bold")
            values = [f"{cells[0].ljust(widest)} {cells[place]}" for cells in others if cells[place]]
            lines = _filled(values, width - 2, most=1 if self.below else len(values))
            yield Text("\n".join(f"  {line}" for line in lines))


def _filled(values: list[str], width: int, most: int) -> list[str]:
    """Values side by side, as many to a line as fit, or as are wanted."""
    lines: list[str] = []
    for place, value in enumerate(values):
        if place % most and len(lines[-1]) + 3 + len(value) <= width:
            lines[-1] += f"   {value}"
        else:
            lines += broken(value, width).splitlines()
    return lines


class Meter:
    """How far something is, and how long it will take: a bar where there is a terminal, a line a minute elsewhere."""

    def __init__(self, console: Console, what: str, total: int = 0, done: int = 0):
        self.console, self.what = console, what
        self.began = self.last_line = time.monotonic()
        self.bar = progress_bar(console)
        self.task = self.bar.add_task(what, total=total, completed=done, left="")

    def update(self, done: int, total: int, now: int, more: str = "") -> None:
        """`done` of `total`, of which so many were done `now`, since this was made; `more` is for the line."""
        left = ""
        if now and done < total:
            left = f"about {in_words((time.monotonic() - self.began) / now * (total - done))} left"
        self.bar.update(self.task, completed=done, total=total, left=left)
        if not self.console.is_terminal and time.monotonic() - self.last_line > LINE:
            self.last_line = time.monotonic()
            print(", ".join(filter(None, [f"{done} of {total} {self.what}", left, more])), file=sys.stderr)


class Board:
    """A picture that keeps itself up to date, with a meter; printed at the end where there is no terminal."""

    def __init__(self, console: Console, what: str, total: int = 0, done: int = 0):
        self.console, self.meter = console, Meter(console, what, total, done)

    def shown(self) -> Iterable[RenderableType]:
        raise NotImplementedError

    def picture(self) -> RenderableType:
        return Group(*self.shown(), *([self.meter.bar] if self.console.is_terminal else []))

    def __enter__(self) -> Self:
        if self.console.is_terminal:
            self.live = Live(console=self.console, refresh_per_second=2, get_renderable=self.picture)
            self.live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if self.console.is_terminal:
            self.live.stop()
        elif kind in (None, KeyboardInterrupt):
            self.console.print(self.picture())


def progress_bar(console: Console) -> Progress:
    """A bar with a description, a count, the time spent and left; nothing where there is no terminal."""
    what, left = TextColumn("{task.description}", markup=False), TextColumn("{task.fields[left]}")
    columns = what, BarColumn(14), MofNCompleteColumn(), TimeElapsedColumn(), left
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def progress(title: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on the error output; what it gives is told how much is done."""
    with progress_bar(plain_console(stderr=True)) as bar:
        task = bar.add_task(title, total=total, left="")
        yield lambda done: bar.update(task, completed=done)


def in_seconds(words: str) -> float:
    """Seconds of `90`, `45s`, `30min`, `4h`, `2 days`; ValueError says what is accepted."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(s|min|h|days?|d|)\s*", words)
    if not found or float(found[1]) == 0:
        raise ValueError(f"{words!r} is no time: write 45s, 30min, 4h or 2days.")
    return float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2][:1]]


def in_words(seconds: float) -> str:
    """`40 s`, `12 min`, `3.5 h`, `130 days`: as exact as an estimate deserves."""
    if seconds < 5400:
        return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 2 * 86400 else f"{seconds / 86400:,.0f} days"
