"""Kriegspiel paper, Figure 9: what program C simulates of the try Rg1, and its weighted average.

The figure was not at hand; by the text its leaves' weighted average is 0.047, and a knight takes back on g1 if the rook
is captured there. This is an illustration with these two pieces, not the paper's position: White has king e2, rook a1
and knight f3; somebody may be on g1 (0.1) and on the way (d1, 0.05), g1 is controlled along the file (g7, 0.5), and the
king is on g8 (0.4) or h8. The outcomes of the legal try, their probabilities and the average are those with which
`kriegspiel-c-paper` plays. A capture of the rook counts 1 less what the knight is expected to win back.
"""

from typing import Any

import numpy as np

from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.screen import NameTable
from ..knowledge.belief.belief import Belief
from ..knowledge.belief.control import look
from ..knowledge.belief.outcomes import OUTCOMES, outcome, outcome_probabilities
from ..rules import WHITE, KriegspielPosition, parse_move, square

FEN = "7k/8/8/8/8/5N2/4K3/R7 w - - 0 1"  # Black's pieces are where the matrices say
MATRICES = {"Pk": {"g8": 0.4, "h8": 0.6}, "Pw": {}, "Pc": {"g1": 0.1, "d1": 0.05, "g7": 0.5, "b8": 0.333}}
TRY = "a1g1"
PAPER = 0.047
ANSWERS, REPLIES = ("silent", "pawn taken", "piece taken"), ("rook lost", "another piece lost", "nothing lost")
LABELS = {
    outcome(a, c, r): f"{answer}{', check' if c else ''}; {reply}"
    for a, answer in enumerate(ANSWERS)
    for c in (0, 1)
    for r, reply in enumerate(REPLIES)
}


def believed() -> Any:
    """The state of the position, looked at."""
    belief = Belief(KriegspielPosition(FEN).start_for(WHITE).view())
    state = belief.state
    for name, chances in MATRICES.items():
        state[name][:] = 0.0
        for where, chance in chances.items():
            state[name][square(where)] = chance
    state.pawns, state.pieces, state.known = state.Pw.sum(), state.Pc.sum(), 0
    look(state)
    return state


def take(_: int) -> Value:
    values, probabilities = np.zeros(OUTCOMES), np.zeros(OUTCOMES)
    outcome_probabilities(believed(), parse_move(TRY), values, probabilities)
    leaves = [(LABELS[k], float(p), float(values[k])) for k, p in enumerate(probabilities) if p > 0]
    return {"leaves": leaves, "average": float(values @ probabilities)}


def measurements(scale: float) -> list[Measurement]:
    what = {"fen": FEN, "matrices": MATRICES, "try": TRY}
    return [Measurement("Rg1", what, take, lambda: 0.1)]


def table(title: str, measured: list[Measured]) -> NameTable:
    shown = NameTable("messages", "probability", "material balance", "product", title=title)
    for value in (value for line in measured for value in line.values):
        for label, probability, balance in value["leaves"]:
            shown.add_row(label, f"{probability:.4f}", f"{balance:+.3f}", f"{probability * balance:+.4f}")
        shown.add_row("weighted average, ours", "1", "", f"{value['average']:+.4f}")
        shown.add_row("weighted average, paper", "1", "", f"{PAPER:+.3f}")
    return shown


experiment = MeasuredExperiment(__name__, __doc__, measurements, table)
