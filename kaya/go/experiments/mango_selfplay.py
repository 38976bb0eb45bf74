"""Mango paper, section 4.2: Mango with PB and PU against Mango with neither.

What 10 seconds are worth depends on the machine. The lines with a number of simulations are ours: the same games
everywhere, at less cost."""

from typing import Any

from ...lab.experiments.played import MatchExperiment, Row
from .mango_table1 import mango

SECONDS = 10
SIMULATIONS = 2_000
RESULTS = [(9, 0.88, 200), (13, 0.81, 500), (19, 1.0, 300)]  # lines of the board, winning rate, games


def rows() -> list[Row]:
    def row(label: str, lines: int, games: int, **more: Any) -> Row:
        conditions = {"games": games, "size": lines, "openings": "none"}
        best = mango(True, True, "mango"), mango(False, False, "mango")
        return Row.of(
            f"{lines}x{lines}, {label}", mango(True, True), mango(False, False), conditions, best=best, **more
        )

    timed = [
        row(f"{SECONDS} seconds", lines, games, seconds=SECONDS, paper=rate, paper_games=games)
        for lines, rate, games in RESULTS
    ]
    counted = [
        row(f"{SIMULATIONS:,} simulations", lines, games, simulations=SIMULATIONS) for lines, _, games in RESULTS
    ]
    return timed + counted


experiment = MatchExperiment(__name__, __doc__, rows, ("a move", "wins with PB and PU"))
