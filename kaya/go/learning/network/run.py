"""A run that trains a network: how long, what it says on the way, and the checkpoint from which it goes on."""

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import torch

from ....network import Network
from ....network.file import HEADS
from . import training
from .model import Model
from .training import Trainer

SAY_EVERY, SAVE_EVERY = 10.0, 120.0  # seconds
SMALL = 32  # channels of a network whose layers are too small to be divided among processors
Say = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Plan:
    """What a run is to do."""

    minutes: float = 20.0
    blocks: int = 6
    channels: int = 64
    batch: int = 4096
    rate: float = 2e-3
    average: float = 0.998
    seed: int = 1

    @property
    def seconds(self) -> float:
        return 60 * self.minutes


@dataclass
class Totals:
    """What a run has done so far."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    evaluations: int = 0
    curve: list[dict[str, Any]] = field(default_factory=list)


class Run(ABC):
    """Training in progress. `model` makes the network to begin with, `start` is the state of one that was trained."""

    def __init__(self, plan: Plan, output: str | Path, device: str):
        self.plan, self.output, self.device, self.totals = plan, Path(output), device, Totals()
        if not os.access(self.output.parent, os.W_OK) or self.output.is_dir():
            raise ValueError(f"{output}: cannot be written.")
        torch.manual_seed(plan.seed)
        if device == "cpu" and plan.channels <= SMALL:
            torch.set_num_threads(1)  # three times as fast as two
        self.model = Model(plan.blocks, plan.channels).to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.trainer: Trainer

    @property
    @abstractmethod
    def lines(self) -> int:
        """Of the boards that are learned from."""

    @abstractmethod
    def advance(self, done: float) -> list[torch.Tensor]:
        """Go on, where a share `done` of the run is over, for a second or less; losses of some steps."""

    @property
    def learned(self) -> Sequence[str]:
        """The heads that are trained."""
        return [head for head in HEADS if head != "soft" or training.SOFT_WEIGHT]

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
        except Exception:
            raise ValueError(f"{self.checkpoint}: this checkpoint cannot be read; delete it to begin anew.") from None
        other = f"{self.checkpoint} is of another network or board; delete it to begin anew."
        if state["network"] != [self.plan.blocks, self.plan.channels, self.lines]:
            raise ValueError(other)
        try:
            self.trainer.resume(state["trainer"])
        except RuntimeError:  # PyTorch's, about heads that networks did not have
            raise ValueError(other) from None
        self.totals = Totals(**state["totals"])

    def save(self) -> None:
        """Write the checkpoint, and the network as it stands."""
        new, network = Path(f"{self.checkpoint}.new"), [self.plan.blocks, self.plan.channels, self.lines]
        torch.save(dict(trainer=self.trainer.state(), totals=asdict(self.totals), network=network), new)
        new.replace(self.checkpoint)
        device = torch.cuda.get_device_name() if self.device == "cuda" else "processors"
        made = dict(
            by=f"kaya learn {type(self).__name__.lower()}", plan=asdict(self.plan), **asdict(self.totals), device=device
        )
        self.network(made).write(self.output)

    def network(self, made: dict[str, Any]) -> Network:
        """The network as it stands; `made` says how it was made."""
        return self.trainer.averaged.network([self.lines], made, self.learned)

    def run(self, say: Say, limit: float = float("inf")) -> Self:
        """Learn until the plan's minutes are over, for `limit` seconds at most; Ctrl-C leaves a checkpoint."""
        began, before = time.time(), self.totals.seconds
        said = saved = began
        losses: list[torch.Tensor] = []
        try:
            while self.totals.seconds < self.plan.seconds and time.time() - began < limit:
                losses += self.advance(self.totals.seconds / self.plan.seconds)
                now = time.time()
                self.totals.seconds = before + now - began
                if now - said > SAY_EVERY:
                    say(self._said(losses))
                    losses, said = [], now
                if now - saved > SAVE_EVERY:
                    self.save()
                    saved = now
        finally:
            if self.trainer.steps:
                self.save()
        return self

    def _said(self, losses: list[torch.Tensor]) -> dict[str, Any]:
        names = ("policy", "value", "owner", "right", "points")
        means = torch.stack(losses).mean(0).tolist()[1:] if losses else []
        line = {"seconds": self.totals.seconds, "steps": self.trainer.steps}
        line |= dict(zip(names, means, strict=False)) | self.line()
        self.totals.curve.append({name: float(f"{value:.4g}") for name, value in line.items()})
        return self.totals.curve[-1]
