"""Section 5.1 of the Kriegspiel paper: program A fails."""

from ..matches.contestants import Pace
from ..matches.match import Match
from .experiment import MatchExperiment, Row

GAMES = 500


def rows() -> list[Row]:
    def row(label: str, second: str, seconds: float, paper: float | None = None) -> Row:
        pace = Pace(seconds=seconds)
        return Row(label, Match("kriegspiel-a", second, games=GAMES, game="kriegspiel", pace=pace), paper)

    return [
        row("against minimax, 1 s", "kriegspiel-minimax", 1),
        row("against minimax, 4 s", "kriegspiel-minimax", 4),
        row("against a random mover, 1 s", "kriegspiel-random", 1),
    ]


experiment = MatchExperiment(
    name="kriegspiel-a",
    title="Program A: a random board for each simulation",
    source="Kriegspiel paper, section 5.1",
    rows=rows,
    note=(
        "By the text, A wins less than 2 % of its games against minimax on every time setting, and can hardly be told "
        "from a random player. Our rates count a draw as one half."
    ),
    columns=("program A", "points"),
)
