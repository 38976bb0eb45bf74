"""The list of all experiments, for whoever wants to choose one."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...table import Failure
from ..matches.workers import cores
from ..screen import in_words, one_line
from . import all_experiments
from .experiment import Experiment, Extent


def list_experiments(console: Console, extent: Extent, cost: bool) -> None:
    """Name, title, source and size of each. What it costs here is measured, which takes a while, only if asked for."""
    known = all_experiments()
    for experiment in known.values():
        about = f"{experiment.source}; {how_many(experiment, extent)}"
        if cost:
            with console.status(Text(f"measuring what {experiment.name} costs")):
                about += f", {cost_in_words(experiment, extent)}"
        row = Table.grid(padding=(0, 2, 0, 0))
        row.add_column(min_width=max(map(len, known)), no_wrap=True)
        row.add_row(Text(experiment.name, "bold"), Text.assemble(f"{experiment.title}\n", (about, "dim")))
        console.print(row)


def cheapest_first(experiments: list[Experiment], extent: Extent, console: Console) -> list[Experiment]:
    """Experiments by what they cost here. Where that is not known, as an opponent is not installed, one is left out."""
    costs = {}
    for experiment in experiments:
        try:
            with console.status(Text(f"measuring what {experiment.name} costs")):
                costs[experiment.name] = experiment.seconds(extent)
        except (Failure, ValueError) as error:
            console.print(f"{experiment.name} is left out: {one_line(str(error))}")
    return sorted((e for e in experiments if e.name in costs), key=lambda e: costs[e.name])


def how_many(experiment: Experiment, extent: Extent) -> str:
    """`8,700 games`, `1 measurement`."""
    count = experiment.count(extent)
    return f"{count:,} {experiment.unit.removesuffix('s') if count == 1 else experiment.unit}"


def cost_in_words(experiment: Experiment, extent: Extent, jobs: int | None = None) -> str:
    """How long it takes here with so many jobs, one per core if not given; or why that is not known."""
    at_once = (jobs or cores()) if experiment.parallel else 1
    try:
        seconds = experiment.seconds(extent)
    except (Failure, ValueError) as error:  # a program that is not installed
        return f"cost unknown: {one_line(str(error)).removesuffix('.')}"
    return f"about {in_words(seconds / at_once)} on {at_once} core{'s' if at_once > 1 else ''}"
