"""What Phantom Go adds to the command line: what is learned for it."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import Device, Minutes, TrainSeed


def commands(app: typer.Typer, learn: typer.Typer) -> None:
    learn.command("phantom-go")(learn_phantom_go_command)


def learn_phantom_go_command(
    output: Annotated[
        Path, typer.Argument(help="Where the network is written; the checkpoint stands beside it.")
    ] = Path("phantom9.npz"),
    size: Annotated[int | None, typer.Option(min=5, max=9, help="Lines of the board.", show_default="9")] = None,
    minutes: Minutes = 20.0,
    start: Annotated[
        Path | None, typer.Option("--from", help="A network to begin with; random weights if none is given.")
    ] = None,
    blocks: Annotated[
        int | None, typer.Option(min=1, max=40, help="Residual blocks.", show_default="6, without GPU 2")
    ] = None,
    channels: Annotated[
        int | None,
        typer.Option(min=48, max=512, help="Channels, a multiple of 16.", show_default="64, without GPU 48"),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Anything else, as games=512 or entropy=0.01; a wrong name lists all. Repeatable."),
    ] = None,
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
