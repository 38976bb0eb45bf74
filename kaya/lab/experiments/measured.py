"""Experiments that measure something about a search, where no games are played."""

import functools
import hashlib
import inspect
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from ...kernel import split_seed
from ..matches.workers import Workers
from ..screen import NameTable, progress_bar
from .experiment import ALL, Experiment, Extent, Run, chosen

Value = dict[str, Any]


@dataclass(frozen=True)
class Measurement:
    """One thing to measure, as often as `times` says, each time with a seed of its own."""

    label: str
    what: dict[str, Any]  # all that decides what comes out: the player described in full, the position, the effort
    take: Callable[[int], Value]  # measure once, with this seed
    seconds: Callable[[], float]  # what once costs on this machine
    times: int = 1


@dataclass(frozen=True)
class Measured:
    """A measurement and what came out of it so far."""

    measurement: Measurement
    values: list[Value]

    @property
    def label(self) -> str:
        return self.measurement.label

    @property
    def times(self) -> str:
        taken, wanted = len(self.values), self.measurement.times
        return str(taken) if taken >= wanted else f"{taken} of {wanted}"


@dataclass(frozen=True)
class MeasuredExperiment(Experiment):
    """A table or a figure of measurements. They are taken one after the other in this process, in turns, so that times
    can be compared; each is in the store as soon as it is taken."""

    measurements: Callable[[float], list[Measurement]]  # at this scale
    table: Callable[[str, list[Measured]], NameTable]  # under this title
    plot: Callable[[Path, str, list[Measured]], Path] | None = None

    unit: ClassVar[str] = "measurements"
    parallel: ClassVar[bool] = False

    def planned(self, extent: Extent) -> list[Measurement]:
        return chosen(self.measurements(extent.scale), extent.only)

    def count(self, extent: Extent = ALL) -> int:
        return sum(m.times for m in self.planned(extent))

    def seconds(self, extent: Extent = ALL) -> float:
        return sum(m.times * m.seconds() for m in self.planned(extent))

    def run(self, run: Run, workers: Workers | None = None) -> None:
        missing = [(m, self._identity(m, run)) for m in self.planned(run.extent)]
        missing = [(n, m, what) for m, what in missing for n in range(m.times) if n not in run.store.measurements(what)]
        with progress_bar(run.console) as progress:
            bar = progress.add_task("", total=len(missing), left="")
            for number, measurement, what in sorted(missing, key=lambda m: m[0]):  # in turns
                if run.deadline is not None and time.monotonic() > run.deadline:
                    break
                progress.update(bar, description=measurement.label)
                seed, began = int(split_seed(run.seed, number)) >> 2, time.process_time()
                value = measurement.take(seed)
                run.store.add_measurement(what, number, value, seed, time.process_time() - began)
                progress.advance(bar)

    def measured(self, run: Run) -> list[Measured]:
        found = ((m, run.store.measurements(self._identity(m, run), run.any_version)) for m in self.planned(run.extent))
        return [Measured(m, list(values.values())) for m, values in found]

    def tables(self, run: Run) -> list[NameTable]:
        return [self.table(self.title, self.measured(run))]

    def picture(self, run: Run, folder: Path) -> Path | None:
        found = self.measured(run)
        if self.plot is None or not any(m.values for m in found):
            return None
        return self.plot(folder / f"{self.name}.svg", self.title, found)

    def counts(self, run: Run) -> list[dict[str, Any]]:
        return [
            {
                "line": m.label,
                "what": m.measurement.what,
                "values": m.values,
                "played": run.store.measured_with(self._identity(m.measurement, run), run.any_version),
            }
            for m in self.measured(run)
            if m.values
        ]

    def _identity(self, measurement: Measurement, run: Run) -> dict[str, Any]:
        method = sources(self.measurements.__module__)
        return {"experiment": self.name, "method": method, "seed": run.seed, **measurement.what}


@functools.cache
def sources(module: str) -> str:
    """A hash of the file that measures and of those beside it that it uses: after a change of the method, measurements
    start anew."""
    used = {getattr(value, "__module__", None) or "" for value in vars(sys.modules[module]).values()}
    names = {module, *(name for name in used if name.startswith(f"{__package__}."))}
    return hashlib.sha256("".join(inspect.getsource(sys.modules[n]) for n in sorted(names)).encode()).hexdigest()[:16]
