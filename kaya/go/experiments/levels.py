"""No paper: the levels for people, `kaya play --level 3`, and GNU Go in one pool.

Each level meets the two below it, and GNU Go, at level 10, on 19x19 at level 0, those around its own strength. Level
10 has as many simulations a move as `kaya play --level 10`. Ratings are maximum likelihood in the Bradley-Terry model,
from all games on a board together, above the lowest level."""

from ...lab.experiments.ladder import LadderExperiment, neighbours
from ...lab.experiments.played import Row
from ...players.levels import TOP
from ..players.kaya import LADDERS
from .opponents import LEVELS, gnugo

GAMES = 100  # of each pair
AROUND = {9: (4, 5, 6, 7), 13: (4, 5, 6, 7), 19: (3, 4, 5, 6)}
"""The levels that meet GNU Go, by the lines of the board."""


def contestant(level: int, lines: int) -> str:
    """`kaya` at a level; the highest has its number of simulations."""
    ladder = LADDERS[min(most for most in LADDERS if most >= lines)]
    return f"kaya:level={level}" + (f",simulations={ladder.most}" if level == TOP else "")


def rows() -> list[Row]:
    made = []
    for lines, levels in AROUND.items():
        board, conditions = f"{lines}x{lines}", {"games": GAMES, "size": lines}
        field = {f"level {level}": contestant(level, lines) for level in range(1, TOP + 1)}
        made += neighbours(board, field, conditions)
        program, its = f"GNU Go, level {LEVELS[lines]}", gnugo(LEVELS[lines])
        made += [
            Row.of(f"{board}: level {level} - {program}", contestant(level, lines), its, conditions) for level in levels
        ]
    return made


experiment = LadderExperiment(__name__, __doc__, rows)
