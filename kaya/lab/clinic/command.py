"""`kaya clinic`."""

from pathlib import Path
from typing import Annotated

import typer

from ...options import Load, load_files


def clinic(
    game: Annotated[
        str | None,
        typer.Option(help="Whose problems: go or kriegspiel; by default what the player plays, or Go."),
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Who is examined, as mango or mango:C=0.5; if not given, kaya or kriegspiel-e.")
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option(help="Examine it also with this switched off: PB=off, or PB. Repeatable.")
    ] = None,
    compare: Annotated[list[str] | None, typer.Option(help="Examine another player beside it. Repeatable.")] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Simulations a position; default 10000, of Kriegspiel a try and 2000.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Seconds a position, of Kriegspiel a try.")] = None,
    problems: Annotated[
        list[Path] | None, typer.Option(help="Other positions than the shipped ones: .txt, of Go also .jsonl or SGF.")
    ] = None,
    category: Annotated[list[str] | None, typer.Option(help="Only this kind of position. Repeatable.")] = None,
    most: Annotated[int | None, typer.Option(min=1, help="Positions of each category at the most.")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="How often each position is tried.")] = 1,
    seed: Annotated[int, typer.Option(help="Of all players.")] = 0,
    verbose: Annotated[bool, typer.Option("--verbose", help="Show each failed position.")] = False,
    load: Load = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Positions at a time; one per core if not given.")] = None,
) -> None:
    """Put problems before a player and count what it solves: of Go nakade, semeai, seki, ladders and others, of
    Kriegspiel mates in n moves."""
    from ...search import Budget
    from ..matches.contestants import game_of
    from ..matches.workers import cores
    from ..screen import plain_console
    from .display import show, watch
    from .examination import Examination
    from .examination import without as switched_off
    from .problem import clinic_of, selected

    load_files(load)
    found = clinic_of(game or (game_of(player) if player else ""))
    given = [problem for path in problems for problem in found.load(path)] if problems else found.shipped()
    chosen, first = selected(given, category or [], most), player or found.player
    players = [first, *(switched_off(first, setting) for setting in without or []), *(compare or [])]
    simulations = found.simulations if simulations is None and seconds is None else simulations
    examination = Examination(chosen, players, Budget(simulations, seconds), seeds=seeds, seed=seed)
    console = plain_console()
    whole = watch(examination, jobs or cores(), console)
    show(examination, console, verbose=verbose, whole=whole)
    if not whole:
        raise SystemExit(130)
