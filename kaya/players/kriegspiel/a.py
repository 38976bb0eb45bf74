"""Program A (section 5.1, Figure 5): tree search over random boards. It is here because the paper shows that it fails.

Before each simulation the other's men are guessed anew. Own tries are selected by UCT, the other plays pseudo-random
moves, one node is added a simulation, the game is played to its end or to a clear one, and results are averaged. The
most visited try is made.

Unlike in Figure 5, a try that is illegal on the guessed board is not passed over: it leads to the umpire's refusal, and
the player tries again, as in the game.
"""

import random

import numpy as np

from ...games.kriegspiel import Start, View
from ...games.kriegspiel.judgement import announce, try_move
from ...games.kriegspiel.messages import FIFTY_MOVES, TAKEN
from ...games.kriegspiel.squares import WHITE
from ...games.rules import moves, result
from ...kernel import Parameters, at, parameter, random_below
from ...knowledge.kriegspiel.densities import densities
from ...knowledge.kriegspiel.sampling.boards import IMPOSSIBLE, sample_board
from ...knowledge.kriegspiel.sampling.guessed import ANSWER, guessed
from ...knowledge.kriegspiel.sampling.pseudo_random import clear_winner, pseudo_random_move
from ...search import Budget, Search, Strategy, at_threshold, average, robust_child, strategy, uct
from .player import KriegspielPlayer


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


class ProgramA(KriegspielPlayer):
    name = "kriegspiel-a"
    finishes = False

    def __init__(self, *, threads: int = 1, seed: int = 0):
        super().__init__(threads=threads, seed=seed)
        self.search = Search(
            guessed, threads=threads, keep_tree=False, sample=random_board, select=uct, expand=at_threshold,
            policy=any_try, simulate=pseudo_random_game, backup=average, final=robust_child,
        )  # fmt: skip

    @property
    def strategies(self) -> dict[str, Strategy]:
        return self.search.strategies

    def begin(self, start: Start) -> None:
        super().begin(start)
        self.search.seed = 2 * self.seed + start.side
        self.search.forget()

    def decide(self, view: View, budget: Budget | None) -> int:
        position = guessed.start(view, densities())
        report = self.search.think(position, budget or Budget(seconds=0.5))
        if report.best is not None:
            return report.best
        return random.Random(view.ply).choice(view.tries())
