"""The game as one player perceives it: own tries, and the umpire's messages as chance (section 5, Figure 3).

Three tiers follow each other: a decision, the own try; chance, the umpire's answer, which leads back to the decision if
the try is refused; and chance again, the message about the opponent's move. The player is player 1 whatever its colour,
and there is no player 2: the opponent is a part of chance.
"""

import numpy as np

from ....games.game import Game
from ....games.rules import CHANCE
from ....kernel import at, kernel, random_unit
from ....kernel.bits import lowest
from ...rules.attacks import NOTHING, ONE, bit
from ...rules.board import NOWHERE
from ...rules.messages import ILLEGAL, MOVED, TRIES_AT
from ...rules.moves import is_among, own_targets
from ...rules.squares import PAWN, QUEEN
from ...rules.umpire import capture_message
from .control import captures, gives_check, legal
from .evaluation import look, look_for, scaled
from .matrices import sum_over
from .model import ANSWER, FIELDS, OWN_TURN
from .opponent import draw_capture
from .update import SOME_CHECK, any_there, hear_acceptance, hear_refusal, hear_reply, pawn_goals

ENTERING = 0.02  # chance that one who controls a square goes there with its next move


@kernel
def over(state):
    """A simulated game has no end; the search stops by itself."""
    return False


@kernel
def mover(state):
    return 1 if state.phase == OWN_TURN else CHANCE


@kernel
def play(state, move):
    """Try a move; the umpire's answer comes next."""
    state.pending, state.phase = move, ANSWER


@kernel
def moves(state, into):
    """The tries that own pieces and pawn tries allow and that were not refused in this turn. A pawn becomes a queen."""
    own, count = state.of_colour[at(state.turn)], 0
    while own:
        s = lowest(own)
        targets = own_targets(state, s)
        pawn = state.kind_at[at(s)] == PAWN
        while targets:
            t = lowest(targets)
            move = s | t << 6 | (QUEEN << 12 if pawn and (t < 8 or t >= 56) else 0)
            if not is_among(move, state.refused_moves, state.refused):
                into[at(count)] = move
                count += 1
            targets &= targets - ONE
        own &= own - ONE
    return count


@kernel
def draw_answer(state):
    """The umpire's answer to the pending try, by its probabilities."""
    move = state.pending
    look_for(state, move)
    if random_unit(state) >= legal(state, move):
        return ILLEGAL
    message, chance = MOVED, random_unit(state)
    pawn, piece = captures(state, move)
    if chance < pawn + piece:
        message |= capture_message(chance < pawn, move >> 6 & 63)
    if random_unit(state) < gives_check(state, move):
        message |= SOME_CHECK
    return message


@kernel
def draw_reply(state):
    """The message about the opponent's move, by the model of it. Own pawns find somebody for certain where it has just
    captured; hardly a pawn, for that would have captured them first (with `exposure`); and whoever has walked into
    them."""
    look(state)
    where, message, gone = draw_capture(state), MOVED, NOTHING
    if where != NOWHERE:
        message |= capture_message(state.kind_at[at(where)] == PAWN, where)
        gone = bit(where)
    goals = pawn_goals(state, gone)
    declined = 1.0 - state.pawn_taken if state.exposure and where == NOWHERE else 1.0
    walked = ENTERING * sum_over(state.control, goals)
    if goals & gone or random_unit(state) < any_there(state, goals, declined) + walked:
        message |= 1 << TRIES_AT
    return message


@kernel
def draw(state):
    """Let the umpire speak: what it says is drawn, and heard."""
    if state.phase == ANSWER:
        message = draw_answer(state)
        if message == ILLEGAL:
            hear_refusal(state)
        else:
            hear_acceptance(state, message)
    else:
        message = draw_reply(state)
        hear_reply(state, message)
    return np.int64(message)


@kernel
def result(state):
    """The material won since the root of the search."""
    return scaled(state, state.balance)


def start(state) -> None:
    raise ValueError("A perception starts from a player's view: use `Belief`.")


perception = Game(
    "kriegspiel as one player perceives it",
    FIELDS,
    over=over,
    mover=mover,
    play=play,
    moves=moves,
    result=result,
    draw=draw,
    start=start,
)
