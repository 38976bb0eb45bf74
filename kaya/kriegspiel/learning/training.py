"""`kaya learn kriegspiel`: a network that learns from games against itself, on the screen, and what it wins at last."""

from pathlib import Path
from typing import Any

from ...lab.learning.training import Screen, plan_of, with_pytorch
from ...options import conditions_of
from ..knowledge.network.network import NETWORKS
from ..knowledge.network.planes import PLANES

ARENA_GAMES = {"cuda": 2048, "cpu": 64}


def train_by_self_play(output: Path, device: str | None, start: Path | None, settings: list[str], **given: Any) -> None:
    """Train by self-play; at the end the network meets the one that it began from."""
    device = with_pytorch(device)
    from .network.plan import Plan
    from .network.run import Kriegspiel
    from .network.self_play import contest

    begin = NETWORKS.evaluator(start).network if start else None
    plan = plan_of(Plan, device, begin, given).changed(**conditions_of(settings, "setting", "games=512"))
    if plan.channels < PLANES or plan.channels % 16:
        raise ValueError(f"channels must be a multiple of 16 and at least {PLANES}, not {plan.channels}.")
    run = Kriegspiel(plan, output, device, begin)
    screen = Screen()
    screen.begin(run, f"{plan.games:,} games at a time")
    if screen.train(run):
        games = ARENA_GAMES[device]
        points, games, drawn = contest(run.learner.averaged, run.beginning, device, games, plan.seed)
        other = "the network that it began from" if start else "what it was before it had learned"
        screen.arena(other, points, games, f"by the policies alone, {drawn} drawn")
