"""Kriegspiel paper, Figure 7: the density spreading routine, a sweep along a rank, a file and a diagonal.

The figure was not at hand. In each group of k squares without an own piece, a piece's probability becomes (1 - r) P + r
times the sum of c2 P over the others, with c2 = 1 / (k - 1), all squares equally attractive, and r = c1 P_piece. Here
c1 = 3/7, and seven pieces and eight pawns are left, so P_piece = 7/16 and r = 3/16; in play the adjustment factor that
the paper mentions (`willing`) makes it smaller. What is spread is computed by the function that plays, beside it is the
printed formula.
"""

from pathlib import Path

import numpy as np

from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.screen import NameTable
from ..knowledge.belief.opponent import spread_group
from ..rules.squares import square, square_name

RATE = 3 / 7 * 7 / 16
SWEEPS = {"rank": ("b4", "c4", "d4", "e4"), "file": ("d3", "d4", "d5"), "diagonal": ("b2", "c3", "d4", "e5", "f6")}
"""The squares between own pieces."""
BEFORE = {"d4": 0.6, "b4": 0.2, "d5": 0.1, "f6": 0.3}


def measurements(scale: float) -> list[Measurement]:
    return [
        Measurement(
            sweep,
            {"squares": list(squares), "before": BEFORE, "rate": RATE},
            lambda _, s=squares: take(s),
            lambda: 0.01,
        )
        for sweep, squares in SWEEPS.items()
    ]


def board(probabilities: dict[str, float]) -> np.ndarray:
    Pc = np.zeros(64, np.float32)
    for where, chance in probabilities.items():
        Pc[square(where)] = chance
    return Pc


def take(squares: tuple[str, ...]) -> Value:
    """One sweep over one group."""
    Pc, f, where = board(BEFORE), np.ones(64, np.float32), [square(s) for s in squares]
    before, k = Pc[where].astype(float), len(where)
    spread_group(Pc, f, where[0], where[1] - where[0], k, float(k), RATE)
    printed = [(1 - RATE) * P + RATE * (before.sum() - P) / (k - 1) for P in before]
    return {
        "squares": [square_name(s) for s in where],
        "before": before.tolist(),
        "printed": printed,
        "after": [float(x) for x in Pc[where]],
        "board": [float(x) for x in Pc],
    }


def table(title: str, measured: list[Measured]) -> NameTable:
    shown = NameTable("sweep", "square", "before", "formula", "ours", title=title)
    for line in measured:
        for value in line.values:
            for row in zip(*(value[part] for part in ("squares", "before", "printed", "after")), strict=True):
                shown.add_row(line.label, row[0], *(f"{x:.4f}" for x in row[1:]))
    return shown


def plot(path: Path, title: str, measured: list[Measured]) -> Path:
    from ...lab.plots import boards_plot

    after = {f"after the {line.label}": value["board"] for line in measured for value in line.values}
    return boards_plot(path, title, {"before": [float(x) for x in board(BEFORE)], **after})


experiment = MeasuredExperiment(__name__, __doc__, measurements, table, plot)
