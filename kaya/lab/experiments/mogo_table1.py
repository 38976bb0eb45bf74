"""Table 1 of the MoGo paper: the nakade modification of the playouts (Algorithm 3)."""

from .experiment import MatchExperiment, Row
from .mogo import MORE_CORES, row

WITH, WITHOUT = "mogo", "mogo:nakade=0"


def rows() -> list[Row]:
    return [
        row(9, WITH, WITHOUT, 52.8, 0.5, simulations=10_000),
        row(9, WITH, WITHOUT, 55.6, 0.6, simulations=100_000),
        row(9, WITH, WITHOUT, 56.2, 0.9, simulations=300_000),
        row(9, WITH, WITHOUT, 55.8, 1.4, seconds=5),
        row(9, WITH, WITHOUT, 60.5, 1.9, seconds=15),
        row(9, WITH, WITHOUT, 66.2, 1.4, seconds=45),
        row(19, WITH, WITHOUT, 53.2, 1.1, simulations=100_000),
    ]


experiment = MatchExperiment(
    name="mogo-table1",
    title="MoGo with nakade against MoGo without",
    source="MoGo paper, Table 1",
    rows=rows,
    note=MORE_CORES,
    columns=("a move", "wins with nakade"),
)
