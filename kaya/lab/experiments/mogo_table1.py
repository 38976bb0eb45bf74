"""MoGo paper, Table 1: MoGo with nakade (Algorithm 3) against MoGo without.

Where the paper gives seconds it had 8 cores; ours are on one thread.
"""

from .mogo import rows
from .played import MatchExperiment

RESULTS = """
     9x9,   10,000 simulations   52.8 ± 0.5
     9x9,  100,000 simulations   55.6 ± 0.6
     9x9,  300,000 simulations   56.2 ± 0.9
     9x9,                  5 s   55.8 ± 1.4
     9x9,                 15 s   60.5 ± 1.9
     9x9,                 45 s   66.2 ± 1.4
    19x19, 100,000 simulations   53.2 ± 1.1
"""

experiment = MatchExperiment(
    __name__, __doc__, lambda: rows("mogo", "mogo:nakade=0", RESULTS), ("a move", "wins with nakade")
)
