"""Mango paper, section 3.4, Figure 4: calls to the domain knowledge by the threshold T, 19x19, initial position.

The paper has a curve and no numbers; it says that the calls are reduced quickly as T increases, and that even for T = 9
they are quite low compared to the simulated moves. As written is `mango-paper`, at its best `mango`.
"""

from pathlib import Path

from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.matches.contestants import Pace
from ...lab.screen import NameTable
from ...players import Player, make_player
from ..match_cost import move_seconds
from ..rules import GoPosition
from .mango_search import PROGRAMS, counted_search, described

THRESHOLDS = (1, 2, 3, 5, 9, 15, 20, 30, 50, 90)
LINES, KOMI = 19, 7.5
SIMULATIONS = 150_000  # about the 30 seconds of Figure 5


def measurements(scale: float) -> list[Measurement]:
    simulations = max(1, round(scale * SIMULATIONS))
    return [_at(T, kind, simulations) for T in THRESHOLDS for kind in PROGRAMS]


def _at(T: int, kind: str, simulations: int) -> Measurement:
    name = f"{PROGRAMS[kind]}:T={T}"

    def take(seed: int) -> Value:
        counts = counted_search(make_player(name, kind=Player), GoPosition(LINES, KOMI), simulations, seed)
        return {"T": T, "kind": kind, "simulations": simulations, "calls": counts.calls, "moves": counts.moves}

    what = {"player": described(name, simulations), "size": LINES, "komi": KOMI}
    return Measurement(
        f"T = {T}, {kind}", what, take, lambda: move_seconds(PROGRAMS[kind], Pace(simulations=simulations), LINES, KOMI)
    )


def table(title: str, measured: list[Measured]) -> NameTable:
    columns = "threshold", "simulated moves", "calls", "calls in 1,000 moves", "moves a call"
    shown = NameTable(*columns, title=title)
    for line in measured:
        shown.add_row(line.label, *(_cells(line.values[0]) if line.values else []))
    return shown


def _cells(value: Value) -> list[str]:
    calls, moves = value["calls"], value["moves"]
    return [f"{moves:,}", f"{calls:,}", f"{1000 * calls / moves:.3f}", f"{moves / calls:,.0f}"]


def plot(path: Path, title: str, measured: list[Measured]) -> Path:
    from ...lab.plots import curve_plot

    curves = {
        kind: [(v["T"], 1000 * v["calls"] / v["moves"]) for line in measured for v in line.values if v["kind"] == kind]
        for kind in PROGRAMS
    }
    return curve_plot(path, title, "threshold T, visits", "calls in 1,000 simulated moves", curves)


experiment = MeasuredExperiment(__name__, __doc__, measurements, table, plot)
