"""Simulated messages (section 5.2, Figure 6): the umpire's messages are drawn by the model for k own moves."""

import numpy as np

from ...games.rules import draw, moves, play
from ...kernel import Parameters, at, kernel, parameter, random_below, random_unit
from ...search import strategy
from ..knowledge.belief.control import is_pawn_capture
from ..knowledge.belief.evaluation import look, scaled
from ..knowledge.belief.model import OWN_TURN
from ..knowledge.belief.opponent import NOWHERE

MOST_TRIES = 6  # refused tries after which a simulated turn is given up
LONGEST_STRING = 6  # own captures by which a simulation may go on past its k moves


class Habits(Parameters):
    """How simulated own moves are chosen."""

    almost: float = parameter(0.95, "chance that a recapture or a pawn try is taken", low=0.0, high=1.0)


@kernel
def draw_move_to(state, work, count, target):
    """One of the first `count` moves of work.moves, drawn among those that capture on `target`, or with pawns if that
    is NOWHERE; 0 if there is none."""
    chosen, seen = 0, 0
    for k in range(count):
        move = np.int64(work.moves[at(k)])
        if move >> 6 & 63 == target or (target == NOWHERE and is_pawn_capture(state, move)):
            seen += 1
            if random_below(state, seen) == 0:
                chosen = move
    return chosen


@strategy("policy", Habits)
def pseudo_random(state, work, p):
    """A random try; but a capture where an own man was just taken, and a pawn try that was announced, come first."""
    count = moves(state, work.moves)
    if count == 0:
        return 0
    if (state.taken_at != NOWHERE or state.tries > 0) and random_unit(state) < p.almost:
        move = draw_move_to(state, work, count, state.taken_at)
        if move:
            return move
    return np.int64(work.moves[at(random_below(state, count))])


class Moves(Parameters):
    """Parameters of a simulation."""

    k: int = parameter(1, "own moves of a simulation, the one that leads to its first node included", low=1, high=100)
    retry: bool = parameter(
        False,
        "a refused try is no move, and another one follows; off: a refusal of the last of the k ends the simulation",
    )
    quiet: bool = parameter(
        True, "what the position is worth besides counts; off: own men minus enemy men alone, as in the paper"
    )


@strategy("simulate", Moves)
def messages_for_k_moves(state, work, policy, policy_p, p):
    """Play k own moves with messages drawn by the model, and on while captures follow each other; the material won,
    and what the position is worth besides."""
    left, string, tried = p.k - 1, LONGEST_STRING, 0
    while True:
        if state.phase != OWN_TURN:
            accepted = draw(state) != 0
            tried = 0 if accepted else tried + 1
            continue
        if left <= 0 and (tried == 0 or not p.retry) and (state.taken_at == NOWHERE or string == 0):
            break
        move = policy(state, work, policy_p) if tried < MOST_TRIES else 0
        if move == 0:
            break
        if tried == 0:
            if left <= 0:
                string -= 1
            left -= 1
        play(state, move)
    if not p.quiet:
        return scaled(state, state.balance)
    look(state)
    return scaled(state, state.balance + state.quiet)
