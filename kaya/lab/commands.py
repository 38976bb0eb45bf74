"""The lab's part of the command line."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..extras import need
from ..options import Load, Seconds, Simulations, conditions_of, load_files
from .clinic.command import clinic

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
Size = Annotated[int | None, typer.Option(min=2, help="Lines of the board, where it may have several sizes. In Go 9.")]
Komi = Annotated[float | None, typer.Option(help="The second player's compensation, in Go 7.5.")]
Rules = Annotated[
    str | None, typer.Option(help="Where the game has several rule sets: of Kriegspiel icc, berkeley, rand and others.")
]
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


def conditions(
    load: list[Path] | None, game: str | None, condition: list[str] | None, rules: str | None, **others: Any
) -> dict[str, Any]:
    """What a match is told of its conditions, users' files being loaded; without a game it is the players' own."""
    load_files(load)
    options = tuple((conditions_of(condition) | ({"rules": rules} if rules else {})).items())
    return {"game": game or "", "options": options, **others}


def match(
    first: Annotated[str, typer.Argument(help='A player, as uct:C=0.5 or gtp:"gnugo --mode gtp".')],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    games: Annotated[int, typer.Option(min=1, help="How many, those already in the store included.")] = 100,
    game: Game = None,
    condition: Condition = None,
    load: Load = None,
    size: Size = None,
    komi: Komi = None,
    rules: Rules = None,
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
    given = conditions(
        load, game, condition, rules, size=size, komi=komi, openings=openings, seed=seed, threads=threads
    )
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
    need("lab", "kaya reproduce")
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
    size: Size = None,
    komi: Komi = None,
    rules: Rules = None,
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

    need("lab", "kaya ablate")
    console = plain_console()
    given = conditions(
        load, game, condition, rules, games=games, size=size, komi=komi, pace=Pace(simulations, seconds), seed=seed
    )
    chosen = read_factors(player, factors)
    planned = planned_matches(Match(player, against or player, **given), chosen, one_at_a_time)
    with laboratory(store, jobs, cluster) as (results, workers), Scoreboard(console) as board:
        standings = play_matches(list(planned.values()), results, workers=workers, watch=board)
    found = effects(chosen, list(zip(planned, standings, strict=True)), pairs=not one_at_a_time)
    console.print(effects_table(found))
    path, values = plots / f"ablation-{player.partition(':')[0]}.svg", [(e.elo, e.low, e.high) for e in found]
    picture = effects_plot(path, f"Effects in {player}", [e.name for e in found], values)
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


def export(
    table: Annotated[str, typer.Argument(help="Which: matches, games, ratings or moves.")] = "games",
    store: Annotated[Path, typer.Option("--store", help="Results store to read.")] = Path("results.db"),
    output: Annotated[
        Path | None, typer.Option(help="The file: .csv, .json or .parquet (with pandas); if not given, CSV is printed.")
    ] = None,
) -> None:
    """Write a table of all results in a store, for other programs."""
    from .export import export as write

    rows = write(store, table, output)
    if output:
        print(f"{rows} row{'s' if rows != 1 else ''} written to {output}.")


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
    size: Size = None,
    komi: Komi = None,
    rules: Rules = None,
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
    given = conditions(load, game, condition, rules, size=size, komi=komi, pace=Pace(simulations, seconds), seed=seed)
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


def exploit(
    player: Annotated[str, typer.Argument(help="Who is responded to, as mcts or mcts:C=1.4; random takes any try.")],
    game: Annotated[str, typer.Option(help="A small game with an umpire.")] = "phantom-tictactoe",
    simulations: Simulations = None,
    seconds: Seconds = None,
    times: Annotated[
        int,
        typer.Option(min=1, help="How often it is asked at an information set: the answers' shares are its policy."),
    ] = 10,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Information sets that are asked about at a time.")] = 1,
    seed: Seed = 0,
    condition: Condition = None,
    load: Load = None,
    store: StorePath = RESULTS,
) -> None:
    """Ask a player at every information set that it can come to, and compute the best response to it, exactly: how
    far it is from an equilibrium. Answers are kept: go on with the same command."""
    from .exploitability.display import respond
    from .matches.store import Store

    load_files(load)
    with Store(store) as results:
        respond(player, game, conditions_of(condition), simulations, seconds, times, seed, threads, results)


def policy(
    output: Annotated[Path, typer.Argument(help="Where the policy is written; one that is there is gone on with.")],
    game: Annotated[str, typer.Option(help="A small game with an umpire.")] = "phantom-tictactoe",
    iterations: Annotated[int, typer.Option(min=1, help="In all: of each, both sides learn once.")] = 1000,
    seed: Seed = 0,
    condition: Condition = None,
    load: Load = None,
) -> None:
    """Learn a policy for a small game with an umpire from games against itself, by external sampling: `kaya exploit
    tabular:policy=OUTPUT` says how far it is from an equilibrium. Ctrl-C keeps what was learned; go on with the same
    command and more iterations."""
    from .learning.regret import learn_policy
    from .screen import Meter, plain_console

    load_files(load)
    console = plain_console()
    meter = Meter(console, "iterations", iterations)
    first = None

    def watch(done: int, sets: int) -> None:
        nonlocal first
        first = done - 1 if first is None else first
        meter.update(done, iterations, done - first, f"{sets:,} information sets")

    with meter.bar:
        found = learn_policy(output, game, conditions_of(condition), iterations, seed, watch)
    console.print(f"{output}: {found.iterations:,} iterations, {len(found.keys):,} information sets.")


def register(app: typer.Typer, learn: typer.Typer) -> None:
    for function in (match, reproduce, ablate, report, export, tune, exploit, clinic):
        app.command()(function)
    learn.command()(policy)
