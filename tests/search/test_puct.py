"""PUCT and first-play urgency against numbers worked out by hand."""

from math import isclose, log, sqrt

import numpy as np
import pytest

from kaya import Budget, GoPosition, make_player
from kaya.kernel import zeros
from kaya.search import NODE, lcb, puct, puct_by_variance
from kaya.search.puct import by_deviation, exploration, puct_terms


def family(visits: list[int], rewards: list[float], priors: list[float], *, reward: float = 0.0, index: int = 0):
    """Node 0 or 1, to which player 2 moved, and its children, to which player 1 moves. The visit that is under way is
    counted in the node, as is that in which it was evaluated."""
    nodes = zeros(NODE, len(visits) + 2)
    nodes[index].first, nodes[index].count, nodes[index].visits = 2, len(visits), sum(visits) + 2
    nodes[index].mover, nodes[index].reward = 2, reward
    nodes.visits[2:], nodes.reward[2:], nodes.heuristic[2:], nodes.mover[2:] = visits, rewards, priors, 1
    return nodes


def chosen(nodes: np.recarray, index: int = 0, **changes: float) -> int:
    changes = {"growth": 0.0, **changes}
    return puct.function(nodes, index, puct(**changes).parameters.as_record()[0]) - 2


def test_value_and_prior_are_weighed_by_the_visits():
    # N = 1 + 10 + 4 + 1 = 16, sqrt(N) = 4
    visits, rewards, priors = [10, 4, 1], [5.0, 1.0, -0.2], [0.3, 0.5, 0.2]
    # c = 0.5: 0.5 + 0.5 x 0.3 x 4 / 11 = 0.5545; 0.25 + 0.5 x 0.5 x 4 / 5 = 0.45; -0.2 + 0.5 x 0.2 x 4 / 2 = 0
    assert chosen(family(visits, rewards, priors), c_init=0.5) == 0
    # c = 1.0: 0.6091, 0.65, 0.2
    assert chosen(family(visits, rewards, priors), c_init=1.0) == 1
    # c = 8: 1.3727, 3.45, 3.0; c_init = 0: the values alone
    assert chosen(family(visits, rewards, priors), c_init=8.0) == 1
    assert chosen(family(visits, rewards, priors), c_init=0.0) == 0


def test_an_unvisited_move_is_worth_what_its_parent_is_less_the_urgency():
    # Player 2, who moved to the node, has lost 3 of N = 9 visits: it is worth 3 / 9 = 1/3 to player 1.
    # The visited child has P = 0.64: the rest is evaluated 1/3 - fpu x 0.8. c = 0.1, sqrt(N) = 3:
    # visited 0.25 + 0.1 x 0.64 x 3 / 9 = 0.2713; unvisited 1/3 - 0.8 fpu + 0.1 x 0.3 x 3 = 0.4233 - 0.8 fpu
    nodes = family([8, 0, 0], [2.0, 0.0, 0.0], [0.64, 0.3, 0.06], reward=-3.0, index=1)
    assert chosen(nodes, 1, c_init=0.1, fpu=0.18) == 1  # 0.2793
    assert chosen(nodes, 1, c_init=0.1, fpu=0.20) == 0  # 0.2633
    nodes = family([8, 0, 0], [2.0, 0.0, 0.0], [0.64, 0.3, 0.06], reward=-3.0)
    assert chosen(nodes, c_init=0.1, fpu=0.2) == 1, "the root has an urgency of its own, 0"
    assert chosen(nodes, c_init=0.1, fpu_root=0.2) == 0


def test_a_parent_that_the_same_player_moved_to_has_the_same_sign():
    nodes = family([8, 0], [2.0, 0.0], [0.64, 0.36], reward=3.0)
    nodes[0].mover = 1
    assert chosen(nodes, c_init=0.1) == 1
    nodes[0].mover = 2
    assert chosen(nodes, c_init=0.1) == 0


def test_exploration_follows_the_standard_deviation():
    """16 visits before this one: sum of R = 4, of R^2 = 10, and two of deviation 0.4 more. v = 0.25, s^2 =
    (2 (0.0625 + 0.16) + 10) / 18 - 0.0625 = 0.51778, s = 0.71957; c is multiplied by 1 + 0.85 (s / 0.4 - 1) = 1.679."""
    p = puct_by_variance(growth=0.0).parameters.as_record()[0]
    nodes = family([10, 4, 1], [5.0, 1.0, -0.2], [0.3, 0.5, 0.2], reward=4.0)
    nodes[0].slot1 = 10.0
    assert by_deviation(nodes[0], p) == pytest.approx(1.67908, abs=1e-4)
    # 0.5 x 1.679: 0.5916 and 0.5858; 0.6 x 1.679: 0.6099 and 0.6530
    for c, place in ((0.5, 0), (0.6, 1)):
        p = puct_by_variance(growth=0.0, c_init=c).parameters.as_record()[0]
        assert puct_by_variance.function(nodes, 0, p) - 2 == place
        assert chosen(nodes, c_init=c) == 0
    p = puct_by_variance(growth=0.0, c_init=0.6, deviation_weight=0.0).parameters.as_record()[0]
    assert puct_by_variance.function(nodes, 0, p) - 2 == 0


def test_the_lower_confidence_bound_by_hand():
    """100 and 40 visits, v = 0.3 and 0.4, sums of R^2 of 10 and 36; a deviation of 0.25 for granted.
    s^2 = (10 + 0.0625 + 0.09) / 101 - 0.09 = 0.01052: 0.3 - 5 x 0.1026 / 10 = 0.2487;
    (36 + 0.0625 + 0.16) / 41 - 0.16 = 0.72347: 0.4 - 5 x 0.8506 / 6.3246 = -0.2724. The last has too few visits."""
    visits, values = np.array([100, 40, 14]), np.array([0.3, 0.4, 0.9])
    nodes = zeros(NODE, 3)
    nodes.slot1 = [10.0, 36.0, 0.9**2 * 14]
    assert lcb.function(visits, values, nodes, lcb().parameters) == 0
    nodes.slot1[1] = 0.16 * 40 + 0.4  # nearly always the same: s^2 = 0.01518, 0.4 - 5 x 0.1232 / 6.3246 = 0.3026
    assert lcb.function(visits, values, nodes, lcb().parameters) == 1
    assert lcb.function(visits, values, nodes, lcb(bound_visits=0.1).parameters) == 2


def test_squares_are_kept_by_those_who_need_them():
    with pytest.raises(ValueError, match="squares of results"):
        make_player("zero:final=lcb")
    player = make_player("zero:final=lcb,backup=average_and_squares,select=puct_by_variance", seed=1)
    player.think(GoPosition(5), Budget(simulations=40))
    search = player.tree_search
    assert search is not None
    nodes = search.tree.nodes[:50]
    seen = nodes[nodes["visits"] > 1]
    assert len(seen) > 2
    assert (seen["slot1"] <= seen["visits"]).all()
    assert (seen["slot1"] >= seen["reward"] ** 2 / seen["visits"] - 1e-3).all()


def test_the_first_of_all_visits_follows_the_prior():
    nodes = family([0, 0, 0], [0.0] * 3, [0.5, 0.3, 0.2])
    for visits in (1, 2):  # N = 0, where nothing but the order tells, and 1
        nodes[0].visits = visits
        assert chosen(nodes) == 0


def test_exploration_grows_with_the_visits():
    p = puct(c_init=1.25, c_base=100.0).parameters.as_record()[0]
    grown = getattr(exploration, "py_func", exploration)(99.0, p)
    assert isclose(grown, 1.25 + log(2.0))
    # N = 99, sqrt(N) = 9.9499: P = 0.02 x 9.9499 x 1.9431 = 0.3867 against 0.2 (and 0.2488 with c = 1.25)
    nodes = family([98, 0], [29.4, 0.0], [0.0, 0.02])  # 0.3 + 0
    assert isclose(sqrt(99) * 0.02 * 1.25, 0.2487, abs_tol=1e-4)
    assert chosen(nodes, c_init=1.25, c_base=100.0, growth=0.0) == 0
    assert chosen(nodes, c_init=1.25, c_base=100.0, growth=1.0) == 1


@pytest.mark.parametrize("name", ["c_init", "c_base", "growth", "fpu", "fpu_root", "temperature_root"])
def test_every_constant_can_be_tuned(name):
    described = {d.name: d for d in puct.parameters.describe()}[name]
    assert described.low is not None
    assert described.high is not None


def test_the_prior_of_the_root_has_a_temperature_of_its_own():
    """P = 0.64, 0.16, 0.04; with temperature 2 it is 0.8, 0.4, 0.2 over 1.4. c = 5, sqrt(N) = 4:
    0.4 + 5 x 0.64 x 4 / 11 = 1.5636, 0.3 + 5 x 0.16 x 4 / 5 = 0.94 and -0.2 + 5 x 0.04 x 4 / 2 = 0.2; with
    temperature 2 0.4 + 5 x 0.5714 x 4 / 11 = 1.4390, 0.3 + 5 x 0.2857 x 4 / 5 = 1.4429 and
    -0.2 + 5 x 0.1429 x 4 / 2 = 1.2286."""
    visits, rewards, priors = [10, 4, 1], [4.0, 1.2, -0.2], [0.64, 0.16, 0.04]
    assert chosen(family(visits, rewards, priors), c_init=5.0) == 0
    nodes = family(visits, rewards, priors)
    assert chosen(nodes, c_init=5.0, temperature_root=2.0) == 1
    assert chosen(family(visits, rewards, priors, index=1), 1, c_init=5.0, temperature_root=2.0) == 0
    told = puct_terms(nodes, 0, 3, puct(c_init=5.0, growth=0.0, temperature_root=2.0).record)
    assert told.score == pytest.approx(1.44286, abs=1e-5)
