"""No paper: the levels of `kriegspiel-e` for people, and other programs in one pool.

Each level meets the two below it; programs D and C meet those around their strength, the random mover the lowest.
Ratings are maximum likelihood in the Bradley-Terry model, from all games together, above the lowest."""

from ...lab.experiments.ladder import LadderExperiment, neighbours
from ...lab.experiments.played import Row
from ...players.levels import TOP
from ..players.e import BOARDS

CONDITIONS = {"game": "kriegspiel", "games": 100, "openings": "none"}
OTHERS = {
    "D, 2,000 simulations": ("kriegspiel-d:simulations=2000", (8, 9, TOP)),
    "C, 1,000 simulations": ("kriegspiel-c:simulations=1000", (6, 7, 8)),
    "random": ("kriegspiel-random", (1, 2)),
}
"""Who else is met, and by which levels."""


def rows() -> list[Row]:
    field = {f"level {level}": f"kriegspiel-e:level={level}" for level in range(1, TOP)}
    field[f"level {TOP}"] = f"kriegspiel-e:simulations={BOARDS}"
    others = [
        Row.of(f"Kriegspiel: level {level} - {name}", field[f"level {level}"], program, CONDITIONS)
        for name, (program, levels) in OTHERS.items()
        for level in levels
    ]
    return neighbours("Kriegspiel", field, CONDITIONS) + others


experiment = LadderExperiment(__name__, __doc__, rows)
