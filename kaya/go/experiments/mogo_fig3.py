"""MoGo paper, Figure 3: MoGo with fill board (Algorithm 2) against MoGo without.

Where the paper had 8 cores, each side has 8 threads, or as many as the machine has cores. The paper does not give N;
ours is 4."""

from .mogo import with_and_without

RESULTS = """
     9x9,   10,000 simulations   52.9 ± 0.5
     9x9,         5 s, 8 cores   54.3 ± 1.2
     9x9,  100,000 simulations   55.2 ± 1.4
     9x9,  200,000 simulations   55.0 ± 1.1
    19x19,  10,000 simulations   49.3 ± 1.2
    19x19,        5 s, 8 cores   77.0 ± 3.3
    19x19, 100,000 simulations   73.7 ± 2.9
    19x19, 200,000 simulations   78.4 ± 2.9
"""

experiment = with_and_without(__name__, __doc__, "fill board", "N=0", RESULTS)
