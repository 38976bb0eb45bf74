"""Mango: UCT with urgency playouts, progressive bias and progressive unpruning (Chaslot et al. 2008).

Simulated moves are drawn by urgency (section 2.3.3); selection is formula 3.2 among the unpruned moves (sections 3.1
and 3.2); H is computed once per node, at T = 30 visits. The switches of Table 1 are `PB` and `PU`.

The paper's constants are the defaults of the strategies, and `mango-paper` plays with them and with H by formula 3.3;
only the weight of the bias is ours there: the paper does not give the scale of its H. `mango` has H by a Bradley-Terry
model of move features, and C, the weight and T were tuned for that; and its simulated games avoid self-atari.
"""

import numpy as np

from ...games.go import PASS
from ...games.rules import over, result
from ...kernel import Parameters, at, kernel, parameter
from ...knowledge.go import large_patterns, urgency
from ...knowledge.go.captures import capture_value
from ...knowledge.go.features import count_liberties, log_move_strength
from ...knowledge.go.large_patterns import draw_rows, pattern_value_by_rows
from ...knowledge.go.patterns3 import HIGHEST
from ...knowledge.go.proximity import proximity, terms
from ...knowledge.go.urgency import draw_move, draw_sensible_move, play_with_urgencies, start_urgencies
from ...search import Strategy, at_threshold, average, best_first, note, robust_child, strategy
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


@kernel
def pass_last(work, count):
    """Lay the pass last, with H = 0; the number of the moves before it."""
    for k in range(count - 1, -1, -1):
        if work.moves[at(k)] == PASS:
            work.moves[at(k)], work.moves[at(count - 1)] = work.moves[at(count - 1)], PASS
            work.heuristic[at(count - 1)] = 0.0
            return count - 1
    return count


class Formula(Parameters):
    """The tables of formula 3.3."""

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {**large_patterns.shipped(), "terms": terms()}


@strategy("prior", Formula)
def by_formula(state, work, count, p):
    """H_i = (C_i + P_i) sum over k of 1 / (2 d_k)^alpha_k (formula 3.3). P_i is the probability that a professional
    plays there by the largest known pattern, C_i the capture value in units of the highest urgency of a pattern. A pass
    has H = 0."""
    draw_rows(state, work)
    for k in range(pass_last(work, count)):
        move = np.int64(work.moves[at(k)])
        pattern = pattern_value_by_rows(state, move, state.turn, work, p)
        value = capture_value(state, move, state.turn) / HIGHEST + pattern
        work.heuristic[at(k)] = value * proximity(state, move, p)
    best_first(work, count)


class Model(Parameters):
    """How sharp H is."""

    sharpness: float = parameter(1.0, "exponent of the probability of a move: lower makes moves more alike", low=0.0,
                                 high=2.0)  # fmt: skip

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return large_patterns.shipped()


@strategy("prior", Model)
def by_features(state, work, count, p):
    """H_i = P_i^sharpness, where P_i is the probability that a professional plays the move by the Bradley-Terry model
    of its features ("more advanced knowledge", section 6 of the paper). A pass has H = 0."""
    points, total = pass_last(work, count), 0.0
    count_liberties(state, work)
    for k in range(points):
        strength = np.exp(log_move_strength(state, np.int64(work.moves[at(k)]), state.turn, work, p))
        work.heuristic[at(k)] = strength
        total += strength
    for k in range(points):
        work.heuristic[at(k)] = np.power(work.heuristic[at(k)] / total, p.sharpness)
    best_first(work, count)


def make(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mango`: the paper's strategies, with H by features and constants tuned for it."""
    changed = dict(select=progressive(C=0.15, weight=40), expand=at_threshold(T=10), prior=by_features,
                   policy=by_urgency(self_atari=0.95))  # fmt: skip
    return _player("mango", changed, threads, seed)


def make_paper(threads: int = 1, seed: int = 0) -> GoPlayer:
    """The player `mango-paper`: H by formula 3.3, and the paper's constants."""
    return _player("mango-paper", {}, threads, seed)


def _player(name: str, changed: dict[str, Strategy], threads: int, seed: int) -> GoPlayer:
    paper = dict(select=progressive, expand=at_threshold, prior=by_formula, policy=by_urgency, simulate=urgency_playout,
                 backup=average, final=robust_child)  # fmt: skip
    return GoPlayer(name, {**paper, **changed}, threads=threads, seed=seed)
