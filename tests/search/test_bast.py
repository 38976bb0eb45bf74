"""The bounds of BAST against numbers worked out by hand, and on a game whose value is known."""

from math import log, sqrt

import numpy as np
import pytest

from examples.bast import bast, bounds, set_bounds
from kaya import Budget, Search, load, make_player, tictactoe
from kaya.games import registry
from kaya.kernel import zeros
from kaya.search import NODE
from kaya.search.strategy import _known

from ..conftest import ROOT


def tree(visits, rewards) -> np.recarray:
    """A root with one child, which has two children."""
    nodes = zeros(NODE, 4)
    nodes.visits, nodes.reward = visits, rewards
    nodes[0].first, nodes[0].count, nodes[1].first, nodes[1].count = 1, 1, 2, 2
    return nodes


def width(n: int, total: int, c: float = 0.2, beta: float = 0.1) -> float:
    return c * 2 * sqrt(log(2 * total * n * (n + 1) / beta) / (2 * n))


@pytest.mark.slow
def test_a_leaf_is_bounded_by_its_own_results():
    nodes = tree([101, 100, 60, 40], [0.0, 20.0, -30.0, 4.0])
    set_bounds(nodes, 2, 0.125, bounds.record)
    assert nodes[2].slot1 == pytest.approx(-0.5 - width(60, 101) - 0.125, rel=1e-6)
    assert nodes[2].slot2 == pytest.approx(-0.5 + width(60, 101) + 0.125, rel=1e-6)
    assert width(60, 101) == pytest.approx(0.2 * 2 * sqrt(log(2 * 101 * 60 * 61 * 10) / 120))


@pytest.mark.slow
def test_the_best_reply_bounds_what_a_move_is_worth():
    nodes = tree([101, 100, 60, 40], [0.0, 90.0, -30.0, 4.0])
    nodes.slot1[2:], nodes.slot2[2:] = [-0.4, 0.25], [0.1, 0.5]
    set_bounds(nodes, 1, 0.0, bounds.record)
    # own results: 0.9 +- 0.29; replies: at least -0.5, at most -0.25
    assert nodes[1].slot2 == pytest.approx(-0.25)
    assert nodes[1].slot1 == pytest.approx(0.9 - width(100, 101), rel=1e-6)
    nodes[3].visits = 0  # an unknown reply bounds nothing from below, the known one from above
    set_bounds(nodes, 1, 0.0, bounds.record)
    assert nodes[1].slot2 == pytest.approx(0.4)


def test_selection_follows_the_highest_upper_bound_and_unvisited_children_first():
    nodes = tree([101, 100, 60, 40], [0.0, 20.0, -30.0, 4.0])
    nodes.slot2[2:] = [0.1, 0.5]
    assert bast.function(nodes, 1, bast.record) == 3
    nodes[2].visits = 0
    assert bast.function(nodes, 1, bast.record) == 2


@pytest.mark.slow
def test_smoothness_shrinks_with_depth():
    search = Search(tictactoe, select=bast, backup=bounds(delta=0.5, gamma=0.5, C=0.0))
    search.think(tictactoe.start(), Budget(simulations=5))
    nodes, leaves = search.tree.nodes, 0
    for child in search.tree.children():
        for leaf in [child] if not nodes[child].first else search.tree.children(child):
            if nodes[leaf].visits and not nodes[leaf].first:
                leaves += 1
                half = (nodes[leaf].slot2 - nodes[leaf].slot1) / 2
                assert half == pytest.approx(0.25 if leaf == child else 0.125)
    assert leaves >= 3


def test_bounds_close_in_on_the_value_of_a_solved_game():
    """Tic-tac-toe is a draw; X on two corners with the turn wins."""
    search = Search(tictactoe, select=bast, backup=bounds(delta=0.0))
    report = search.think(tictactoe.start(), Budget(simulations=20_000))
    assert abs(report.value) < 0.1
    position = tictactoe.start()
    for move in (0, 4, 8, 2):  # O has the centre and a corner: 6 must be stopped
        position.play(move)
    assert search.think(position, Budget(simulations=3000)).best == 6


def test_its_name_says_where_it_is_until_the_example_is_loaded(monkeypatch):
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.delitem(_known["select"], "bast")
    monkeypatch.delitem(_known["backup"], "bounds")
    monkeypatch.delitem(_known["select"], "prior_knowledge", raising=False)
    for described, file in (
        ("select=bast,backup=bounds", "bast"),
        ("backup=bounds", "bast"),
        ("select=prior_knowledge", "alternatives"),
    ):
        with pytest.raises(ValueError, match=rf"was removed, .*: take examples/{file}.py of the sources"):
            make_player(f"mango:{described}")
    load(ROOT / "examples" / "bast.py")
    assert make_player("mango:select=bast,backup=bounds").strategies["select"].name == "bast"
