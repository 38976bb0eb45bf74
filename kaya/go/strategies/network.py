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
from ..knowledge.network import (
    error_of,
    evaluate_as_before,
    evaluate_board,
    evaluator,
    logit_of,
    memory_of,
    optimistic_logit_of,
    shipped,
)
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

    @property
    def heads(self) -> dict[str, str]:
        """The heads that the network must have learned, besides policy and value, and what needs each."""
        return {}

    def check(self) -> None:
        if self.network:
            learned = evaluator(self.network).network.learned
            for head, needed_by in self.heads.items():
                if head not in learned:
                    raise ValueError(
                        f"The network {self.network} has not learned the head {head!r}, which {needed_by} needs: "
                        f"it has learned {', '.join(learned)}."
                    )

    def changed(self, **values: Any) -> Self:
        new = super().changed(**values)
        if "network" in values or new.heads:
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
    optimism: float = parameter(
        0.0, "how much the optimistic policy counts: 0 not at all, 1 alone; the network must have it", low=0.0, high=1.0
    )

    cache: int = parameter(
        0,
        "positions, for each thread of a search, whose evaluations are kept in case other moves lead there, too",
        low=0,
        high=1_000_000,
    )

    @property
    def heads(self) -> dict[str, str]:
        return {"optimistic": "optimism above 0"} if self.optimism > 0 else {}

    def memory(self, state: Any) -> int:
        return memory_of(self.ready, int(state.lines), self.cache)


@kernel
def for_black(state, value):
    """A value for the player to move, as Black's."""
    return value if state.turn == BLACK else -value


@kernel
def hand_over(state, work, value):
    """What the position is worth, by a value for the player to move, and the error to be expected of that."""
    work.evaluated, work.value, work.error = 1, for_black(state, value), error_of(work)


@kernel
def mixed_logit(state, work, move, optimism):
    """l + optimism (l' - l), l being the logit of a move by the policy and l' that by the optimistic one."""
    logit = logit_of(state, work, move)
    if optimism > 0.0:
        logit += optimism * (optimistic_logit_of(state, work, move) - logit)
    return logit


def network_terms(state, work, move, h, p):
    """ln H of a move: what the network says of it, and what makes all moves' probabilities one together."""
    value = float(evaluate_board(state, work, p.network, int(p.optimism > 0), 0))
    logit = float(logit_of(state, work, move)) / p.temperature
    mixed = float(mixed_logit(state, work, move, p.optimism)) / p.temperature
    more = {"optimism: optimism (l' − l) / temperature": mixed - logit} if p.optimism > 0 else {}
    rest = {"all moves: −ln Σ exp(l / temperature)": log(max(h, LEAST)) - mixed}
    facts = {"H": h, "the network's value, for who moves": value}
    return Terms({"policy: l / temperature": logit, **more, **rest}, facts, of="ln H")


@strategy("prior", Policy, terms=network_terms)
def by_network(state, work, count, p):
    """H_i = P_i^(1/temperature) / sum of P_j^(1/temperature), P being the network's probabilities of the legal moves,
    the pass one of them. If it evaluates, the value that comes with them is what the position is worth.

    With `optimism`, P is proportional to Q^(1 - optimism) O^optimism, Q being the network's policy and O its optimistic
    one, which likes moves that may turn out better than they look: the logits are mixed, as KataGo does.

    With a `cache`, evaluations are shared between transpositions: positions with the same stones, player to move, ko
    and komi, after a pass or not. The last moves, which a network sees, are those of whoever came there first."""
    value = evaluate_board(state, work, p.network, np.int64(p.optimism > 0.0), p.cache)
    for k in range(count):
        work.heuristic[at(k)] = mixed_logit(state, work, np.int64(work.moves[at(k)]), p.optimism) / p.temperature
    as_probabilities(work, count)
    if p.evaluates:
        hand_over(state, work, value)


@strategy("simulate", ByNetwork, evaluates=True)
def network_value(state, work, policy, policy_p, p):
    """No game is simulated: the result is the network's value of the leaf, which the prior has found, or, where it has
    not (a full tree, T above 0), is found here; and that of the rules when the game is over."""
    if over(state):
        return result(state)
    if not work.evaluated:
        hand_over(state, work, evaluate_as_before(state, work, p.network))
    return work.value


removed(
    "simulate",
    "mixed_value",
    "as it gained nothing, 36.9 % [28.9, 47.1] of 84 games with a quarter of a playout: set simulate=network_value",
)
