"""MoGo paper, section 2: MoGo with the shapes of Figure 1 against MoGo without, 19x19.

As in the paper the shapes are tried "only for the simulations added in the AMAF statistics": no rule is in H, on either
side. The paper names neither simulations nor seconds; ours are 3,000 simulations, as in its Figure 2. At its best the
rules, with the shapes or without, are added to H by move features."""

from ...lab.experiments.played import MatchExperiment
from .mogo import rows

RESULTS = "19x19, 3,000 simulations   63.9 ± 0.5"
WRITTEN, BEST = "mogo-paper:additive=0", "mogo:prior=by_rules"
WITHOUT = ",shapes_from=20"

experiment = MatchExperiment(
    __name__,
    __doc__,
    lambda: rows((WRITTEN, WRITTEN + WITHOUT), (BEST, BEST + WITHOUT), RESULTS),
    ("a move", "wins with shapes"),
)
