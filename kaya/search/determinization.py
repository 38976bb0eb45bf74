"""Hidden information in any game: what the player cannot see is sampled before each simulation
(`games/players_game.py`)."""

import numpy as np

from ..games.players_game import ANSWER
from ..games.rules import attempt, determinize, over, play, reply, result
from ..kernel import random_below
from .simulation import Length
from .strategy import strategy

SCATTER = np.uint64(0x9E3779B97F4A7C15)


@strategy("sample")
def determinized_board(state, p):
    """Fill in what the player cannot see, by the game's rule `determinize`. The board's random numbers are its own."""
    board = state.boards[0]
    random_below(state, 1)  # other numbers for every simulation
    board.rng = (state.rng ^ (state.rng >> np.uint64(29))) * SCATTER | np.uint64(1)
    determinize(board, state.side)


@strategy("simulate", Length)
def determinized_playout(state, work, policy, policy_p, p):
    """Play the determinization to its end, each side as the game's rule `reply` has it."""
    board = state.boards[0]
    if state.phase == ANSWER:
        attempt(board, state.pending)
    for _ in range(p.limit):
        if over(board):
            break
        play(board, reply(state))
    return result(board)
