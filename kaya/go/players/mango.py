"""Mango: UCT with urgency playouts, progressive bias and progressive unpruning (Chaslot et al. 2008).

Simulated moves are drawn by urgency (section 2.3.3); selection is formula 3.2 among the unpruned moves (sections 3.1
and 3.2); H is computed once per node, at T = 30 visits. The switches of Table 1 are `PB` and `PU`.

`mango-paper` plays with the paper's constants, of which most are the defaults of the strategies, and with H by formula
3.3. The paper does not give the scale of its H, nor that of captures to patterns in it. Probabilities in per cent are
the scale on which its M = 100 does what it says; `capture` is ours, chosen on 9x9 (docs/mango.md). `mango` has H by a
Bradley-Terry model of move features, and C, the weight and T were tuned for that; and its simulated games avoid
self-atari.
"""

from ...search import at_threshold, average, progressive, robust_child
from ..strategies import by_features, by_formula, by_urgency, go_playout
from .player import GoPlayer

PAPER = dict(
    select=progressive(weight=1, once=False),
    expand=at_threshold(T_root=30),
    prior=by_formula(scale=100),
    policy=by_urgency,
    simulate=go_playout,
    backup=average,
    final=robust_child,
)
OURS = dict(
    select=progressive(C=0.15, weight=40),
    expand=at_threshold(T=10),
    prior=by_features,
    policy=by_urgency(self_atari=0.95),
)


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mango`: the paper's strategies, with H by features and constants tuned for it."""
    return GoPlayer("mango", {**PAPER, **OURS}, threads=threads, seed=seed)


def make_paper(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mango-paper`: H by formula 3.3, and the paper's constants."""
    return GoPlayer("mango-paper", PAPER, threads=threads, seed=seed)
