"""Kriegspiel as one player sees it, on a board that is drawn from the likely ones: the game that program D searches.
The three tiers are those of `games/players_game.py`; the other moves by its habits."""

from typing import Any

from ....games.players_game import players_game
from ....kernel import at, kernel, random_below, random_unit
from ...rules import View
from ...rules.attacks import bit
from ...rules.game import kriegspiel
from ...rules.messages import TAKEN, TRIES
from ...rules.moves import moves
from .evaluation import EVALUATION, EvaluationWeights, weights_alone
from .filter import Particles
from .habits import THOUGHTS, now_known, weigh

FIELDS = (
    ("place", "i8"),  # the address of the likely boards,
    ("count", "i8"),  # and how many there are
    *THOUGHTS,
    *EVALUATION,
)


@kernel
def habitual_move(state):
    """A move of the opponent, drawn by its habits, or at random as often as it is taken to be careless."""
    board = state.boards[0]
    state.known = now_known(state.known, state.pending, state.heard & TAKEN != 0)
    state.home &= ~bit(state.pending & 63)
    count = moves(board, state.room)
    whole = weigh(
        board, state.heard & ~TRIES, state.known, state.home, state.room, count, state.habits[0], state.weights
    )
    if whole > 0.0 and random_unit(board) >= state.careless:
        mark = random_unit(board) * whole
        for k in range(count):
            mark -= state.weights[at(k)]
            if mark < 0.0:
                return int(state.room[at(k)])
    return int(state.room[at(random_below(board, count))])


likely = players_game(kriegspiel, FIELDS, None, habitual_move)


def as_likely(view: View, particles: Particles, habits: Any, careless: float, weights: EvaluationWeights) -> Any:
    """The turn of the player who has this view, with its likely boards, which must stay where they are, the
    habits by which the opponent is taken to reply, and the weights by which boards are evaluated."""
    position = likely.start(view)
    state = position.state
    state.place, state.count = particles.boards.ctypes.data, particles.count
    state.known, state.home, state.habits[0] = particles.known, particles.home, habits
    state.careless = careless
    state.evaluation[0] = weights_alone(weights)
    return position
