"""Networks of other sizes beside the one of a run: they learn from the same batches, and play no games."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from ....network import Network
from ....network.file import MOST_BLOCKS, MOST_CHANNELS, STEP
from .run import new_model
from .training import Trainer


def sizes(text: str) -> tuple[tuple[int, int], ...]:
    """Blocks and channels, given as 6x96,8x96."""
    found = [re.fullmatch(r"(\d{1,3})x(\d{1,3})", one.strip()) for one in text.split(",") if text]
    numbers = [(int(one[1]), int(one[2])) for one in found if one]
    if len(numbers) < len(found) or not all(_possible(*one) for one in numbers):
        raise ValueError(f"Networks beside it are such as 6x96,8x96, channels a multiple of {STEP}, not {text!r}.")
    return tuple(dict.fromkeys(numbers))


def _possible(blocks: int, channels: int) -> bool:
    return 1 <= blocks <= MOST_BLOCKS and STEP <= channels <= MOST_CHANNELS and channels % STEP == 0


class Beside:
    """A network of another size that learns from each batch that the network of a run learns from; it grows from the
    network `start`, if there is one, of which `known` are positions."""

    def __init__(self, blocks: int, channels: int, of_run: Trainer, start: Network | None, known: torch.Tensor | None):
        self.name = f"{blocks}x{channels}"
        model = new_model(blocks, channels, of_run.device)
        if start and known is not None:
            model.start_from(start, known)
        model.apart = of_run.model.apart
        self.of_run = of_run
        self.trainer = Trainer(model, of_run.source, of_run.planes, of_run.size, average=of_run.average)
        self._losses: list[torch.Tensor] = []

    def step(self, rate: float, told: bool) -> None:
        """Learn from the batch that the run has just learned from; `told`: with its losses on the screen."""
        losses = self.trainer.step(rate, self.of_run)
        if told:
            self._losses.append(losses.clone())

    def told(self, names: Sequence[str]) -> dict[str, float]:
        """The mean losses since they were last asked for, each with the network's size."""
        means = torch.stack(self._losses).mean(0).tolist() if self._losses else []
        self._losses = []
        return {f"{name} {self.name}": mean for name, mean in zip(names, means, strict=False) if name}

    def path(self, output: Path) -> Path:
        """zero-6x96.npz for zero.npz, and go19-6x96.npz for go19-6x64.npz."""
        main = self.of_run.model
        return output.with_stem(f"{output.stem.removesuffix(f'-{main.blocks}x{main.channels}')}-{self.name}")

    def network(self, lines: int, made: dict[str, Any], learned: Sequence[str]) -> Network:
        """The network as it stands; the plan and the curve of the run are told as its own."""
        model = self.trainer.averaged
        plan = {**made["plan"], "blocks": model.blocks, "channels": model.channels}
        own = f" {self.name}"
        curve = [
            {name: value for name, value in line.items() if " " not in name}
            | {name.removesuffix(own): value for name, value in line.items() if name.endswith(own)}
            for line in made["curve"]
        ]
        return model.network([lines], {**made, "plan": plan, "curve": curve}, learned)
