"""No paper: what other readings of the Kriegspiel paper are worth, in games of program C against the minimax program.

"When the opponent moves, there is a fixed chance to suffer a capture. The victim is chosen at random, with the
probability of capture being directly proportional to Prob_control." The paper does not print the chance. Of 1,072
replies in games of C against minimax 0.17 were captures; 0.6 is how often a piece that a pawn attacked was captured.
Without `fixed` each piece has a chance of its own, suffer Prob_control; the constant that fits best to all pairs of
control and capture is then 0.09. Effort is 1 s of Figure 10, and both programs can mate a bare king.
"""

from ...lab.experiments.played import MatchExperiment, Row
from .kriegspiel_fig10 import CONDITIONS, MINIMAX, SIMULATIONS, net_pieces, player, with_recipe

READINGS = {
    "as written": "",
    "a fixed chance of 0.17, as seen": "suffer=0.17",
    "a chance of its own for each piece, 0.6": "fixed=off",
    "a chance of its own for each piece, 0.3": "fixed=off,suffer=0.3",
    "a chance of its own for each piece, 0.09, as fitted": "fixed=off,suffer=0.09",
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
