"""What the programs that search their perception of the game share: the belief, and the searches from it."""

import threading
from collections import Counter, defaultdict
from typing import Any, ClassVar

import numpy as np

from ...games.game import Position
from ...kernel import parameter
from ...players.player import Decision
from ...search import Budget, MoveReport, Report, Search, Strategy
from ..knowledge.belief.belief import Belief
from ..knowledge.belief.belief_game import perception
from ..knowledge.belief.model import VALUES, Model
from ..knowledge.densities import densities
from ..rules import View
from .player import KriegspielPlayer, Manners

NODES = 4_000_000  # in all trees together
FEW, FAR = 6, 8.0  # men of the enemy, and pawns that one is ahead


def is_won(view: View, piece: float) -> bool:
    """Is the enemy left with few men, and far behind? `piece` is what an unknown piece is worth."""
    own = sum(VALUES[kind] for kind in view.pieces.values())
    return view.enemy_pawns + view.enemy_pieces <= FEW and own - view.enemy_pawns - piece * view.enemy_pieces >= FAR


class Closing(Manners):
    """The same for a program that knows little but material."""

    closes: bool = parameter(True, "a won game is ended by program C; off: the program thinks, as in the paper")


class SearchingPlayer(KriegspielPlayer):
    """A program is its `composition` of strategies, and whether `expand` is `asking` at chance nodes.

    Each thread has a tree of its own, and the visits of all are added (root parallelism, as in section 6.1). After a
    refusal a new search begins from what the refusal tells."""

    Settings = Model
    composition: ClassVar[dict[str, Strategy]] = {}
    asking = False
    closing: "ClassVar[type[SearchingPlayer] | None]" = None  # the program that ends won games if `manners.closes`

    def __init__(self, *, threads: int = 1, seed: int = 0):
        super().__init__(threads=threads, seed=seed)
        self._strategies = dict(self.composition)
        self._densities = densities()
        self.forget()

    @property
    def strategies(self) -> dict[str, Strategy]:
        return self._strategies

    @property
    def tree_search(self) -> Search | None:
        return next(iter(self.searches), None)

    def searched_position(self, position: View) -> Any:
        return self.belief.position() if self.belief else None

    def set(self, name: str, value: Any) -> None:
        """As other parameters; and `opponent`, whose table of `kaya learn densities --opponent` is used."""
        if name != "opponent":
            super().set(name, value)
            return
        self._densities = densities(str(value))
        self._words[name] = str(value)
        self.forget()

    def forget(self) -> None:
        super().forget()
        self.searches: list[Search] = []
        self.belief: Belief | None = None
        self._closer: SearchingPlayer | None = None

    def begin(self, view: View) -> None:
        self.forget()
        super().begin(view)

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        if self.closing and self.manners.closes and is_won(view, self.p.piece):
            return self._closes(self.closing).decide(view, budget, **watching)
        if self.belief is None:
            self.belief = Belief(view, self.p, self._densities)
        self.belief.follow(view)
        tries = view.tries()
        if len(tries) == 1:
            return Decision(tries[0], Report.of_nothing(), "it is the only try")
        report = self.think(self.belief.position(), tries, budget, **watching)
        return Decision(report.best or tries[0], report)

    def _closes(self, closing: "type[SearchingPlayer]") -> "SearchingPlayer":
        """The program that ends the game, with this one's constants."""
        if self._closer is None:
            self._closer = closing(threads=self.threads, seed=self.seed)
            self._closer.p, self._closer._densities = self.p, self._densities
        return self._closer

    def think(
        self,
        position: Position,
        tries: list[int],
        budget: Budget,
        stop: Any = None,
        progress: Any = None,
        every: float = 0.1,
    ) -> Report:
        """Search from a perception, in as many trees as there are threads: what they found out together."""
        if not self.searches:
            chosen: dict[str, Any] = self.strategies
            self.searches = [
                Search(perception, seed=self.seed * 256 + k, keep_tree=False, asking=self.asking, **chosen)
                for k in range(self.threads)
            ]
        nodes = max((budget.nodes or NODES) // self.threads, 1024)
        share = Budget(budget.simulations and -(-budget.simulations // self.threads), budget.seconds, nodes)
        found: list[Report | None] = [None] * self.threads

        def search(k: int, **watching: Any) -> None:
            found[k] = self.searches[k].think(position.copy(), share, only=tries, stop=stop, every=every, **watching)

        workers = [threading.Thread(target=search, args=(k,)) for k in range(1, self.threads)]
        for worker in workers:
            worker.start()
        search(0, progress=progress)
        for worker in workers:
            worker.join()
        return self.together([report for report in found if report])

    def together(self, reports: list[Report]) -> Report:
        """The trees as one: the visits of all are added, and the rule `final` chooses."""
        visits, rewards = Counter[int](), defaultdict[int, float](float)
        lines = {m.move: m.line for report in reversed(reports) for m in report.moves}
        for m in (m for report in reports for m in report.moves):
            visits[m.move] += m.visits
            rewards[m.move] += m.visits * m.value
        if not visits:
            return Report.of_nothing()
        moves = [MoveReport(m, n, rewards[m] / n, lines[m]) for m, n in visits.most_common()]
        final = self.strategies["final"]
        counts, values = np.array([m.visits for m in moves]), np.array([m.value for m in moves])
        chosen = moves[final.function(counts, values, final.parameters) or 0]
        return Report(
            chosen.move,
            moves,
            sum(r.visits for r in reports),
            sum(r.simulations for r in reports),
            max(r.seconds for r in reports),
            sum(r.nodes for r in reports),
            any(r.full for r in reports),
            chosen,
        )
