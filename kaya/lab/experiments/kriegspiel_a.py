"""Kriegspiel paper, section 5.1: program A, a random board for each simulation.

By the text, A wins less than 2 % of its games against minimax on every time setting, and can hardly be told from a
random player. Our rates count a draw as one half.
"""

from .played import MatchExperiment, Row

CONDITIONS = {"game": "kriegspiel", "games": 500}


def rows() -> list[Row]:
    return [
        Row.of("against minimax, 1 s", "kriegspiel-a", "kriegspiel-minimax", CONDITIONS, seconds=1),
        Row.of("against minimax, 4 s", "kriegspiel-a", "kriegspiel-minimax", CONDITIONS, seconds=4),
        Row.of("against a random mover, 1 s", "kriegspiel-a", "kriegspiel-random", CONDITIONS, seconds=1),
    ]


experiment = MatchExperiment(__name__, __doc__, rows, ("program A", "points"))
