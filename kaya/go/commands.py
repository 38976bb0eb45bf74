"""What Go adds to the command line: what clients speak with (`gtp`, `analysis`), `kaya replay`, and what is learned for
Go."""

from pathlib import Path
from typing import Annotated

import typer

from .. import options

LearnSeed = Annotated[
    int, typer.Option(min=0, help="Decides which games teach and which (3 of 100) are kept for the test.")
]

IGNORED = "KataGo's: accepted, and without effect."


def commands(app: typer.Typer, learn: typer.Typer) -> None:
    for function in (gtp, analysis, replay):
        app.command()(function)
    for function in (neighbourhoods, patterns, features, predict, network, zero):
        learn.command()(function)


def gtp(
    player: Annotated[
        str | None,
        typer.Option(help="Which program; parameters after a colon: mango:C=0.2,T=5,simulations=2000. Default kaya."),
    ] = None,
    game: Annotated[str, typer.Option(help="go, or phantom-go under an umpire (docs/phantom-go.md).")] = "go",
    level: Annotated[
        int | None, typer.Option(min=1, max=10, help="Strength, from beginner to all that the program can.")
    ] = None,
    simulations: options.Simulations = None,
    seconds: options.Seconds = None,
    threads: options.Threads = 1,
    seed: options.Seed = None,
    memory: options.Memory = 512,
    size: Annotated[
        int | None,
        typer.Option(min=2, max=19, help="Lines of the board. Default 19, of Phantom Go 9.", show_default=False),
    ] = None,
    komi: Annotated[float, typer.Option(help="White's compensation, until the client sets it.")] = 7.5,
    resign: Annotated[
        bool | None,
        typer.Option(help="Whether lost games are resigned. Default: unless a level is given.", show_default=False),
    ] = None,
    ready: Annotated[
        bool,
        typer.Option(
            "--ready", help="Answer nothing before all is compiled: for servers, whose clocks do not wait for that."
        ),
    ] = False,
    load: options.Load = None,
) -> None:
    """Serve a Go client (Sabaki, GoGui, Lizzie, a server's script) over GTP on standard input and output."""
    from ..games.registry import bundles, imported
    from ..players import default_player, make_player, own_budget, set_level
    from ..protocols.client import while_there
    from ..table.ready import get_ready, play_a_little

    options.load_files(load)
    served = {bundle.name: bundle.services["gtp"] for bundle in bundles() if "gtp" in bundle.services}
    if game not in served:
        raise ValueError(f"GTP is for {' and '.join(served)}, not {game}.")
    size = size or (19 if game == "go" else 9)
    described, own = own_budget(player or default_player(game))
    chosen = make_player(described, game=game, threads=threads, seed=options.seed_of(seed))
    if own:
        simulations, seconds = own.get("simulations"), own.get("seconds")
    if resign is not None and "resign" in chosen.parameters():
        chosen.set("resign", resign)
    if level is not None:
        thinks = set_level(chosen, level, size)
        if simulations is None and seconds is None and "level" not in chosen.parameters():
            simulations = thinks.simulations
    if ready:
        with while_there():
            get_ready(chosen)
            play_a_little(chosen, chosen.game.new_game(size=size))  # the network of this size
    imported(served[game])(chosen, budget=options.budget_of(seconds, simulations, memory), lines=size, komi=komi)


def analysis(
    player: Annotated[
        str, typer.Option(help="Which program; parameters after a colon: zero:network=FILE,simulations=800.")
    ] = "kaya",
    visits: Annotated[int | None, typer.Option(min=1, help="Visits of a position, where a query says nothing.")] = None,
    threads: options.Threads = 1,
    analysis_threads: Annotated[
        int | None,
        typer.Option(
            *("--analysis-threads", "-analysis-threads"),
            min=1,
            help="Positions that are analysed at a time, at most one per core; one per core if not given.",
            show_default=False,
        ),
    ] = None,
    report_perspective: Annotated[
        str, typer.Option(help="Whose winning rates and scores are told: black, white or sidetomove.")
    ] = "black",
    seed: Annotated[int, typer.Option(help="The same seed and visits, with one thread, give the same answers.")] = 0,
    memory: Annotated[int, typer.Option(min=1, help="Memory of each search tree, in MB.")] = 512,
    quit_without_waiting: Annotated[
        bool,
        typer.Option(
            *("--quit-without-waiting", "-quit-without-waiting"), help="At the end of input, drop what still waits."
        ),
    ] = False,
    load: options.Load = None,
    model: Annotated[str | None, typer.Option("--model", "-model", help=IGNORED, hidden=True)] = None,
    human_model: Annotated[str | None, typer.Option("--human-model", "-human-model", help=IGNORED, hidden=True)] = None,
    config: Annotated[str | None, typer.Option("--config", "-config", help=IGNORED, hidden=True)] = None,
    override_config: Annotated[
        list[str] | None, typer.Option("--override-config", "-override-config", help=IGNORED, hidden=True)
    ] = None,
) -> None:
    """Serve KaTrain and other programs that speak KataGo's analysis protocol, in lines of JSON."""
    from ..lab.matches.workers import cores
    from ..players import make_player, own_budget
    from .analysis import serve
    from .analysis.engine import VISITS
    from .analysis.query import MOST_VISITS, PERSPECTIVES
    from .players.player import GoPlayer

    options.load_files(load)
    if report_perspective.upper() not in PERSPECTIVES:
        raise ValueError(f"--report-perspective cannot be {report_perspective!r}: give black, white or sidetomove.")
    described, own = own_budget(player)
    serve(
        make_player(described, game="go", threads=threads, seed=seed, kind=GoPlayer),
        visits=own.get("simulations") or visits or (MOST_VISITS if "seconds" in own else VISITS),
        seconds=own.get("seconds"),
        at_once=min(analysis_threads or cores(), cores()),
        perspective=PERSPECTIVES[report_perspective.upper()],
        memory=memory << 20,
        wait=not quit_without_waiting,
    )


def replay(
    files: Annotated[list[Path], typer.Argument(help="SGF files, folders of them, or archives (.txt, .txt.xz).")],
) -> None:
    """Replay whole archives and folders of games and report every move that is not legal."""
    from .files.archives import replay_command

    raise SystemExit(replay_command(files))


def neighbourhoods(
    files: options.Recorded,
    games: Annotated[int, typer.Option(min=1, help="How many, from the first on.")] = 4000,
    output: Annotated[Path, typer.Option(help="Where the values are written.")] = Path("patterns3.npz"),
) -> None:
    """Learn the values of 3x3 patterns for Mango's urgencies."""
    from ..lab.screen import plain_console
    from .learning.patterns import learn_neighbourhoods

    learn_neighbourhoods(files, games, output, plain_console())


NetworkFile = Annotated[Path, typer.Option(help="Where the network is written; the checkpoint stands beside it.")]
Channels = Annotated[
    int | None, typer.Option(min=16, max=512, help="Channels, a multiple of 16.", show_default="64, without GPU 16")
]
Start = Annotated[Path | None, typer.Option(help="A network to begin with; random weights if none is given.")]


def network(
    files: options.Recorded,
    size: Annotated[int, typer.Option(min=2, max=19, help="Lines of the board: other games are left out.")] = 19,
    minutes: options.Minutes = 10.0,
    blocks: options.Blocks = None,
    channels: Channels = None,
    batch: Annotated[int | None, typer.Option(min=2, help="Positions in a step of training.")] = None,
    rate: Annotated[float | None, typer.Option(min=1e-6, max=1.0, help="The highest learning rate.")] = None,
    output: NetworkFile = Path("network.npz"),
    start: Start = None,
    device: options.Device = None,
    seed: options.TrainSeed = 1,
) -> None:
    """Train a network to foretell the moves and winners of recorded games: policy and value.

    It needs PyTorch: pip install "kaya-mcts\\[train]". Play with it: zero:network=FILE."""
    from .learning.training import train_on_records

    given = dict(minutes=minutes, blocks=blocks, channels=channels, batch=batch, rate=rate, seed=seed)
    train_on_records(files, size, output, device, start, **given)


def zero(
    size: Annotated[int, typer.Option(min=2, max=19, help="Lines of the board.")] = 9,
    minutes: options.Minutes = 20.0,
    blocks: options.Blocks = None,
    channels: Channels = None,
    komi: Annotated[float, typer.Option(help="White's compensation.")] = 7.5,
    games: Annotated[int | None, typer.Option(min=2, help="At a time.", show_default="8192, without GPU 64")] = None,
    batch: Annotated[int | None, typer.Option(min=2, help="Positions in a step of training.")] = None,
    rate: Annotated[float | None, typer.Option(min=1e-6, max=1.0, help="The highest learning rate.")] = None,
    output: NetworkFile = Path("zero.npz"),
    start: Start = None,
    records: Annotated[
        list[Path] | None, typer.Option(help="Recorded games to learn from besides, ever less. Repeatable.")
    ] = None,
    teacher: Annotated[
        Path | None, typer.Option(help="A network that plays the games in place of the one that learns from them.")
    ] = None,
    beside: Annotated[
        str | None,
        typer.Option(help="Further networks that learn from the same games: 6x96,8x96; each has its own file."),
    ] = None,
    new_heads: Annotated[
        bool, typer.Option("--new-heads", help="Learn only heads that --start never learned; all else stays as it is.")
    ] = False,
    device: options.Device = None,
    seed: options.TrainSeed = 1,
    cluster: Annotated[
        str | None,
        typer.Option(
            help="Play the games on the processors of a Ray cluster, with a player on each: ray://HOST:PORT, or local."
        ),
    ] = None,
) -> None:
    """Train a network by games against itself, from random weights or a network: policy, value and ownership.

    A network that it begins with learns the moves of recorded games, if they are given, until its first games are over.
    With --cluster this process learns and keeps the positions; players that die are replaced.
    It needs PyTorch: pip install "kaya-mcts\\[train]". Play with it: zero:network=FILE."""
    from .learning.training import train_by_self_play

    given = dict(minutes=minutes, blocks=blocks, channels=channels, batch=batch, rate=rate, seed=seed)
    given |= dict(komi=komi, games=games, new_heads=new_heads)
    train_by_self_play(size, output, device, start, records or [], teacher, cluster, beside or "", **given)


def patterns(
    files: options.Recorded,
    games: options.MostGames = None,
    fewest: Annotated[int, typer.Option(min=2, help="Keep shapes that were played at least so often.")] = 10,
    one_in: Annotated[
        int, typer.Option(min=1, help="Look at moves that were not played in one of so many positions.")
    ] = 12,
    seed: LearnSeed = 0,
    output: Annotated[Path, typer.Option(help="Where the shapes are written.")] = Path("patterns.npz"),
) -> None:
    """Learn large patterns, the shapes around moves, and how often a professional plays each.

    Prints how well they predict the moves of games that taught nothing. If it is stopped, the same command goes on
    where it was."""
    from ..lab.learning import EVERY_GAME
    from .learning.patterns import learn_patterns

    print(learn_patterns(files, output, games or EVERY_GAME, fewest, one_in, seed))


def features(
    files: options.Recorded,
    shapes: Annotated[Path, typer.Option(help="What `kaya learn patterns` wrote.")] = Path("patterns.npz"),
    games: options.MostGames = None,
    positions: Annotated[
        int, typer.Option(min=1, help="Positions to learn from; each takes 6 kB of memory.")
    ] = 200_000,
    one_in: Annotated[int, typer.Option(min=1, help="Of a game, use one position of so many.")] = 8,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of minorization-maximization.")] = 8,
    seed: LearnSeed = 0,
    output: Annotated[Path, typer.Option(help="Where the table is written.")] = Path("large_patterns.npz"),
) -> None:
    """Learn how strong each feature of a move is: captures, ataris, distances, and the shapes of `kaya learn patterns`.

    Give the same games and the same seed as there. Prints how well the moves of games that taught nothing are
    predicted. If it is stopped, the same command goes on where it was."""
    from ..lab.learning import EVERY_GAME
    from .learning.patterns import learn_features

    print(learn_features(files, shapes, output, games or EVERY_GAME, positions, one_in, rounds, seed))


def predict(
    files: options.Recorded,
    table: Annotated[Path | None, typer.Option(help="What `kaya learn` wrote; Kaya's own table if not given.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many, from the first on.")] = 2000,
    held_out: Annotated[
        bool, typer.Option("--held-out", help="Only games that `kaya learn` keeps for the test.")
    ] = False,
    seed: LearnSeed = 0,
) -> None:
    """Measure how often the move of a recorded game is among the best 1, 5, 10 and 20 moves of a table.

    By shapes alone and by all features, and for each phase of the game. Games from which the table was learned would
    flatter it: take others, or --held-out."""
    from .learning.patterns import predict_all

    print(predict_all(files, table, games, held_out, seed))
