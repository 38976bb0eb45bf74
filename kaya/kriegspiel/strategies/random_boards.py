"""Random boards (section 5.1, Figure 5): the opponent's pieces are sampled before each simulation, and both sides play
pseudo-random moves to the end of the game, or to a clear one."""

from math import log, sqrt

import numpy as np

from ...games.players_game import ANSWER, TRY
from ...games.rules import moves, result
from ...kernel import Parameters, at, kernel, parameter, random_below, record
from ...kernel.views import record_over
from ...search import strategy
from ...search.expansion import NOTHING, ONE
from ...search.selection import UCT
from ...search.tree import child_with
from ..knowledge.sampling.boards import IMPOSSIBLE, sample_board
from ..knowledge.sampling.pseudo_random import clear_winner, pseudo_random_move
from ..rules.messages import FIFTY_MOVES, TAKEN
from ..rules.squares import WHITE
from ..rules.umpire import announce, try_move

CHOSEN = record(("move", "i8"))  # the try that `legal_on_the_board` has selected, in the scratch of a thread


class RandomBoards(Parameters):
    """Parameters of the random boards."""

    attempts: int = parameter(300, "boards to draw before one that contradicts something is taken", low=1, high=10_000)


@strategy("sample", RandomBoards)
def random_board(state, p):
    """Sample the opponent's pieces. The random numbers move to the board until the simulation is over. A turn for which
    no board was found counts as drawn."""
    board = state.boards[0]
    board.rng = state.rng
    if sample_board(state.known[0], board, p.attempts) == IMPOSSIBLE:
        board.end = FIFTY_MOVES


@strategy("policy")
def any_try(state, work, p):
    """Any of the tries, all equally likely."""
    count = moves(state, work.moves)
    return np.int64(work.moves[at(random_below(state.boards[0], count))])


@kernel
def legal_tries(state, into):
    """`legalMoves(b)`: the tries that are legal on the determinization and were not refused in this turn."""
    count, kept = moves(state.boards[0], into), 0
    for k in range(count):
        new = True
        for j in range(state.refused):
            new &= state.tried[at(j)] != into[at(k)]
        if new:
            into[at(kept)] = into[at(k)]
            kept += 1
    return kept


@strategy("expand", UCT)
def legal_on_the_board(state, nodes, index, work, p):
    """Figure 5: `uctSelection(n, legalMoves(b))`, and one new random node with each simulation. The selection needs the
    board, so it is made here, and noted for `as_selected`: a random one of the legal tries that are new to the node, or
    else the highest of formula 2.1. What is illegal on this board is passed over. The search must be `asking`, so that
    a message heard for the first time is followed by a new try."""
    if state.phase != TRY:
        return ONE
    count, seen, best_value = legal_tries(state, work.moves), 0, -np.inf
    if count == 0:
        return NOTHING
    chosen = record_over(work.scratch, CHOSEN)
    exploration = p.C * sqrt(log(max(nodes[at(index)].visits, 1)))
    for k in range(count):
        move = np.int64(work.moves[at(k)])
        child = child_with(nodes, index, move)
        if child == 0:
            seen += 1
            if random_below(state.boards[0], seen) == 0:
                chosen.move = move
        elif seen == 0:
            visits = max(nodes[at(child)].visits, 1)
            value = nodes[at(child)].reward / visits + exploration / sqrt(visits)
            if value > best_value:
                chosen.move, best_value = move, value
    return ONE


@strategy("policy")
def as_selected(state, work, p):
    """The try that `legal_on_the_board` has selected; any legal one where the tree is full and nobody was asked."""
    count, chosen = legal_tries(state, work.moves), record_over(work.scratch, CHOSEN)
    for k in range(count):
        if work.moves[at(k)] == chosen.move:
            return chosen.move
    return np.int64(work.moves[at(random_below(state.boards[0], max(count, 1)))])


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
