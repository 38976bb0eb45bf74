"""Progressive bias and unpruning, prior knowledge and widening against numbers worked out by hand."""

from math import log, sqrt

import numpy as np
import pytest

from examples.alternatives import prior_knowledge, progressive_widening
from kaya.kernel import zeros
from kaya.search import NODE
from kaya.search.progressive import Progressive, progressive, unpruned


def family(visits, rewards, heuristics) -> np.recarray:
    nodes = zeros(NODE, len(visits) + 1)
    nodes[0].first, nodes[0].count, nodes[0].visits = 1, len(visits), max(sum(visits), 1)
    nodes.visits[1:], nodes.reward[1:], nodes.heuristic[1:] = visits, rewards, heuristics
    return nodes


def chosen(strategy, nodes) -> int:
    return strategy.function(nodes, 0, strategy.record) - 1


def test_formula_3_2_adds_h_over_n_plus_1():
    nodes = family([60, 30, 10], [30.0, 12.0, 1.0], [0.0, 1.0, 4.0])
    # formula 2.1 gives 0.69393, 0.67426, 0.57503; H / (n + 1) adds 0, 1/31 = 0.03226, 4/11 = 0.36364
    bounds = [
        r / n + 0.7 * sqrt(log(100) / n) + h / (n + 1)
        for n, r, h in zip([60, 30, 10], [30, 12, 1], [0, 1, 4], strict=True)
    ]
    assert np.allclose(bounds, [0.69393, 0.70652, 0.93867], atol=1e-4)
    assert chosen(progressive(PU=False, weight=1), nodes) == 2
    assert chosen(progressive(PU=False, weight=0.2), nodes) == 0  # 0.69393, 0.68071, 0.64776
    assert chosen(progressive(PU=False, PB=False), nodes) == 0


def test_unvisited_moves_come_first_in_the_order_of_h():
    nodes = family([50, 0, 0, 0], [50.0, 0, 0, 0], [9.0, 0.2, 0.7, 0.1])
    assert chosen(progressive(PU=False), nodes) == 2
    assert chosen(progressive(PU=False, PB=False), nodes) == 1


def test_m_takes_the_place_of_the_root_in_formula_3_2():
    """Unvisited: 0 + 0.7 x 100 + 50 x 0.2 = 80. Visited: 1 + 0.7 sqrt(ln 50 / 50) + 50 H / 51 = 80.0 at H = 80.4."""
    below, above = (family([50, 0], [50.0, 0.0], [h, 0.2]) for h in (80.0, 81.0))
    assert chosen(progressive(PU=False, once=False), below) == 1
    assert chosen(progressive(PU=False, once=False), above) == 0
    assert chosen(progressive(PU=False, once=False, M=200), above) == 1


def test_every_move_is_tried_once_before_any_is_tried_twice():
    """Property (1) of formula 3.2, with an H that M = 100 does not outweigh."""
    nodes, tried = family([0] * 6, [0.0] * 6, [900.0, 400.0, 90.0, 20.0, 1.0, 0.0]), []
    for _ in range(6):
        tried.append(chosen(progressive(PU=False), nodes))
        nodes[tried[-1] + 1].visits += 1
        nodes[tried[-1] + 1].reward += 1.0
    assert tried == [0, 1, 2, 3, 4, 5]
    nodes.visits[1:] = 0
    assert chosen(progressive(PU=False, once=False), nodes) == 0
    nodes[1].visits, nodes[1].reward = 1, 1.0  # 1 + 50 x 900 / 2 against 70 + 50 x 400
    assert chosen(progressive(PU=False, once=False), nodes) == 0


@pytest.mark.parametrize(("visits", "seen"), [(1, 5), (50, 5), (51, 5), (65, 5), (66, 6), (85, 7), (500, 13)])
def test_k_moves_are_seen_when_the_visits_surpass_a_times_b_to_the_k_minus_k_init(visits, seen):
    """A = 50, B = 1.3: the sixth move at 50 x 1.3 = 65, the seventh at 84.5, the eighth at 109.85 visits."""
    assert unpruned(visits, Progressive().as_record()[0]) == seen


def test_pruned_moves_are_not_chosen_however_good():
    nodes = family([10] * 5 + [0], [-10.0] * 5 + [0.0], [1.0] * 6)
    assert chosen(progressive(), nodes) < 5
    assert chosen(progressive(PU=False), nodes) == 5


def test_formula_5_4_counts_the_prior_as_visits():
    nodes = family([10, 10], [1.0, 2.0], [1.0, 0.5])
    # n_prior 20: (1 + 20 x 1) / 30 = 0.7; (2 + 20 x 0) / 30 = 0.067; equal exploration
    assert chosen(prior_knowledge, nodes) == 0
    # n_prior 0.5: (1 + 0.5) / 10.5 = 0.143; (2 + 0) / 10.5 = 0.190
    assert chosen(prior_knowledge(n_prior=0.5), nodes) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("visits", "second", "third"), [(40, False, False), (41, True, False), (96, True, False), (97, True, True)]
)
def test_widening_considers_the_nth_move_after_t_n_visits(visits, second, third):
    """t_2 = 40, t_3 = 40 + 56 = 96."""
    nodes = family([visits, 0, 0], [float(visits), 0, 0], [3.0, 2.0, 1.0])
    assert (chosen(progressive_widening, nodes) == 1) == second
    nodes.visits[2] = 1
    nodes.reward[2] = -1.0
    nodes[0].visits = visits
    assert (chosen(progressive_widening, nodes) == 2) == third
