"""Kriegspiel as one player sees it, on a guessed board: the game that program A searches (section 5.1, Figure 3).

The tree has three tiers for two plies: the player tries a move, the umpire answers it, the other moves and the umpire
tells of that. The last two are chance, and named by the umpire's message, so that the tree holds messages and never a
board. A refused try is a message like others: the player tries again on the same board.
"""

import numpy as np

from ....games.game import Game
from ....games.kriegspiel import View, judgement
from ....games.kriegspiel.judgement import try_move
from ....games.kriegspiel.messages import ILLEGAL, TRIES
from ....games.kriegspiel.moves import MOST_TRIES, tries
from ....games.kriegspiel.rules import kriegspiel
from ....games.rules import CHANCE
from ....kernel import at, kernel
from .known import KNOWN, known_to
from .pseudo_random import pseudo_random_move

TRY, ANSWER, OTHER = 0, 1, 2  # the player tries; the umpire answers; the other moves
FIELDS = [
    ("side", "i8"),                       # whose eyes these are
    ("phase", "i8"),                      # TRY, ANSWER or OTHER
    ("pending", "i8"),                    # the try that the umpire has not answered yet
    ("heard", "i8"),                      # the last message
    ("boards", kriegspiel.dtype, (1,)),   # the board as it is guessed
    ("known", KNOWN, (1,)),               # what is known; refused tries are added to it
    ("room", "i4", MOST_TRIES),
]  # fmt: skip


@kernel
def over(state):
    return judgement.over(state.boards[0])


@kernel
def mover(state):
    return state.side if state.phase == TRY else np.int64(CHANCE)


@kernel
def play(state, move):
    state.pending, state.phase = move, ANSWER


@kernel
def moves(state, into):
    """What can be tried for all that the player knows, without what was refused in this turn."""
    known, listed, count = state.known[0], tries(state.boards[0], into), 0
    for k in range(listed):
        new = True
        for j in range(known.refused):
            new &= known.tried[at(j)] != into[at(k)]
        if new:
            into[at(count)] = into[at(k)]
            count += 1
    return count if count else listed  # a guess may contradict all refusals


@kernel
def draw(state):
    """The umpire's answer to the try; or a pseudo-random move of the other, and what the umpire says of it."""
    board, known, own = state.boards[0], state.known[0], state.phase == ANSWER
    message = try_move(board, state.pending if own else pseudo_random_move(board, state.heard, state.room))
    if message == ILLEGAL:
        known.tried[at(known.refused)] = state.pending
        known.refused = min(known.refused + 1, MOST_TRIES - 1)
        state.phase = TRY
        return message
    state.heard, known.refused = message, 0
    state.phase = OTHER if own else TRY
    return message & ~TRIES if own else message  # the player does not hear the other's pawn tries


@kernel
def result(state):
    return judgement.result(state.boards[0])


def _start(state, view: View, table: np.ndarray) -> None:
    """The turn of the player who has this view; the other's men are still missing."""
    state.side = view.side
    state.boards[0] = view.board
    state.known[0] = known_to(view, table)[0]


guessed = Game("guessed kriegspiel", FIELDS, over=over, mover=mover, play=play, moves=moves, result=result, draw=draw,
               start=_start)  # fmt: skip
