"""Random boards (section 5.1, Figure 5): the other's men are guessed before each simulation, and both sides play
pseudo-random moves to the end of the game, or to a clear one."""

import numpy as np

from ...games.kriegspiel.judgement import announce, try_move
from ...games.kriegspiel.messages import FIFTY_MOVES, TAKEN
from ...games.kriegspiel.squares import WHITE
from ...games.rules import moves, result
from ...games.seen import ANSWER
from ...kernel import Parameters, at, parameter, random_below
from ...knowledge.kriegspiel.sampling.boards import IMPOSSIBLE, sample_board
from ...knowledge.kriegspiel.sampling.pseudo_random import clear_winner, pseudo_random_move
from ...search import strategy


class Guess(Parameters):
    """Parameters of the random boards."""

    attempts: int = parameter(300, "boards to draw before one that contradicts something is taken", low=1, high=10_000)


@strategy("sample", Guess)
def random_board(state, p):
    """Guess the other's men. The random numbers move to the board until the simulation is over. A turn for which no
    board was found counts as drawn."""
    board = state.boards[0]
    board.rng = state.rng
    if sample_board(state.known[0], board, p.attempts) == IMPOSSIBLE:
        board.end = FIFTY_MOVES


@strategy("policy")
def any_try(state, work, p):
    """Any of the tries, all equally likely."""
    count = moves(state, work.moves)
    return np.int64(work.moves[at(random_below(state.boards[0], count))])


@strategy("simulate")
def pseudo_random_game(state, work, policy, policy_p, p):
    """Both sides play pseudo-random moves until the game is over, by the rule of fifty moves if by none before, or one
    side has won clearly."""
    board, heard = state.boards[0], state.heard
    if state.phase == ANSWER:
        heard = try_move(board, state.pending)
    winner = clear_winner(board)
    while board.end == 0 and winner == 0:
        heard = announce(board, pseudo_random_move(board, heard, work.moves))
        if heard & TAKEN:
            winner = clear_winner(board)
    state.rng = board.rng
    if winner:
        return 1.0 if winner == WHITE else -1.0
    return result(state)
