"""MoGo paper, section 3.3: MoGo with approach moves (Algorithm 4) against MoGo without."""

from ...lab.experiments.played import MatchExperiment
from .mogo import with_and_without

RESULTS = """
     9x9,  20,000 simulations   52.68 ± 0.33
    19x19, 50,000 simulations   54.69 ± 2.27
"""

experiment = MatchExperiment(
    __name__, __doc__, lambda: with_and_without("approach=0", RESULTS), ("a move", "wins with approach moves")
)
