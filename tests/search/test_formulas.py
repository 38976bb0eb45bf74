"""The strategies of sections 2.3 and 2.4 of the Mango paper against numbers worked out by hand."""

from math import isclose, log, sqrt

import numpy as np
import pytest

from kaya.games.tictactoe import tictactoe
from kaya.kernel import zeros
from kaya.search import Tree, average, max_child, progressive, robust_child, robust_max_child, secure_child, uct
from kaya.search.expansion import all_at_threshold, at_threshold
from kaya.search.final_move import place_among_seen
from kaya.search.report import root_moves
from kaya.search.tree import NODE, new_work


def family(visits: list[int], rewards: list[float]) -> np.recarray:
    """A root with these children."""
    nodes = zeros(NODE, len(visits) + 1)
    nodes[0].first, nodes[0].count, nodes[0].visits = 1, len(visits), sum(visits)
    nodes.visits[1:], nodes.reward[1:] = visits, rewards
    return nodes


def chosen(nodes: np.recarray, C: float) -> int:
    return uct.function(nodes, 0, uct(C=C).parameters.as_record()[0]) - 1


def test_uct_takes_the_child_with_the_highest_value_of_formula_2_1():
    visits, rewards = [60, 30, 10], [30.0, 12.0, 1.0]  # values 0.5, 0.4, 0.1
    # ln 100 = 4.60517; C = 0.7: 0.5 + 0.7 sqrt(4.60517/60) = 0.69393; 0.4 + 0.27426 = 0.67426; 0.1 + 0.47503 = 0.57503
    bounds = [r / n + 0.7 * sqrt(log(100) / n) for n, r in zip(visits, rewards, strict=True)]
    assert all(isclose(a, b, abs_tol=1e-4) for a, b in zip(bounds, [0.69393, 0.67426, 0.57503], strict=True))
    assert chosen(family(visits, rewards), C=0.7) == 0
    # C = 1.0: 0.77704, 0.79180, 0.77861
    assert chosen(family(visits, rewards), C=1.0) == 1
    # C = 1.2: 0.83245, 0.87016, 0.91434
    assert chosen(family(visits, rewards), C=1.2) == 2


def test_uct_without_exploration_takes_the_best_value():
    assert chosen(family([5, 5, 5], [-5.0, 2.0, 1.0]), C=0.0) == 1


def test_uct_visits_every_child_once_first():
    assert chosen(family([90, 0, 5, 0], [90.0, 0, 5, 0]), C=0.7) == 1


def expansion(strategy, visits: int, T: int) -> int:
    nodes, position = family([], []), tictactoe.start()
    nodes[0].visits = visits
    return strategy.function(position.state, nodes, 0, new_work()[0], strategy(T=T).parameters.as_record()[0])


def test_all_children_are_stored_when_the_visit_count_equals_T():
    """Visits count on the way down: in the simulation after the T-th the count is T + 1."""
    assert [expansion(at_threshold, visits, T=30) for visits in (1, 30, 31)] == [0, 0, 9]


def test_the_other_expansion_stores_nothing_before():
    assert [expansion(all_at_threshold, visits, T=30) for visits in (1, 30, 31)] == [-1, -1, 9]


def test_backpropagation_counts_the_result_for_the_player_who_moved():
    nodes, work = zeros(NODE, 3), new_work()
    nodes.mover[:] = [2, 1, 2]
    work[0].path[:3] = [0, 1, 2]
    for result in (1.0, 1.0, -1.0, 0.0):  # Black wins twice, White once, one draw
        average.function(nodes, work[0], 2, result, average.parameters.as_record()[0])
    assert nodes.reward.tolist() == [-1.0, 1.0, -1.0]


VISITS, VALUES = np.array([100, 400, 25]), np.array([0.50, 0.30, 0.90])


def test_max_robust_and_secure_child():
    assert max_child.function(VISITS, VALUES, max_child.parameters) == 2
    assert robust_child.function(VISITS, VALUES, robust_child.parameters) == 1
    # A = 4: 0.5 - 0.4 = 0.10; 0.3 - 0.2 = 0.10 (rounded); 0.9 - 0.8 = 0.10: choose A = 3 and A = 5 to tell them apart
    assert secure_child.function(VISITS, VALUES, secure_child(A=3).parameters) == 2  # 0.20, 0.15, 0.30
    assert secure_child.function(VISITS, VALUES, secure_child(A=5).parameters) == 1  # 0.00, 0.05, -0.10


def test_the_secure_child_takes_the_lower_bound_not_the_papers_plus_sign():
    visits, values = np.array([1, 1000]), np.array([0.6, 0.5])
    assert secure_child.function(visits, values, secure_child.parameters) == 1


def test_the_robust_max_child_asks_for_more_simulations():
    assert robust_max_child.function(VISITS, VALUES, robust_max_child.parameters) is None
    assert robust_max_child.function(VISITS, np.array([0.5, 0.91, 0.9]), robust_max_child.parameters) == 1


def test_a_pruned_child_is_not_chosen_for_its_value():
    """Six children, of which five are seen with 40 visits: the sixth was lucky once, before it was pruned."""
    tree, children = Tree(8), zeros(NODE, 6)
    children.visits, children.reward = [2, 20, 10, 4, 3, 1], [-1.0, 10.0, 4.0, -4.0, -3.0, 1.0]
    tree.append(children)
    tree.nodes[0].visits = 40
    found = root_moves(tree)
    assert found.values.tolist() == [0.5, 0.4, -1.0, -1.0, -0.5, 1.0]
    for rule in (max_child, robust_max_child, robust_child):
        assert place_among_seen(tree, found, dict(final=rule, select=progressive)) == 0
    assert place_among_seen(tree, found, dict(final=max_child, select=progressive(PU=False))) == 5
    assert place_among_seen(tree, found, dict(final=robust_max_child, select=progressive(PU=False))) is None
    tree.nodes[0].visits = 70
    assert place_among_seen(tree, found, dict(final=max_child, select=progressive)) == 5


@pytest.mark.parametrize("rule", [max_child, robust_child, secure_child])
def test_a_single_child_is_chosen_whatever_it_is_worth(rule):
    assert rule.function(np.array([3]), np.array([-1.0]), rule.parameters) == 0
