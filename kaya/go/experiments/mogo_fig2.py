"""MoGo paper, Figure 2: MoGo with learned patterns, each line against the one before.

Patterns in H, tuned coefficients, and the constant C of equation (1), which is 0 at the root too before. Without
patterns H is the expert rules. The coefficients before the tuning are those that Kaya began with. The paper names no
board size; ours is 9x9."""

from ...lab.experiments.played import MatchExperiment, Row
from .mogo import rows

NO_C = "C=0,C_root=0"
BEFORE = f"{NO_C},c1=0.0003,even=10"  # and what follows
WRITTEN = {
    "plain": f"mogo-paper:{BEFORE},initial=50,additive=1,prior.patterns=0",
    "patterns": f"mogo-paper:{BEFORE},initial=50,additive=1,prior.patterns=1",
    "tuned": f"mogo-paper:{NO_C}",
    "C": "mogo-paper",
}
BEST = {
    "plain": f"mogo:prior=by_rules,{BEFORE},won=50,prior.patterns=0",
    "patterns": f"mogo:{BEFORE},won=50",
    "tuned": f"mogo:{NO_C}",
    "C": "mogo",
}


def each_against_the_one_before() -> list[Row]:
    def line(first: str, second: str, result: str) -> list[Row]:
        return rows((WRITTEN[first], WRITTEN[second]), (BEST[first], BEST[second]), result)

    return [
        *line("patterns", "plain", "patterns, 9x9, 3,000 simulations   56.0 ± 1.0"),
        *line("patterns", "plain", "patterns, 9x9,               2 s   50.9 ± 1.5"),
        *line("tuned", "patterns", "patterns + tuning, 9x9,      1 s   55.2 ± 0.8"),
        *line("C", "tuned", "patterns + tuning + C, 9x9,          1 s   61.72 ± 3.1"),
    ]


experiment = MatchExperiment(__name__, __doc__, each_against_the_one_before, ("MoGo with", "wins"))
