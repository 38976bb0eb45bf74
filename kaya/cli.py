"""The command `kaya`. Each subcommand reads its options here and calls one function elsewhere."""

import sqlite3
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from .lab import commands as lab_commands

app = typer.Typer(
    name="kaya",
    help="Monte-Carlo tree search for Go. Without a command, a game starts.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Colour(StrEnum):
    """Which side the user plays."""

    black = "black"
    white = "white"
    random = "random"


Size = Annotated[int, typer.Option(min=2, max=19, help="Lines of the board.")]
Komi = Annotated[float | None, typer.Option(help="White's compensation; any number. Default 7.5, with handicap 0.5.")]
Who = Annotated[str, typer.Option("--player", help="Which program; parameters after a colon: uct:C=0.5,T=10.")]
Simulations = Annotated[int | None, typer.Option(min=1, help="Simulations a move.")]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Seconds a move.")]
Threads = Annotated[int, typer.Option(min=1, max=256, help="Threads that search one tree.")]
Seed = Annotated[int | None, typer.Option(help="One seed and one thread give the same moves every time.")]
Memory = Annotated[int, typer.Option(min=1, help="Memory of the search tree, in MB.")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False
) -> None:
    if version:
        from . import __version__

        print(f"kaya {__version__}")
    elif context.invoked_subcommand is None:
        play()


@app.command()
def play(
    size: Size = 9,
    level: Annotated[int, typer.Option(min=1, max=10, help="Strength, by simulations a move.")] = 5,
    seconds: Seconds = None,
    simulations: Simulations = None,
    colour: Annotated[Colour, typer.Option(help="Your colour.")] = Colour.black,
    komi: Komi = None,
    handicap: Annotated[int, typer.Option(min=0, max=9, help="Handicap stones for Black.")] = 0,
    player: Who = "kaya",
    threads: Threads = 1,
    seed: Seed = None,
    memory: Memory = 512,
    save: Annotated[Path | None, typer.Option(help="SGF file for the game.")] = None,
    comments: Annotated[bool, typer.Option(help="Write what the program thought into the SGF file.")] = False,
) -> None:
    """Play a game in the terminal."""
    from .players import make_player
    from .terminal import play as play_in_terminal

    seed = _seed(seed)
    play_in_terminal(
        make_player(player, threads=threads, seed=seed),
        budget=_budget(seconds, simulations, memory, level),
        size=size, colour=colour.value, komi=komi, handicap=handicap, seed=seed, save=save, comments=comments,
    )  # fmt: skip


@app.command()
def gtp(
    player: Who = "kaya",
    simulations: Simulations = None,
    seconds: Seconds = None,
    threads: Threads = 1,
    seed: Seed = None,
    memory: Memory = 512,
    size: Size = 19,
    komi: Annotated[float, typer.Option(help="White's compensation, until the client sets it.")] = 7.5,
    resign: Annotated[bool, typer.Option(help="Whether lost games are resigned.")] = True,
) -> None:
    """Serve a Go client (Sabaki, GoGui, KaTrain, a server's script) over GTP on standard input and output."""
    from .players import make_player
    from .protocols.gtp import serve

    chosen = make_player(player, threads=threads, seed=_seed(seed))
    chosen.set("resign", resign)
    serve(chosen, budget=_budget(seconds, simulations, memory), lines=size, komi=komi)


@app.command()
def warmup() -> None:
    """Compile all kernels now, so that no later command has to wait for it."""
    from .kernel import CACHE_FOLDER
    from .warmup import warm_up

    compiled, seconds = warm_up()
    print(f"{compiled} kernels compiled in {seconds:.0f} CPU-seconds; they are kept in {CACHE_FOLDER}.")


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help="SGF files, folders of them, or archives (.txt, .txt.xz).")],
) -> None:
    """Replay whole archives and folders of games and report every move that is not legal."""
    from .protocols.archives import replay_command

    raise SystemExit(replay_command(files))


lab_commands.register(app)


def _budget(seconds: float | None, simulations: int | None, memory: int, level: int | None = None):
    from .players import LEVELS
    from .search import Budget

    if seconds is None and simulations is None and level is not None:
        simulations = LEVELS[level]
    return Budget(simulations=simulations, seconds=seconds, memory=memory << 20)


def _seed(seed: int | None) -> int:
    """The seed asked for, or one that nobody chose."""
    import secrets

    return secrets.randbits(32) if seed is None else seed


def main() -> None:
    """Run the command line; a user's mistake gets one sentence, no traceback."""
    try:
        sys.exit(app(standalone_mode=False))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except (ValueError, OSError, sqlite3.Error, MemoryError) as error:
        _complain(
            f"{error.filename}: {error.strerror}." if isinstance(error, OSError) and error.filename else str(error)
        )
    except Exception as error:
        if type(error).__name__ == "Abort":
            sys.exit(130)
        if not hasattr(error, "format_message"):  # not about how the command was called
            raise
        _complain(error.format_message())  # type: ignore[attr-defined]


def _complain(sentence: str) -> None:
    """One sentence for a user's mistake."""
    text = " ".join(sentence.split())
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"kaya: {text}", style="red", markup=False)
    sys.exit(2)


if __name__ == "__main__":
    main()
