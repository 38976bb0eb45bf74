"""No paper: what other readings of the Kriegspiel paper are worth, in games of programs C and B against minimax.

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
    "C": {
        "as written": "",
        "suffer = 0.3": "suffer=0.3",
        "suffer = 0.09, fitted to all pairs": "suffer=0.09",
        "a fixed chance of 0.17": "fixed=on,suffer=0.17",
        "a fixed chance of 0.6": "fixed=on,suffer=0.6",
        "no recapture counts": "recapture=0",
        "retaliation = 0.33, as seen": "retaliation=0.33",
        "values of pieces as in chess": "values=on",
        "the average as backup": "backup=average",
    },
    "B, k = 1": {
        "as written": "",
        "the tree follows every message": "silence=off",
        "UCT's constant 0.2": "C=0.2",
        "one recapture at the most": "string=1",
        "suffer = 0.3": "suffer=0.3",
        "a fixed chance of 0.17": "fixed=on,suffer=0.17",
        "retaliation = 0.33, as seen": "retaliation=0.33",
        "values of pieces as in chess": "values=on",
        "the best child at the end": "final=max_child",
    },
}


def rows() -> list[Row]:
    made, conditions = [], {**CONDITIONS, "games": 100}
    for program, readings in READINGS.items():
        for label, changed in readings.items():
            one = player(program)
            one = with_recipe(f"{one}{',' if ':' in one else ':'}{changed}" if changed else one)
            simulations = SIMULATIONS[program]
            made.append(Row.of(f"{program}, {label}", one, with_recipe(MINIMAX), conditions, simulations=simulations))
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("program", "Elo"), shows="elo", measure=net_pieces)
