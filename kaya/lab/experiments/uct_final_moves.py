"""The final-move rules of section 2.4 of the Mango paper against each other, with little and with more thinking."""

from ..matches.contestants import Pace
from ..matches.match import Match
from .experiment import MatchExperiment, Row

RULES = {"max": "max_child", "robust-max": "robust_max_child", "secure": "secure_child"}


def rows() -> list[Row]:
    return [
        Row(
            f"{rule} against robust, {simulations:,} simulations",
            Match(f"uct:final={name}", "uct:final=robust_child", games=400, size=9, pace=Pace(simulations=simulations)),
        )
        for simulations in (200, 2000)
        for rule, name in RULES.items()
    ]


experiment = MatchExperiment(
    name="uct-final-moves",
    title="Final-move rules, plain UCT, 9x9",
    source="Mango paper, section 2.4",
    rows=rows,
    note="The paper found no significant difference with enough simulations, and the max child significantly weaker "
    "with short thinking times; it gives no numbers.",
)
