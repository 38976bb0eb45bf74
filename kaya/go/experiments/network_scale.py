"""No paper: how large a network should be, at equal CPU time.

Four networks learned the same way for the same time from the same teacher's games on 9x9 (`kaya learn zero` with
`--teacher`, which makes them in the current folder); each plays as `zero` against the one of 6 blocks x 64 channels.
The numbers of simulations were chosen so that all take as long, by moves timed on one machine; a line with equal
simulations tells what a size is worth if time does not count."""

from ...lab.experiments.played import MatchExperiment, Row

GAMES, LINES, REFERENCE = 200, 9, "6x64"
SIMULATIONS = {"2x32": 760, "4x48": 264, REFERENCE: 120, "6x96": 57}
"""As `equal_simulations` of `go/match_cost.py` gave them on a Neoverse N1; 6x64 takes 0.1 seconds for a move."""


def player(size: str, simulations: int) -> str:
    return f"zero:settle=off,network=go9-{size},simulations={simulations}"


def rows() -> list[Row]:
    made, reference = [], SIMULATIONS[REFERENCE]
    for what, numbers in (("equal time", SIMULATIONS), ("equal simulations", dict.fromkeys(SIMULATIONS, reference))):
        for size, simulations in numbers.items():
            if size != REFERENCE:
                first, second = player(size, simulations), player(REFERENCE, reference)
                made.append(Row.of(f"{size}, {what}", first, second, {"games": GAMES, "size": LINES}))
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("blocks x channels", "wins against 6x64"))
