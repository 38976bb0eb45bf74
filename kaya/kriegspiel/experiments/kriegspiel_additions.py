"""No paper: what our additions to program C are worth, one half at a time, against the minimax program.

As written C loses nearly all games to our minimax program, at its best it wins more than it loses (`kriegspiel-fig10`).
The additions have two halves: the model, which says what may happen (the constants of `AS_WRITTEN`), and the search:
all tries of a position are evaluated at once, gains are backed up, and the secure child is played. Both sides have 1 s
a move, in which minimax looks at as many metapositions as it can.
"""

from typing import Any

from ...lab.experiments.played import MatchExperiment, Row
from ..knowledge.belief.model import AS_WRITTEN, Model

MINIMAX = "kriegspiel-minimax:metapositions=10000000"
CONDITIONS = {"game": "kriegspiel", "games": 200}
SECONDS = 1.0


def given(**values: object) -> str:
    """Parameters as a player's name takes them."""
    return ",".join(f"{k}={('off', 'on')[v] if isinstance(v, bool) else v}" for k, v in values.items())


def rows() -> list[Row]:
    model: Any = Model()  # type: ignore[call-arg]  # its fields have defaults, which `parameter` hides
    ours = {name: getattr(model, name) for name in AS_WRITTEN}
    programs = {
        "as written": "kriegspiel-c-paper",
        "and it can mate a bare king": "kriegspiel-c-paper:finishes=on",
        "our model, the paper's search": f"kriegspiel-c-paper:{given(finishes=True, **ours)}",
        "the paper's model, our search": f"kriegspiel-c:{given(**AS_WRITTEN)}",
        "both": "kriegspiel-c",
    }
    return [Row.of(label, program, MINIMAX, CONDITIONS, seconds=SECONDS) for label, program in programs.items()]


experiment = MatchExperiment(__name__, __doc__, rows, ("program C", "Elo"), shows="elo")
