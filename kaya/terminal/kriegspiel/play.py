"""`kaya play kriegspiel`: set the game up as the options say, and sit down."""

import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from ...games.kriegspiel import BLACK, WHITE
from ...players.kriegspiel import DEFAULT_KRIEGSPIEL, make_kriegspiel_player
from ...protocols.kriegspiel_pgn import KriegspielRecord
from ...search import Budget
from ...warmup import warm_up_kriegspiel
from ..files import PGN, GameFile, read_game
from ..sitting import chosen_colour, ending_in_order, own_console, typed_lines
from .demonstration import demonstrate
from .duel import Duel, Failure, check_unfinished, persons_side, programs_name
from .session import Session

COLOURS = {"white": WHITE, "black": BLACK}


def play(
    player: str | None = None,
    *,
    budget: Budget,
    colour: str | None = None,
    threads: int = 1,
    seed: int = 0,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    console: Console | None = None,
    ask: Callable[[str], str] | None = None,
) -> None:
    """Play Kriegspiel in the terminal, or show the program playing itself where standard input is none.

    `player` names the program, with parameters after a colon. `colour` is the user's: white, black or random (by the
    seed). `save` names the PGN file; `resume` goes on with a game from one, where both sit as they sat, if the file
    says so and `player` and `colour` do not. ValueError if an option makes no sense."""
    console = console or own_console()
    human = chosen_colour(colour or "white", seed, COLOURS)
    record: KriegspielRecord | None = None
    if resume is not None:
        record = read_game(resume, PGN)
        assert record is not None
        check_unfinished(record, resume)
        player = player or programs_name(record)
        human = human if colour else persons_side(record) or human
    name = player or DEFAULT_KRIEGSPIEL
    program = make_kriegspiel_player(name, threads=threads, seed=seed)
    warm_up_kriegspiel(program)
    try:
        if ask is None and not sys.stdin.isatty():
            twin = make_kriegspiel_player(name, threads=threads, seed=seed + 1)
            demonstrate({WHITE: program, BLACK: twin}, budget, console, save, record and record.position)
            return
        duel = Duel(human, program, budget, *((record.position, record.date) if record else ()))
        file = GameFile.of(resume, record, PGN) if record and resume and save is None else GameFile(save, PGN)
        with ending_in_order():
            Session(duel, file, console, ask or typed_lines()).run()
    except Failure as failure:
        raise ValueError(str(failure)) from failure
