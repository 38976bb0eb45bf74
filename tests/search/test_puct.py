"""PUCT and first-play urgency against numbers worked out by hand."""

from math import isclose, log, sqrt

import numpy as np
import pytest

from kaya.kernel import zeros
from kaya.search import NODE, puct
from kaya.search.puct import exploration


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


@pytest.mark.parametrize("name", ["c_init", "c_base", "growth", "fpu", "fpu_root"])
def test_every_constant_can_be_tuned(name):
    described = {d.name: d for d in puct.parameters.describe()}[name]
    assert described.low is not None
    assert described.high is not None
