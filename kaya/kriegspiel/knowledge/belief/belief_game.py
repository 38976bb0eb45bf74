"""The game from one player's point of view: own tries, and the umpire's messages as chance (section 5, Figure 3).

Three tiers follow each other: a decision, the own try; chance, the umpire's answer, which leads back to the decision if
the try is refused; and chance again, the message about the opponent's move. The player is player 1 whatever its colour,
and there is no player 2: the opponent is a part of chance.
"""

import numpy as np

from ....games.game import Game
from ....games.rules import CHANCE
from ....kernel import at, kernel, random_unit, record
from ....kernel.bits import lowest
from ...rules.attacks import NOTHING, ONE, bit
from ...rules.board import NOWHERE
from ...rules.drawing import own_svg
from ...rules.messages import ILLEGAL, MOVED, TRIES_AT
from ...rules.moves import is_among, own_targets
from ...rules.squares import KING, PAWN, QUEEN
from ...rules.umpire import capture_message, check_direction
from .control import captures, legal, look, seen_from, threatened
from .matrices import TINY
from .model import ANSWER, FIELDS, OWN_TURN, REPLY
from .opponent import hit, strikes_back
from .outcomes import SILENT, TAKES_PAWN, TAKES_PIECE, cost, danger, prospects, scaled, value_of_answer
from .stored import key_of, recall, store
from .update import any_there, hear_acceptance, hear_refusal, hear_reply, pawn_goals

SIZE = record(("rng", "u8"), *FIELDS, ("rules", "u1")).itemsize  # bytes of a belief, as `Game` lays it out


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
    state.pending, state.phase, state.expected = move, ANSWER, np.nan


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
    """The umpire's answer to the pending try, by its probabilities. Program C does not draw refusals (`accepts`): it
    counts with them when it values a turn."""
    move = state.pending
    look(state)
    if not state.accepts and random_unit(state) >= legal(state, move):
        return ILLEGAL
    target, (pawn, piece), message = move >> 6 & 63, captures(state, move), MOVED
    drawn, answer = random_unit(state), SILENT
    state.chance = 1.0 - pawn - piece
    if drawn < pawn + piece:
        answer = TAKES_PAWN if drawn < pawn else TAKES_PIECE
        message |= capture_message(drawn < pawn, target)
        state.chance = pawn if drawn < pawn else piece
    check = draw_check(state, move, target)
    if state.accepts:
        state.expected = state.balance + value_of_answer(state, move, answer, check != 0, prospects(state, move))
    return message | check


@kernel
def draw_check(state, move, target):
    """The direction of the check that the move gives, or 0; `state.chance` is multiplied by its probability."""
    left, squares, checks = random_unit(state), threatened(state, move), 0
    if state.kind_at[at(move & 63)] == KING:
        return 0
    rest = squares
    while rest and not checks:
        s = lowest(rest)
        left -= state.Pk[at(s)] * seen_from(state, target, s)
        if left < 0.0:
            checks = check_direction(s, target)
        rest &= rest - ONE
    given, all_given = 0.0, 0.0
    while squares:
        s = lowest(squares)
        weight = state.Pk[at(s)] * seen_from(state, target, s)
        all_given += weight
        if check_direction(s, target) == checks:
            given += weight
        squares &= squares - ONE
    state.chance *= given if checks else max(1.0 - all_given, 0.0)
    return checks


@kernel
def draw_reply(state):
    """The message about the opponent's move, by the model of it. Own pawns find somebody for certain where it has just
    captured."""
    look(state)
    where, message, gone = draw_capture(state), MOVED, NOTHING
    if where != NOWHERE:
        message |= capture_message(state.kind_at[at(where)] == PAWN, where)
        gone = bit(where)
    goals = pawn_goals(state, gone)
    found = 1.0 if goals & gone else any_there(state, goals, 1.0)
    tries = random_unit(state) < found
    state.chance *= found if tries else 1.0 - found
    return message | (1 << TRIES_AT if tries else 0)


@kernel
def draw_capture(state):
    """Where the opponent captures, or NOWHERE: the piece whose place it was told, because it strikes back, or else any
    by `hit`. Notes the probability of that, and the value of the outcome."""
    struck, back = state.struck, 0.0
    if struck != NOWHERE and state.kind_at[at(struck)] != KING:
        back = strikes_back(state, struck, state.string, state.checking)
    chance, _, protected = danger(state)
    most, drawn, where = max(chance, 1.0), random_unit(state) - back, NOWHERE
    if drawn < 0.0:
        where = struck
    else:
        left, drawn = state.of_colour[at(state.turn)] & ~state.of_kind[KING], drawn / max(1.0 - back, TINY)
        while left and where == NOWHERE:
            s = lowest(left)
            drawn -= hit(state, s) / most
            if drawn < 0.0:
                where = s
            left &= left - ONE
    state.expected = state.balance
    if where == NOWHERE:
        state.chance = (1.0 - back) * (1.0 - chance / most)
    else:
        state.chance = (1.0 - back) * hit(state, where) / most + (back if where == struck else 0.0)
        state.expected -= cost(state, where, protected)
    return where


@kernel
def draw(state):
    """Let the umpire speak: what it says is drawn, and heard. A belief that another descent has reached is not computed
    again."""
    message = draw_answer(state) if state.phase == ANSWER else draw_reply(state)
    if recall(state, message, SIZE):
        return np.int64(message)
    key = key_of(state, message)
    if state.phase == REPLY:
        hear_reply(state, message)
        state.pending = 0
    elif message == ILLEGAL:
        hear_refusal(state)
    else:
        hear_acceptance(state, message)
    look(state)
    store(state, key, SIZE)
    return np.int64(message)


@kernel
def result(state):
    """The material won since the root of the search."""
    return scaled(state, state.balance)


def start(state) -> None:
    raise ValueError("A belief starts from a player's view: use `Belief`.")


belief_game = Game(
    "kriegspiel from one player's point of view",
    FIELDS,
    over=over,
    mover=mover,
    play=play,
    moves=moves,
    result=result,
    draw=draw,
    start=start,
)
belief_game.picture = own_svg
