"""The command `kaya`. Each subcommand reads its options here and calls one function elsewhere."""

import sqlite3
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from .games.registry import Bundle, imported, own_bundles, plugged_bundles
from .lab import commands as lab_commands
from .options import Load, Memory, Seed, Simulations, Threads, budget_of, conditions_of, load_files, seed_of

app = typer.Typer(
    name="kaya",
    help="Monte-Carlo tree search for Go, Phantom Go, Kriegspiel and games of your own. Without a command, a game of "
    "Go starts.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


CONDITIONS: dict[str, Any] = {"rich_help_panel": "Conditions of the game"}
learn = typer.Typer(
    help="Learn from recorded games, or from games against itself. `kaya learn patterns GAMES`, then `kaya learn "
    "features GAMES` make the table from which Mango's H is computed; `network`, `zero` and `kriegspiel` train "
    "networks.",
    no_args_is_help=True,
)


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
    game: Annotated[
        str, typer.Argument(help="What is played: go, kriegspiel, phantom-go, or a game of your own.")
    ] = "go",
    level: Annotated[
        int | None,
        typer.Option(min=1, max=10, help="Strength, from beginner to all that the program can. Default 5."),
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Seconds a move.")] = None,
    simulations: Simulations = None,
    colour: Annotated[
        str | None, typer.Option(help="Your colour: black, white or random; if not given, you move first.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Which program, as kaya or mango:C=0.5,T=10; if not given, the game's usual one.")
    ] = None,
    threads: Threads = 1,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(help="File for the game: SGF, or PGN of Kriegspiel.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the saved game in this file.")] = None,
    memory: Memory = 512,
    load: Load = None,
    size: Annotated[int | None, typer.Option(min=2, help="Lines of the board. Default of Go 9.", **CONDITIONS)] = None,
    komi: Annotated[
        float | None,
        typer.Option(
            help="White's compensation; any number. Default 7.5, by Japanese rules 6.5, with handicap 0.5.",
            **CONDITIONS,
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            help="Of Go: chinese (area), or japanese (territory). Of Phantom Go: olympiad, or atari (it is announced). "
            "Of Kriegspiel: icc, berkeley, berkeley-any, cincinnati, rand or english.",
            **CONDITIONS,
        ),
    ] = None,
    handicap: Annotated[
        int | None, typer.Option(min=0, max=9, help="Handicap stones for Black, in Go.", **CONDITIONS)
    ] = None,
    condition: Annotated[
        list[str] | None,
        typer.Option(help="Another condition of the game, as largest=7. Repeatable.", show_default=False, **CONDITIONS),
    ] = None,
    comments: Annotated[
        bool, typer.Option(help="Write what the program thought into the file, where that has room for it.")
    ] = False,
) -> None:
    """Play a game in the terminal: Go, Kriegspiel, Phantom Go, or a game of your own."""
    from .games.registry import bundles, find_bundle
    from .protocols.formats import format_of
    from .terminal.play import play as sit_down

    load_files(load)
    bundle = find_bundle(game)
    options = {"size": size, "komi": komi, "handicap": handicap, "rules": rules, **conditions_of(condition)}
    given = {name: value for name, value in options.items() if value is not None}
    if foreign := given.keys() - bundle.start_options:
        name = min(foreign)
        others = [b.name for b in bundles() if name in b.start_options]
        raise ValueError(f"{bundle.name} has no {name}" + (f": that is for {' and '.join(others)}." if others else "."))
    if comments and not format_of(bundle.name).comments:
        raise ValueError(f"--comments cannot be: files of {bundle.name} have no room for them.")
    if resume and given:
        raise ValueError(f"--{min(given)} cannot be given with --resume: the file says it.")
    budget, position = budget_of(seconds, simulations, memory), bundle.start(**given)
    files = {"save": save, "resume": resume, "comments": comments}
    who = {"level": level, "colour": colour, "threads": threads, "seed": seed_of(seed)}
    sit_down(bundle.name, player, budget=budget, position=position, **who, **files)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A game of Kriegspiel as PGN, or of Phantom Go as SGF.")],
    number: Annotated[int, typer.Option(min=1, help="Which game of a PGN file.")] = 1,
    load: Load = None,
) -> None:
    """Go through a game of Kriegspiel or Phantom Go with the umpire's board and what each player knew."""
    from .terminal.review import review_file

    load_files(load)
    review_file(file, number)


@app.command()
def web(
    host: Annotated[
        str, typer.Option(help="Where to listen; another than the loopback needs the token that is printed.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            show_default=False,
            help="The port; 0 is a free one. Default: 5292, or the next free one.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    games: Annotated[Path | None, typer.Option(help="Folder where games are kept.")] = None,
    searches: Annotated[int, typer.Option(min=1, max=64, help="Searches that run at a time; others wait.")] = 2,
    store: Annotated[Path | None, typer.Option(help="Results store whose matches are shown.")] = None,
    ahead: Annotated[bool, typer.Option(help="Compile the usual programs behind the page, the first time.")] = True,
    load: Load = None,
) -> None:
    """Play in the browser, and watch the search think."""
    from .web.command import serve

    load_files(load)
    serve(host, port, browser=browser, games=games, searches=searches, store=store, ahead=ahead)


@app.command()
def warmup(
    games: Annotated[list[str] | None, typer.Argument(help="Games as go, kriegspiel; all if none is named.")] = None,
) -> None:
    """Compile all of Go, the small games and the umpires now, so that no later command has to wait for it. The
    programs for Kriegspiel compile when they are first used."""
    from .kernel import CACHE_FOLDER
    from .warmup import warm_up

    compiled, seconds = warm_up(games or ())
    print(f"{compiled} kernels compiled in {seconds:.0f} CPU-seconds; they are kept in {CACHE_FOLDER}.")


lab_commands.register(app, learn)
app.add_typer(learn, name="learn")


def add_commands(found: Iterable[Bundle]) -> None:
    for bundle in found:
        if bundle.commands:
            imported(bundle.commands)(app, learn)


add_commands(own_bundles())


def known_command(words: list[str]) -> bool:
    """Whether what is called needs no installed package besides."""
    named = {c.name or c.callback.__name__ for c in app.registered_commands if c.callback} | {"learn"}
    return not words or words[0].startswith("-") or words[0] in named


def main() -> None:
    """Run the command line; a user's mistake gets one sentence, no traceback."""
    try:
        if not known_command(sys.argv[1:]):
            add_commands(plugged_bundles())
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
    Console(stderr=True, highlight=False, soft_wrap=True, emoji=False).print(f"kaya: {text}", style="red", markup=False)
    sys.exit(2)


if __name__ == "__main__":
    main()
