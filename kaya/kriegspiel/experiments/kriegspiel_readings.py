"""No paper: what other readings of the Kriegspiel paper are worth, in games of program C against the minimax program.

"When the opponent moves, there is a fixed chance to suffer a capture. The victim is chosen at random, with the
probability of capture being directly proportional to Prob_control" can be read in two ways. As we read it, each piece
has its own chance, suffer Prob_control; with `fixed` the chance of any capture is fixed, and control says who the
victim is. Of 1,072 replies in games of C against minimax 0.17 were captures; the constant that fits best to all pairs
of control and capture is 0.09, but of pieces that a pawn attacked 0.6 were captured. Effort is 1 s of Figure 10, and
both programs can mate a bare king.
"""

from ...lab.experiments.played import MatchExperiment, Row
from .kriegspiel_fig10 import CONDITIONS, MINIMAX, SIMULATIONS, net_pieces, player, with_recipe

READINGS = {
    "as written": "",
    "suffer = 0.3": "suffer=0.3",
    "suffer = 0.09, fitted to all pairs": "suffer=0.09",
    "a fixed chance of 0.17": "fixed=on,suffer=0.17",
    "a fixed chance of 0.6": "fixed=on,suffer=0.6",
    "no recapture counts": "recapture=0",
    "retaliation = 0.33, as seen": "retaliation=0.33",
    "values of pieces as in chess": "values=on",
}


def rows() -> list[Row]:
    made, conditions = [], {**CONDITIONS, "games": 100}
    for label, changed in READINGS.items():
        C = with_recipe(f"{player('C')}:{changed}" if changed else player("C"))
        made.append(Row.of(label, C, with_recipe(MINIMAX), conditions, simulations=SIMULATIONS["C"]))
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("program C", "Elo"), shows="elo", measure=net_pieces)
