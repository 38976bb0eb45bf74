"""Program E, ours: the policy of the network, improved by what the tries are worth on likely boards.

Of all policies p the one that maximises  Σ p(a) V(a) − τ KL(p, π)  is

    p(a) ∝ π(a) exp(V(a) / τ)

with π the network's policy and V(a) the value of a try in pawns, averaged over the boards of `kriegspiel-particles` on
which it is legal. E makes the likeliest try of p, that of the highest V(a) + τ ln π(a): the network knows what has been
heard and where games lead, the boards what hangs. Its first moves come from the opening book: the network is so sure of
its own that V is not heard there, and they cost material.

Below its highest level it is the network alone, at the levels of that (see `net`), of which it leaves out the lowest.
"""

import time
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from ...kernel import parameter
from ...players.levels import TOP, HasLevel
from ...players.player import Decision
from ...players.policy import softmax
from ...search import Budget, Report, Steps, Terms
from ..rules import View
from ..rules.moves import is_pawn_capture
from . import particles
from .net import NetPlayer, numbers_of_tries
from .particles import ParticlesPlayer
from .player import Manners

BOARDS = 3000  # that are evaluated for a try, on the highest level


class Settings(particles.Settings):
    """Parameters of the program."""

    network: str = parameter(NetPlayer.Settings().network, "file or name of the network")  # type: ignore[call-arg]
    draw: float = parameter(-0.8, "what the network takes a draw to be worth", low=-1.0, high=1.0)
    tau: float = parameter(0.1, "τ, pawns that weigh as much as a factor e of the policy", low=0.001, high=100.0)


class ProgramE(HasLevel, ParticlesPlayer):
    name = "kriegspiel-e"
    Settings = Settings
    records: ClassVar = {"strength": "strength", **ParticlesPlayer.records}
    manners: Any = Manners(finishes=True, opens=True)

    @property
    def opens(self) -> bool:
        """On the highest level alone: below, people meet the network."""
        return self.level == TOP and self.manners.opens

    def budget(self, lines: int) -> Budget:
        return Budget(simulations=BOARDS)

    def begin(self, view: View) -> None:
        super().begin(view)
        self.net = NetPlayer(seed=self.seed)
        self.net.p = self.net.p.changed(network=self.p.network, draw=self.p.draw)
        self.net.set("level", min(self.level + 1, TOP))
        self.net.begin(view)

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        if self.level < TOP:
            return self.net.decide(view, budget, **watching)
        began = time.monotonic()
        self.net.ask(view, numbers_of_tries(view)[0])
        found = super().decide(view, budget, **watching).report
        report = self._by_other_numbers(view, found, began)
        return Decision(self._any_left(view) if report.best is None else report.best, report)

    def in_steps(self, position: View, budget: Budget | None = None) -> Steps:
        if self.level < TOP:
            raise ValueError(f"{self.name} below its highest level is the network alone: nothing goes in steps.")
        self.ready_for(position)
        self.net.ask(position, numbers_of_tries(position)[0])
        return super().in_steps(position, budget)

    def report_so_far(self, view: View, began: float) -> Report:
        first, *others = numbers_of_tries(view)
        if others:
            self.net.ask(view, first)
        return self._by_other_numbers(view, super().report_so_far(view, began), began)

    def _by_other_numbers(self, view: View, report: Report, began: float) -> Report:
        """What was found by the first of the numbers of pawn tries; if that is no pawn's capture, by the next."""
        for pawn_tries in numbers_of_tries(view)[1:]:
            if is_pawn_capture(view.board, self._any_left(view) if report.best is None else report.best):
                break
            self.net.ask(view, pawn_tries)
            report = self._report(view, report.simulations, began)
        return report

    def _weighted(self) -> np.ndarray:
        """τ ln π of each try, less what is the same for all."""
        logit = dict(zip(self.net.tries, self.net.logits.tolist(), strict=True))
        lowest = min(logit.values())
        return self.p.tau * np.array([logit.get(move, lowest) for move in self.tries.tolist()])

    def _ranked(self, view: View) -> tuple[np.ndarray, np.ndarray, list[int]]:
        counts, means, order = super()._ranked(view)
        scores = means + self._weighted()
        return counts, means, sorted(order, key=lambda k: -scores[k])

    def _any_left(self, view: View) -> int:
        return self.net.tries[int(np.argmax(self.net.logits))]

    def _report(self, view: View, boards: int, began: float) -> Report:
        report = super()._report(view, boards, began)
        prior = dict(zip(self.net.tries, softmax(self.net.said.logits).tolist(), strict=True))
        moves = [replace(m, prior=prior.get(m.move, 0.0)) for m in report.moves]
        return replace(report, moves=moves, chosen=moves[0] if moves else None)

    def terms(self, view: View, move: int) -> Terms:
        """What a try is worth in pawns, and what the policy adds."""
        if self.level < TOP:
            return self.net.terms(view, move)
        found = super().terms(view, move)
        logits = self._weighted()
        added = float(logits[self.tries == move][0] - logits.max())
        return replace(found, parts={**found.parts, "the policy: τ ln (π / π of the likeliest)": added})
