"""The lab's part of the command line."""

from pathlib import Path
from typing import Annotated

import typer

Store = Annotated[Path, typer.Option("--store", help="Results store; made if it is not there.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Games at a time; one per core if not given.")]
Cluster = Annotated[str | None, typer.Option(help="Play on a Ray cluster: ray://HOST:PORT, or local.")]


def match(
    first: Annotated[str, typer.Argument(help='A player, as uct:C=0.5 or gtp:"gnugo --mode gtp".')],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    games: Annotated[int, typer.Option(min=1, help="How many, those already in the store included.")] = 100,
    game: Annotated[str, typer.Option(help="What is played.")] = "go",
    size: Annotated[int, typer.Option(min=2, max=19, help="Lines of the board.")] = 9,
    komi: Annotated[float, typer.Option(help="White's compensation.")] = 7.5,
    simulations: Annotated[int | None, typer.Option(min=1, help="Simulations a move.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Seconds a move.")] = None,
    clock: Annotated[str | None, typer.Option(help="A clock: 300, 300+30/5 or 300+3x10.")] = None,
    patience: Annotated[float, typer.Option(min=1, help="Seconds after which a silent program has hung.")] = 300,
    openings: Annotated[str, typer.Option(help="random (balanced, each with both colours) or none.")] = "random",
    seed: Annotated[int, typer.Option(help="Of the openings and of all players.")] = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads of each of Kaya's players.")] = 1,
    sprt: Annotated[
        tuple[float, float] | None, typer.Option(help="Stop when one of these Elo differences is refuted.")
    ] = None,
    store: Store = Path("results.db"),
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Play a match between any two players and report who is stronger, with intervals. Go on with the same command."""
    from rich.console import Console

    from .contestants import Pace
    from .display import Scoreboard
    from .match import Match, play_matches
    from .store import Store
    from .workers import make_workers

    pace = Pace(simulations, seconds, clock, patience)
    planned = Match(first, second, games, game, size, komi, pace, openings, seed, threads)
    with Store(store) as results, Scoreboard(Console(), sprt) as board:
        workers = make_workers(jobs, cluster)
        try:
            enough = (lambda s: s.sprt(*sprt).verdict != "continue") if sprt else None
            play_matches([planned], results, workers=workers, watch=board, enough=enough)
        finally:
            workers.close()


def register(app: typer.Typer) -> None:
    """Put the lab's commands on the command line."""
    for function in (match,):
        app.command()(function)
