"""Figure 3 of the MoGo paper: the fill-board modification of the playouts (Algorithm 2)."""

from .experiment import MatchExperiment, Row
from .mogo import MORE_CORES, row

WITH, WITHOUT = "mogo", "mogo:N=0"


def rows() -> list[Row]:
    return [
        row(9, WITH, WITHOUT, 52.9, 0.5, simulations=10_000),
        row(9, WITH, WITHOUT, 54.3, 1.2, seconds=5),
        row(9, WITH, WITHOUT, 55.2, 1.4, simulations=100_000),
        row(9, WITH, WITHOUT, 55.0, 1.1, simulations=200_000),
        row(19, WITH, WITHOUT, 49.3, 1.2, simulations=10_000),
        row(19, WITH, WITHOUT, 77.0, 3.3, seconds=5),
        row(19, WITH, WITHOUT, 73.7, 2.9, simulations=100_000),
        row(19, WITH, WITHOUT, 78.4, 2.9, simulations=200_000),
    ]


experiment = MatchExperiment(
    name="mogo-fig3",
    title="MoGo with fill board against MoGo without",
    source="MoGo paper, Figure 3",
    rows=rows,
    note=MORE_CORES,
    columns=("a move", "wins with fill board"),
)
