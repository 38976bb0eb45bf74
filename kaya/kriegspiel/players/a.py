"""Program A (section 5.1, Figure 5): tree search over random boards. It is here because the paper shows that it fails.

Before each simulation the opponent's pieces are sampled anew. Own tries are selected by UCT, the opponent plays
pseudo-random moves, one node is added a simulation, the game is played to its end or to a clear one, and results are
averaged. The most visited try is made.

In `kriegspiel-a-paper` a try that is illegal on the determinization is passed over, as in Figure 5. In `kriegspiel-a`
it leads to the umpire's refusal, and the player tries again, as in the game; and a node has all tries after T visits.
"""

from typing import Any, ClassVar

from ...players.player import Decision
from ...search import Budget, Search, Steps, Strategy, at_threshold, average, bare_root, known_moves, robust_child, uct
from ..knowledge.sampling.players_game import random_boards
from ..rules import View
from ..strategies.random_boards import any_try, as_selected, legal_on_the_board, pseudo_random_game, random_board
from .player import Manners, OneSearch

COMMON: dict[str, Any] = dict(sample=random_board, simulate=pseudo_random_game, backup=average, final=robust_child)


class ProgramA(OneSearch):
    name = "kriegspiel-a"
    manners = Manners(finishes=False, opens=False)
    root: ClassVar[Any] = staticmethod(known_moves)
    asking = False
    composition: ClassVar[dict[str, Strategy]] = dict(select=uct, expand=at_threshold, policy=any_try)

    def __init__(self, *, threads: int = 1, seed: int = 0):
        super().__init__(threads=threads, seed=seed)
        chosen: dict[str, Any] = dict(self.composition)
        self.search = Search(
            random_boards, threads=threads, keep_tree=False, asking=self.asking, root=self.root, **COMMON, **chosen
        )

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        report = self.search.think(random_boards.start(view), budget, **watching)
        return Decision(view.tries()[0] if report.best is None else report.best, report)

    def in_steps(self, position: View, budget: Budget | None = None) -> Steps:
        self.ready_for(position)
        return self.named(self.search.begin(random_boards.start(position), budget), position)


class ProgramAPaper(ProgramA):
    name = "kriegspiel-a-paper"
    root = staticmethod(bare_root)
    asking = True
    composition: ClassVar = dict(expand=legal_on_the_board, policy=as_selected)
