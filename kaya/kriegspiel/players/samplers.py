"""The first Monte-Carlo programs (Parker, Nau and Subrahmanian 2005; section 4.2): boards are sampled, a chess program
evaluates every move on each of them, and the move with the highest average is tried.

    LOS     boards that agree with the last observation
    AOSP    a pool of boards that agree with all observations
    HS      the pool, with boards of the last observation where it has become thin

A try that is refused costs nothing, so a move is evaluated by the boards on which it is legal. If the pool of AOSP has
died out, it plays as LOS does.
"""

import time
import warnings
from collections.abc import Iterator
from math import tanh
from typing import TYPE_CHECKING, Any

import numpy as np

from ...kernel import Parameters, parameter, plain, split_seed, zeros
from ...players.player import Decision
from ...search import Budget, MoveReport, Report
from ..knowledge.densities import densities
from ..knowledge.endings.progress import comebacks
from ..knowledge.sampling.boards import IMPOSSIBLE, sample_board, sample_boards
from ..knowledge.sampling.chess_engine import new_work, score_moves
from ..knowledge.sampling.known import known_to
from ..knowledge.sampling.pool import Pool
from ..rules import View
from ..rules.game import kriegspiel
from .player import KriegspielPlayer

if TYPE_CHECKING:
    from .uci import UciEngine

POOL_SHARE = 0.4  # of the time may go into keeping the pool
FEW = 16  # boards that are sampled at a time


class Sampling(Parameters):
    """Parameters of the samplers."""

    depth: int = parameter(2, "plies to look ahead on a sampled board, before captures", low=1, high=6)
    scale: float = parameter(400.0, "so many hundredths of a pawn count as 0.76 of a win", low=10, high=5000)
    prior: float = parameter(2.0, "boards with the average value that each move is credited with", low=0, high=100)
    again: float = parameter(
        0.05, "taken off a try that leads to an arrangement of the own pieces that was there before", low=0, high=1
    )
    attempts: int = parameter(300, "boards to draw for one that agrees with the last observation", low=1, high=10_000)


class Pooling(Sampling):
    """Parameters of the samplers with a pool."""

    pool: int = parameter(10_000, "boards that are kept", low=10, high=50_000)
    thin: int = parameter(100, "HS: so many boards are seen to, from the last observation", low=0, high=50_000)


class Sampler(KriegspielPlayer):
    """What the three share. A subclass says which boards to look at."""

    Settings = Sampling
    _engine: "UciEngine | None" = None

    def begin(self, view: View) -> None:
        super().begin(view)
        self._boards = plain(zeros(kriegspiel.dtype, FEW))
        self._boards["rng"] = split_seed(self.seed, view.side)
        self._chance = np.random.default_rng([self.seed, view.side])
        self._work = new_work()

    def set(self, name: str, value: Any) -> None:
        """As other parameters; and `engine`, the command that starts a UCI engine to evaluate the boards."""
        if name != "engine":
            super().set(name, value)
            return
        from .uci import UciEngine  # it takes a tenth of a second, which few need

        self.close()
        self._engine = UciEngine(str(value).strip("\"'"))
        self._words[name] = str(value)

    def close(self) -> None:
        """End the engine, where there is one."""
        if self._engine:
            self._engine.close()
        self._engine = None

    def __del__(self) -> None:
        self.close()

    def samples(self, view: View, deadline: float) -> Iterator[np.ndarray]:
        """Arrays of boards, as long as they are asked for."""
        raise NotImplementedError

    def decide(
        self, view: View, budget: Budget, *, stop: Any = None, progress: Any = None, every: float = 0.1
    ) -> Decision:
        began = shown = time.monotonic()
        deadline = began + budget.seconds if budget.seconds else float("inf")
        left = budget.simulations or (1 << 62 if budget.seconds or stop else 1000)
        tries = np.array(view.tries(), np.int64)
        sums, counts = np.zeros(len(tries)), np.zeros(len(tries), np.int64)

        def enough() -> bool:
            return time.monotonic() > deadline or bool(stop and stop())

        evaluated = 0
        for boards in self.samples(view, began + POOL_SHARE * (deadline - began)):
            for k in range(min(len(boards), left - evaluated)):
                self._evaluate(boards[k : k + 1], tries, sums, counts)
                evaluated += 1
                if enough():
                    break
            if progress and time.monotonic() - shown >= every:
                progress(self._report(view, tries, sums, counts, evaluated, began))
                shown = time.monotonic()
            if evaluated >= left or enough():
                break
        report = self._report(view, tries, sums, counts, evaluated, began)
        return Decision(int(self._chance.choice(tries)) if report.best is None else report.best, report)

    def _report(
        self, view: View, tries: np.ndarray, sums: np.ndarray, counts: np.ndarray, evaluated: int, began: float
    ) -> Report:
        """The tries that were legal on some board, best first: by the highest average, pulled to the average of all by
        `prior` boards. To go back to where the own pieces have been is worth less: else won games are drawn by moving
        to and fro."""
        seconds = time.monotonic() - began
        if not counts.any():
            return Report(None, [], 0, evaluated, seconds, 0)
        mean = sums.sum() / counts.sum()
        values = (sums + self.p.prior * mean) / np.maximum(counts + self.p.prior, 1e-9)
        values -= self.p.again * np.minimum(comebacks(view, tries.tolist()), 1)
        order = [k for k in np.argsort(-values, kind="stable") if counts[k]]
        moves = [MoveReport(int(tries[k]), int(counts[k]), float(values[k]), (int(tries[k]),)) for k in order]
        return Report(moves[0].move, moves, int(counts.sum()), evaluated, seconds, 0, chosen=moves[0])

    def _evaluate(self, boards: np.ndarray, tries: np.ndarray, sums: np.ndarray, counts: np.ndarray) -> None:
        """Add what every try is worth on a board."""
        if self._engine:
            try:
                values = self._engine.values(boards.view(np.recarray)[0], self.p.depth)
            except ValueError as error:
                warnings.warn(f"{error} Kaya's own chess program goes on.", stacklevel=2)
                self.close()
            else:
                for k, move in enumerate(tries.tolist()):
                    if move in values:
                        sums[k] += tanh(values[move] / self.p.scale)
                        counts[k] += 1
                return
        score_moves(self._work[0], boards, 0, 1, tries, self.p.depth, self.p.scale, sums, counts)

    def last_observation(self, view: View) -> Iterator[np.ndarray]:
        """Boards that agree with the last observation; if none is found, one with few contradictions, or nothing."""
        known, boards = known_to(view, densities()), self._boards
        while True:
            count = int(sample_boards(known[0], boards, self.p.attempts))
            if count == 0:
                if sample_board(known[0], boards[0], self.p.attempts) < IMPOSSIBLE:
                    yield boards[:1]
                return
            yield boards[:count]


class LastObservation(Sampler):
    name = "kriegspiel-los"

    def samples(self, view: View, deadline: float) -> Iterator[np.ndarray]:
        return self.last_observation(view)


class AllObservations(Sampler):
    name = "kriegspiel-aosp"
    Settings = Pooling

    def begin(self, view: View) -> None:
        super().begin(view)
        self.pool = Pool(self.p.pool, view.start, 2 * self.seed + view.side)

    def samples(self, view: View, deadline: float) -> Iterator[np.ndarray]:
        self.pool.follow(view, deadline)
        if not self.pool.count:
            yield from self.last_observation(view)
        for k in self._chance.permutation(self.pool.count):
            yield self.pool.boards[k : k + 1]


class Hybrid(AllObservations):
    name = "kriegspiel-hs"

    def samples(self, view: View, deadline: float) -> Iterator[np.ndarray]:
        self.pool.follow(view, deadline)
        if self.pool.count < self.p.thin and not self.pool.complete:
            for boards in self.last_observation(view):
                self.pool.add(boards[: self.p.thin - self.pool.count])
                if self.pool.count >= self.p.thin or len(boards) == 1:
                    break
        yield from super().samples(view, deadline)
