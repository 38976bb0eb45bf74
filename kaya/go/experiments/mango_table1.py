"""Mango paper, Table 1: Mango against GNU Go, 20,000 simulations a move.

With and without progressive bias (PB) and progressive unpruning (PU): `mango-paper` as written, `mango` at its best.
GNU Go plays at level 10, on 19x19 at level 0. The paper met GNU Go 3.6 and names neither rules nor komi; we meet the
GNU Go that is installed, with area counting and komi 7.5."""

from itertools import product

from ...lab.experiments.played import MatchExperiment, Row
from .opponents import LEVELS, gnugo

SIMULATIONS = 20_000
TABLE = {  # by lines of the board: wins in per cent, games, half of the 95 % interval; of neither, PU, PB, and both
    9: [(33.2, 1000, 3.0), (37.2, 1000, 3.1), (58.3, 1000, 3.1), (61.7, 2000, 2.2)],
    13: [(8.5, 500, 2.5), (15.6, 500, 3.2), (30.0, 500, 4.1), (35.1, 500, 4.3)],
    19: [(0.0, 200, 1.0), (3.1, 200, 2.5), (4.8, 200, 3.0), (48.2, 500, 4.5)],
}


def mango(pb: bool, pu: bool, name: str = "mango-paper") -> str:
    """Mango with these of its progressive strategies."""
    return f"{name}:PB={'on' if pb else 'off'},PU={'on' if pu else 'off'}"


def rows() -> list[Row]:
    made = []
    for lines, results in TABLE.items():
        for (pb, pu), (wins, games, half) in zip(product((False, True), repeat=2), results, strict=True):
            label = f"{lines}x{lines}, {' + '.join(['PB'] * pb + ['PU'] * pu) or 'neither'}"
            conditions = {"games": games, "size": lines, "openings": "none"}
            paper = {"paper": wins / 100, "paper_games": games, "paper_half": half / 100}
            opponent = gnugo(LEVELS[lines])
            best = mango(pb, pu, "mango"), opponent
            made.append(Row.of(label, mango(pb, pu), opponent, conditions, best=best, simulations=SIMULATIONS, **paper))
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("Mango", "Mango's wins"))
