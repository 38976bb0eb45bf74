"""What Phantom Go adds to the command line: what is learned for it."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import Blocks, Channels, Device, Minutes, Trained, TrainedFrom, TrainSeed, TrainSettings


def commands(app: typer.Typer, learn: typer.Typer) -> None:
    learn.command("phantom-go")(learn_phantom_go_command)


def learn_phantom_go_command(
    output: Trained = Path("phantom9.npz"),
    size: Annotated[int | None, typer.Option(min=5, max=9, help="Lines of the board.", show_default="9")] = None,
    minutes: Minutes = 20.0,
    start: TrainedFrom = None,
    blocks: Blocks = None,
    channels: Channels = None,
    settings: TrainSettings = None,
    device: Device = None,
    seed: TrainSeed = 1,
) -> None:
    """Train a network for Phantom Go by games against itself, by policy gradients: policy, value, and where the
    opponent's stones are.

    At the end it meets the network that it began from. It needs PyTorch: pip install "kaya-mcts\\[train]". Play with
    it: phantom-net:network=FILE."""
    from .learning.training import train_by_self_play

    given = dict(size=size, minutes=minutes, blocks=blocks, channels=channels, seed=seed)
    train_by_self_play(output, device, start, settings or [], **given)
