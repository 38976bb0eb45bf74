"""A game with an umpire as one player sees it, on a determinization: what a search of it needs.

The tree has three tiers for two plies: the player tries a move, the umpire answers it, the other moves and the umpire
tells of that. The last two are chance, and named by the umpire's message, so that the tree holds messages and never a
board (Kriegspiel paper, section 5.1, Figure 3). A refused try is a message like others: the player tries again on the
same board. What the player cannot see is sampled before each simulation, by a `sample` strategy.
"""

from typing import Any

import numpy as np

from ..kernel import at, kernel, random_below
from . import rules
from .game import MOST_MOVES, Game
from .rules import CHANCE, REFUSED, attempt, reply, told, tries  # by the state's record type

TRY, ANSWER, OTHER = 0, 1, 2  # the player tries; the umpire answers; the other moves


@kernel
def over(state):
    return rules.over(state.boards[0])


@kernel
def mover(state):
    return state.side if state.phase == TRY else np.int64(CHANCE)


@kernel
def play(state, move):
    state.pending, state.phase = move, ANSWER


@kernel
def moves(state, into):
    """What can be tried for all that the player knows, without what was refused in this turn."""
    listed, count = tries(state.boards[0], into), 0
    for k in range(listed):
        new = True
        for j in range(state.refused):
            new &= state.tried[at(j)] != into[at(k)]
        if new:
            into[at(count)] = into[at(k)]
            count += 1
    return count if count else listed  # a determinization may contradict all refusals


@kernel
def draw(state):
    """The umpire's answer to the try; or a move of the opponent, and what the umpire says of it."""
    board, own = state.boards[0], state.phase == ANSWER
    message = attempt(board, state.pending if own else reply(state))
    if message == REFUSED:
        state.tried[at(state.refused)] = state.pending
        state.refused = min(state.refused + 1, MOST_MOVES - 1)
        state.phase = TRY
        return message
    state.heard, state.refused = message, 0
    state.phase = OTHER if own else TRY
    return told(board, message) if own else message


@kernel
def any_move(state):
    """Any legal move of the opponent, all equally likely."""
    board = state.boards[0]
    return np.int64(state.room[at(random_below(board, rules.moves(board, state.room)))])


@kernel
def result(state):
    return rules.result(state.boards[0])


def players_game(game: Game, more: tuple = (), know: Any = None, reply: Any = any_move) -> Game:
    """The game that one player of `game` searches. `more` are further fields of the record, and `know(state, view)`
    fills them in from what the player knows; `reply` is how the opponent is taken to move."""
    # fmt: off
    fields = [
        ("side", "i8"),                     # whose eyes these are
        ("phase", "i8"),                    # TRY, ANSWER or OTHER
        ("pending", "i8"),                  # the try that the umpire has not answered yet
        ("heard", "i8"),                    # the last message
        ("boards", game.dtype, (1,)),       # the determinization
        ("refused", "i8"),                  # tries of this turn in vain
        ("tried", "i4", MOST_MOVES),        # and which
        ("room", "i4", MOST_MOVES),
        *more,
    ]
    # fmt: on

    def start(state: Any, view: Any) -> None:
        """The turn of the player who has this view; what it cannot see is still missing. What was refused it does not
        try again, where marks stay also what was refused in an earlier turn."""
        state.side = view.side
        state.boards[0] = view.board
        vain = view.tried
        if view.marks_stay:
            could = set(view.tries())
            vain = [move for move in state.room[: tries(state.boards[0], state.room)].tolist() if move not in could]
        state.refused = len(vain)
        state.tried[: len(vain)] = vain
        if know:
            know(state, view)

    return Game(
        f"{game.name} as one player sees it",
        fields,
        over=over,
        mover=mover,
        play=play,
        moves=moves,
        result=result,
        draw=draw,
        reply=reply,
        start=start,
    )
