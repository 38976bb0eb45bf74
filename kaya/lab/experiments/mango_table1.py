"""Table 1 of the Mango paper: progressive bias (PB) and progressive unpruning (PU) against GNU Go."""

from ..matches.contestants import Pace
from ..matches.match import Match
from .experiment import MatchExperiment, Row
from .opponents import LEVELS, gnugo

SIMULATIONS = 20_000
TABLE = [  # lines of the board, PB, PU, wins in per cent, games, half of the 95 % interval
    (9, False, False, 33.2, 1000, 3.0),
    (9, False, True, 37.2, 1000, 3.1),
    (9, True, False, 58.3, 1000, 3.1),
    (9, True, True, 61.7, 2000, 2.2),
    (13, False, False, 8.5, 500, 2.5),
    (13, False, True, 15.6, 500, 3.2),
    (13, True, False, 30.0, 500, 4.1),
    (13, True, True, 35.1, 500, 4.3),
    (19, False, False, 0.0, 200, 1.0),
    (19, False, True, 3.1, 200, 2.5),
    (19, True, False, 4.8, 200, 3.0),
    (19, True, True, 48.2, 500, 4.5),
]


def mango(pb: bool, pu: bool) -> str:
    """Mango with these of its progressive strategies."""
    return f"mango:PB={'on' if pb else 'off'},PU={'on' if pu else 'off'}"


def rows() -> list[Row]:
    made = []
    for lines, pb, pu, wins, games, half in TABLE:
        which = " + ".join(["PB"] * pb + ["PU"] * pu) or "neither"
        match = Match(mango(pb, pu), gnugo(LEVELS[lines]), games=games, size=lines, komi=7.5, openings="none",
                      pace=Pace(simulations=SIMULATIONS))  # fmt: skip
        made.append(Row(f"{lines}x{lines}, {which}", match, wins / 100, games, half / 100))
    return made


experiment = MatchExperiment(
    name="mango-table1",
    title="Mango against GNU Go, 20,000 simulations a move",
    source="Mango paper, Table 1",
    rows=rows,
    note="GNU Go plays at level 10, on 19x19 at level 0. The paper met GNU Go 3.6 and names neither rules nor komi; we "
    "meet the GNU Go that is installed, with area counting and komi 7.5.",
    columns=("Mango", "Mango's wins"),
)
