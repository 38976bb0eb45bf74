"""Mango paper, section 3.4, Figure 5: nodes with a given visit count, 19x19, initial position.

The paper searched for 30 seconds and drew a trend line; it gives no numbers. Here the search has a number of
simulations, so that it is the same everywhere. The figure is of Mango as written.
"""

from pathlib import Path

from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.matches.contestants import Pace
from ...lab.screen import NameTable
from ...lab.statistics.fits import PowerLaw, fit_power_law, logarithmic_bins
from ...players import Player, make_player
from ..match_cost import move_seconds
from ..rules import GoPosition
from .mango_search import PROGRAMS, compile_first, counted_search, described, visit_counts

LINES, KOMI = 19, 7.5
SIMULATIONS = 150_000  # what 30 seconds bring on one core of the machine this was written on


def measurements(scale: float) -> list[Measurement]:
    simulations = max(1, round(scale * SIMULATIONS))
    return [_with(name, kind, simulations) for kind, name in PROGRAMS.items()]


def _with(name: str, kind: str, simulations: int) -> Measurement:
    def take(seed: int) -> Value:
        player = make_player(name, kind=Player)
        compile_first(player)
        counts = counted_search(player, GoPosition(LINES, KOMI), simulations, seed)
        visits, nodes = visit_counts(player.search.tree)
        return {"simulations": simulations, "seconds": counts.seconds, "visits": visits, "nodes": nodes}

    what = {"player": described(name, simulations), "size": LINES, "komi": KOMI}
    return Measurement(
        f"{simulations:,} simulations, {kind}",
        what,
        take,
        lambda: move_seconds(name, Pace(simulations=simulations), LINES, KOMI),
    )


def visited(value: Value) -> tuple[list[int], list[int]]:
    """Visit counts above 0, and how many nodes have each."""
    pairs = [(v, n) for v, n in zip(value["visits"], value["nodes"], strict=True) if v > 0]
    return [v for v, _ in pairs], [n for _, n in pairs]


def trends(value: Value) -> tuple[PowerLaw, PowerLaw]:
    """The trend line through all points, as the paper's, and the one through logarithmic bins: where a visit count
    occurs once or never, all points see the ones only, and their line is too flat."""
    visits, nodes = visited(value)
    return fit_power_law(visits, nodes), fit_power_law(*logarithmic_bins(visits, nodes))


def table(title: str, measured: list[Measured]) -> NameTable:
    found = {line.label.rpartition(", ")[2]: line.values[0] for line in measured if line.values}
    shown = NameTable("visits", *(f"nodes, {kind}" for kind in found), title=title)
    low, most = 1, max((max(visited(value)[0]) for value in found.values()), default=0)
    while low <= most:
        inside = (
            sum(n for v, n in zip(*visited(value), strict=True) if low <= v < 2 * low) for value in found.values()
        )
        shown.add_row(str(low) if low == 1 else f"{low:,} to {2 * low - 1:,}", *(f"{nodes:,}" for nodes in inside))
        low *= 2
    shown.add_section()
    shown.add_row("trend line through all points", *(str(trends(value)[0]) for value in found.values()))
    shown.add_row("through logarithmic bins", *(str(trends(value)[1]) for value in found.values()))
    shown.add_row("CPU-seconds", *(f"{value['seconds']:.1f}" for value in found.values()))
    return shown


def plot(path: Path, title: str, measured: list[Measured]) -> Path:
    from ...lab.plots import power_law_plot

    value = next(v for line in measured for v in line.values)
    visits, nodes = visited(value)
    through_all, through_bins = trends(value)
    return power_law_plot(
        path,
        title,
        "visits n",
        "nodes with so many visits",
        list(zip(visits, nodes, strict=True)),
        list(zip(*logarithmic_bins(visits, nodes), strict=True)),
        [("all points", through_all), ("bins", through_bins)],
    )


experiment = MeasuredExperiment(__name__, __doc__, measurements, table, plot)
