"""What an experiment is: something with a name that can say what it costs, run, and show what came out so far."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from rich.console import Console, Group, RenderableType
from rich.text import Text

from ..matches.store import Store
from ..matches.workers import Workers
from ..screen import NameTable


@dataclass(frozen=True)
class Extent:
    """How much of an experiment."""

    scale: float = 1.0  # part of the games or measurements
    effort: float = 1.0  # part of the simulations or seconds a move
    only: str = ""  # a part of its lines: see `chosen`


ALL = Extent()


@dataclass
class Run:
    """Where and how large an experiment is run."""

    store: Store
    console: Console
    extent: Extent = ALL
    seed: int = 0
    plots: Path | None = None  # folder for pictures
    seconds: float | None = None  # that it may take
    any_version: bool = False  # show also games that other versions of the sources have played
    page: Path | None = None  # to be published: lines of which it already counts more games than the store are kept
    played_only: bool = False  # show no lines that nobody has played
    began: float = field(default_factory=time.monotonic)

    @property
    def spent(self) -> float:
        return time.monotonic() - self.began

    @property
    def deadline(self) -> float | None:
        return None if self.seconds is None else self.began + self.seconds


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
    def count(self, extent: Extent = ALL) -> int:
        """Games or measurements."""

    @abstractmethod
    def seconds(self, extent: Extent = ALL) -> float:
        """CPU-seconds on this machine, from a few moves timed now."""

    @abstractmethod
    def run(self, run: Run, workers: Workers | None) -> None:
        """Play or measure what is missing in the store, until the time of the run is over if it has one."""

    @abstractmethod
    def tables(self, run: Run) -> list[NameTable]:
        """The paper's values and ours side by side, from what the store has so far."""

    @abstractmethod
    def picture(self, run: Run, folder: Path) -> Path | None:
        """The figure, drawn into a folder; None if there is none, or nothing to draw."""

    @abstractmethod
    def counts(self, run: Run) -> list[dict[str, Any]]:
        """What came out so far, line by line: for a file beside a published page."""

    def efforts(self, run: Run) -> list[float]:
        """The efforts with which the lines of a page were played, and that of this run; the most first."""
        return [run.extent.effort]

    def show(self, run: Run) -> RenderableType:
        parts: list[RenderableType] = [*self.tables(run), Text(self.note)]
        if run.plots and (drawn := self.picture(run, run.plots)):
            parts.append(Text(f"Plotted in {drawn}"))
        return Group(*parts)


class Labelled(Protocol):
    @property
    def label(self) -> str: ...


L = TypeVar("L", bound=Labelled)


def chosen(lines: Sequence[L], only: str) -> list[L]:
    """The line with this label, or all whose label has the text, or every part of `a & b`; ValueError if none."""
    text = only.strip().lower()
    parts = text.split(" & ")
    found = [line for line in lines if line.label.lower() == text]
    found = found or [line for line in lines if all(part.strip() in line.label.lower() for part in parts)]
    if not found:
        raise ValueError(f"No line contains {only!r}; there are: {'; '.join(line.label for line in lines)}.")
    return found
