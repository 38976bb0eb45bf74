"""The command `kaya`. Each subcommand reads its options here and calls one function elsewhere."""

import sqlite3
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from .lab import commands as lab_commands
from .lab.options import Load, load_files

app = typer.Typer(
    name="kaya",
    help="Monte-Carlo tree search for Go, Phantom Go, Kriegspiel and games of your own. Without a command, a game of "
    "Go starts.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


ONLY_GO: dict[str, Any] = {"rich_help_panel": "Options of Go"}
ON_BOARDS: dict[str, Any] = {"rich_help_panel": "Options of Go and Phantom Go"}
Simulations = Annotated[int | None, typer.Option(min=1, help="Simulations a move.")]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Seconds a move.")]
Threads = Annotated[int, typer.Option(min=1, max=256, help="Threads that search one tree.")]
Seed = Annotated[int | None, typer.Option(help="The same seed and simulations, with one thread, give the same moves.")]
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
    size: Annotated[int | None, typer.Option(min=2, max=19, help="Lines of the board. Default 9.", **ON_BOARDS)] = None,
    komi: Annotated[
        float | None,
        typer.Option(help="White's compensation; any number. Default 7.5, with handicap 0.5.", **ON_BOARDS),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="Of Phantom Go: olympiad, or atari, where ataris are announced.", **ON_BOARDS),
    ] = None,
    handicap: Annotated[int | None, typer.Option(min=0, max=9, help="Handicap stones for Black.", **ONLY_GO)] = None,
    comments: Annotated[
        bool | None, typer.Option(help="Write what the program thought into the file.", **ONLY_GO)
    ] = None,
) -> None:
    """Play a game in the terminal: Go, Kriegspiel, Phantom Go, or a game of your own."""
    from .players import find_game
    from .terminal.play import play as sit_down

    load_files(load)
    found = find_game(game)
    options = {"size": size, "komi": komi, "handicap": handicap, "comments": comments, "rules": rules}
    given = {name: value for name, value in options.items() if value is not None}
    known = {d.name for d in found.conditions.describe()} | ({"handicap", "comments"} if found.name == "go" else set())
    if foreign := [name for name in given if name not in known]:
        raise ValueError(f"--{foreign[0]} is for {'Phantom ' * (foreign[0] == 'rules')}Go only.")
    if resume and (fixed := given.keys() - {"comments"}):
        raise ValueError(f"--{min(fixed)} cannot be given with --resume: the file says it.")
    position = _go_board(size, komi, handicap) if found.name == "go" else found.new_game(**given)
    sit_down(
        found.name, player, budget=_budget(seconds, simulations, memory), level=level, colour=colour, threads=threads,
        position=position, seed=_seed(seed), save=save, resume=resume, comments=bool(comments),
    )  # fmt: skip


def _go_board(size: int | None, komi: float | None, handicap: int | None) -> Any:
    """The start of a game of Go. A handicap of one stone is no stone at all: Black moves first, and komi is 0.5."""
    from .games.go import GoPosition

    position = GoPosition(size or 9, komi if komi is not None else 0.5 if handicap else 7.5)
    if handicap and handicap > 1:
        position.fixed_handicap(handicap)
    return position


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A game of Kriegspiel as PGN, or of Phantom Go as SGF.")],
    number: Annotated[int, typer.Option(min=1, help="Which game of a PGN file.")] = 1,
) -> None:
    """Go through a game of Kriegspiel or Phantom Go with the umpire's board and what each player knew."""
    if file.suffix.lower() == ".sgf":
        from .terminal.phantom_go import review as review_phantom_go

        review_phantom_go(file)
        return
    from .terminal.kriegspiel import review as review_kriegspiel

    review_kriegspiel(file, number=number)


@app.command()
def web(
    host: Annotated[
        str, typer.Option(help="Where to listen; another than the loopback needs the token that is printed.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 is a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    games: Annotated[Path | None, typer.Option(help="Folder where games are kept.")] = None,
    searches: Annotated[int, typer.Option(min=1, max=64, help="Searches that run at a time; others wait.")] = 2,
    store: Annotated[Path | None, typer.Option(help="Results store whose matches are shown.")] = None,
    load: Load = None,
) -> None:
    """Play in the browser, and watch the search think."""
    from .web.command import serve

    load_files(load)
    serve(host, port, browser=browser, games=games, searches=searches, store=store)


@app.command()
def gtp(
    player: Annotated[
        str | None, typer.Option(help="Which program; parameters after a colon: mango:C=0.2,T=5. Default kaya.")
    ] = None,
    game: Annotated[str, typer.Option(help="go, or phantom-go under an umpire (docs/phantom-go.md).")] = "go",
    level: Annotated[
        int | None, typer.Option(min=1, max=10, help="Strength, from beginner to all that the program can.")
    ] = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    threads: Threads = 1,
    seed: Seed = None,
    memory: Memory = 512,
    size: Annotated[
        int | None,
        typer.Option(min=2, max=19, help="Lines of the board. Default 19, of Phantom Go 9.", show_default=False),
    ] = None,
    komi: Annotated[float, typer.Option(help="White's compensation, until the client sets it.")] = 7.5,
    resign: Annotated[bool, typer.Option(help="Whether lost games are resigned.")] = True,
    load: Load = None,
) -> None:
    """Serve a Go client (Sabaki, GoGui, KaTrain, a server's script) over GTP on standard input and output."""
    from .players import default_player, make_player, set_level

    load_files(load)
    if game not in ("go", "phantom-go"):
        raise ValueError(f"GTP is for go and phantom-go, not {game}.")
    size = size or (19 if game == "go" else 9)
    chosen = make_player(player or default_player(game), game=game, threads=threads, seed=_seed(seed))
    if "resign" in chosen.parameters():
        chosen.set("resign", resign)
    if level is not None:
        thinks = set_level(chosen, level, size)
        if simulations is None and seconds is None and "level" not in chosen.parameters():
            simulations = thinks.simulations
    if game == "phantom-go":
        from .protocols.gtp.phantom import serve as serve_under_an_umpire

        serve_under_an_umpire(chosen, budget=_budget(seconds, simulations, memory), lines=size, komi=komi)
        return
    from .protocols.gtp import serve

    serve(chosen, budget=_budget(seconds, simulations, memory), lines=size, komi=komi)


@app.command()
def kriegspiel(
    player: Annotated[str | None, typer.Option(help="Which program; if not given, the usual one.")] = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    threads: Threads = 1,
    seed: Seed = None,
    memory: Memory = 512,
    load: Load = None,
) -> None:
    """Serve an umpire of Kriegspiel (another program) in lines of text on standard input and output."""
    from .players import default_player, make_player
    from .protocols.kriegspiel import serve

    load_files(load)
    chosen = make_player(player or default_player("kriegspiel"), game="kriegspiel", threads=threads, seed=_seed(seed))
    thinks = simulations if seconds or simulations else 2000
    serve(chosen, _budget(seconds, thinks, memory))


@app.command()
def warmup() -> None:
    """Compile all of Go, the small games and the umpires now, so that no later command has to wait for it. The
    programs for Kriegspiel compile when they are first used."""
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


def _budget(seconds: float | None, simulations: int | None, memory: int):
    from .search import Budget

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
    Console(stderr=True, highlight=False, soft_wrap=True, emoji=False).print(f"kaya: {text}", style="red", markup=False)
    sys.exit(2)


if __name__ == "__main__":
    main()
