"""`kaya play`: set the game up as the options say, and sit down."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from ..games.registry import find_game
from ..players import USUAL_LEVEL, default_player, make_player, set_level
from ..players.levels import Levelled
from ..search import Budget
from ..table import Failure
from ..table.ready import get_ready
from .adapter import adapter_of
from .demonstration import demonstrate
from .files import GameFile, read_game
from .session import chosen_side, ending_in_order, own_console, typed_lines


def play(
    game: str,
    player: Any = None,
    *,
    budget: Budget,
    level: int | None = None,
    position: Any = None,
    colour: str | None = None,
    threads: int = 1,
    seed: int = 0,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    comments: bool = False,
    console: Console | None = None,
    ask: Callable[[str], str] | None = None,
) -> None:
    """Play a game in the terminal, or show the program playing itself where standard input is none.

    `player` is a player, or the name of one with parameters after a colon. `colour` is the user's side, by the game's
    names, or random (by the seed); the first mover if not given. `save` names the file, `resume` one with a game to go
    on with, where both sit as they sat, if the file says so and `player` and `colour` do not; `comments` writes what
    the program thought into it. A `level` says how strong the program is, and how much it thinks where the budget does
    not. ValueError if an option makes no sense."""
    console, adapter = console or own_console(), adapter_of(game)
    human = chosen_side(colour, seed, game)
    file, begun = GameFile(save, adapter.file_format), ""
    if resume is not None:
        record = read_game(resume, adapter.file_format)
        found = adapter.resume(record, resume)
        if found.position.game.name != game:
            raise ValueError(f"{resume} is a game of {found.position.game.name}, not {game}.")
        position, player, begun = found.position, player or found.program, found.begun
        human = human if colour else found.human or human
        file = file if save else GameFile.of(resume, record, adapter.file_format)
    position = position or find_game(game).new_game()
    name = player if isinstance(player, str) else "" if player else default_player(game)
    if name:
        player, twin = (make_player(name, game=game, threads=threads, seed=seed + k) for k in range(2))
    else:
        twin = player
    told = budget.simulations is not None or budget.seconds is not None
    if level is None and not told:
        level = player.level if isinstance(player, Levelled) and "level=" in name else USUAL_LEVEL
    if level is not None:
        chosen, _ = (set_level(each, level, getattr(position, "lines", 0)) for each in (player, twin))
        if not told:
            budget = replace(budget, simulations=chosen.simulations, seconds=chosen.seconds)
    get_ready(player)
    try:
        if ask is None and not sys.stdin.isatty():
            demonstrate(adapter, {1: player, 2: twin}, position, budget, console, save, comments)
            return
        person_game = adapter.person_game(position, human, player, budget, begun)
        options = {"comments": True} if comments else {}
        with ending_in_order():
            adapter.session(person_game, file, console, ask or typed_lines(), **options).run()
    except Failure as failure:
        raise ValueError(str(failure)) from failure
