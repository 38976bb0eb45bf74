"""Mango: UCT with urgency playouts, progressive bias and progressive unpruning (Chaslot et al. 2008).

Simulated moves are drawn by urgency (section 2.3.3); selection is formula 3.2 among the unpruned moves (sections 3.1
and 3.2); H is computed once per node, at T = 30 visits. The switches of Table 1 are `PB` and `PU`.

The paper's constants are the defaults of the strategies, and `mango-paper` plays with them and with H by formula 3.3;
only the weight of the bias is ours there: the paper does not give the scale of its H. `mango` has H by a Bradley-Terry
model of move features, and C, the weight and T were tuned for that; and its simulated games avoid self-atari.
"""

import numpy as np

from ...games.rules import moves, over, result
from ...kernel import Parameters, at, kernel, parameter
from ...knowledge.go import large_patterns, urgency
from ...knowledge.go.captures import capture_value
from ...knowledge.go.features import count_liberties, log_move_strength
from ...knowledge.go.large_patterns import draw_rows, pattern_value_by_rows
from ...knowledge.go.patterns3 import HIGHEST
from ...knowledge.go.proximity import proximity, terms
from ...knowledge.go.urgency import draw_move, draw_sensible_move, play_with_urgencies, start_urgencies
from ...search import Strategy, average, note, robust_child, strategy
from ...search.progressive import progressive
from .player import GoPlayer
from .uct import Light


class Urgency(Parameters):
    """How moves are drawn. All that is not in the paper is off."""

    self_atari: float = parameter(0.0, "how often a move that puts its own stones into atari for nothing is refused; "
                                  "not in the paper", low=0.0, high=1.0)  # fmt: skip

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {"urgencies": urgency.shipped()}


@strategy("policy", Urgency)
def by_urgency(state, work, p):
    """A move with probability U_j / sum of all U (section 2.3.3)."""
    start_urgencies(state, work, p)
    return urgent_move(state, work, p)


@kernel
def urgent_move(state, work, p):
    """A move by the urgencies that are kept in `work`."""
    return draw_sensible_move(state, work, p.self_atari) if p.self_atari > 0.0 else draw_move(state, work)


@strategy("simulate", Light)
def urgency_playout(state, work, policy, policy_p, p):
    """Play by urgency to the end of the game, or to `length` moves per point of the board. The urgencies are kept up to
    date from move to move, where `policy` would compute them anew."""
    limit = state.moves + p.length * state.lines * state.lines
    start_urgencies(state, work, policy_p)
    while not over(state) and state.moves < limit:
        move = urgent_move(state, work, policy_p)
        note(work, move, state.turn)
        play_with_urgencies(state, work, move, policy_p)
    return result(state)


class Formula(Parameters):
    """When H is computed."""

    T: int = parameter(30, "visits at which H is computed and selection begins", low=0, high=1000)

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {**large_patterns.shipped(), "terms": terms()}


@strategy("expand", Formula)
def by_formula(state, nodes, index, work, p):
    """One node per simulated game; all children when the visit count equals T, in the order of
    H_i = (C_i + P_i) sum over k of 1 / (2 d_k)^alpha_k (formula 3.3), best first. P_i is the probability that a
    professional plays there by the largest known pattern, C_i the capture value in units of the highest urgency of a
    pattern. A pass has H = 0."""
    if nodes[at(index)].visits <= p.T:
        return 0
    count = moves(state, work.moves)
    draw_rows(state, work)
    for k in range(count - 1):  # the last one is the pass
        move = np.int64(work.moves[at(k)])
        pattern = pattern_value_by_rows(state, move, state.turn, work, p)
        value = capture_value(state, move, state.turn) / HIGHEST + pattern
        work.heuristic[at(k)] = value * proximity(state, move, p)
    work.heuristic[at(count - 1)] = 0.0
    best_first(work, count)
    return count


class Model(Parameters):
    """When H is computed, and how sharp it is."""

    T: int = parameter(30, "visits at which H is computed and selection begins", low=0, high=1000)
    sharpness: float = parameter(1.0, "exponent of the probability of a move: lower makes moves more alike", low=0.0,
                                 high=2.0)  # fmt: skip

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return large_patterns.shipped()


@strategy("expand", Model)
def by_features(state, nodes, index, work, p):
    """As `by_formula`, with H_i = P_i^sharpness, where P_i is the probability that a professional plays the move by the
    Bradley-Terry model of its features ("more advanced knowledge", section 6 of the paper)."""
    if nodes[at(index)].visits <= p.T:
        return 0
    count = moves(state, work.moves)
    count_liberties(state, work)
    total = 0.0
    for k in range(count - 1):
        strength = np.exp(log_move_strength(state, np.int64(work.moves[at(k)]), state.turn, work, p))
        work.heuristic[at(k)] = strength
        total += strength
    for k in range(count - 1):
        work.heuristic[at(k)] = np.power(work.heuristic[at(k)] / total, p.sharpness)
    work.heuristic[at(count - 1)] = 0.0
    best_first(work, count)
    return count


@kernel
def best_first(work, count):
    """Sort the moves by H, falling (Shell 1959)."""
    for gap in (132, 57, 23, 10, 4, 1):
        for k in range(gap, count):
            h, move, place = work.heuristic[at(k)], work.moves[at(k)], k
            while place >= gap and work.heuristic[at(place - gap)] < h:
                work.heuristic[at(place)] = work.heuristic[at(place - gap)]
                work.moves[at(place)] = work.moves[at(place - gap)]
                place -= gap
            work.heuristic[at(place)], work.moves[at(place)] = h, move


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mango`: the paper's strategies, with H by features and constants tuned for it."""
    return _player(
        "mango", progressive(C=0.15, weight=40), by_features(T=10), by_urgency(self_atari=0.95), threads, seed
    )


def make_paper(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mango-paper`: H by formula 3.3, and the paper's constants."""
    return _player("mango-paper", progressive, by_formula, by_urgency, threads, seed)


def _player(name: str, select: Strategy, expand: Strategy, policy: Strategy, threads: int, seed: int) -> GoPlayer:
    strategies = dict(select=select, expand=expand, policy=policy, simulate=urgency_playout, backup=average,
                      final=robust_child)  # fmt: skip
    return GoPlayer(name, strategies, threads=threads, seed=seed)
