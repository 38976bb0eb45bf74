"""Phantom: what Kaya knows of Go, on boards that are sampled by what was heard and by where stones usually stand.

Hidden stones are sampled after the first move, by weights that follow from the umpire's words (`Known.weights`) and
from the densities of other games (`phantom_go/knowledge/densities.py`). Selection is MoGo's bandit formula among
unpruned moves, as in `kaya-classic`. What a determinization is worth and which moves are likely there, `phantom` asks
Kaya's network of Go for the size of the board; `phantom-classic` plays the game out as MoGo does, and H is what the
Bradley-Terry model of move features says. H of the root's moves is the average over determinizations: one board says
too little of a position that is hidden.

On the board that a network of Phantom Go has learned (`net`), `phantom` makes the likeliest try a of the policy

    p(a) ∝ π(a) exp(V(a) / τ)

with π the network's, which knows what was heard, and V(a) the value that the search has found, drawn to the mean of all
by a few visits; a try that it has left out has that mean. Of all policies p it has the highest
Σ p(a) V(a) − τ KL(p, π)."""

import time
import warnings
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from ...games.game import Position
from ...go.players.mogo import SMALL
from ...go.strategies import by_features, by_mogo_rules, by_network, network_value
from ...kernel import Parameters, parameter, split_seed
from ...players.levels import TOP, HasLevel
from ...players.player import Decision
from ...players.policy import softmax
from ...search import (
    Budget,
    MoveReport,
    Search,
    Strategy,
    all_moves_as_first,
    at_threshold,
    known_moves,
    nodes_by_prior,
    rave,
    robust_child,
)
from ..knowledge.belief import weights
from ..knowledge.network.network import SHIPPED
from ..knowledge.players_game import EARLY, determinized
from ..rules import View
from ..strategies import hidden_playout
from .net import NetPlayer
from .player import PhantomPlayer

BOARDS = 8  # over which H is averaged
FEW = 8  # visits with the mean value of all moves that each is credited with, where its value is weighed


def average_prior(search: Search, position: Position, moves: list[int]) -> tuple[np.recarray, None]:
    """The root knows H by many determinizations, by one at least and no more than half of the time allows: its average
    over them."""
    sums, boards = dict.fromkeys(moves, 0.0), 0
    while boards < BOARDS and (boards == 0 or time.monotonic() < search.half_time):
        laid, _ = known_moves(search, determinized(position, split_seed(search.seed, boards)), moves)
        for move, h in zip(laid["move"].tolist(), laid["heuristic"].tolist(), strict=True):
            sums[move] += h
        boards += 1
    return nodes_by_prior({move: h / boards for move, h in sums.items()}), None


class Determinization(Parameters):
    """How hidden stones are sampled."""

    removed: ClassVar = {
        "boards": "as it gained nothing, 51.0 % [44.9, 57.1] of 200 games",
        "information": "as it gained nothing, 49.5 % [43.1, 56.0] of 200 games",
    }

    density: float = parameter(
        1.0, "exponent of the densities of stones in other games; 0: they are not used", low=0.0, high=4.0
    )


class Policy(Parameters):
    """How the policy of a network of Phantom Go is heard."""

    policy: str = parameter(SHIPPED, "file or name of the network of Phantom Go")
    tau: float = parameter(0.2, "τ, the value that weighs as much as a factor e of its policy", low=0.001, high=1000.0)


CLASSIC = dict(
    select=rave,
    expand=at_threshold(T=8),
    prior=by_features,
    policy=by_mogo_rules(self_atari=0.4),
    simulate=hidden_playout,
    backup=all_moves_as_first,
    final=robust_child,
)
STRATEGIES = dict(CLASSIC, prior=by_network, simulate=network_value)

CLASSIC_LEVELS = 5
LEVELS = {
    level: Budget(simulations=simulations, seconds=10.0)
    for level, simulations in enumerate((30, 100, 300, 1000, 3000, 100, 200, 400, 800, 1600), start=1)
}
"""What each level thinks of a move: 100 simulations with the network beat 3,000 without it (docs/phantom-go.md)."""


class Phantom(PhantomPlayer):
    records: ClassVar = {**PhantomPlayer.records, "determinization": "determinization"}

    def __init__(self, name: str, strategies: Mapping[str, Strategy], threads: int = 1, seed: int = 0):
        super().__init__(name, strategies, phase=EARLY, root=average_prior, threads=threads, seed=seed)
        self.determinization = Determinization()  # type: ignore[call-arg]
        for name, value in SMALL.items():
            self.set(name, value)

    def set(self, name: str, value: Any) -> None:
        if name.startswith("guess."):
            now = name.replace("guess.", "determinization.", 1)
            warnings.warn(f"{name} is called {now} now.", DeprecationWarning, stacklevel=2)
            name = now
        super().set(name, value)

    def weights(self, view: View) -> dict[int, float]:
        return weights(view, self.determinization.density)


class LevelledPhantom(HasLevel, Phantom):
    """A player with levels for people: without the network up to `CLASSIC_LEVELS`; with that of Phantom Go, too, on the
    highest."""

    records: ClassVar = {"strength": "strength", "heard": "heard", **Phantom.records}

    def __init__(self, threads: int = 1, seed: int = 0):
        self.heard, self.net = Policy(), NetPlayer(seed=seed)  # type: ignore[call-arg]
        super().__init__("phantom", STRATEGIES, threads, seed)

    def choose(self, position: Any, budget: Budget, **watching: Any) -> Decision:
        decision = super().choose(position, budget, **watching)
        if self.level < TOP or not decision.report.moves:
            return decision
        self.net.p = self.net.p.changed(network=self.heard.policy)
        return self._weighted(position, decision) if self.net.knows(position) else decision

    def _weighted(self, view: View, decision: Decision) -> Decision:
        """The move by policy and value, and its report in that order."""
        self.net.ask(view)
        policy = dict(zip(self.net.tries, softmax(self.net.said.logits).tolist(), strict=True))
        searched = {m.move: m for m in decision.report.moves}
        mean = sum(m.visits * m.value for m in searched.values()) / sum(m.visits for m in searched.values())
        moves = [searched.get(move, MoveReport(move, 0, mean, (move,))) for move in policy]
        found = [
            replace(m, prior=policy[m.move], value=(m.visits * m.value + FEW * mean) / (m.visits + FEW)) for m in moves
        ]
        found.sort(key=lambda m: m.value + self.heard.tau * float(np.log(max(m.prior, 1e-30))), reverse=True)
        report = replace(decision.report, best=found[0].move, moves=found, chosen=found[0])
        return Decision(found[0].move, report, decision.reason)

    def budget(self, lines: int) -> Budget:
        return LEVELS[self.level]

    def set(self, name: str, value: Any) -> None:
        super().set(name, value)
        if name == "level":
            composition = CLASSIC if self.level <= CLASSIC_LEVELS else STRATEGIES
            self.strategies.update({role: composition[role] for role in ("prior", "simulate")})


def make(threads: int = 1, seed: int = 0) -> LevelledPhantom:
    """The player `phantom`."""
    return LevelledPhantom(threads, seed)


def make_classic(threads: int = 1, seed: int = 0) -> Phantom:
    """The player `phantom-classic`, without a network."""
    return Phantom("phantom-classic", CLASSIC, threads, seed)
