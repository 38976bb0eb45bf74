"""No paper: all programs for Kriegspiel in one tournament, at equal time.

Each has 0.1 s a move on one core, its own additions on. Points are won games and
half the drawn ones; Elo is against the average of the field, with 95 % intervals."""

from ...lab.experiments.played import Row
from ...lab.experiments.tournament import Tournament, round_robin

PROGRAMS = ("d", "particles", "c", "b", "minimax")
CONDITIONS = {"game": "kriegspiel", "games": 40, "openings": "none"}
SECONDS = 0.1


def rows() -> list[Row]:
    field = {name: name for name in (f"kriegspiel-{program}" for program in PROGRAMS)}
    return round_robin("Kriegspiel", field, CONDITIONS, seconds=SECONDS)


experiment = Tournament(__name__, __doc__, rows)
