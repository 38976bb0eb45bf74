"""The lab's part of the command line."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Load, load_files

if TYPE_CHECKING:
    from .matches.store import Store
    from .matches.workers import Workers

Against = Annotated[
    str | None, typer.Option(help='The opponent, as mango or gtp:"gnugo --mode gtp"; by default the player as it is.')
]
Game = Annotated[str | None, typer.Option(help="What is played; by default what the player plays.")]
Condition = Annotated[
    list[str] | None, typer.Option(help="A condition of another game, as largest=7. Repeatable.", show_default=False)
]
Size = Annotated[int, typer.Option(min=2, max=19, help="Lines of the board, in Go.")]
Komi = Annotated[float, typer.Option(help="White's compensation, in Go.")]
Simulations = Annotated[int | None, typer.Option(min=1, help="Simulations a move.")]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Seconds a move.")]
Seed = Annotated[int, typer.Option(help="Of the openings, the trials and all players.")]
Plots = Annotated[Path, typer.Option(help="Folder for plots.")]
StorePath = Annotated[Path, typer.Option("--store", help="Results store; made if it is not there.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Games at a time; one per core if not given.")]
Cluster = Annotated[str | None, typer.Option(help="Play on a Ray cluster: ray://HOST:PORT, or local.")]

RESULTS, PLOTS, PAGES = Path("results.db"), Path("plots"), Path("docs/results")


@contextmanager
def laboratory(
    store: Path, jobs: int | None, cluster: str | None, hire: bool = True
) -> "Iterator[tuple[Store, Workers | None]]":
    """The results store and, where there are games to play, workers that are sent home at the end."""
    from .matches.cluster import make_workers
    from .matches.store import Store

    with Store(store) as results, closing(make_workers(jobs, cluster)) if hire else nullcontext() as workers:
        yield results, workers


def conditions(load: list[Path] | None, game: str | None, condition: list[str] | None, **others: Any) -> dict[str, Any]:
    """What a match is told of its conditions, users' files being loaded: where no game is named, it is the players'
    own."""
    load_files(load)
    options = []
    for given in condition or []:
        name, equals, value = given.partition("=")
        if not equals:
            raise ValueError(f"{given!r} is not a condition: write name=value, as largest=7.")
        options.append((name.strip(), value.strip()))
    return {"game": game or "", "options": tuple(options), **others}


def match(
    first: Annotated[str, typer.Argument(help='A player, as uct:C=0.5 or gtp:"gnugo --mode gtp".')],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    games: Annotated[int, typer.Option(min=1, help="How many, those already in the store included.")] = 100,
    game: Game = None,
    condition: Condition = None,
    load: Load = None,
    size: Size = 9,
    komi: Komi = 7.5,
    simulations: Simulations = None,
    seconds: Seconds = None,
    clock: Annotated[str | None, typer.Option(help="A clock: 300, 300+30/5 or 300+3x10.")] = None,
    patience: Annotated[float, typer.Option(min=1, help="Seconds after which a silent program has hung.")] = 300,
    openings: Annotated[str, typer.Option(help="random (balanced, each with both colours) or none.")] = "random",
    seed: Seed = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads of each of Kaya's players.")] = 1,
    sprt: Annotated[
        tuple[float, float] | None, typer.Option(help="Stop when one of these Elo differences is refuted.")
    ] = None,
    store: StorePath = RESULTS,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Play a match between any two players and report who is stronger, with intervals. Go on with the same command."""
    from .matches.contestants import Pace
    from .matches.display import Scoreboard
    from .matches.match import Match, play_matches
    from .screen import plain_console

    pace = Pace(simulations, seconds, clock, patience)
    given = conditions(load, game, condition, size=size, komi=komi, openings=openings, seed=seed, threads=threads)
    planned = Match(first, second, games, pace=pace, **given)
    enough = (lambda s: s.sprt(*sprt).verdict != "continue") if sprt else None
    with laboratory(store, jobs, cluster) as (results, workers), Scoreboard(plain_console(), sprt) as board:
        play_matches([planned], results, workers=workers, watch=board, enough=enough)


def reproduce(
    name: Annotated[str | None, typer.Argument(help="Which table or figure; --list names them.")] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List all that can be rebuilt.")] = False,
    cost: Annotated[bool, typer.Option("--cost", help="With --list: measure also how long each takes here.")] = False,
    scale: Annotated[float, typer.Option(min=0.0001, max=100, help="Part of the games or measurements.")] = 1.0,
    effort: Annotated[
        float, typer.Option(min=0.0001, max=100, help="Part of the simulations or seconds a move, in matches.")
    ] = 1.0,
    budget: Annotated[
        str | None, typer.Option(help="Time it may take, as 4h or 30min: what tells most, all lines evenly.")
    ] = None,
    only: Annotated[
        str, typer.Option(help="Only the lines whose label contains this, as 9x9, or all of this: '9x9 & as written'.")
    ] = "",
    show: Annotated[bool, typer.Option("--show", help="Only show what the store has so far.")] = False,
    publish: Annotated[
        bool, typer.Option("--publish", help="Write a page of it; games that it counted before are added.")
    ] = False,
    pages: Annotated[Path, typer.Option(help="Folder for pages.")] = PAGES,
    any_version: Annotated[
        bool, typer.Option("--any-version", help="Show also what other versions of the sources have played.")
    ] = False,
    seed: Seed = 0,
    plots: Plots = PLOTS,
    store: StorePath = RESULTS,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Rebuild a table or a figure of the papers, or `all`: the paper's values and ours side by side. Reruns go on."""
    from .experiments import all_experiments, find_experiment
    from .experiments.experiment import Extent, Run
    from .experiments.listing import cheapest_first, cost_in_words, how_many, list_experiments
    from .experiments.publishing import page_of
    from .experiments.publishing import publish as write_page
    from .screen import in_seconds, plain_console

    console, extent = plain_console(), Extent(scale, effort, only)
    if list_all or name is None:
        return list_experiments(console, extent, cost)
    experiments = list(all_experiments().values()) if name == "all" else [find_experiment(name)]
    if show and not store.exists():
        raise ValueError(f"There is no results store {store} to show anything from.")
    left = None if budget is None else in_seconds(budget)
    if len(experiments) > 1 and not show:
        experiments = cheapest_first(experiments, extent, console)
    hire = not show and any(e.parallel for e in experiments)
    with laboratory(store, jobs, cluster, hire=hire) as (results, workers):
        for place, experiment in enumerate(experiments):
            share = None if left is None else left / (len(experiments) - place)
            page = page_of(experiment, pages) if publish else None
            run = Run(results, console, extent, seed, plots, share, any_version, page)
            if not show:
                if left is None:
                    with console.status("measuring what it costs"):
                        size = f"{how_many(experiment, extent)}, {cost_in_words(experiment, extent, jobs)}"
                    console.print(f"{size}, if nothing is in the store yet.")
                experiment.run(run, workers)
                left = None if left is None else max(left - run.spent, 0.0)
            console.print(experiment.show(run))
            if page and write_page(experiment, run, page):
                console.print(f"Published in {page}", soft_wrap=True)


def ablate(
    player: Annotated[str, typer.Argument(help="Whose parts are switched off, as mango or kriegspiel-b.")] = "mango",
    factors: Annotated[
        str | None,
        typer.Option(help="PB,C=0/0.7: switches, and settings as OFF/ON; by default all switches of the player."),
    ] = None,
    against: Against = None,
    one_at_a_time: Annotated[
        bool, typer.Option("--one-at-a-time", help="Each factor off in turn, not all combinations.")
    ] = False,
    games: Annotated[int, typer.Option(min=2, help="Games of each variant.")] = 100,
    game: Game = None,
    condition: Condition = None,
    load: Load = None,
    size: Size = 9,
    komi: Komi = 7.5,
    simulations: Simulations = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    plots: Plots = PLOTS,
    store: StorePath = RESULTS,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Switch parts of a player off, in all combinations, against one opponent: what each part is worth in Elo, alone
    and in pairs."""
    from .matches.contestants import Pace
    from .matches.display import Scoreboard
    from .matches.match import Match, play_matches
    from .plots import effects_plot
    from .screen import plain_console
    from .tuning.ablation import effects, planned_matches, read_factors
    from .tuning.display import effects_table

    console = plain_console()
    given = conditions(
        load, game, condition, games=games, size=size, komi=komi, pace=Pace(simulations, seconds), seed=seed
    )
    chosen = read_factors(player, factors)
    planned = planned_matches(Match(player, against or player, **given), chosen, one_at_a_time)
    with laboratory(store, jobs, cluster) as (results, workers), Scoreboard(console) as board:
        standings = play_matches(list(planned.values()), results, workers=workers, watch=board)
    found = effects(chosen, list(zip(planned, standings, strict=True)), pairs=not one_at_a_time)
    console.print(effects_table(found))
    picture = effects_plot(plots / f"ablation-{player.partition(':')[0]}.svg", f"Effects in {player}",
                           [e.name for e in found], [(e.elo, e.low, e.high) for e in found])  # fmt: skip
    console.print(f"Plotted in {picture}", soft_wrap=True)


def report(
    store: Annotated[Path, typer.Option("--store", help="Results store to report on.")] = Path("results.db"),
    output: Annotated[Path, typer.Option(help="The page.")] = Path("report.html"),
    games: Annotated[int, typer.Option(min=0, help="Games to replay in the page, at most.")] = 200,
) -> None:
    """Write one HTML page of all results in a store: tables, ratings, plots and a board to replay games on."""
    from .report import write_report

    found = write_report(store, output, games)
    print(f"{found} game{'s' if found != 1 else ''} reported in {output}.")


def tune(
    player: Annotated[str, typer.Argument(help="Whose parameters are tuned, as uct or uct:final=secure_child.")],
    parameters: Annotated[str, typer.Option(help="Which: C,T over their declared ranges, or C=0.1..1.5,T.")],
    games: Annotated[int, typer.Option(min=2, help="Games of all trials, those in the store included.")] = 2000,
    against: Annotated[
        str | None,
        typer.Option(help="The opponent, or a pool of them: mango,uct:C=0.5; by default the player as it is."),
    ] = None,
    method: Annotated[
        str, typer.Option(help="bayes (a response surface) or cem (the cross-entropy method, as MoGo was tuned).")
    ] = "bayes",
    game: Game = None,
    condition: Condition = None,
    load: Load = None,
    size: Size = 9,
    komi: Komi = 7.5,
    simulations: Simulations = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    elo1: Annotated[float, typer.Option(min=1, max=1000, help="The gain that the fresh match tests against 0.")] = 30,
    confirm: Annotated[int, typer.Option(min=0, help="Games of the fresh match at most; 0: none.")] = 2000,
    store: StorePath = RESULTS,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Find better parameters for a player, with the uncertainty of the best, and confirm the gain in a fresh match
    against the player as it is, whoever the opponent was; after a pool, in fresh games of both against all of it. Go on
    with the same command."""
    from .matches.contestants import Pace
    from .matches.display import Scoreboard
    from .matches.match import Match
    from .screen import plain_console
    from .tuning.display import TuningBoard
    from .tuning.pool import opponents
    from .tuning.tuning import Tuning, conclusion

    console = plain_console()
    given = conditions(load, game, condition, size=size, komi=komi, pace=Pace(simulations, seconds), seed=seed)
    with laboratory(store, jobs, cluster) as (results, workers):
        first, *others = opponents(against) if against else [player]
        tuning = Tuning(results, Match(player, first, 2, **given), parameters, games, method, others)
        with TuningBoard(console, tuning) as board:
            tuning.play(workers, board)
        best, found = board.belief.best, None
        if best != tuning.defaults and confirm and others:
            with Scoreboard(console, title="Confirmation: the best and the default against the pool") as watch:
                found = tuning.confirm_against_pool(best, confirm, workers, watch)
        elif best != tuning.defaults and confirm:
            with Scoreboard(console, (0, elo1), "Confirmation: the best against the default") as watch:
                found = tuning.confirm(best, elo1, confirm, workers, watch)
        verdict, sentence = conclusion(found, elo1) if confirm else ("untested", "The gain was not tested.")
        tuning.remember(board.belief, verdict)
    console.print(sentence)
    if best != tuning.defaults:
        console.print(f"Best: {tuning.player(best)}", style="bold", soft_wrap=True)


def clinic(
    player: Annotated[str, typer.Option(help="Who is examined, as mango or mango:C=0.5.")] = "kaya",
    without: Annotated[
        list[str] | None, typer.Option(help="Examine it also with this switched off: PB=off, or PB. Repeatable.")
    ] = None,
    compare: Annotated[list[str] | None, typer.Option(help="Examine another player beside it. Repeatable.")] = None,
    simulations: Annotated[int | None, typer.Option(min=1, help="Simulations a position; default 10000.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Seconds a position.")] = None,
    problems: Annotated[
        list[Path] | None, typer.Option(help="Other positions than the shipped ones: .txt, .jsonl or SGF.")
    ] = None,
    category: Annotated[list[str] | None, typer.Option(help="Only this kind of position. Repeatable.")] = None,
    most: Annotated[int | None, typer.Option(min=1, help="Positions of each category at the most.")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="How often each position is tried.")] = 1,
    seed: Annotated[int, typer.Option(help="Of all players.")] = 0,
    verbose: Annotated[bool, typer.Option("--verbose", help="Show each failed position.")] = False,
    load: Load = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Positions at a time; one per core if not given.")] = None,
) -> None:
    """Put nakade, semeai, seki, ladder and other positions before a player and count what it solves."""
    from ..search import Budget
    from .clinic import Examination, selected, shipped
    from .clinic import load as read
    from .clinic import without as switched_off
    from .clinic.display import show, watch
    from .matches.workers import cores
    from .screen import plain_console

    load_files(load)
    given = [problem for path in problems for problem in read(path)] if problems else shipped()
    chosen = selected(given, category or [], most)
    players = [player, *(switched_off(player, setting) for setting in without or []), *(compare or [])]
    simulations = 10_000 if simulations is None and seconds is None else simulations
    examination = Examination(chosen, players, Budget(simulations, seconds), seeds=seeds, seed=seed)
    console = plain_console()
    whole = watch(examination, jobs or cores(), console)
    show(examination, console, verbose=verbose, whole=whole)
    if not whole:
        raise SystemExit(130)


learn = typer.Typer(
    help="Learn from recorded games, or from games against itself. `kaya learn patterns GAMES`, then `kaya learn "
    "features GAMES` make the table from which Mango's H is computed; `network` and `zero` train networks.",
    no_args_is_help=True,
)
Recorded = Annotated[
    list[Path],
    typer.Argument(
        metavar="GAMES...", help="SGF files, folders of them, or archives (.txt, .txt.xz: one game a line)."
    ),
]
MostGames = Annotated[int | None, typer.Option(min=1, help="Use only so many games, the first ones; all if not given.")]
LearnSeed = Annotated[
    int, typer.Option(min=0, help="Decides which games teach and which (3 of 100) are kept for the test.")
]


@learn.command()
def neighbourhoods(
    files: Recorded,
    games: Annotated[int, typer.Option(min=1, help="How many, from the first on.")] = 4000,
    output: Annotated[Path, typer.Option(help="Where the values are written.")] = Path("patterns3.npz"),
) -> None:
    """Learn the values of 3x3 patterns for Mango's urgencies."""
    from .learning.neighbourhoods import learn_neighbourhoods
    from .screen import plain_console

    learn_neighbourhoods(files, games, output, plain_console())


Minutes = Annotated[float, typer.Option(min=0.01, help="Of training; with the same command a run goes on.")]
NetworkFile = Annotated[Path, typer.Option(help="Where the network is written; the checkpoint stands beside it.")]
Blocks = Annotated[int | None, typer.Option(min=1, max=40, help="Residual blocks.", show_default="6, without GPU 2")]
Channels = Annotated[
    int | None, typer.Option(min=16, max=512, help="Channels, a multiple of 16.", show_default="64, without GPU 16")
]
Device = Annotated[str | None, typer.Option(help="cuda or cpu.", show_default="a GPU if there is one")]
Start = Annotated[Path | None, typer.Option(help="A network to begin with; random weights if none is given.")]
TrainSeed = Annotated[int, typer.Option(min=0, help="Of the first weights, the order of positions and all games.")]


@learn.command()
def network(
    files: Recorded,
    size: Annotated[int, typer.Option(min=2, max=19, help="Lines of the board: other games are left out.")] = 19,
    minutes: Minutes = 10.0,
    blocks: Blocks = None,
    channels: Channels = None,
    batch: Annotated[int | None, typer.Option(min=2, help="Positions in a step of training.")] = None,
    rate: Annotated[float | None, typer.Option(min=1e-6, max=1.0, help="The highest learning rate.")] = None,
    output: NetworkFile = Path("network.npz"),
    start: Start = None,
    device: Device = None,
    seed: TrainSeed = 1,
) -> None:
    """Train a network to foretell the moves and winners of recorded games: policy and value.

    It needs PyTorch: pip install "kaya\\[train]". Play with it: zero:network=FILE."""
    from .learning.training import train_on_records

    train_on_records(files, size, output, device, start, minutes=minutes, blocks=blocks, channels=channels, batch=batch,
                     rate=rate, seed=seed)  # fmt: skip


@learn.command()
def zero(
    size: Annotated[int, typer.Option(min=2, max=19, help="Lines of the board.")] = 9,
    minutes: Minutes = 20.0,
    blocks: Blocks = None,
    channels: Channels = None,
    komi: Komi = 7.5,
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
    device: Device = None,
    seed: TrainSeed = 1,
) -> None:
    """Train a network by games against itself, from random weights or a network: policy, value and ownership.

    A network that it begins with learns the moves of recorded games, if they are given, until its first games are over.
    It needs PyTorch: pip install "kaya\\[train]". Play with it: zero:network=FILE."""
    from .learning.training import train_by_self_play

    train_by_self_play(size, output, device, start, records or [], teacher, minutes=minutes, blocks=blocks,
                       channels=channels, komi=komi, games=games, batch=batch, rate=rate, seed=seed)  # fmt: skip


@learn.command()
def patterns(
    files: Recorded,
    games: MostGames = None,
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
    from .learning.patterns import EVERY_GAME, learn_patterns

    print(learn_patterns(files, output, games or EVERY_GAME, fewest, one_in, seed))


@learn.command()
def features(
    files: Recorded,
    shapes: Annotated[Path, typer.Option(help="What `kaya learn patterns` wrote.")] = Path("patterns.npz"),
    games: MostGames = None,
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
    from .learning.patterns import EVERY_GAME, learn_features

    print(learn_features(files, shapes, output, games or EVERY_GAME, positions, one_in, rounds, seed))


@learn.command()
def predict(
    files: Recorded,
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


@learn.command()
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
    from .learning.densities import learn_densities
    from .learning.patterns import EVERY_GAME

    if game == "phantom-go" and not (opponent or mixed_with):
        from .learning.phantom_densities import learn_phantom_densities

        print(learn_phantom_densities(files, output or "densities.npz", games or EVERY_GAME))
    elif game == "kriegspiel":
        print(learn_densities(files, output, games or EVERY_GAME, opponent, mixed_with))
    else:
        raise ValueError(f"Densities are learned for kriegspiel, or, without an opponent, for phantom-go, not {game}.")


@learn.command("habits")
def learn_habits_command(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES...", help="PGN files, archives or results stores.")],
    opponent: Annotated[str | None, typer.Option(help="Learn the habits of this player alone, by its name.")] = None,
    output: Annotated[Path | None, typer.Option(help="Where they are written. Default habits.json.")] = None,
    measure: Annotated[bool, typer.Option("--measure", help="Learn nothing: measure the shipped habits.")] = False,
) -> None:
    """Learn how opponents move in Kriegspiel: which men take back, use pawn tries, develop.

    Prints how likely the moves of games are that taught nothing, and how often captures were answered, expected and
    seen."""
    from .learning.habits import learn_habits

    print(learn_habits(files, output, opponent, measure))


@learn.command("openings")
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


def register(app: typer.Typer) -> None:
    """Put the lab's commands on the command line."""
    for function in (match, reproduce, ablate, report, tune, clinic):
        app.command()(function)
    app.add_typer(learn, name="learn")
