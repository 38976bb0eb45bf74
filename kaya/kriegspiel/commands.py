"""What Kriegspiel adds to the command line: `kaya kriegspiel`, and what is learned for Kriegspiel."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..options import (
    Blocks,
    Channels,
    Device,
    Load,
    Memory,
    Minutes,
    MostGames,
    Seconds,
    Seed,
    Simulations,
    Threads,
    Trained,
    TrainedFrom,
    TrainSeed,
    TrainSettings,
    budget_of,
    load_files,
    seed_of,
)


def commands(app: typer.Typer, learn: typer.Typer) -> None:
    app.command()(kriegspiel)
    learn.command()(densities)
    learn.command("habits")(learn_habits_command)
    learn.command("openings")(learn_openings_command)
    learn.command("kriegspiel")(learn_kriegspiel_command)


def kriegspiel(
    player: Annotated[str | None, typer.Option(help="Which program; if not given, the usual one.")] = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    threads: Threads = 1,
    seed: Seed = None,
    memory: Memory = 512,
    rules: Annotated[
        str,
        typer.Option(
            help="Where the umpire does not name them: icc, berkeley, berkeley-any, cincinnati, rand or english."
        ),
    ] = "icc",
    server: Annotated[
        str | None,
        typer.Option(help="Play there, as at kriegspiel.org: https://api.kriegspiel.org. It needs --token-file."),
    ] = None,
    token_file: Annotated[Path | None, typer.Option(help="A file with the token of the account at the server.")] = None,
    opens: Annotated[
        str | None, typer.Option("--open", help="At the server: by which rules a game of ours waits for others.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, max=20, help="At the server: none is opened while so many are going on.")
    ] = 4,
    poll: Annotated[float, typer.Option(min=1.0, help="At the server: seconds between two looks.")] = 3.0,
    load: Load = None,
) -> None:
    """Serve an umpire of Kriegspiel (another program) in lines of text on standard input and output; or play at a
    server such as kriegspiel.org."""
    from ..players import default_player, make_player
    from .protocol import serve

    def new_player() -> Any:
        name = player or default_player("kriegspiel")
        return make_player(name, game="kriegspiel", threads=threads, seed=seed_of(seed))

    load_files(load)
    if server or token_file:
        from .online import Wishes, play_at

        if not server or not token_file:
            raise ValueError("Playing at a server needs --server URL and --token-file FILE.")
        seconds = seconds if seconds or simulations else 5.0
        budget, wishes = budget_of(seconds, simulations, memory), Wishes(opens, games, poll)
        return play_at(server, token_file, new_player, budget, wishes)
    thinks = simulations if seconds or simulations else 2000
    serve(new_player(), budget_of(seconds, thinks, memory), rules=rules)


def densities(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="GAMES...",
            help="PGN files, folders of them, archives (.txt, .txt.xz: one game a line), or a results store; SGF files "
            "of Phantom Go.",
        ),
    ],
    game: Annotated[str, typer.Option(help="kriegspiel or phantom-go.")] = "kriegspiel",
    games: MostGames = None,
    opponent: Annotated[
        str | None, typer.Option(help="Learn the habits of this player alone, by the name that a PGN file gives it.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="Where the table is written. Default densities.npz; an opponent's goes where Kaya finds it."),
    ] = None,
    mixed_with: Annotated[
        Path | None, typer.Option(help="A table of another kind of games, which is to count as much as these.")
    ] = None,
) -> None:
    """Learn where the pieces stand at each move of a game of Kriegspiel, from games of Kriegspiel or chess; or the
    stones of Phantom Go.

    Prints how well the table says where pieces stand in games that taught nothing. If it is stopped, the same command
    goes on where it was."""
    from ..games.registry import bundles, imported
    from ..lab.learning import EVERY_GAME

    learners = {bundle.name: bundle.services["densities"] for bundle in bundles() if "densities" in bundle.services}
    if game not in learners:
        raise ValueError(f"Densities are learned for {' and '.join(learners)}, not {game}.")
    print(imported(learners[game])(files, output, games or EVERY_GAME, opponent, mixed_with))


def learn_habits_command(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES...", help="PGN files, archives or results stores.")],
    opponent: Annotated[str | None, typer.Option(help="Learn the habits of this player alone, by its name.")] = None,
    output: Annotated[Path | None, typer.Option(help="Where they are written. Default habits.json.")] = None,
    measure: Annotated[bool, typer.Option("--measure", help="Learn nothing: measure the shipped habits.")] = False,
) -> None:
    """Learn how opponents move in Kriegspiel: which pieces take back, use pawn tries, develop.

    Prints how likely the moves of games are that taught nothing, and how often captures were answered, expected and
    seen."""
    from .learning.habits import learn_habits

    print(learn_habits(files, output, opponent, measure))


def learn_openings_command(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES...", help="PGN files, archives or results stores.")],
    player: Annotated[
        list[str] | None, typer.Option(help="Learn only how this player has begun. Repeatable; all if not given.")
    ] = None,
    output: Annotated[Path | None, typer.Option(help="Where the book is written. Default openings.json.")] = None,
) -> None:
    """Learn a book of openings for Kriegspiel, from games that went well as long as the umpire had nothing to tell."""
    from .learning.openings import learn_openings

    print(learn_openings(files, output, player or ()))


def learn_kriegspiel_command(
    output: Trained = Path("kriegspiel.npz"),
    minutes: Minutes = 20.0,
    start: TrainedFrom = None,
    blocks: Blocks = None,
    channels: Channels = None,
    settings: TrainSettings = None,
    device: Device = None,
    seed: TrainSeed = 1,
) -> None:
    """Train a network for Kriegspiel by games against itself, by policy gradients: policy, value, and where the enemy's
    pieces stand.

    At the end it meets the network that it began from. It needs PyTorch: pip install "kaya-mcts\\[train]". Play with
    it: kriegspiel-net:network=FILE."""
    from .learning.training import train_by_self_play

    given = dict(minutes=minutes, blocks=blocks, channels=channels, seed=seed)
    train_by_self_play(output, device, start, settings or [], **given)
