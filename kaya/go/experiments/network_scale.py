"""No paper: how large a network should be, at equal CPU time.

Four networks learned the same way for the same time from the same teacher's games on 9x9 (`kaya learn zero` with
`--teacher`, which makes them in the current folder); each plays as `zero` against the one of 6 blocks x 64 channels.
On 19x19 four learned from the same batches of the same games (`--beside`). The numbers of simulations were chosen so
that all take as long, by moves or evaluations timed on one machine; a line with equal simulations tells what a size is
worth if time does not count."""

from typing import NamedTuple

from ...lab.experiments.played import MatchExperiment, Row

REFERENCE = "6x64"


class Pace(NamedTuple):
    """Simulations a move by the size of the network, that of the reference included, and the games of a line."""

    lines: int
    what: str
    simulations: dict[str, int]
    games: int

    def row(self, size: str) -> Row:
        first, second = (
            f"zero:settle=off,network=go{self.lines}-{one},simulations={self.simulations[one]}"
            for one in (size, REFERENCE)
        )
        board = "" if self.lines == 9 else f"{self.lines}x{self.lines}, "
        return Row.of(f"{board}{size}, {self.what}", first, second, {"games": self.games, "size": self.lines})


SIMULATIONS = {"2x32": 760, "4x48": 264, REFERENCE: 120, "6x96": 57}
"""On 9x9, as `equal_simulations` of `go/match_cost.py` gave them on a Neoverse N1; 6x64 takes 0.1 seconds a move."""
LARGE = {REFERENCE: 650, "6x96": 274, "8x96": 203, "10x128": 91}
"""On 19x19, by evaluations timed in turns on a Xeon with AVX-512, where larger ones take 2.37, 3.21 and 7.13 times as
long; 6x64 takes 0.5 seconds a move."""
PACES = (
    Pace(9, "equal time", SIMULATIONS, 200),
    Pace(9, "equal simulations", dict.fromkeys(SIMULATIONS, SIMULATIONS[REFERENCE]), 200),
    Pace(19, "0.5 s a move", LARGE, 100),
    Pace(19, "2 s a move", {size: 4 * n for size, n in LARGE.items()}, 40),
    Pace(19, "equal simulations", dict.fromkeys(LARGE, 200), 40),
)


def rows() -> list[Row]:
    return [pace.row(size) for pace in PACES for size in pace.simulations if size != REFERENCE]


experiment = MatchExperiment(__name__, __doc__, rows, ("blocks x channels", "wins against 6x64"))
