"""Mango paper, Table 2: Mango in tournaments, a round robin of seven programs on each board.

The paper entered seven tournaments of 2007 with 7 to 12 programs: 9x9 5th of 10; 13x13 2nd of 10, 3rd of 10, 2nd of 7
and 4th of 10; 19x19 4th of 12 and 4th of 8. Most of its opponents cannot be had any more; ours are the three papers'
programs as written and at their best, plain UCT, and GNU Go at the levels of Table 1. Kaya's programs have 1,000
simulations a move. Points are won games; Elo is against the average of the field, with 95 % intervals."""

from ...lab.experiments.played import Row
from ...lab.experiments.tournament import Tournament, round_robin
from .opponents import LEVELS, gnugo

SIMULATIONS = 1_000
OWN = ("mango-paper", "mango", "mogo-paper", "mogo", "kaya-classic", "uct")
PAPER = {
    "9x9": "Mango in the paper: 5th of 10",
    "13x13": "Mango in the paper: 2nd, 3rd and 4th of 10, 2nd of 7",
    "19x19": "Mango in the paper: 4th of 12 and 4th of 8",
}
GAMES = 20  # of each pair


def rows() -> list[Row]:
    made = []
    for lines, level in LEVELS.items():
        field = {**{name: name for name in OWN}, f"GNU Go, level {level}": gnugo(level)}
        conditions = {"games": GAMES, "size": lines, "openings": "none"}
        made += round_robin(f"{lines}x{lines}", field, conditions, simulations=SIMULATIONS)
    return made


experiment = Tournament(__name__, __doc__, rows, places=lambda board: PAPER.get(board, ""))
