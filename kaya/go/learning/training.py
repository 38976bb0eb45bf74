"""`kaya learn network` and `kaya learn zero`: a run of training on the screen, with its learning curve and an arena."""

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...extras import need
from ...lab.plots import learning_plot
from ...lab.screen import in_words, plain_console
from ...lab.statistics.results import wilson
from ...network import Network
from ..knowledge.network import network_file

if TYPE_CHECKING:
    from .network.run import Run

ARENA_GAMES, ARENA_SIMULATIONS = 200, 16
COLUMNS = ("policy", "value", "owner", "first", "games", "positions", "evaluations_a_second")


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


def train_on_records(
    files: Sequence[str | Path], lines: int, output: Path, device: str | None, start: Path | None, **given: Any
) -> None:
    """Train on recorded games, and say how well those that were held back are foretold."""
    device = with_pytorch(device)
    from .network import records

    games = records.Games.read(files, lines)
    begin, given = _started(start, given)
    run = records.Network(_plan(records.Plan, device, given), output, device, games, begin)
    console = plain_console()
    console.print(
        f"{run.totals.games:,} games with {run.totals.positions:,} positions, "
        f"{len(games.winners) - run.totals.games:,} games held back; {_described(run)}"
    )
    if _run(run, console):
        found = run.prediction()
        if found:
            console.print(
                f"Games held back: {found['first']:.1%} of the moves foretold, {found['five']:.1%} among the "
                f"first five, {found['winner']:.1%} of the winners "
                f"({found['positions']:,.0f} positions)."
            )


def train_by_self_play(
    lines: int,
    output: Path,
    device: str | None,
    start: Path | None,
    files: Sequence[str | Path],
    teacher: Path | None,
    **given: Any,
) -> None:
    """Train by self-play; at the end the network meets its teacher, or what it was before this run."""
    device = with_pytorch(device)
    from .network.records import Games
    from .network.self_play import contest
    from .network.zero import Plan, Zero

    begin, given = _started(start, given)
    games = Games.read(files, lines) if files else None
    teacher = teacher and network_file(teacher)
    taught = Network.read(teacher) if teacher else None
    plan = _plan(Plan, device, {**given, "lines": lines, "teacher": teacher and teacher.name})
    run = Zero(plan, output, device, begin, games, taught)
    console = plain_console()
    console.print(f"{run.plan.games:,} games at a time; {_described(run)}")
    before = copy.deepcopy(run.playing)
    whole = _run(run, console)
    run.positions.unlink(missing_ok=True) if whole else run.keep_positions()
    if whole:
        how = run.play.planes, ARENA_GAMES, run.plan.komi, ARENA_SIMULATIONS, run.plan.seed + 1
        won, decided = contest(run.trainer.averaged, before, *how)
        low, high = wilson(won, decided)
        other = "its teacher" if teacher else "what it was before this run"
        console.print(
            f"Against {other}: {won} of {decided} games won at {ARENA_SIMULATIONS} "
            f"simulations, {won / decided:.0%} [{low:.0%}, {high:.0%}]."
        )


def _started(start: Path | None, given: dict[str, Any]) -> tuple[Network | None, dict[str, Any]]:
    """The network to begin with, if there is one, and what was given, its size being that network's if none was."""
    if start is None:
        return None, given
    network = Network.read(network_file(start))
    size = {name: given.get(name) or getattr(network, name) for name in ("blocks", "channels")}
    return network, {**given, **size}


def _plan(kind: Any, device: str, given: dict[str, Any]) -> Any:
    """A plan with what was given, the rest as it is best on this device."""
    chosen = {name: value for name, value in given.items() if value is not None}
    if chosen.get("channels", 16) % 16:
        raise ValueError(f"channels must be a multiple of 16, not {chosen['channels']}.")
    return kind(**chosen) if device == "cuda" else kind.for_processors(**chosen)


def _described(run: "Run") -> str:
    left = run.plan.seconds - run.totals.seconds
    resumed = f", going on after {in_words(run.totals.seconds)}" if run.totals.seconds else ""
    return f"a network of {run.plan.blocks} x {run.plan.channels}, {in_words(max(left, 0))} on {run.device}{resumed}."


def _run(run: "Run", console: Any) -> bool:
    """Train, with a line now and then; whether it came to its end. Ctrl-C leaves a checkpoint."""

    def say(line: dict[str, Any]) -> None:
        left = in_words(max(run.plan.seconds - line["seconds"], 0))
        told = [f"{name.replace('_', ' ')} {line[name]:,.4g}" for name in COLUMNS if name in line]
        console.print(f"{in_words(line['seconds'])}: {', '.join(told)}; {left} left")

    try:
        run.run(say)
        whole = True
    except KeyboardInterrupt:
        whole = False
    if run.totals.curve:
        picture = learning_plot(
            run.output.with_suffix(".svg"), f"{run.output.name}, {run.lines}x{run.lines}", run.totals.curve
        )
        console.print(f"Network: {run.output}   learning curve: {picture}")
    if not whole:
        console.print(f"Stopped after {in_words(run.totals.seconds)}; the same command goes on from {run.checkpoint}.")
    return whole
