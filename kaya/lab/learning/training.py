"""A run of training on the screen: the device, progress and the time left, the learning curve, and how it did at last.

PyTorch is imported only where it is needed: the base of Kaya does without."""

from typing import TYPE_CHECKING, Any

from ...extras import need
from ..plots import learning_plot
from ..screen import in_words, plain_console
from ..statistics.results import wilson

if TYPE_CHECKING:
    from ...network import Network
    from .runs import Plan, Run


def with_pytorch(device: str | None) -> str:
    """The device to train on; ValueError if PyTorch or the device is not there."""
    need("train", "Training")
    import torch

    if device not in (None, "cuda", "cpu"):
        raise ValueError(f"The device must be cuda or cpu, not {device!r}.")
    if device == "cuda" and not torch.cuda.is_available():
        raise ValueError("PyTorch finds no CUDA GPU on this machine: leave --device out, or say cpu.")
    if torch.cuda.is_available() and device != "cpu":
        torch.backends.cudnn.benchmark = True
        return "cuda"
    return "cpu"


def plan_of(kind: "type[Plan]", device: str, start: "Network | None", given: dict[str, Any]) -> Any:
    """A plan with what was given, the rest as it is best on this device; its size is that of the network to begin with
    if no other was given."""
    size = {name: getattr(start, name) for name in ("blocks", "channels")} if start else {}
    chosen = size | {name: value for name, value in given.items() if value is not None}
    if chosen.get("channels", 16) % 16:
        raise ValueError(f"channels must be a multiple of 16, not {chosen['channels']}.")
    return kind(**chosen) if device == "cuda" else kind.for_processors(**chosen)


class Screen:
    """What a run says."""

    def __init__(self) -> None:
        self.console = plain_console()

    def begin(self, run: "Run", *what: str) -> None:
        """Say what is learned from, and by what."""
        left = in_words(max(run.plan.seconds - run.totals.seconds, 0))
        resumed = f", going on after {in_words(run.totals.seconds)}" if run.totals.seconds else ""
        network = f"a network of {run.plan.blocks} x {run.plan.channels}, {left} on {run.device}{resumed}."
        self.console.print("; ".join([*what, network]))

    def train(self, run: "Run") -> bool:
        """Train, with a line now and then; whether it came to its end. Ctrl-C leaves a checkpoint."""

        def say(line: dict[str, Any]) -> None:
            left = in_words(max(run.plan.seconds - line["seconds"], 0))
            told = [f"{name.replace('_', ' ')} {line[name]:,.4g}" for name in run.columns if name in line]
            self.console.print(f"{in_words(line['seconds'])}: {', '.join(told)}; {left} left")

        try:
            run.run(say)
            whole = True
        except KeyboardInterrupt:
            whole = False
        if run.totals.curve:
            picture = learning_plot(run.output.with_suffix(".svg"), run.title, run.totals.curve, *run.curve)
            self.console.print(f"Network: {run.output}   learning curve: {picture}")
        if not whole:
            gone = in_words(run.totals.seconds)
            self.console.print(f"Stopped after {gone}; the same command goes on from {run.checkpoint}.")
        return whole

    def arena(self, other: str, points: float, games: int, how: str) -> None:
        """What came of games against another network, such as what it was before the run."""
        low, high = wilson(points, games)
        self.console.print(
            f"Against {other}: {points:g} of {games} games won {how}, "
            f"{points / max(games, 1):.0%} [{low:.0%}, {high:.0%}]."
        )
