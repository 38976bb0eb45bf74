"""Mango paper, section 3.4, Figure 4: calls to the domain knowledge by the threshold T, 19x19, initial position.

The paper has a curve and no numbers; it says that the calls are reduced quickly as T increases, and that even for T = 9
they are quite low compared to the simulated moves.
"""

from pathlib import Path

from ...games.go import GoPosition
from ...players import make_player
from ..matches.contestants import Pace
from ..matches.cost import move_seconds
from ..screen import NameTable
from .mango_search import counted_search, described
from .measured import Measured, MeasuredExperiment, Measurement, Value

THRESHOLDS = (1, 2, 3, 5, 9, 15, 20, 30, 50, 90)
LINES, KOMI = 19, 7.5
SIMULATIONS = 150_000  # about the 30 seconds of Figure 5


def measurements(scale: float) -> list[Measurement]:
    return [_at(T, max(1, round(scale * SIMULATIONS))) for T in THRESHOLDS]


def _at(T: int, simulations: int) -> Measurement:
    name = f"mango:T={T}"

    def take(seed: int) -> Value:
        counts = counted_search(make_player(name), GoPosition(LINES, KOMI), simulations, seed)
        return {"T": T, "simulations": simulations, "calls": counts.calls, "moves": counts.moves}

    what = {"player": described(name, simulations), "size": LINES, "komi": KOMI}
    return Measurement(
        f"T = {T}", what, take, lambda: move_seconds("mango", Pace(simulations=simulations), LINES, KOMI)
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
    from ..plots import curve_plot

    points = [(v["T"], 1000 * v["calls"] / v["moves"]) for line in measured for v in line.values]
    return curve_plot(path, title, "threshold T, visits", "calls in 1,000 simulated moves", points)


experiment = MeasuredExperiment(__name__, __doc__, measurements, table, plot)
