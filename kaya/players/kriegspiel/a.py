"""Program A (section 5.1, Figure 5): tree search over random boards. It is here because the paper shows that it fails.

Before each simulation the other's men are guessed anew. Own tries are selected by UCT, the other plays pseudo-random
moves, one node is added a simulation, the game is played to its end or to a clear one, and results are averaged. The
most visited try is made.

Unlike in Figure 5, a try that is illegal on the guessed board is not passed over: it leads to the umpire's refusal, and
the player tries again, as in the game.
"""

from typing import Any

from ...games.kriegspiel import View
from ...knowledge.kriegspiel.sampling.guessed import guessed
from ...search import Budget, Search, Strategy, at_threshold, average, robust_child, uct
from ...strategies.kriegspiel.random_boards import any_try, pseudo_random_game, random_board
from ..player import Decision
from .player import KriegspielPlayer


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

    def begin(self, view: View) -> None:
        super().begin(view)
        self.search.seed = 2 * self.seed + view.side
        self.search.forget()

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        report = self.search.think(guessed.start(view), budget, **watching)
        return Decision(view.tries()[0] if report.best is None else report.best, report)
