"""Figure 10 of the Kriegspiel paper: programs B(k) and C at several times for a move against the minimax program."""

from ..matches.contestants import Pace
from ..matches.match import Match
from .experiment import MatchExperiment, Row

SECONDS = (1, 2, 4, 8)
DEPTHS = (1, 3, 7, 10)  # k: moves that B simulates
GAMES = 2000  # 1,500 to 4,000 in the paper
MINIMAX = "kriegspiel-minimax"  # its own limit, 10,000 metapositions a move, holds at every time


def rows() -> list[Row]:
    programs = [(f"B, k = {k}", f"kriegspiel-b:k={k}") for k in DEPTHS] + [("C", "kriegspiel-c")]
    return [
        Row(f"{label}, {seconds} s", Match(player, MINIMAX, games=GAMES, game="kriegspiel", pace=Pace(seconds=seconds)))
        for label, player in programs
        for seconds in SECONDS
    ]


experiment = MatchExperiment(
    name="kriegspiel-fig10",
    title="Programs B(k) and C against the minimax program",
    source="Kriegspiel paper, Figure 10",
    rows=rows,
    elo=True,
    note=(
        "The figure was not at hand. By the text, C is more than 100 Elo above minimax at every time; at 1 s B is best "
        "with k = 1, at 4 and 8 s longer simulations have an edge and B is slightly above minimax; k = 3 never shines."
    ),
    columns=("program", "Elo"),
)
