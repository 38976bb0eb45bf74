"""Program D, ours: program A's tree (section 5.1, Figure 3) over likely boards in the place of random ones.

First every try is evaluated on the likely boards, as by `kriegspiel-particles`; that is what the root knows. Then the
tree grows: own tries by PUCT, at the root by sequential halving (`gumbel` without noise), the umpire's messages, the
opponent's moves by its habits, and what is reached is evaluated in the place of a playout. What was looked at more
looks better, because the deeper the tree, the more mistakes of the opponent's habits it has found: only tries with
equally many simulations can be compared, and halving sees to that.

A small tree says less than the boards that could have been evaluated instead: where it would have fewer than `least`
simulations, the whole budget goes into the evaluation, and D plays as `kriegspiel-particles` does.
"""

import time
from dataclasses import replace
from math import exp
from typing import Any, ClassVar

import numpy as np

from ...games.game import Position
from ...kernel import parameter
from ...kernel.chunks import NEVER
from ...players.player import Decision
from ...search import (
    Budget,
    MoveReport,
    Report,
    Search,
    Steps,
    all_at_threshold,
    average,
    gumbel,
    gumbel_child,
    nodes_by_prior,
)
from ..knowledge.particles.filter import CARELESS
from ..knowledge.particles.players_game import as_likely, likely
from ..rules import WHITE, KriegspielPosition, View
from ..rules.messages import UNTOLD
from ..rules.moves import is_pawn_capture
from ..strategies.likely_boards import by_value, likely_board, value_of_board
from .particles import ParticlesPlayer, Settings
from .player import FEW, Manners, OneSearch

ALONE = Settings().retaliation  # type: ignore[call-arg]  # where nothing but the evaluation chooses the try
CLOSE = 4  # times as many visits of the try that was chosen: less is too few to compare with it
USUAL_SPEED = 100_000.0  # simulations a second, before any was seen
PLANNED = 20_000  # simulations of a search in steps
ENOUGH = 200  # simulations that tell how fast they are


class Growing(Settings):
    """Parameters of the program."""

    first: float = parameter(
        0.3, "share of the budget in which tries are evaluated before the tree grows", low=0.01, high=1.0
    )
    least: int = parameter(
        400,
        "simulations of a tree that is worth growing; with fewer for it when a turn begins, all go into the evaluation",
        low=1,
        high=1_000_000,
    )
    careless: float = parameter(
        CARELESS, "chance that a reply in the tree is made at random, whatever the habits", low=0.0, high=1.0
    )


class ProgramD(OneSearch, ParticlesPlayer):
    name = "kriegspiel-d"
    Settings = Growing
    constants: ClassVar = {"retaliation": 10.0}
    following = 0.8  # of `first`
    manners: Any = Manners(finishes=True, opens=True)

    def __init__(self, *, threads: int = 1, seed: int = 0):
        super().__init__(threads=threads, seed=seed)
        self.search = Search(
            likely,
            threads=threads,
            keep_tree=False,
            root=self._root,
            sample=likely_board,
            select=gumbel(c_init=0.5, fpu=0.05, considered=4, noise=0.0),
            expand=all_at_threshold(T=8),
            prior=by_value,
            simulate=value_of_board,
            backup=average,
            final=gumbel_child,
        )
        self.speed, self.grows = USUAL_SPEED, True
        self._values: dict[int, float] = {}  # what the tries are worth over all boards, in pawns

    def _root(self, search: Search, position: Position, moves: list[int]) -> tuple[np.recarray, None]:
        """The root knows what the tries are worth over all boards: a softmax of their values is the prior."""
        best, temperature = max(self._values.values()), float(search.strategies["prior"].record.temperature)
        weights = {
            move: exp((self._values[move] - best) / temperature) if move in self._values else 0.0 for move in moves
        }
        whole = sum(weights.values())
        return nodes_by_prior({move: weight / whole for move, weight in weights.items()}), None

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        if view.ply != self.turn or not view.tried:
            self.grows = self._left_for_the_tree(budget) >= self.p.least
        return (self._grow if self.grows else super().decide)(view, budget, **watching)

    def compile_ahead(self) -> None:
        super().compile_ahead()
        view = KriegspielPosition().start_for(WHITE).view()
        self.begin(view)
        self.grows = True
        self._grow(view, FEW)

    def _left_for_the_tree(self, budget: Budget) -> float:
        """How many simulations, tries being evaluated first."""
        seconds = budget.seconds or NEVER
        return (1.0 - self.p.first) * min(budget.simulations or NEVER, self.speed * seconds)

    def _grow(self, view: View, budget: Budget, **watching: Any) -> Decision:
        began, (first, later) = time.monotonic(), self._divided(budget)
        evaluated = super().decide(view, first, **watching)
        seconds = budget.seconds and budget.seconds - (time.monotonic() - began)
        _, means, order = self._ranked(view)
        finds_out = view.pawn_tries == UNTOLD and is_pawn_capture(view.board, evaluated.move)
        if finds_out or len(order) < 2 or (seconds is not None and seconds <= 0.0):
            return evaluated
        self._values = {int(self.tries[k]): float(means[k]) for k in order}
        most = later.simulations
        if seconds is not None:  # halving must know how many there will be
            expected = max(int(self.speed * seconds), 1)
            most = min(most, expected) if most else expected
        left = Budget(most, seconds, budget.nodes)
        report = self.search.think(self.searched(view), left, only=self._values, **watching)
        if report.simulations >= ENOUGH:
            self.speed = report.simulations / max(report.seconds, 1e-3)
        return Decision(evaluated.move if report.chosen is None else self._something_new(report).move, report)

    def _divided(self, budget: Budget) -> tuple[Budget, Budget]:
        """What is for the evaluation of tries, and what for the tree."""
        share, most = self.p.first, budget.simulations
        first = Budget(most and max(int(share * most), 1), budget.seconds and share * budget.seconds)
        return first, replace(budget, simulations=most and max(most - int(share * most), 1))

    def searched(self, view: View) -> Position:
        """What the tree is grown from: the likely boards."""
        return as_likely(view, self.particles, self.feared[0], self.p.careless, self.p)

    def in_steps(self, position: View, budget: Budget | None = None) -> Steps:
        """The tree, once the tries are evaluated. Halving must know how many simulations there will be: where the
        budget does not say it, PLANNED."""
        self.ready_for(position)
        budget = budget or Budget()
        first, later = self._divided(budget if budget.simulations else replace(budget, simulations=PLANNED))
        super().decide(position, first)
        _, means, order = self._ranked(position)
        if not order:
            raise ValueError("No likely board is left on which anything is legal, so there is nothing to search.")
        self._values = {int(self.tries[k]): float(means[k]) for k in order}
        return self.named(self.search.begin(lambda: self.searched(position), later, only=self._values), position)

    def _affordable(self, budget: Budget) -> int:
        """As many boards as the whole budget affords: the tree lives of them, too."""
        share = self.p.first if self.grows else 1.0
        return super()._affordable(Budget(budget.simulations, budget.seconds and budget.seconds / share))

    @property
    def retaliation(self) -> float:
        return self.p.retaliation if self.grows else ALONE

    def _something_new(self, report: Report) -> MoveReport:
        """The try that the search has chosen; if own pieces have stood so before, which the tree does not know, the
        best of those that it has looked at nearly as much, each time being taken off its value."""
        before = dict(zip(self.tries.tolist(), self.again.tolist(), strict=True))
        chosen = report.chosen
        assert chosen is not None
        if not before[chosen.move]:
            return chosen
        scale = float(self.strategies["simulate"].record.scale)
        close = [m for m in report.moves if CLOSE * m.visits >= chosen.visits]
        return max(close, key=lambda m: m.value - before[m.move] / scale)
