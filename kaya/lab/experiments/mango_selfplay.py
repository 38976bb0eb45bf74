"""Section 4.2 of the Mango paper: Mango with both progressive strategies against Mango without."""

from ..matches.contestants import Pace
from ..matches.match import Match
from .experiment import MatchExperiment, Row
from .mango_table1 import mango

SECONDS = 10
SIMULATIONS = 2_000
RESULTS = [(9, 0.88, 200), (13, 0.81, 500), (19, 1.0, 300)]  # lines of the board, winning rate, games


def rows() -> list[Row]:
    def match(lines: int, games: int, pace: Pace) -> Match:
        return Match(mango(True, True), mango(False, False), games=games, size=lines, pace=pace, openings="none")

    timed = [Row(f"{n}x{n}, {SECONDS} seconds", match(n, games, Pace(seconds=SECONDS)), rate, games)
             for n, rate, games in RESULTS]  # fmt: skip
    counted = [Row(f"{n}x{n}, {SIMULATIONS:,} simulations", match(n, games, Pace(simulations=SIMULATIONS)))
               for n, _, games in RESULTS]  # fmt: skip
    return timed + counted


experiment = MatchExperiment(
    name="mango-selfplay",
    title="Mango with PB and PU against Mango with neither",
    source="Mango paper, section 4.2",
    rows=rows,
    note="What 10 seconds are worth depends on the machine. The lines with a number of simulations are ours: the same "
    "games everywhere, at less cost.",
    columns=("a move", "wins with PB and PU"),
)
