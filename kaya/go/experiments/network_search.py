"""No paper: what later ideas add to the search of AlphaGo Zero, with the same network at equal CPU time.

`zero` is the reference: PUCT with a constant that grows with the logarithm of the visits, averages, the most visited
move. Each line changes one part: exploration that follows the standard deviation of the values below a node (KataGo),
the move by the lower confidence bound of its value (Leela Zero), or both. They cost nothing but two additions a node,
so that equal simulations are equal CPU time."""

from ...lab.experiments.played import MatchExperiment, Row

REFERENCE = "zero:settle=off"
SQUARES = "backup=average_and_squares"
PARTS = {
    "lower confidence bound": f"{SQUARES},final=lcb",
    "exploration by variance": f"{SQUARES},select=puct_by_variance",
    "both": f"{SQUARES},select=puct_by_variance,final=lcb",
}
PLAYED = {9: (400, 100), 19: (130, 40)}
"""By the lines of the board: simulations a move, and games."""


def rows() -> list[Row]:
    made = []
    for lines, (simulations, games) in PLAYED.items():
        for name, part in PARTS.items():
            first, second = (f"{who},simulations={simulations}" for who in (f"{REFERENCE},{part}", REFERENCE))
            made.append(Row.of(f"{lines}x{lines}, {name}", first, second, {"games": games, "size": lines}))
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("part of the search", "wins against zero"))
