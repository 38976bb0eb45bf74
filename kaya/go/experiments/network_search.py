"""No paper: what later ideas add to the search of AlphaGo Zero, with the same network at equal CPU time.

`zero` is the reference: PUCT with a constant that grows with the logarithm of the visits, averages, the most visited
move. Each line changes one part: exploration that follows the standard deviation of the values below a node (KataGo),
the move by the lower confidence bound of its value (Leela Zero), or both; a temperature for the prior of the root
(KataGo); evaluations that transpositions share, with as many simulations or with as many more as the time saved is
worth; an optimistic policy, and averages in which values count by the error that the network expects of them
(KataGo). Equal simulations are taken for equal CPU time: a part adds a few additions a node,
or one more head of the network."""

from ...lab.experiments.played import MatchExperiment, Row

REFERENCE = "zero:settle=off"
SQUARES = "backup=average_and_squares"
PARTS = {
    "lower confidence bound": f"{SQUARES},final=lcb",
    "exploration by variance": f"{SQUARES},select=puct_by_variance",
    "both": f"{SQUARES},select=puct_by_variance,final=lcb",
    "temperature of the root": "temperature_root=1.15",
    "shared evaluations": "cache=5000",
    "optimistic policy": "optimism=0.5",
    "averages by uncertainty": "backup=average_by_uncertainty",
    "averages by uncertainty, with both": "backup=average_by_uncertainty,select=puct_by_variance,final=lcb",
}
"""Each line changes one part, the last is the search of `kaya`. Evaluations that transpositions share save time: with
as many simulations, the line tells what it costs that the last moves are left out."""
FASTER = {9: 1.08, 19: 1.03}
"""Simulations a CPU-second with shared evaluations, against those without, on a Neoverse N1: another line has the
simulations that the time saved is worth."""
PLAYED = {9: (400, 100), 19: (130, 40)}
"""By the lines of the board: simulations a move, and games."""


def row(lines: int, name: str, part: str, faster: float = 1.0) -> Row:
    """A line: `zero` with a part of its search changed, which is so much faster, against `zero`."""
    simulations, games = PLAYED[lines]
    first = f"{REFERENCE},{part},simulations={round(simulations * faster)}"
    second = f"{REFERENCE},simulations={simulations}"
    return Row.of(f"{lines}x{lines}, {name}", first, second, {"games": games, "size": lines})


def rows() -> list[Row]:
    made = []
    for lines in PLAYED:
        made += [row(lines, name, part) for name, part in PARTS.items()]
        cache = PARTS["shared evaluations"]
        made += [row(lines, "shared evaluations, equal time", cache, faster=FASTER[lines])]
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("part of the search", "wins against zero"))
