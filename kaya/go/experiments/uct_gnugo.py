"""Mango paper, Table 1, first line: plain UCT against GNU Go level 10, 9x9, by number of simulations.

Where the papers' improvements start from. The paper's plain program had urgency playouts and met GNU Go 3.6; ours has
light ones and meets the GNU Go that is installed."""

from ...lab.experiments.played import MatchExperiment, Row
from .opponents import gnugo

CONDITIONS = {"games": 200, "size": 9, "openings": "none"}
PAPERS = {20_000: {"paper": 0.332, "paper_games": 1000}}


def rows() -> list[Row]:
    return [
        Row.of(f"UCT, {n:,} simulations", "uct", gnugo(), CONDITIONS, simulations=n, x=n, **PAPERS.get(n, {}))
        for n in (500, 2000, 5000, 20_000)
    ]


experiment = MatchExperiment(__name__, __doc__, rows, x_label="simulations a move", x_scale="log")
