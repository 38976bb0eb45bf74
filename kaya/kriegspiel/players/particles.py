"""A program that keeps likely boards (`kriegspiel/knowledge/particles`) and tries what is worth most on them.

A try that is refused costs nothing, so it is evaluated by the boards on which it is legal. What was evaluated is kept
for the tries after a refusal: the boards on which that try was legal are dropped, and nothing is evaluated twice."""

import time
from math import tanh
from typing import Any

import numpy as np

from ...kernel import parameter, zeros
from ...kernel.chunks import NEVER
from ...players.player import Decision
from ...search import Budget, MoveReport, Report, Steps, Terms
from ..knowledge.endings.progress import comebacks
from ..knowledge.particles.evaluation import EVALUATING, EvaluationWeights, evaluate_boards, weights_alone
from ..knowledge.particles.filter import Particles
from ..knowledge.particles.habits import TAKING_BACK
from ..rules import View
from ..rules.game import kriegspiel
from ..rules.messages import UNTOLD, message_text
from ..rules.moves import is_pawn_capture
from ..rules.squares import QUEEN
from ..rules.umpire import told, try_move
from .player import KriegspielPlayer

CHUNK = 8  # boards that are evaluated between two looks at the clock
PER_SECOND, PER_SIMULATION, FEW = 10_000, 1.5, 100  # boards that are kept: one takes 20 us to follow a move
SCALE = 10.0  # pawns that count as 0.76 of a win in a report


class Settings(EvaluationWeights):
    """Parameters of the program."""

    boards: int = parameter(5000, "boards that are kept, at most", low=10, high=50_000)
    credit: float = parameter(4.0, "boards with the average value that each try is credited with", low=0, high=100)
    retaliation: float = parameter(
        1.0,
        "how many times as likely as habits say the opponent takes back, where tries are "
        "evaluated; the belief keeps the habits as they are",
        low=0.1,
        high=100.0,
    )
    again: float = parameter(0.3, "taken off a try for each time that own pieces have stood so before", low=0, high=5)


class ParticlesPlayer(KriegspielPlayer):
    name = "kriegspiel-particles"
    Settings = Settings
    following = 0.5  # share of the seconds after which boards are no longer followed, but evaluated

    def begin(self, view: View) -> None:
        super().begin(view)
        self.particles = Particles(self.p.boards, view, 2 * self.seed + view.side)
        self._mind = zeros(EVALUATING)
        self._weigh_anew(view)

    def forget(self) -> None:
        """Free the boards as well, which are megabytes."""
        super().forget()
        for name in ("particles", "values", "_mind"):
            vars(self).pop(name, None)

    def _weigh_anew(self, view: View) -> None:
        """Nothing of this turn is evaluated yet; what was tried in it without asking the boards is none of the
        tries."""
        tries = [move for move in view.tries() if move >> 12 in (0, QUEEN)]
        self.turn, self.tries = view.ply, np.array(tries, np.int64)
        self.values = np.zeros((self.particles.size, len(self.tries)))
        self.again = self.p.again * np.array(comebacks(view, tries))
        self.evaluated, self.refused = 0, len(view.tried)

    def decide(
        self, view: View, budget: Budget, *, stop: Any = None, progress: Any = None, every: float = 0.1
    ) -> Decision:
        began = shown = time.monotonic()
        seconds = budget.seconds or NEVER
        deadline = began + seconds
        self._follow(view, budget, began + self.following * seconds)
        count = self.particles.count
        most = budget.simulations or (count if budget.seconds or stop else 200)
        most, before = min(most + self.evaluated, count), self.evaluated
        while self.evaluated < most and (self.evaluated == 0 or time.monotonic() < deadline):
            self.evaluate_chunk(most)
            if stop and stop():
                break
            if progress and time.monotonic() - shown >= every:
                progress(self._report(view, self.evaluated - before, began))
                shown = time.monotonic()
        report = self._report(view, self.evaluated - before, began)
        return Decision(self._any_left(view) if report.best is None else report.best, report)

    def in_steps(self, position: View, budget: Budget | None = None) -> Steps:
        """A step is a board."""
        self.ready_for(position)
        self._follow(position, budget or Budget(), NEVER)
        if not self.particles.count:
            raise ValueError("No likely board is left, so there is nothing to evaluate tries on.")
        most = min((budget and budget.simulations) or NEVER, self.particles.count)
        steps = Steps(lambda view: OnBoards(self, view, int(most)), lambda: position, ("board", "boards"))
        return self.named(steps, position)

    def _follow(self, view: View, budget: Budget, deadline: float) -> None:
        """Get ready to evaluate the tries on the boards that agree with what was heard."""
        particles = self.particles
        particles.wanted = self._affordable(budget)
        particles.follow(view, deadline)
        if view.ply != self.turn or not view.tried:
            self._weigh_anew(view)
        self._drop(view)
        self.feared = particles.habits.copy()
        self.feared.weight[0, TAKING_BACK] *= self.retaliation
        mind = self._mind[0]
        mind.known, mind.home, mind.habits[0] = particles.known, particles.home, self.feared[0]
        mind.evaluation[0] = weights_alone(self.p)

    def evaluate_chunk(self, most: int) -> None:
        """The tries on some boards more, until there are so many."""
        last = min(self.evaluated + CHUNK, most)
        evaluate_boards(self.particles.boards, self.evaluated, last, self.tries, self._mind[0], self.values)
        self.evaluated = last

    def report_so_far(self, view: View, began: float) -> Report:
        """By all boards on which the tries were evaluated."""
        return self._report(view, self.evaluated, began)

    @property
    def retaliation(self) -> float:
        """How much more likely than by habit the opponent takes back, where tries are evaluated."""
        return self.p.retaliation

    def _any_left(self, view: View) -> int:
        """A try when every board has been refuted: no promotion to less than a queen, for what keeps a queen from it
        keeps the others, too; unless nothing else is left."""
        left = view.tries()
        return next((move for move in left if move >> 12 in (0, QUEEN)), left[0])

    def _affordable(self, budget: Budget) -> int:
        """How many boards to keep, so that to follow a move takes about a fifth of what it may cost."""
        boards = float(self.p.boards)
        if budget.seconds:
            boards = min(boards, budget.seconds * PER_SECOND)
        if budget.simulations:
            boards = min(boards, budget.simulations * PER_SIMULATION)
        return min(max(int(boards), FEW), self.p.boards)

    def _drop(self, view: View) -> None:
        """Forget what was evaluated on boards on which a refused try was legal."""
        for move in view.tried[self.refused :]:
            k = int(np.flatnonzero(self.tries == (move & 0xFFF | QUEEN << 12 if move >> 12 else move))[0])
            stay = np.isnan(self.values[: self.evaluated, k])
            left = int(stay.sum())
            self.values[:left] = self.values[: self.evaluated][stay]
            self.evaluated = left
        self.refused = len(view.tried)
        if self.evaluated > self.particles.count:  # boards were put in because none was left
            self.evaluated = 0

    def _sums(self, view: View) -> tuple[np.ndarray, np.ndarray, float]:
        """Of all tries: on how many boards each is legal, the sum of what it is worth on these, and the mean of all."""
        values = self.values[: self.evaluated]
        legal = ~np.isnan(values)
        counts, sums = legal.sum(axis=0), np.where(legal, values, 0.0).sum(axis=0)
        mean = float(sums.sum()) / max(int(legal.sum()), 1)
        counts[np.isin(self.tries, view.tried)] = 0
        return counts, sums, mean

    def _ranked(self, view: View) -> tuple[np.ndarray, np.ndarray, list[int]]:
        """Of all tries: on how many boards each is legal, what it is worth in pawns (the mean over these, pulled to the
        mean of all by `credit` boards), and the order of those that are legal somewhere, best first."""
        counts, sums, mean = self._sums(view)
        means = (sums + self.p.credit * mean) / np.maximum(counts + self.p.credit, 1e-9) - self.again
        order = [int(k) for k in np.argsort(-means, kind="stable") if counts[k]]
        if view.pawn_tries == UNTOLD and order:
            first = self._pawn_capture(view, counts, means, order[0])
            order = [first, *(k for k in order if k != first)]
        return counts, means, order

    def _pawn_capture(self, view: View, counts: np.ndarray, means: np.ndarray, best: int) -> int:
        """The pawn's capture that is most better than the best try on the boards on which it is legal, or else the best
        try: where no pawn tries are told, they are found out so, for a refused try costs nothing."""
        values, credit = self.values[: self.evaluated], self.p.credit
        instead = np.where(np.isnan(values[:, best]), means[best], values[:, best])
        better = np.nansum(values - instead[:, None], axis=0) + credit * (means - means[best])
        able = [k for k in np.flatnonzero(counts).tolist() if is_pawn_capture(view.board, int(self.tries[k]))]
        gains = {k: better[k] / (counts[k] + credit) for k in able} | {best: 0.0}
        return max(gains, key=gains.__getitem__)

    def values_of_tries(self, view: View) -> list[float]:
        """What the tries of the last report are worth, in pawns."""
        _, means, order = self._ranked(view)
        return [float(means[k]) for k in order]

    def terms(self, view: View, move: int) -> Terms:
        """What a try is worth in pawns, taken apart; and what the umpire would say of it on the boards that were
        evaluated, how likely that is, and what the try is worth then."""
        k, board = int(np.flatnonzero(self.tries == move)[0]), zeros(kriegspiel.dtype)
        counts, sums, mean = self._sums(view)
        n, weight = int(counts[k]), max(counts[k] + self.p.credit, 1e-9)
        said: dict[str, list[float]] = {}
        for b in np.flatnonzero(~np.isnan(self.values[: self.evaluated, k])).tolist():
            board[0] = self.particles.boards[b]
            words = message_text(int(told(board[0], try_move(board[0], move))))
            said.setdefault(words, []).append(float(self.values[b, k]))
        outcomes = [(words, len(found) / self.evaluated, sum(found) / len(found)) for words, found in said.items()]
        if n < self.evaluated:
            outcomes.append(("refused", 1.0 - n / self.evaluated, mean))
        parts = {
            "on the boards: Σ V / (n + credit)": sums[k] / weight,
            "mean of all tries: credit × mean / (n + credit)": self.p.credit * mean / weight,
            "stood so before: −again × times": -self.again[k],
        }
        facts = {
            "boards": self.evaluated,
            "n, on which it is legal": n,
            "chance to be legal": n / max(self.evaluated, 1),
        }
        return Terms(parts, facts, of="pawns", outcomes=tuple(sorted(outcomes, key=lambda row: -row[1])))

    def _report(self, view: View, boards: int, began: float) -> Report:
        """The tries that are legal on some board, best first."""
        counts, means, order = self._ranked(view)
        moves = [MoveReport(m := int(self.tries[k]), int(counts[k]), tanh(means[k] / SCALE), (m,)) for k in order]
        best = moves[0] if moves else None
        return Report(
            best.move if best else None, moves, int(counts.sum()), boards, time.monotonic() - began, 0, chosen=best
        )


class OnBoards:
    """The evaluation of the tries, board by board, from the first one: see `Steps`."""

    def __init__(self, player: ParticlesPlayer, view: View, most: int):
        self.player, self.view, self.budget = player, view, Budget(simulations=most)
        self._began, player.evaluated = time.monotonic(), 0

    @property
    def simulations(self) -> int:
        return self.player.evaluated

    def advance(self, limit: int, seconds: float | None = None) -> None:
        deadline = time.monotonic() + (NEVER if seconds is None else seconds)
        while self.simulations < limit and time.monotonic() < deadline:
            self.player.evaluate_chunk(limit)

    def report(self) -> Report:
        return self.player.report_so_far(self.view, self._began)
