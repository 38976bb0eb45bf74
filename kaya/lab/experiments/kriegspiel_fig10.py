"""Kriegspiel paper, Figure 10: programs B(k) and C against the minimax program.

The figure was not at hand. By the text, C is more than 100 Elo above minimax at every time; at 1 s B is best with
k = 1, at 4 and 8 s longer simulations have an edge and B is slightly above minimax; k = 3 never shines.
"""

from .played import MatchExperiment, Row

SECONDS = (1, 2, 4, 8)
DEPTHS = (1, 3, 7, 10)  # k: moves that B simulates
MINIMAX = "kriegspiel-minimax"  # its own limit, 10,000 metapositions a move, holds at every time
CONDITIONS = {"game": "kriegspiel", "games": 2000}  # 1,500 to 4,000 games in the paper


def rows() -> list[Row]:
    programs = [(f"B, k = {k}", f"kriegspiel-b:k={k}") for k in DEPTHS] + [("C", "kriegspiel-c")]
    return [
        Row.of(f"{label}, {seconds} s", player, MINIMAX, CONDITIONS, seconds=seconds)
        for label, player in programs
        for seconds in SECONDS
    ]


experiment = MatchExperiment(__name__, __doc__, rows, ("program", "Elo"), shows="elo")
