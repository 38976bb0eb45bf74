"""`kaya play`: set the game up as the options say, and sit down."""

import random
import signal
import sys
from collections.abc import Callable
from contextlib import contextmanager, suppress
from pathlib import Path

from rich.console import Console

from ..games.go import BLACK, WHITE, GoPosition
from ..players import GoPlayer
from ..search import Budget
from ..warmup import warm_up_player
from .demonstration import demonstrate
from .duel import Duel
from .files import GameFile
from .session import Session

KOMI, HANDICAP_KOMI = 7.5, 0.5


def play(
    player: GoPlayer,
    *,
    budget: Budget,
    size: int = 9,
    colour: str = "black",
    komi: float | None = None,
    handicap: int = 0,
    seed: int = 0,
    save: str | Path | None = None,
    comments: bool = False,
    console: Console | None = None,
    ask: Callable[[str], str] | None = None,
) -> None:
    """Play Go in the terminal, or show the program playing itself where standard input is none.

    `colour` is the user's: black, white or random (by the seed). Without `komi` it is 7.5, and 0.5 with handicap
    stones. `save` names the SGF file; `comments` writes what the program thought into it. ValueError if an option makes
    no sense."""
    console = console or Console(highlight=False)
    human, position = _colour(colour, seed), _start(size, komi, handicap)
    warm_up_player(player)
    if ask is None and not sys.stdin.isatty():
        demonstrate(player, position, budget, console, save, comments)
        return
    duel = Duel(position, human, player, budget)
    with _ending_in_order():
        Session(duel, GameFile(save), console, ask or _input(), comments).run()


def _colour(name: str, seed: int) -> int:
    colours = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}
    if name.lower() in ("random", "r"):
        return random.Random(seed).choice((BLACK, WHITE))
    if name.lower() not in colours:
        raise ValueError(f"The colour must be black, white or random, not {name!r}.")
    return colours[name.lower()]


def _start(size: int, komi: float | None, handicap: int) -> GoPosition:
    usual = HANDICAP_KOMI if handicap >= 1 else KOMI
    position = GoPosition(size, usual if komi is None else komi)
    if handicap not in (0, 1):
        position.fixed_handicap(handicap)
    return position


def _input() -> Callable[[str], str]:
    """`input`, with the arrow keys where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401
    return input


@contextmanager
def _ending_in_order():
    """When the terminal is closed or the process told to end, the session still saves the game."""

    def end(*_) -> None:
        raise SystemExit(1)

    before = {s: signal.signal(s, end) for s in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))}
    try:
        yield
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)
