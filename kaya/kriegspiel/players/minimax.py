"""The metaposition minimax program (section 4.3), the benchmark of Figure 10. See `lookahead` for its search.

It follows Darkboard (Ciancarini and Favini, *Representing Kriegspiel states with metapositions*, 2007): it keeps one
metaposition, updates it with every announcement, and searches a tree of its own moves with an evaluation function.
About 10,000 metapositions a move reach a depth of 3 to 5 own moves.
"""

import threading
import time
from dataclasses import replace
from math import tanh
from typing import Any, ClassVar

import numpy as np

from ...kernel import plain, split_seed, zeros
from ...players.player import Decision
from ...search import Budget, MoveReport, Report, Steps
from ..knowledge.metapositions.likelihood import ESTIMATE
from ..knowledge.metapositions.lookahead import look, open_root
from ..knowledge.metapositions.metaposition import METAPOSITION, Metaposition
from ..knowledge.metapositions.own_turn import DEEPEST, LEVEL, NEVER, WORK, Minimax
from ..rules import View
from .player import KriegspielPlayer, Manners

MARGIN = 0.9  # of the seconds that may be used
ANSWERS = 1.3  # metapositions for a try: some have two answers
LEAST_WIDTH = 3  # tries at the root for which it is worth looking deeper
SCALE = 10.0  # pawns that count as 0.76 of a win in a report


class MinimaxPlayer(KriegspielPlayer):
    name = "kriegspiel-minimax"
    Settings = Minimax

    def begin(self, view: View) -> None:
        super().begin(view)
        self.metaposition, self.heard = Metaposition(view.start), 0
        self.past: list[int] = []
        self.metas, self.levels = zeros(METAPOSITION, DEEPEST + 2), zeros(LEVEL, DEEPEST + 1)
        self.work, self.estimates, self.reached = zeros(WORK), zeros(ESTIMATE), 0

    def follow(self, view: View) -> None:
        """Hear all that the view has heard since."""
        for announcement in view.log[self.heard :]:
            self.metaposition.hear(announcement)
            if announcement.by == view.side and announcement.legal:
                self.past.append(int(self.metaposition.record.hash))
        self.heard = len(view.log)

    def decide(
        self, view: View, budget: Budget, *, stop: Any = None, progress: Any = None, every: float = 0.1
    ) -> Decision:
        self.follow(view)
        work, over = self.work, threading.Event()
        work.limit, work.stop = budget.simulations or self.p.metapositions, 0

        def watch() -> None:
            """End the search when its time is over, or when it is stopped."""
            left = MARGIN * budget.seconds if budget.seconds else float("inf")
            while left > 0 and not (stop and stop()):
                pause = min(left, every if stop else 3600.0)
                if over.wait(pause):
                    return
                left -= pause
            work.stop.fill(1)

        watcher = threading.Thread(target=watch, daemon=True)
        if budget.seconds or stop:
            watcher.start()
        try:
            self.open(view)
            while self.deepen():
                pass
        finally:
            over.set()
            if watcher.ident:
                watcher.join()
        report = self.report()
        if progress:
            progress(report)
        return Decision(view.tries()[0] if report.best is None else report.best, report)

    def report(self) -> Report:
        """The tries that were looked at, best first; a visit is a try that was."""
        level = self.levels[0]
        ranks = level.rank[: level.count]
        order = [k for k in np.argsort(-ranks, kind="stable") if ranks[k] > NEVER]
        moves = [MoveReport(m, 1, tanh(ranks[k] / SCALE), (m,)) for k in order if (m := int(level.moves[k]))]
        count = int(self.work.count[0])
        best = moves[0] if moves else None
        return Report(best.move if best else None, moves, len(moves), count, 0.0, count, chosen=best)

    def in_steps(self, position: View, budget: Budget | None = None) -> Steps:
        """A step is an own move deeper, as far as the metapositions last."""
        self.ready_for(position)
        self.follow(position)
        self.work.limit = (budget and budget.simulations) or self.p.metapositions
        steps = Steps(lambda view: Deepening(self, view), lambda: position, ("own move ahead", "own moves ahead"))
        return self.named(steps, position)

    @property
    def _tools(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return plain(self.metas), plain(self.levels), plain(self.estimates)

    def open(self, view: View) -> None:
        """The tries of the turn, each evaluated after one own move."""
        work, level = self.work[0], self.levels[0]
        work.rng, work.count = split_seed(self.seed, 100 * view.ply + len(view.tried)), 0
        self.metas[0] = self.metaposition.record
        tried, past = np.array(view.tried, np.int64), np.array(self.past, np.uint64)
        open_root(*self._tools, tried, past, work, self.p.as_record()[0])
        level.rank[: level.count][~np.isin(level.moves[: level.count], view.tries())] = NEVER
        self.reached, self._cost = 1, ANSWERS * level.count  # of one try at the root

    def deepen(self) -> bool:
        """Look one own move further, at the best moves of the last time; False if the metapositions do not last for
        that."""
        p, work, level, depth = self.p, self.work[0], self.levels[0], self.reached + 1
        assert isinstance(p, Minimax)
        before = int(work.count)
        width = min(int((work.limit - before) / self._cost), p.wide)
        if depth > p.depth or width < LEAST_WIDTH:
            return False
        level.done[:] = 0
        look(*self._tools, depth, width, work, p.as_record()[0])
        if work.stop:
            return False
        level.rank[:] = np.where(level.done, level.value, NEVER)
        self.reached, self._cost = depth, max((work.count - before) / width, 1) * max(p.narrow - depth + 2, 2)
        return True


class Deepening:
    """The search, depth by depth, from the first one: see `Steps`."""

    def __init__(self, player: MinimaxPlayer, view: View):
        self.player, self.view = player, view
        self.budget, self.simulations = Budget(simulations=player.p.depth), 0
        player.work.stop = 0

    def advance(self, limit: int, seconds: float | None = None) -> None:
        began, player = time.monotonic(), self.player
        while self.simulations < limit and (seconds is None or time.monotonic() < began + seconds):
            if not self.simulations:
                player.open(self.view)
            elif not player.deepen():
                self.budget = Budget(simulations=self.simulations)
                return
            self.simulations = player.reached

    def report(self) -> Report:
        return replace(self.player.report(), simulations=self.simulations) if self.simulations else Report.of_nothing()


class MinimaxPaper(MinimaxPlayer):
    """Section 4.3 and no more: material, position, protection and information, and the checks against obvious blunders.
    It has no recipe for bare kings, looks for no mate or stalemate, and hunts no king."""

    name = "kriegspiel-minimax-paper"
    manners = Manners(finishes=False, opens=False)
    constants: ClassVar = dict(mate=0.0, stalemate=0.0, hurry=0.0, press=0.0, confine=0.0, trade=0.0)
