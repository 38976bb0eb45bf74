"""Kriegspiel paper, Figure 10: programs B(k) and C against the minimax program.

The figure was not at hand. By the text, C is more than 100 Elo above minimax at every time, at 1 s B is best with
k = 1, at 4 and 8 s longer simulations have an edge and B is slightly above minimax, and k = 3 never shines. The paper
played 1,500 to 4,000 games a line on eight cores, on which B and C ran with root parallelism and minimax did not; here
B and C have a tree for each core of the machine that plays. Minimax has 1.5 s a move at every time, as in the paper,
where that was enough for 10,000 metapositions; ours look at as many as they can, and at their best at 10,000 for a try.
As written, B and C count pieces, and nobody tells them how to mate a bare king.
"""

from ...lab.experiments.played import MatchExperiment, Row
from ...lab.matches.workers import cores

SECONDS = (1, 2, 4, 8)
DEPTHS = (1, 3, 7, 10)  # k: moves that B simulates
MINIMAX = "kriegspiel-minimax:metapositions=10000000,seconds=1.5"
CONDITIONS = {"game": "kriegspiel", "games": 2000}  # 1,500 to 4,000 games in the paper


def rows() -> list[Row]:
    programs = [(f"B, k = {k}", f"kriegspiel-b-paper:k={k}", f"kriegspiel-b:k={k}") for k in DEPTHS]
    programs += [("C", "kriegspiel-c-paper", "kriegspiel-c")]
    return [
        Row.of(
            f"{label}, {seconds} s",
            written,
            MINIMAX,
            CONDITIONS,
            best=(best, "kriegspiel-minimax"),
            seconds=seconds,
            threads=cores(),
            x=seconds,
            curve=label,
        )
        for label, written, best in programs
        for seconds in SECONDS
    ]


experiment = MatchExperiment(__name__, __doc__, rows, ("program", "Elo"), "seconds a move", "log", shows="elo")
