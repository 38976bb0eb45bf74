"""`kaya learn kriegspiel`: a network that learns from games against itself, on the screen, and what it wins at last."""

from pathlib import Path
from typing import Any

from ...lab.learning.policy_gradient import training
from ..knowledge.network.network import NETWORKS


def train_by_self_play(output: Path, device: str | None, start: Path | None, settings: list[str], **given: Any) -> None:
    """Train by self-play; at the end the network meets the one that it began from."""
    run = "kaya.kriegspiel.learning.network.run:Kriegspiel"
    training.train_by_self_play(run, NETWORKS, output, device, start, settings, **given)
