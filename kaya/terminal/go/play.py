"""`kaya play`: set the game up as the options say, and sit down."""

import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from ...games.go import BLACK, WHITE, GoPosition
from ...players import GoPlayer
from ...search import Budget
from ...warmup import warm_up_player
from ..files import SGF, GameFile, read_game
from ..sitting import chosen_colour, ending_in_order, own_console, typed_lines
from .demonstration import demonstrate
from .duel import PERSON, Duel
from .session import Session

KOMI, HANDICAP_KOMI = 7.5, 0.5
COLOURS = {"black": BLACK, "white": WHITE}


def play(
    player: GoPlayer,
    *,
    budget: Budget,
    size: int = 9,
    colour: str | None = None,
    komi: float | None = None,
    handicap: int = 0,
    seed: int = 0,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    comments: bool = False,
    console: Console | None = None,
    ask: Callable[[str], str] | None = None,
) -> None:
    """Play Go in the terminal, or show the program playing itself where standard input is none.

    `colour` is the user's: black, white or random (by the seed). Without `komi` it is 7.5, and 0.5 with handicap
    stones. `save` names the SGF file, `resume` one with a game to go on with; `comments` writes what the program
    thought into it. ValueError if an option makes no sense."""
    console = console or own_console()
    human, position = chosen_colour(colour or "black", seed, COLOURS), _start(size, komi, handicap)
    file = GameFile(save)
    if resume is not None:
        record = read_game(resume)
        position = record.position()
        human = human if colour else WHITE if record.white_name == PERSON else BLACK
        file = file if save else GameFile.of(resume, record, SGF)
    warm_up_player(player)
    if ask is None and not sys.stdin.isatty():
        demonstrate(player, position, budget, console, save, comments)
        return
    duel = Duel(position, human, player, budget)
    with ending_in_order():
        Session(duel, file, console, ask or typed_lines(), comments).run()


def _start(size: int, komi: float | None, handicap: int) -> GoPosition:
    usual = HANDICAP_KOMI if handicap >= 1 else KOMI
    position = GoPosition(size, usual if komi is None else komi)
    if handicap not in (0, 1):
        position.fixed_handicap(handicap)
    return position
