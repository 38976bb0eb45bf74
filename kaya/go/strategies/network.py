"""Go by a network: H is its policy, and positions are worth what it says."""

from functools import cached_property
from math import log
from typing import Any, Self

import numpy as np

from ...games.rules import over, result
from ...kernel import Parameters, at, kernel, parameter
from ...network import Evaluator
from ...search import Terms, as_probabilities, strategy
from ...search.strategy import removed
from ..knowledge.network import evaluate_board, evaluator, logit_of, memory_of, shipped
from ..rules import BLACK

LEAST = 1e-30  # probability of which a logarithm is taken


class ByNetwork(Parameters):
    """Which network."""

    network: str = parameter("", "file or name of the network; if none is given, Kaya's own for the size of the board")

    @cached_property
    def ready(self) -> Evaluator:
        """The network as it was when it was first asked for, even if its file changes."""
        return evaluator(self.network)

    def __getstate__(self) -> dict[str, Any]:
        """Another process reads the file itself."""
        return {d.name: d.value for d in self.describe()}

    def check(self) -> None:
        if self.network:
            evaluator(self.network)

    def changed(self, **values: Any) -> Self:
        new = super().changed(**values)
        if "network" in values:
            new.check()
        return new

    def fitted(self, state: Any) -> Self:
        return self if self.network else self.changed(network=shipped(int(state.lines)))

    def address(self, name: str) -> int:
        return self.ready.address

    def memory(self, state: Any) -> int:
        return memory_of(self.ready, int(state.lines))


class Policy(ByNetwork):
    """What is made of the policy of a network."""

    temperature: float = parameter(1.0, "higher makes moves more alike", low=0.1, high=10.0)
    evaluates: bool = parameter(True, "the network's value ends the simulation; off: it is not used, and only H is")


@kernel
def for_black(state, value):
    """A value for the player to move, as Black's."""
    return value if state.turn == BLACK else -value


def network_terms(state, work, move, h, p):
    """ln H of a move: what the network says of it, and what makes all moves' probabilities one together."""
    value = float(evaluate_board(state, work, p.network))
    logit = float(logit_of(state, work, move)) / p.temperature
    return Terms(
        {"policy: l / temperature": logit, "all moves: −ln Σ exp(l / temperature)": log(max(h, LEAST)) - logit},
        {"H": h, "the network's value, for who moves": value},
        of="ln H",
    )


@strategy("prior", Policy, terms=network_terms)
def by_network(state, work, count, p):
    """H_i = P_i^(1/temperature) / sum of P_j^(1/temperature), P being the network's probabilities of the legal moves,
    the pass one of them. If it evaluates, the value that comes with them is what the position is worth."""
    value = evaluate_board(state, work, p.network)
    for k in range(count):
        work.heuristic[at(k)] = logit_of(state, work, np.int64(work.moves[at(k)])) / p.temperature
    as_probabilities(work, count)
    if p.evaluates:
        work.evaluated, work.value = 1, for_black(state, value)


@strategy("simulate", ByNetwork, evaluates=True)
def network_value(state, work, policy, policy_p, p):
    """No game is simulated: the result is the network's value of the leaf, which the prior has found, or, where it has
    not (a full tree, T above 0), is found here; and that of the rules when the game is over."""
    if over(state):
        return result(state)
    if work.evaluated:
        return work.value
    return for_black(state, evaluate_board(state, work, p.network))


removed(
    "simulate",
    "mixed_value",
    "as it gained nothing, 36.9 % [28.9, 47.1] of 84 games with a quarter of a playout: set simulate=network_value",
)
