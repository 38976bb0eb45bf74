"""What the programs that search their belief share: the belief, and the searches from it."""

import threading
from collections import Counter, defaultdict
from typing import Any, ClassVar

import numpy as np

from ...games.game import Position
from ...players.player import Decision
from ...search import Budget, MoveReport, Report, Search, Steps, Strategy
from ..knowledge.belief.belief import Belief
from ..knowledge.belief.belief_game import belief_game
from ..knowledge.belief.model import Model
from ..knowledge.belief.stored import clear, new_memory
from ..knowledge.densities import densities
from ..rules import View
from .player import KriegspielPlayer

NODES = 4_000_000  # in all trees together


class SearchingPlayer(KriegspielPlayer):
    """A program is its `composition` of strategies.

    Each thread has a tree of its own, and the visits of all are added (root parallelism, as in section 6.1). After a
    refusal a new search begins from what the refusal tells."""

    Settings = Model
    composition: ClassVar[dict[str, Strategy]] = {}

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
        self._memory: list[Any] = []  # the beliefs of each tree
        self.belief: Belief | None = None

    def begin(self, view: View) -> None:
        self.forget()
        super().begin(view)

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        position, tries = self._believed(view), view.tries()
        if len(tries) == 1:
            return Decision(tries[0], Report.of_nothing(), "it is the only try")
        report = self.think(position, tries, budget, **watching)
        return Decision(report.best or tries[0], report)

    def in_steps(self, position: View, budget: Budget | None = None) -> Steps:
        """The first of its trees."""
        belief = self._believed(position)
        self._lay_searches()
        budget = budget or Budget(nodes=NODES // 16)
        return self.named(self.searches[0].begin(lambda: self._root(belief, 0), budget, position.tries()), position)

    def _believed(self, view: View) -> Position:
        """What it believes, as it searches it."""
        if self.belief is None:
            self.belief = Belief(view, self.p, self._densities)
        self.belief.follow(view)
        position = self.belief.position()
        position.states.accepts = 1
        return position

    def _lay_searches(self) -> None:
        if not self.searches:
            chosen: dict[str, Any] = self.strategies
            self.searches = [
                Search(belief_game, seed=self.seed * 256 + k, keep_tree=False, asking=True, **chosen)
                for k in range(self.threads)
            ]
            self._memory = [new_memory(belief_game.dtype.itemsize) for _ in self.searches]

    def _root(self, position: Position, tree: int) -> Position:
        """The root of a tree, with room for the beliefs in it."""
        root = position.copy()
        if self._memory[tree] is not None:
            root.states.stored = clear(self._memory[tree])
        return root

    def think(
        self, position: Position, tries: list[int], budget: Budget, *, progress: Any = None, **watching: Any
    ) -> Report:
        """Search from a belief, in as many trees as there are threads: what they found out together."""
        self._lay_searches()
        nodes = max((budget.nodes or NODES) // self.threads, 1024)
        share = Budget(budget.simulations and -(-budget.simulations // self.threads), budget.seconds, nodes)
        found: list[Report | None] = [None] * self.threads

        def search(k: int, **more: Any) -> None:
            found[k] = self.searches[k].think(self._root(position, k), share, only=tries, **watching, **more)

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
