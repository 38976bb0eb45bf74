"""The metaposition minimax program (section 4.3), the benchmark of Figure 10. See `lookahead` for its search.

It follows Darkboard (Ciancarini and Favini, *Representing Kriegspiel states with metapositions*, 2007): it keeps one
metaposition, updates it with every announcement, and searches a tree of its own moves with an evaluation function.
About 10,000 metapositions a move reach a depth of 3 to 5 own moves.
"""

import threading

import numpy as np

from ...games.kriegspiel import ILLEGAL, Announcement, Start, View
from ...kernel import plain, split_seed, zeros
from ...knowledge.kriegspiel.metapositions.answers import DEEPEST, LEVEL, NEVER, WORK, Minimax
from ...knowledge.kriegspiel.metapositions.likelihood import GUESS
from ...knowledge.kriegspiel.metapositions.lookahead import look, open_root
from ...knowledge.kriegspiel.metapositions.metaposition import METAPOSITION, Metaposition
from ...search import Budget
from .player import KriegspielPlayer

MARGIN = 0.9  # of the seconds that may be used
ANSWERS = 1.3  # metapositions for a try: some have two answers
LEAST_WIDTH = 3  # tries at the root for which it is worth looking deeper


class MinimaxPlayer(KriegspielPlayer):
    name = "kriegspiel-minimax"
    Settings = Minimax

    def begin(self, start: Start) -> None:
        super().begin(start)
        self.metaposition = Metaposition(start)
        self.past: list[int] = []
        self.metas, self.levels = zeros(METAPOSITION, DEEPEST + 2), zeros(LEVEL, DEEPEST + 1)
        self.work, self.guesses, self.reached = zeros(WORK), zeros(GUESS), 0

    def hear(self, announcement: Announcement) -> None:
        super().hear(announcement)
        self.metaposition.hear(announcement)
        if announcement.by == self.metaposition.record.side and announcement.message != ILLEGAL:
            self.past.append(int(self.metaposition.record.hash))

    def decide(self, view: View, budget: Budget | None) -> int:
        assert isinstance(self.p, Minimax)
        work, seconds = self.work, budget.seconds if budget else None
        work.limit = budget.simulations if budget and budget.simulations else self.p.metapositions
        work.rng, work.stop, work.count = split_seed(self.seed, 100 * view.ply + len(view.tried)), 0, 0
        timer = threading.Timer(MARGIN * (seconds or 0.0), lambda: work.stop.fill(1))
        if seconds:
            timer.start()
        try:
            self._search(view, self.p)
        finally:
            timer.cancel()
        level = self.levels[0]
        ranks = level.rank[: level.count]
        best = int(ranks.argmax()) if len(ranks) else -1
        return int(level.moves[best]) if best >= 0 and ranks[best] > NEVER else view.tries()[0]

    def _search(self, view: View, p: Minimax) -> None:
        """Deeper and deeper, each time with the best moves of the last time, as long as the metapositions last."""
        work, level = self.work[0], self.levels[0]
        tools = plain(self.metas), plain(self.levels), plain(self.guesses)
        weights = p.as_record()[0]
        self.metas[0] = self.metaposition.record
        open_root(*tools, np.array(view.tried, np.int64), np.array(self.past, np.uint64), work, weights)
        self.reached, cost = 1, ANSWERS * level.count  # of one try at the root
        for depth in range(2, p.depth + 1):
            before = int(work.count)
            width = min(int((work.limit - before) / cost), p.wide)
            if width < LEAST_WIDTH:
                break
            level.done[:] = 0
            look(*tools, depth, width, work, weights)
            if work.stop:
                break
            level.rank[:] = np.where(level.done, level.value, NEVER)
            self.reached = depth
            cost = max((work.count - before) / width, 1) * max(p.narrow - depth + 2, 2)
