"""Phantom: what Kaya knows of Go, on boards that are guessed by what was heard and by where stones usually stand.

Hidden stones are guessed after the first move, by weights that follow from the umpire's words (`Known.weights`) and
from the densities of other games (`knowledge/phantom_go/densities.py`). Selection is MoGo's bandit formula among
unpruned moves, as in `kaya-classic`, and simulated moves are MoGo's. H of the root's moves is the average over guessed
boards of what the Bradley-Terry model of move features says: one board says too little of a position that is hidden.
"""

import time
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ...games.game import Position
from ...games.phantom_go import View
from ...kernel import Parameters, parameter, split_seed, zeros
from ...knowledge.chances import Chances
from ...knowledge.phantom_go.belief import sampled, weights
from ...knowledge.phantom_go.explained import pool
from ...knowledge.phantom_go.guessed import EARLY, LARGEST_POOL, a_guess, as_seen
from ...search import NODE, MoveReport, Report, Search, all_moves_as_first, at_threshold, rave, robust_child
from ...strategies.go import by_features, by_sequence
from ...strategies.phantom_go import hidden_playout
from ..go.mogo import SMALL
from .player import PhantomPlayer

BOARDS = 8  # over which H is averaged
ENOUGH = 4  # times as many visits of the best: less is too few to compare a move with it


class HiddenRoot(Search):
    """A search whose root knows H by many guessed boards, by one at least and no more than half of the time allows."""

    def _knowledge_of(self, position: Position, moves: list[int]) -> tuple[np.recarray, float | None]:
        sums, boards = dict.fromkeys(moves, 0.0), 0
        pool = position.state.pool[: position.state.pooled]
        while boards < BOARDS and (boards == 0 or time.monotonic() < self._half_time):
            seed = pool[boards * len(pool) // BOARDS] if len(pool) else split_seed(self.seed, boards)
            laid, _ = super()._knowledge_of(a_guess(position, seed), moves)
            for move, h in zip(laid["move"].tolist(), laid["heuristic"].tolist(), strict=True):
                sums[move] += h
            boards += 1
        best_first = sorted(sums, key=lambda move: -sums[move])
        laid = zeros(NODE, len(moves))
        laid["move"], laid["heuristic"] = best_first, [sums[move] / boards for move in best_first]
        return laid, None


class Guess(Parameters):
    """How hidden stones are guessed."""

    density: float = parameter(1.0, "exponent of the densities of stones in other games; 0: they are not used",
                               low=0.0, high=4.0)  # fmt: skip
    boards: int = parameter(0, "boards that a move is thought over on, drawn by how well they explain what was heard; "
                            "0: another in each simulation, all as likely", low=0, high=LARGEST_POOL)  # fmt: skip


class Tries(Parameters):
    """What is tried first."""

    information: float = parameter(0.0, "I, what it is worth to learn of a hidden stone by a refusal, in results",
                                   low=0.0, high=1.0)  # fmt: skip


class Phantom(PhantomPlayer):
    records: ClassVar = {**PhantomPlayer.records, "guess": "guess", "tries": "tries"}

    def __init__(self, threads: int = 1, seed: int = 0):
        strategies = dict(select=rave, expand=at_threshold(T=8), prior=by_features, policy=by_sequence(self_atari=0.4),
                          simulate=hidden_playout, backup=all_moves_as_first, final=robust_child)  # fmt: skip
        super().__init__("phantom", strategies, phase=EARLY, searching=HiddenRoot, threads=threads, seed=seed)
        self.guess, self.tries = Guess(), Tries()  # type: ignore[call-arg]
        for name, value in SMALL.items():
            self.set(name, value)

    def weights(self, view: View) -> dict[int, float]:
        return weights(view, self.guess.density)

    def position(self, view: View) -> Position:
        return as_seen(view, self.phase, pool(view, self.guess.boards, self.seed))

    def first_try(self, view: View, report: Report) -> int:
        best = super().first_try(view, report)
        worth = self.tries.information
        return by_information(report.moves, best, sampled(view, seed=self.seed)[0], worth) if worth > 0 else best


def by_information(moves: Sequence[MoveReport], best: int, stones: Chances, worth: float) -> int:
    """The move with the highest (1 - r)(v - v_best) + r I. With the chance r that a stone of the other is there, the
    try is refused, which costs nothing and shows the stone: that is worth I; else the move is made, and v is what the
    search found it worth. Moves with few visits are left out: their v says little."""
    of_best = next(m for m in moves if m.move == best)
    known = [m for m in moves if m.visits * ENOUGH >= of_best.visits]

    def gain(m: MoveReport) -> float:
        r = stones[m.move]
        return (1 - r) * (m.value - of_best.value) + r * worth

    return max(known, key=lambda m: (gain(m), m.move == best)).move


def make(threads: int = 1, seed: int = 0) -> Phantom:
    """The player `phantom`."""
    return Phantom(threads=threads, seed=seed)
