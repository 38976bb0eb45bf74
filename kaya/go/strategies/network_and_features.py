"""H of a network and of shapes together: moves that look natural, however little of what the network sees is heeded."""

from math import log

import numpy as np

from ...kernel import at, parameter
from ...search import Terms, as_probabilities, strategy
from ..knowledge import large_patterns
from ..knowledge.features import count_liberties, log_move_strength
from ..knowledge.network import evaluate_board, logit_of
from ..rules import PASS
from .network import LEAST, ByNetwork, hand_over


class NetworkAndFeatures(ByNetwork):
    """How much each of the two counts."""

    trust: float = parameter(
        1.0, "exponent of the network's probability of a move; 0: shapes alone", low=0.0, high=10.0
    )
    shape: float = parameter(1.0, "exponent of the probability of a move by its features", low=0.0, high=10.0)

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return large_patterns.shipped()


def network_and_features_terms(state, work, move, h, p):
    """ln H of a move: what the network and the features say of it, and what makes all moves' probabilities one."""
    count_liberties(state, work)
    shape = 0.0 if move == PASS else p.shape * float(log_move_strength(state, move, state.turn, work, p))
    value = float(evaluate_board(state, work, p.network, 0, 0))
    policy = p.trust * float(logit_of(state, work, move))
    return Terms(
        {"policy: trust l": policy, "features: shape ln γ": shape, "all moves": log(max(h, LEAST)) - policy - shape},
        {"H": h, "the network's value, for who moves": value},
        of="ln H",
    )


@strategy("prior", NetworkAndFeatures, terms=network_and_features_terms)
def by_network_and_features(state, work, count, p):
    """H_i = P_i^trust F_i^shape / the sum of the same over all legal moves, P being the probabilities of `by_network`
    and F those of `by_features` (a product of experts, Hinton 2002); the pass has gamma 1. The network's value is what
    the position is worth."""
    count_liberties(state, work)
    for k in range(count):
        move = np.int64(work.moves[at(k)])
        work.heuristic[at(k)] = 0.0 if move == PASS else p.shape * log_move_strength(state, move, state.turn, work, p)
    value = evaluate_board(state, work, p.network, 0, 0)
    for k in range(count):
        work.heuristic[at(k)] += p.trust * logit_of(state, work, np.int64(work.moves[at(k)]))
    as_probabilities(work, count)
    hand_over(state, work, value)
