"""Options that several commands have, and what they come to."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from .search import Budget

Simulations = Annotated[int | None, typer.Option(min=1, help="Simulations a move.")]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Seconds a move.")]
Threads = Annotated[int, typer.Option(min=1, max=256, help="Threads that search one tree.")]
Seed = Annotated[int | None, typer.Option(help="The same seed and simulations, with one thread, give the same moves.")]
Memory = Annotated[int, typer.Option(min=1, help="Memory of the search tree, in MB.")]
Load = Annotated[
    list[Path] | None,
    typer.Option(help="A Python file with players, games or strategies of your own. Repeatable.", show_default=False),
]
Recorded = Annotated[
    list[Path],
    typer.Argument(
        metavar="GAMES...", help="SGF files, folders of them, or archives (.txt, .txt.xz: one game a line)."
    ),
]
MostGames = Annotated[int | None, typer.Option(min=1, help="Use only so many games, the first ones; all if not given.")]
Minutes = Annotated[float, typer.Option(min=0.01, help="Of training; with the same command a run goes on.")]
Device = Annotated[str | None, typer.Option(help="cuda or cpu.", show_default="a GPU if there is one")]
TrainSeed = Annotated[int, typer.Option(min=0, help="Of the first weights, the order of positions and all games.")]
Blocks = Annotated[int | None, typer.Option(min=1, max=40, help="Residual blocks.", show_default="6, without GPU 2")]

# Of networks that learn by policy gradients.
Trained = Annotated[Path, typer.Argument(help="Where the network is written; the checkpoint stands beside it.")]
TrainedFrom = Annotated[
    Path | None, typer.Option("--from", help="A network to begin with; random weights if none is given.")
]
Channels = Annotated[
    int | None, typer.Option(min=48, max=512, help="Channels, a multiple of 16.", show_default="64, without GPU 48")
]
TrainSettings = Annotated[
    list[str] | None,
    typer.Option("--set", help="Anything else, as games=512 or entropy=0.01; a wrong name lists all. Repeatable."),
]


def load_files(files: list[Path] | None) -> None:
    """Import users' files, so that what they register is known by name."""
    if files:
        from .games.registry import load

        for file in files:
            load(file)


def conditions_of(given: list[str] | None, noun: str = "condition", example: str = "largest=7") -> dict[str, str]:
    """`largest=7` as a name and a value; ValueError if it is not written so."""
    found = {}
    for condition in given or []:
        name, equals, value = condition.partition("=")
        if not equals:
            raise ValueError(f"{condition!r} is not a {noun}: write name=value, as {example}.")
        found[name.strip()] = value.strip()
    return found


def budget_of(seconds: float | None, simulations: int | None, memory: int) -> Budget:
    return Budget(simulations=simulations, seconds=seconds, memory=memory << 20)


def seed_of(seed: int | None) -> int:
    """The seed asked for, or one that nobody chose."""
    return secrets.randbits(32) if seed is None else seed
