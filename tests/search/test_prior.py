"""What is known of moves before they are tried: H as a strategy of its own."""

import numpy as np
import pytest

from kaya import Budget, GoPosition, Search, make_player, strategy, tictactoe
from kaya.search import Tree, all_at_threshold, at_threshold, best_first

tictactoe_moves = tictactoe.moves


@strategy("prior")
def by_number(state, work, count, p):
    for k in range(count):
        work.heuristic[k] = work.moves[k] + 0.5
    best_first(work, count)


def expanded(tree: Tree) -> list[np.ndarray]:
    """The children of each node whose children lie together."""
    found, waiting = [], [0]
    while waiting:
        index = waiting.pop()
        children = tree.children(index)
        waiting += children.tolist()
        if tree.nodes["count"][index] > 0:
            found.append(children)
    return found


@pytest.mark.slow
def test_children_lie_in_the_order_of_the_prior_and_keep_h():
    for expand in (at_threshold(T=4), all_at_threshold(T=4)):
        search = Search(tictactoe, expand=expand, prior=by_number, seed=1)
        search.think(tictactoe.start(), Budget(simulations=500))
        families = expanded(search.tree)
        assert len(families) > 5
        for children in families:
            moves = search.tree.nodes["move"][children]
            assert moves.tolist() == sorted(moves, reverse=True)
            assert (search.tree.nodes["heuristic"][children] == moves + 0.5).all()


def test_without_a_prior_h_is_0():
    player = make_player("mogo:prior=no_knowledge,T=4", seed=1)
    player.search.think(GoPosition(5), Budget(simulations=300))
    tree = player.search.tree
    assert len(expanded(tree)) > 5
    assert not tree.nodes["heuristic"][: tree.used].any()


def test_a_prior_that_says_nothing_leaves_h_to_the_expansion():
    @strategy("expand")
    def all_worth_3(state, nodes, index, work, p):
        for k in range(9):
            work.heuristic[k] = 3.0
        return tictactoe_moves(state, work.moves)

    search = Search(tictactoe, expand=all_worth_3)
    search.think(tictactoe.start(), Budget(simulations=50))
    for children in expanded(search.tree):
        assert (search.tree.nodes["heuristic"][children] == 3.0).all()


def test_a_prior_knows_only_the_moves_that_become_children():
    @strategy("expand")
    def first_two(state, nodes, index, work, p):
        return min(tictactoe_moves(state, work.moves), 2)

    search = Search(tictactoe, expand=first_two, prior=by_number)
    search.think(tictactoe.start(), Budget(simulations=100))
    root, *below = expanded(search.tree)
    assert search.tree.nodes["move"][root].tolist()[:2] == [1, 0], "what the expansion leaves out comes last"
    assert search.tree.nodes["heuristic"][root].tolist()[2:] == [0.0] * 7, "and has no H"
    assert {len(children) for children in below} <= {1, 2}


def test_the_threshold_stays_with_the_expansion():
    player = make_player("mango:T=5")
    assert player.strategies["expand"].parameters.T == 5  # type: ignore[attr-defined]
    assert player.choices()["prior"][0] == "by_features"
