"""MoGo paper, Figure 2: MoGo with learned patterns, each line against the one before.

Patterns in H, tuned coefficients, and the constant C of equation (1). The paper names no board size; ours is 9x9.
"""

from .mogo import rows
from .played import MatchExperiment, Row

PLAIN = "mogo:prior=no_knowledge"
PATTERNS = "mogo:c1=0.001,won=10,C=0"  # coefficients as a first guess has them
TUNED = "mogo:C=0"


def each_against_the_one_before() -> list[Row]:
    return [
        *rows(PATTERNS, PLAIN, "patterns, 9x9, 3,000 simulations   56.0 ± 1.0"),
        *rows(PATTERNS, PLAIN, "patterns, 9x9,               2 s   50.9 ± 1.5"),
        *rows(TUNED, PATTERNS, "patterns + tuning, 9x9,      1 s   55.2 ± 0.8"),
        *rows("mogo", TUNED, "patterns + tuning + C, 9x9,    1 s   61.72 ± 3.1"),
    ]


experiment = MatchExperiment(__name__, __doc__, each_against_the_one_before, ("MoGo with", "wins"))
