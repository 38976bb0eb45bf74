"""Plain UCT against GNU Go by number of simulations: where the papers' improvements start from."""

from ..matches.contestants import Pace
from ..matches.match import Match
from .experiment import MatchExperiment, Row
from .opponents import gnugo


def rows() -> list[Row]:
    def match(simulations: int) -> Match:
        pace = Pace(simulations=simulations)
        return Match("uct", gnugo(), games=200, size=9, komi=7.5, pace=pace, openings="none")

    made = [Row(f"UCT, {n:,} simulations", match(n), x=n) for n in (500, 2000, 5000)]
    return [*made, Row("UCT, 20,000 simulations", match(20_000), paper=0.332, paper_games=1000, x=20_000)]


experiment = MatchExperiment(
    name="uct-gnugo",
    title="Plain UCT against GNU Go level 10, 9x9, by number of simulations",
    source="Mango paper, Table 1, first line",
    rows=rows,
    note="The paper's plain program had urgency playouts and met GNU Go 3.6; ours has light ones and meets the GNU Go "
    "that is installed.",
    x_label="simulations a move",
    x_scale="log",
)
