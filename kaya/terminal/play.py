"""`kaya play`: set the game up as the options say, and sit down."""

import random
import signal
import sys
from collections.abc import Callable
from contextlib import contextmanager, suppress
from pathlib import Path

from rich.console import Console

from ..games.go import BLACK, WHITE, GoPosition
from ..players import DEFAULT, LEVELS, Player, make_player
from ..search import Budget
from .demonstration import demonstrate
from .duel import Duel
from .files import GameFile
from .session import Session

LEVEL = 5
KOMI, HANDICAP_KOMI = 7.5, 0.5


def play(
    size: int = 9,
    *,
    level: int | None = None,
    seconds: float | None = None,
    simulations: int | None = None,
    colour: str = "black",
    komi: float | None = None,
    handicap: int = 0,
    seed: int | None = None,
    player: str = DEFAULT,
    threads: int = 1,
    save: str | Path | None = None,
    comments: bool = False,
    console: Console | None = None,
    ask: Callable[[str], str] | None = None,
) -> None:
    """Play Go in the terminal, or show the program playing itself where standard input is none.

    `colour` is the player's: black, white or random. Without `komi` it is 7.5, and 0.5 with handicap stones. `save`
    names the SGF file; `comments` writes what the program thought into it. ValueError if an option makes no sense."""
    console = console or Console(highlight=False)
    seed = random.SystemRandom().randrange(1 << 31) if seed is None else seed
    human = _colour(colour, seed)
    position = _start(size, komi, handicap)
    interactive = ask is not None or sys.stdin.isatty()
    budget = _budget(level, seconds, simulations, default=interactive)
    program = make_player(player, threads=threads, seed=seed)
    _warm_up(program, position)
    if not interactive:
        demonstrate(program, position, budget, console, save, comments)
        return
    shown = level or (LEVEL if seconds is None and simulations is None else None)
    duel = Duel(position, human, program, budget or Budget(simulations=LEVELS[LEVEL]), shown)
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
    usual = HANDICAP_KOMI if handicap >= 2 else KOMI
    position = GoPosition(size, usual if komi is None else komi)
    if handicap not in (0, 1):
        position.fixed_handicap(handicap)
    return position


def _budget(level: int | None, seconds: float | None, simulations: int | None, default: bool) -> Budget | None:
    if level is not None and level not in LEVELS:
        raise ValueError(f"The level must be from {min(LEVELS)} to {max(LEVELS)}, not {level}.")
    if level is None and simulations is None and seconds is None:
        return Budget(simulations=LEVELS[LEVEL]) if default else None
    return Budget(simulations or (LEVELS[level] if level else None), seconds)


def _warm_up(player: Player, position: GoPosition) -> None:
    """Let everything compile now, while only the line that says so is on the screen."""
    player.search.think(position, Budget(simulations=1, nodes=1000))
    player.forget()
    position.estimate(1)


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
