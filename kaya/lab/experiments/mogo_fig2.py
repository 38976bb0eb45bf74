"""Figure 2 of the MoGo paper: patterns in H, tuned coefficients, and the constant C of equation (1)."""

from .experiment import MatchExperiment, Row
from .mogo import row

PLAIN = "mogo:prior=no_knowledge"
PATTERNS = "mogo:c1=0.001,won=10,C=0"  # coefficients as a first guess has them
TUNED = "mogo:C=0"


def rows() -> list[Row]:
    return [
        row(9, PATTERNS, PLAIN, 56.0, 1.0, simulations=3000, label="patterns"),
        row(9, PATTERNS, PLAIN, 50.9, 1.5, seconds=2, label="patterns"),
        row(9, TUNED, PATTERNS, 55.2, 0.8, seconds=1, label="patterns + tuning"),
        row(9, "mogo", TUNED, 61.72, 3.1, seconds=1, label="patterns + tuning + C"),
    ]


experiment = MatchExperiment(
    name="mogo-fig2",
    title="MoGo with learned patterns, each line against the one before",
    source="MoGo paper, Figure 2",
    rows=rows,
    note="The paper names no board size; ours is 9x9.",
    columns=("MoGo with", "wins"),
)
