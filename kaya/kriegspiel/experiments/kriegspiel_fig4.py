"""Kriegspiel paper, Figure 4: where a player's knights are after ten moves as White, and the change from move 9.

The paper's player is "paoloc", whose games are not at hand; the figure was not either. Ours is the table that is
shipped for an unknown opponent, half human chess and half games of our own programs. All numbers are per cent; a
square's number is the expected number of knights on it, so a board of densities sums to the knights that are left.
"""

import hashlib
from pathlib import Path

from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.screen import NameTable
from ..knowledge.densities import densities
from ..rules import WHITE
from ..rules.squares import KNIGHT

TIME = 10  # moves that White has made
BOARDS = ("density", "delta")


def measurements(scale: float) -> list[Measurement]:
    table = hashlib.sha256(densities().tobytes()).hexdigest()[:16]
    return [
        Measurement(board, {"board": board, "table": table, "t": TIME}, lambda _, b=board: take(b), lambda: 0.01)
        for board in BOARDS
    ]


def take(board: str) -> Value:
    """D_w(knight, t), or D_w(knight, t) - D_w(knight, t - 1)."""
    D_w = densities()[WHITE, KNIGHT]
    numbers = D_w[TIME] if board == "density" else D_w[TIME] - D_w[TIME - 1]
    return {"squares": [float(x) for x in numbers]}


def table(title: str, measured: list[Measured]) -> NameTable:
    shown = NameTable("board", "row", *"abcdefgh", title=title)
    for line in measured:
        for value in line.values:
            for y in reversed(range(8)):
                numbers = value["squares"][8 * y : 8 * y + 8]
                sign = "+" if line.label == "delta" else ""
                shown.add_row(line.label, str(y + 1), *(f"{100 * x:{sign}.1f}" for x in numbers))
    return shown


def plot(path: Path, title: str, measured: list[Measured]) -> Path:
    from ...lab.plots import boards_plot

    return boards_plot(path, title, {line.label: v["squares"] for line in measured for v in line.values})


experiment = MeasuredExperiment(__name__, __doc__, measurements, table, plot)
