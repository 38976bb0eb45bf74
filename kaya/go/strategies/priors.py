"""H: what is known of the moves of a Go position before they are tried. A pass has H = 0."""

import numpy as np

from ...kernel import Parameters, at, kernel, parameter
from ...kernel.views import record_over
from ...search import Terms, best_first, strategy
from ..knowledge import large_patterns
from ..knowledge.captures import CAPTURED, capture_value
from ..knowledge.expert_rules import RULE_NOTES, Rules, find_extensions, rules_in_words, rules_value
from ..knowledge.features import count_liberties, features, log_move_strength, log_team_strength, strengths_in_words
from ..knowledge.large_patterns import draw_rows, pattern_value_by_rows
from ..knowledge.proximity import proximity, terms
from ..rules import PASS


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
    """The tables of formula 3.3, and what the paper leaves open in it."""

    capture: float = parameter(1.0, "C_i of a move that captures one stone; P_i is at most 1", low=0.0, high=100.0)
    scale: float = parameter(1.0, "by which H is multiplied; 100: P_i is in per cent", low=0.0, high=10_000.0)

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {**large_patterns.shipped(), "terms": terms()}


def formula_terms(state, work, move, h, p):
    """Formula 3.3, term by term."""
    draw_rows(state, work)
    if move == PASS:
        return Terms({}, of="H")
    capture = p.scale * p.capture / CAPTURED * capture_value(state, move, state.turn)
    pattern, near = p.scale * pattern_value_by_rows(state, move, state.turn, work, p), proximity(state, move, p)
    return Terms(
        {"capture: C_i Σ": capture * near, "pattern: P_i Σ": pattern * near},
        {"C_i": capture, "P_i": pattern, "Σ 1 / (2 d_k)^α_k": near},
        of="H",
    )


@strategy("prior", Formula, terms=formula_terms)
def by_formula(state, work, count, p):
    """H_i = (C_i + P_i) sum over k of 1 / (2 d_k)^alpha_k (Mango paper, formula 3.3). P_i is the probability that a
    professional plays there by the largest known pattern, C_i the capture value of the simulation strategy. The paper
    does not say how the two are scaled to each other, `capture` does; nor what H is measured in, `scale` does."""
    draw_rows(state, work)
    unit = p.capture / CAPTURED
    for k in range(pass_last(work, count)):
        move = np.int64(work.moves[at(k)])
        pattern = pattern_value_by_rows(state, move, state.turn, work, p)
        value = unit * capture_value(state, move, state.turn) + pattern
        work.heuristic[at(k)] = p.scale * value * proximity(state, move, p)
    best_first(work, count)


class Model(Parameters):
    """How sharp H is."""

    sharpness: float = parameter(
        1.0, "exponent of the probability of a move: lower makes moves more alike", low=0.0, high=2.0
    )

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return large_patterns.shipped()


def features_terms(state, work, move, h, p):
    """ln gamma of a move, feature by feature; H is its share of all moves' gamma."""
    if move == PASS:
        return Terms({}, of="ln γ")
    count_liberties(state, work)
    return Terms(strengths_in_words(state, move, state.turn, work, p), {"H = (γ / Σγ)^sharpness": h}, of="ln γ")


@strategy("prior", Model, terms=features_terms)
def by_features(state, work, count, p):
    """H_i = P_i^sharpness, where P_i is the probability that a professional plays the move by the Bradley-Terry model
    of its features ("more advanced knowledge", section 6 of the Mango paper)."""
    points, total = pass_last(work, count), 0.0
    count_liberties(state, work)
    for k in range(points):
        strength = np.exp(log_move_strength(state, np.int64(work.moves[at(k)]), state.turn, work, p))
        work.heuristic[at(k)] = strength
        total += strength
    for k in range(points):
        work.heuristic[at(k)] = np.power(work.heuristic[at(k)] / total, p.sharpness)
    best_first(work, count)


def rules_terms(state, work, move, h, p):
    """H of a move: each rule that it matches, and the learned patterns."""
    if move == PASS:
        return Terms({}, of="H")
    count_liberties(state, work)
    find_extensions(state, work, p.extension != 0.0 or p.out_of_ladder != 0.0)
    word = features(state, move, state.turn, work)
    rules = rules_in_words(state, move, state.turn, word, work, p)
    parts = {f"{name}: additive × {weight:g}": p.additive * weight for name, weight in rules.items()}
    learned = {"patterns: patterns P^sharpness": h - sum(parts.values())} if p.patterns else {}
    won = float(p.initial * sum(rules.values()))
    return Terms({**learned, **parts}, {"RAVE simulations to begin with": abs(won)}, of="H")


@strategy("prior", Rules, starts="all moves as first", terms=rules_terms)
def by_rules(state, work, count, p):
    """H = patterns x P^sharpness + additive x S, and `initial` x |S| RAVE simulations to begin with, won if S > 0 and
    else lost. S is the sum of the weights of all rules that the move matches (MoGo paper, section 2). P is as in
    `by_formula` if it is that of `large` patterns, or else as in `by_features`.

    The paper's rules are used "(i) as an initial number of RAVE simulations (ii) as an additive term in H. The additive
    term (ii) is proportional to the number of AMAF-simulations": we take this to be the number of (i), so that each
    rule has one weight and the two uses one factor each."""
    points, total, notes = pass_last(work, count), 0.0, record_over(work.scratch, RULE_NOTES)
    notes.sums[PASS] = 0.0
    count_liberties(state, work)
    find_extensions(state, work, p.extension != 0.0 or p.out_of_ladder != 0.0)
    for k in range(points):
        move, strength = np.int64(work.moves[at(k)]), 0.0
        word = features(state, move, state.turn, work)
        if p.patterns != 0.0 and p.large:
            strength = pattern_value_by_rows(state, move, state.turn, work, p)
        elif p.patterns != 0.0:
            strength = np.exp(log_team_strength(state, move, state.turn, word, work, p))
        notes.features[at(k)], work.heuristic[at(k)] = word, strength
        total += strength
    if p.large:
        total = 1.0
    for k in range(points):
        move = np.int64(work.moves[at(k)])
        rules = rules_value(state, move, state.turn, notes.features[at(k)], work, p)
        notes.sums[at(move)] = rules
        h = p.additive * rules
        if p.patterns != 0.0:
            h += p.patterns * np.power(work.heuristic[at(k)] / total, p.sharpness)
        work.heuristic[at(k)] = h
    best_first(work, count)
    for k in range(count):
        won = p.initial * notes.sums[at(np.int64(work.moves[at(k)]))]
        work.slot1[at(k)], work.slot2[at(k)] = abs(won), won
