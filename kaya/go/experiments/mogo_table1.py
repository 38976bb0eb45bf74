"""MoGo paper, Table 1: MoGo with nakade (Algorithm 3) against MoGo without.

Where the paper had 8 cores, each side has 8 threads, or as many as the machine has cores."""

from .mogo import with_and_without

RESULTS = """
     9x9,   10,000 simulations   52.8 ± 0.5
     9x9,  100,000 simulations   55.6 ± 0.6
     9x9,  300,000 simulations   56.2 ± 0.9
     9x9,         5 s, 8 cores   55.8 ± 1.4
     9x9,        15 s, 8 cores   60.5 ± 1.9
     9x9,        45 s, 8 cores   66.2 ± 1.4
    19x19, 100,000 simulations   53.2 ± 1.1
"""

experiment = with_and_without(__name__, __doc__, "nakade", "nakade=0", RESULTS)
