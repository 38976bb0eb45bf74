"""Section 3.3 of the MoGo paper: approach moves in the playouts (Algorithm 4)."""

from .experiment import MatchExperiment, Row
from .mogo import row

WITH, WITHOUT = "mogo", "mogo:approach=0"


def rows() -> list[Row]:
    return [
        row(9, WITH, WITHOUT, 52.68, 0.33, simulations=20_000),
        row(19, WITH, WITHOUT, 54.69, 2.27, simulations=50_000),
    ]


experiment = MatchExperiment(
    name="mogo-approach",
    title="MoGo with approach moves against MoGo without",
    source="MoGo paper, section 3.3",
    rows=rows,
    columns=("a move", "wins with approach moves"),
)
