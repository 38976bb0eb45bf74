"""A run that trains a network of Go: the model, and the trainer that learns from positions."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from ....lab.learning import runs
from ....network import Network
from ....network.file import HEADS
from . import training
from .model import Model
from .training import Trainer

Plan = runs.Plan


@dataclass
class Totals(runs.Totals):
    positions: int = 0
    evaluations: int = 0


def new_model(blocks: int, channels: int, device: str) -> Model:
    return Model(blocks, channels).to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]


class Run(runs.Run):
    """Training in progress."""

    losses = "", "policy", "value", "owner", "right", "points"
    columns = "policy", "value", "owner", "first", "games", "positions", "evaluations_a_second"
    curve = runs.Curve(
        "policy",
        ("value", "owner"),
        ("loss of the policy", "loss of the other heads"),
        ("first", "moves foretold"),
    )
    totals: Totals

    def __init__(self, plan: Plan, output: str | Path, device: str):
        super().__init__(plan, output, device, Totals())
        self.model = new_model(plan.blocks, plan.channels, device)
        self.trainer: Trainer

    @property
    @abstractmethod
    def lines(self) -> int:
        """Of the boards that are learned from."""

    @property
    def title(self) -> str:
        return f"{self.output.name}, {self.lines}x{self.lines}"

    @property
    def kind(self) -> list[Any]:
        return [self.plan.blocks, self.plan.channels, self.lines]

    @property
    def steps(self) -> int:
        return self.trainer.steps

    @property
    def learned(self) -> Sequence[str]:
        """The heads that are trained."""
        return [head for head in HEADS if head != "soft" or training.SOFT_WEIGHT]

    def state(self) -> dict[str, Any]:
        return dict(trainer=self.trainer.state())

    def resume(self, state: dict[str, Any]) -> None:
        self.trainer.resume(state["trainer"])

    def network(self, made: dict[str, Any]) -> Network:
        return self.trainer.averaged.network([self.lines], made, self.learned)
