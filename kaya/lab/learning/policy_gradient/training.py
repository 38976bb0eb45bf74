"""Training by self-play on the screen, and what came of it at last: games against the network that it began from."""

from pathlib import Path
from typing import Any

from ....network import KnownNetworks
from ....options import conditions_of
from ..training import Screen, plan_of, with_pytorch

ARENA_GAMES = {"cuda": 2048, "cpu": 64}


def train_by_self_play(
    run: str, networks: KnownNetworks, output: Path, device: str | None, start: Path | None, settings: list[str],
    **given: Any,
) -> None:  # fmt: skip
    """Train by self-play; `run` is the game's `Run` as "module:name", for PyTorch is imported only where it is needed.
    At the end the network meets the one that it began from."""
    device = with_pytorch(device)
    from ....games.registry import imported
    from .self_play import contest

    kind = imported(run)
    begin = networks.evaluator(start).network if start else None
    plan = plan_of(kind.plan_type, device, begin, given).changed(**conditions_of(settings, "setting", "games=512"))
    if plan.channels < networks.planes or plan.channels % 16:
        raise ValueError(f"channels must be a multiple of 16 and at least {networks.planes}, not {plan.channels}.")
    learning = kind(plan, output, device, begin)
    screen = Screen()
    screen.begin(learning, f"{plan.games:,} games at a time")
    if screen.train(learning):
        games = ARENA_GAMES[device]
        points, games, drawn = contest(plan, learning.learner.averaged, learning.beginning, device, games, plan.seed)
        other = "the network that it began from" if start else "what it was before it had learned"
        screen.arena(other, points, games, f"by the policies alone, {drawn} drawn")
