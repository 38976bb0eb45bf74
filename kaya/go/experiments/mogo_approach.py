"""MoGo paper, section 3.3: MoGo with approach moves (Algorithm 4) against MoGo without."""

from .mogo import with_and_without

RESULTS = """
     9x9,  20,000 simulations   52.68 ± 0.33
    19x19, 50,000 simulations   54.69 ± 2.27
"""

experiment = with_and_without(__name__, __doc__, "approach moves", "approach=0", RESULTS)
