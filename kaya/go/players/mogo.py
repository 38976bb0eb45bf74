"""MoGo: online, transient and offline knowledge in one formula (Chaslot, Fiter, Hoock, Rimmel and Teytaud 2009).

Selection is the bandit formula of section 2 (`search/rave.py`) and simulated moves are chosen by Algorithms 1 to 4
(`go/knowledge/playouts.py`, where each step has its switch).

`mogo-paper` has the H of the paper: the probability of the largest known pattern around a move, and the expert rules
(`go/knowledge/expert_rules.py`, where each has its weight), which are initial RAVE simulations as well. The paper gives
no constants: those are ours. `mogo` has H by a Bradley-Terry model of move features, which knows most of the rules'
tactics and is stronger, and constants tuned for that.
"""

from ...search import all_at_threshold, all_moves_as_first, at_threshold, rave, robust_child
from ..strategies import by_features, by_mogo_rules, by_rules, go_playout
from .player import GoPlayer

STRATEGIES = dict(
    select=rave(PU=False),
    expand=at_threshold(T=8),
    prior=by_features,
    policy=by_mogo_rules,
    simulate=go_playout,
    backup=all_moves_as_first,
    final=robust_child,
)
SMALL = dict(c1=0.003, C=0.14, won=41.0, even=27.0)
LARGE = dict(c1=0.0003, C=0.05, won=50.0, even=10.0)
SIZES = {9: SMALL, 13: LARGE, 19: LARGE}
"""Constants by the size of the board; at the root c1 and C have values of their own. Those for small boards were tuned
on 9x9; on larger ones they were not proven to be better (docs/mogo.md)."""

PAPER = dict(
    select=rave(PU=False, won=0.0, even=0.1, c1=0.004, C=0.43, C_root=0.28, complete=4, c1_fast=0.008),
    expand=all_at_threshold(T=2),
    prior=by_rules(large=True, patterns=1.2, additive=1.35, initial=108.0, third=0.05),
    policy=by_mogo_rules(anew=True),
    simulate=go_playout(owners=True),
)
"""What the paper has otherwise than `mogo`: the bandit formula chooses in all of the tree, and patterns are matched
when nodes are created; only the rules begin with RAVE simulations, and not all of H; none are drawn; beta is
approximate three times of four. The constants were tuned on 9x9, and are far better on 19x19 too than those that we
began with (docs/mogo.md)."""
PAPER_SIZES = {9: dict(T=2), 13: dict(T=4), 19: dict(T=8)}
"""Simulations of a move before its node is created: more where a node is larger and its patterns take longer."""


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mogo`."""
    return GoPlayer("mogo", STRATEGIES, threads=threads, seed=seed, sizes=SIZES)


def make_paper(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mogo-paper`: the paper's tree, H and playouts as printed."""
    return GoPlayer("mogo-paper", {**STRATEGIES, **PAPER}, threads=threads, seed=seed, sizes=PAPER_SIZES)
