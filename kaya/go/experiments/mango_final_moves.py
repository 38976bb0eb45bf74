"""Mango paper, section 2.4: the final-move rules against each other, in Mango as written, 9x9.

The paper found no significant difference with enough simulations, and the max child significantly weaker with short
thinking times; it gives no numbers. Mango visits moves that its knowledge prefers, so a move with few visits can have
the highest value by luck.
"""

from itertools import product

from ...lab.experiments.played import MatchExperiment, Row

RULES = {"max": "max_child", "robust-max": "robust_max_child", "secure": "secure_child"}


def rows() -> list[Row]:
    made, robust = [], "mango-paper:final=robust_child"
    for n, (rule, name) in product((300, 2000, 20_000), RULES.items()):
        label, first = f"{rule} against robust, {n:,} simulations", f"mango-paper:final={name}"
        made.append(Row.of(label, first, robust, {"games": 400, "size": 9}, simulations=n))
    return made


experiment = MatchExperiment(__name__, __doc__, rows)
