"""The tree as a data structure: linked and laid-together children, the budget of nodes, keeping a part of it."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaya import Budget, GoPosition, Search, go, make_player, tictactoe
from kaya.kernel import kernel
from kaya.search import NODE, Tree
from kaya.search.tree import MOVED, add_children, linked_child, new_work


def test_a_node_takes_at_most_64_bytes():
    assert NODE.itemsize <= 64


def test_children_come_one_by_one_and_are_found_again():
    tree = Tree(10)
    for move in (7, 3, 7, 5, 3):
        linked_child(tree.head[0], tree.nodes, 0, move, 1)
    assert tree.used == 4
    assert [int(tree.nodes[i].move) for i in tree.children()] == [5, 3, 7]


def test_expansion_keeps_what_the_linked_children_knew():
    tree, work = Tree(20), new_work()
    seven, _ = linked_child(tree.head[0], tree.nodes, 0, 7, 1)
    below, _ = linked_child(tree.head[0], tree.nodes, seven, 9, 2)
    tree.nodes[seven].visits, tree.nodes[seven].reward = 4, 2.0
    work[0].moves[:3] = [5, 6, 7]
    assert add_children(tree.head[0], tree.nodes, 0, 3, 1, work[0])
    children = tree.children()
    assert tree.nodes["move"][children].tolist() == [5, 6, 7]
    assert tree.nodes["visits"][children].tolist() == [0, 0, 4]
    assert tree.nodes["reward"][children].tolist() == [0, 0, 2.0]
    assert tree.children(children[2]).tolist() == [below]
    assert tree.nodes[seven].count == MOVED


def test_a_full_tree_refuses_and_stays_as_it_is():
    tree, work = Tree(4), new_work()
    for move in (1, 2):
        linked_child(tree.head[0], tree.nodes, 0, move, 1)
    work[0].moves[:3] = [1, 2, 3]
    assert not add_children(tree.head[0], tree.nodes, 0, 3, 1, work[0])
    assert tree.full
    assert len(tree.children()) == 2


@kernel
def link_many(head, nodes, into):
    for k in range(len(into)):
        into[k] = linked_child(head, nodes, 0, k, 1)[0]


@pytest.mark.slow
def test_threads_that_link_the_same_children_agree():
    tree = Tree(20_000)
    found = [np.zeros(2000, np.int64) for _ in range(4)]
    threads = [threading.Thread(target=link_many, args=(tree.head[0], tree.nodes, into)) for into in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((into == found[0]).all() for into in found)
    assert sorted(tree.nodes["move"][tree.children()]) == list(range(2000))


def plain(tree: Tree, index: int = 0) -> tuple:
    """A subtree as nested tuples."""
    moves, visits, rewards = (tree.nodes[name][: tree.used].tolist() for name in ("move", "visits", "reward"))

    def below(i: int) -> tuple:
        return moves[i], visits[i], rewards[i], [below(child) for child in tree.children(i).tolist()]

    return below(index)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(1, 40))
def test_keeping_a_subtree_keeps_exactly_that(seed, threshold):
    search = Search(tictactoe, seed=seed)
    search.strategies["expand"] = search.strategies["expand"](T=threshold)
    search.think(tictactoe.start(), Budget(simulations=400))
    tree = search.tree
    for _ in range(3):
        children = tree.children()
        if not len(children):
            break
        child = int(children[np.argmax(tree.nodes["visits"][children])])
        expected, move = plain(tree, child), int(tree.nodes[child].move)
        assert tree.descend(move, int(tree.nodes[child].mover))
        assert plain(tree) == expected


def test_room_is_given_back_when_the_tree_is_kept():
    player, game = make_player("uct", seed=1), GoPosition(5)
    small = Budget(simulations=2000, nodes=3000)
    used = []
    for _ in range(6):
        report = player.search.think(game, small)
        used.append(report.nodes)
        game.play(report.best or 0)
    assert max(used) <= 3000
    assert report.simulations == 2000


def test_a_move_that_is_not_in_the_tree_starts_a_new_one():
    search = Search(go)
    game = GoPosition(9)
    search.think(game, Budget(simulations=50))
    game.play(0)
    game.play(0, 1)
    game.undo()
    report = search.think(game, Budget(simulations=50))
    assert report.visits >= 50
