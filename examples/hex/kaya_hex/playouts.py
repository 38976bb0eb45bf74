"""How simulated games of Hex are played: bridges are saved, everything else is random.

Two stones with two empty cells between them that touch both are a bridge: whichever cell the opponent takes, the other
connects. The answer to an intrusion is what strong playouts of Hex consist of (Arneson, Hayward and Henderson 2010,
"Monte Carlo tree search in Hex", section III). Edges count as stones.
"""

from kaya import Parameters, kernel, parameter, strategy
from kaya.kernel import at, random_below, random_unit

from .rules import AROUND, EMPTY


class Bridges(Parameters):
    """Parameters of the policy."""

    save: float = parameter(1.0, "how often an intrusion into a bridge is answered", low=0.0, high=1.0)


@kernel
def saved_bridge(state):
    """The cell that saves a bridge which the last move has intruded into, any of them where it is several; 0 if none.

    Around the intruder one sees an own stone, the empty cell and an own stone, side by side."""
    own, last, turn = state.turn, state.last, random_below(state, 6)
    for k in range(turn, turn + 6):
        middle = last + AROUND[(k + 1) % 6]
        if (
            state.colour[at(middle)] == EMPTY
            and state.colour[at(last + AROUND[k % 6])] == own
            and state.colour[at(last + AROUND[(k + 2) % 6])] == own
        ):
            return middle
    return 0


@strategy("policy", Bridges)
def by_bridges(state, work, p):
    """Save a bridge, or play on any empty cell, all equally likely."""
    if state.last and random_unit(state) < p.save:
        answer = saved_bridge(state)
        if answer:
            return answer
    return state.empty[at(random_below(state, state.left))]
