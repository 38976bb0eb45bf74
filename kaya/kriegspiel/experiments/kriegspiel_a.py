"""Kriegspiel paper, section 5.1: program A, a random board for each simulation.

By the text, A won less than 2 % of its games against minimax on every time setting, by mates in the middle of the game
that it had not intended, and performed little better than a random player. Games won are shown; all others are lost or
drawn. As written, a try that is illegal on the determinization is passed over; at its best, the player tries again."""

from typing import Any

from ...lab.experiments.played import MatchExperiment, Row

MINIMAX = "kriegspiel-minimax-paper"
CONDITIONS = {"game": "kriegspiel", "games": 500, "openings": "none"}


def rows() -> list[Row]:
    return [
        _row("against minimax, 1 s", MINIMAX, 1, paper=0.02),
        _row("against minimax, 4 s", MINIMAX, 4, paper=0.02),
        _row("against a random mover, 1 s", "kriegspiel-random", 1),
    ]


def _row(label: str, other: str, seconds: float, **paper: Any) -> Row:
    written, best = ("kriegspiel-a-paper", other), ("kriegspiel-a", other)
    return Row.of(label, *written, CONDITIONS, best=best, seconds=seconds, **paper)


experiment = MatchExperiment(__name__, __doc__, rows, ("program A", "games won"), shows="wins")
