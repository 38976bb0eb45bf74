"""A run that trains a network: how long, what it says on the way, and the checkpoint from which it goes on."""

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import torch

from ... import __version__
from ...kernel import Parameters, parameter
from ...network import Network
from ...network.file import MOST_BLOCKS, MOST_CHANNELS, STEP

SAY_EVERY, SAVE_EVERY = 10.0, 120.0  # seconds
SMALL = 64  # channels of a network whose layers are too small to be divided among processors
Say = Callable[[dict[str, Any]], None]
THREADS = torch.get_num_threads()
LEAST = 32  # positions that are worth a thread


def use_threads(device: str, channels: int) -> None:
    """Let PyTorch compute small layers in one thread. Where Numba works on all processors it sets the number of threads
    of OpenMP, which is PyTorch's too: so this is to be said again after each such kernel. In two threads that wait for
    each other on a busy machine the square roots of 20,000 numbers took 3.4 ms of CPU time, in one 0.006."""
    if device == "cpu":
        torch.set_num_threads(1 if channels <= SMALL else THREADS)


class Workers:
    """Threads that compute with small layers side by side, each on a processor of its own: PyTorch does not hold
    Python's lock. A GPU and large layers need but one."""

    def __init__(self, device: str, channels: int):
        self.count = THREADS if device == "cpu" and channels <= SMALL else 1
        self._pool = ThreadPoolExecutor(self.count, initializer=use_threads, initargs=(device, channels))

    def parts(self, size: int) -> int:
        """Into how many equal parts work of this size is divided."""
        most = max(1, min(self.count, size // LEAST))
        return next(n for n in range(most, 0, -1) if size % n == 0)

    def map(self, function: Callable[[Any], Any], parts: Sequence[Any]) -> list[Any]:
        if self.count == 1 or len(parts) == 1:
            return [function(part) for part in parts]
        return list(self._pool.map(function, parts))


class Plan(Parameters):
    """What a run is to do."""

    minutes: float = parameter(20.0, "of training", low=0.001)
    blocks: int = parameter(6, "residual blocks", low=1, high=MOST_BLOCKS)
    channels: int = parameter(64, "channels, a multiple of 16", low=STEP, high=MOST_CHANNELS)
    batch: int = parameter(4096, "positions in a step of training", low=2)
    rate: float = parameter(2e-3, "the highest learning rate", low=1e-6, high=1.0)
    average: float = parameter(0.998, "what a step keeps of the averaged weights, which are written", low=0.0, high=1.0)
    seed: int = parameter(1, "of the first weights and of all games", low=0)

    @property
    def seconds(self) -> float:
        return 60 * self.minutes

    @classmethod
    def for_processors(cls, **given: Any) -> Self:
        """A plan for a machine without a GPU."""
        return cls(**given)


@dataclass
class Totals:
    """What a run has done so far."""

    seconds: float = 0.0
    games: int = 0
    curve: list[dict[str, Any]] = field(default_factory=list)


class Curve(NamedTuple):
    """What is drawn of a run over time: one loss to the left, others and shares to the right, and what the axes say;
    `measured` is a share that was measured now and then, and its name there."""

    left: str
    right: tuple[str, ...]
    labels: tuple[str, str]
    measured: tuple[str, str] = ("", "")


class Run(ABC):
    """Training in progress: what all networks have in common, whatever they learn and from what."""

    losses: ClassVar[tuple[str, ...]]
    """What `advance` gives, by name; an empty name is not told."""
    columns: Sequence[str]
    """What is told of a line on the screen."""
    curve: ClassVar[Curve]
    plan: Plan
    totals: Totals

    def __init__(self, plan: Plan, output: str | Path, device: str, totals: Totals):
        self.plan, self.output, self.device, self.totals = plan, Path(output), device, totals
        if not os.access(self.output.parent, os.W_OK) or self.output.is_dir():
            raise ValueError(f"{output}: cannot be written.")
        torch.manual_seed(plan.seed)
        use_threads(device, plan.channels)

    @property
    def title(self) -> str:
        """Of the learning curve."""
        return self.output.name

    @property
    def name(self) -> str:
        """Of the command."""
        return type(self).__name__.lower()

    @property
    @abstractmethod
    def kind(self) -> list[Any]:
        """Of which network and board a checkpoint must be."""

    @property
    @abstractmethod
    def steps(self) -> int:
        """Steps of training so far."""

    @abstractmethod
    def advance(self, done: float) -> Sequence[torch.Tensor]:
        """Go on, where a share `done` of the run is over, for some seconds or less; losses of some steps."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps besides the totals."""

    @abstractmethod
    def resume(self, state: dict[str, Any]) -> None:
        """Take up what a checkpoint has kept."""

    @abstractmethod
    def network(self, made: dict[str, Any]) -> Network:
        """The network as it stands; `made` says how it was made."""

    def line(self) -> dict[str, Any]:
        """What there is to say besides the losses."""
        return {}

    @property
    def checkpoint(self) -> Path:
        return Path(f"{self.output}.part")

    def restore(self) -> None:
        """Go on from the checkpoint, if there is one; ValueError if it is of another plan."""
        if not self.checkpoint.exists():
            return
        try:
            state = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
            kind = state["network"]
        except Exception:
            raise ValueError(f"{self.checkpoint}: this checkpoint cannot be read; delete it to begin anew.") from None
        try:
            if kind != self.kind:
                raise ValueError
            self.resume(state)
            self.totals = type(self.totals)(**state["totals"])
        except (RuntimeError, KeyError, ValueError, TypeError):  # PyTorch's, about heads that networks did not have
            other = "is of another network, board or game; delete it to begin anew."
            raise ValueError(f"{self.checkpoint} {other}") from None

    @property
    def files(self) -> dict[Path, Callable[[Path], None]]:
        """What is saved, and how each file is written."""
        return {self.checkpoint: self._write_checkpoint, self.output: self._write_network}

    def save(self) -> None:
        """Write the checkpoint, and the network as it stands. A run that is killed meanwhile has the one before."""
        for path, write in self.files.items():
            new = Path(f"{path}.new")
            write(new)
            new.replace(path)

    def _write_checkpoint(self, path: Path) -> None:
        torch.save({**self.state(), "totals": asdict(self.totals), "network": self.kind}, path)

    @property
    def made(self) -> dict[str, Any]:
        """How the network was made so far."""
        device = torch.cuda.get_device_name() if self.device == "cuda" else "processors"
        by = dict(by=f"kaya learn {self.name}", version=__version__, plan=asdict(self.plan))
        return {**by, **asdict(self.totals), "device": device}

    def _write_network(self, path: Path) -> None:
        self.network(self.made).write(path)

    def run(self, say: Say, limit: float = float("inf"), every: float = SAY_EVERY) -> Self:
        """Learn until the plan's minutes are over, for `limit` seconds at most, with something to say `every` so many
        seconds; Ctrl-C leaves a checkpoint."""
        began, before = time.time(), self.totals.seconds
        said = saved = began
        losses: list[torch.Tensor] = []
        try:
            while self.totals.seconds < self.plan.seconds and time.time() - began < limit:
                losses += self.advance(self.totals.seconds / self.plan.seconds)
                now = time.time()
                self.totals.seconds = before + now - began
                if now - said > every:
                    say(self._said(losses))
                    losses, said = [], now
                if now - saved > SAVE_EVERY:
                    self.save()
                    saved = now
        finally:
            if self.steps:
                self.save()
        return self

    def _said(self, losses: list[torch.Tensor]) -> dict[str, Any]:
        means = torch.stack(losses).mean(0).tolist() if losses else []
        line = {"seconds": self.totals.seconds, "steps": self.steps}
        line |= {name: mean for name, mean in zip(self.losses, means, strict=False) if name} | self.line()
        self.totals.curve.append({name: float(f"{value:.4g}") for name, value in line.items()})
        return self.totals.curve[-1]
