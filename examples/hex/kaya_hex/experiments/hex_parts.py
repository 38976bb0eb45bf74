"""What the parts of the player `hex` are worth: it against plain UCT, and against itself without a part, 7x7.

Without bridges its simulations are random, without RAVE its selection is UCT.
"""

from kaya.lab.experiments import MatchExperiment, Row

CONDITIONS = {"game": "hex", "games": 40, "size": 7}
OPPONENTS = {"plain UCT": "mcts", "without bridges": "hex:save=0", "without RAVE": "hex:select=uct,backup=average"}


def rows() -> list[Row]:
    return [Row.of(label, "hex", other, CONDITIONS, simulations=1_000) for label, other in OPPONENTS.items()]


experiment = MatchExperiment(__name__, __doc__, rows, ("against", "points of `hex`"))
