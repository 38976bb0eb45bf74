"""Simulated messages (section 5.2, Figure 6): a new, pseudo-random try with each simulation, and from there the
umpire's messages are drawn by the model for k own moves."""

import numpy as np

from ...games.rules import draw, moves, play
from ...kernel import Parameters, at, kernel, parameter, random_below, random_unit
from ...search import strategy
from ..knowledge.belief.model import ANSWER, OWN_TURN, REPLY
from ..knowledge.belief.outcomes import scaled
from ..knowledge.belief.stored import NOT_STORED
from ..rules.board import NOWHERE
from ..rules.messages import ILLEGAL
from ..rules.moves import is_pawn_capture
from ..rules.squares import PAWN

MOST_TRIES = 6  # refused tries after which a simulated turn is given up


@kernel
def captures_on(state, move, square):
    """Whether a try goes to a square, but for a pawn's step ahead."""
    return move >> 6 & 63 == square and (state.kind_at[at(move & 63)] != PAWN or is_pawn_capture(state, move))


@kernel
def is_called_for(state, move):
    """Whether a try captures where an own man was just taken, or with a pawn when pawn tries were announced."""
    return captures_on(state, move, state.taken_at) or (state.tries > 0 and is_pawn_capture(state, move))


@kernel
def called_for_first(state, work, count):
    """Move the tries of work.moves that are called for to the front: how many there are."""
    front = 0
    if state.taken_at != NOWHERE or state.tries > 0:
        for k in range(count):
            move = np.int64(work.moves[at(k)])
            if is_called_for(state, move):
                work.moves[at(k)], work.moves[at(front)] = work.moves[at(front)], move
                front += 1
    return front


@kernel
def was_silent(state):
    """Whether the umpire's last message was silence: no capture, no check, no pawn tries."""
    if state.phase == REPLY:
        return state.string == 0 and not state.checking
    return state.taken_at == NOWHERE and not state.check and not state.tries


class Descent(Parameters):
    """Where B's tree ends."""

    silence: bool = parameter(
        True, "the tree follows silence alone: after any other message the rest is simulated; off: every message"
    )


@strategy("expand", Descent)
def one_new_try(state, nodes, index, work, p):
    """A new try with each simulation: all tries of a position are listed in random order, from which UCT takes those
    that were not visited first. "Both players almost always try to capture back or exploit a pawn try": "this is also
    shared by all our programs" (section 5.1), so these come before the others. The descent stops at a try that awaits
    its answer for the first time; the search must be `asking`.

    There are "several dozen combinations of messages", which makes "their full representation in the game tree very
    difficult" (section 3): a node stands for own tries that were answered with silence, and what follows on another
    message is simulated each time anew."""
    if state.phase == ANSWER:
        return -1 if nodes[at(index)].visits <= 1 else 0
    if p.silence and index != 0 and not was_silent(state):
        return -1
    if state.phase != OWN_TURN:
        return 0
    count = moves(state, work.moves)
    for k in range(count - 1, 0, -1):
        j = random_below(state, k + 1)
        work.moves[at(k)], work.moves[at(j)] = work.moves[at(j)], work.moves[at(k)]
    called_for_first(state, work, count)
    return count if count > 0 else -1


class Habits(Parameters):
    """How simulated own moves are chosen."""

    almost: float = parameter(0.95, "chance that a recapture or a pawn try is taken", low=0.0, high=1.0)


@kernel
def draw_recapture(state, work, count, square):
    """One of the first `count` moves of work.moves, drawn among those that capture on a square; 0 if there is none."""
    chosen, seen = 0, 0
    for k in range(count):
        move = np.int64(work.moves[at(k)])
        if captures_on(state, move, square):
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
    called = called_for_first(state, work, count)
    among = called if called > 0 and random_unit(state) < p.almost else count
    return np.int64(work.moves[at(random_below(state, among))])


class Moves(Parameters):
    """Parameters of a simulation."""

    k: int = parameter(1, "own moves of a simulation, the one that leads to its first node included", low=1, high=100)
    string: int = parameter(6, "own captures by which a simulation may go on past its k moves", low=0, high=100)


@strategy("simulate", Moves)
def messages_for_k_moves(state, work, policy, policy_p, p):
    """Play k own moves with messages drawn by the model: the material that was won. A refused try is no move, and
    another one follows. Past the k moves a string of captures on one square is played on (quiescence): as long as the
    opponent has just captured there, and own pieces can. What it captures elsewhere then is past the limit, too, and
    does not count, or longer strings would be longer games."""
    left, string, tried, square = p.k - 1, p.string, 0, NOWHERE
    state.place = NOT_STORED
    while True:
        if state.phase != OWN_TURN:
            before, replied = state.balance, state.phase == REPLY
            tried = 0 if draw(state) != ILLEGAL else tried + 1
            state.accepts = 0
            if replied and square != NOWHERE and state.taken_at != square:
                return scaled(state, before)
        elif square == NOWHERE and (left > 0 or tried > 0):
            move = policy(state, work, policy_p) if tried < MOST_TRIES else 0
            if move == 0:
                break
            left -= tried == 0
            play(state, move)
        else:
            if tried == 0:
                string -= 1
                square = state.taken_at
            move = 0
            if square != NOWHERE and string >= 0 and tried < MOST_TRIES:
                move = draw_recapture(state, work, moves(state, work.moves), square)
            if move == 0:
                break
            play(state, move)
    return scaled(state, state.balance)
