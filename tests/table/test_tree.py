"""The tree of a game: variations of variations, their order, comments and marks."""

import pytest

from kaya.table.tree import GameTree, Node


def tree_of(*lines):
    tree = GameTree()
    for line in lines:
        tree.add([(1 + k % 2, move) for k, move in enumerate(line)])
    return tree


def shape(tree):
    return [(before, node.move) for before, node in tree]


def test_lines_share_what_they_have_in_common_and_branches_are_deleted_and_put_first():
    tree = tree_of("abc", "abd", "ax", "abde")
    assert shape(tree) == [(-1, ""), (0, "a"), (1, "b"), (2, "c"), (2, "d"), (4, "e"), (1, "x")]
    tree.promote("abde")
    assert tree.main() == list("abde")
    tree.play([(1, "a"), (2, "x"), (1, "y")])
    assert tree.main() == list("axy")
    tree.remove("ab")
    assert shape(tree) == [(-1, ""), (0, "a"), (1, "x"), (2, "y")]
    with pytest.raises(ValueError, match="b is not in the game tree there"):
        tree.at("ab")
    with pytest.raises(ValueError, match="cannot be deleted"):
        tree.remove("")


def test_a_line_with_comments_is_a_tree_and_variations_are_lines_again():
    tree = GameTree.of_line([(1, "a"), (2, "b")], {1: "one"})
    assert (tree.comment(tree.at("a")), tree.main()) == ("one", ["a", "b"])
    for line in ("axy", "axz", "abq"):
        tree.add([(1 + k % 2, move) for k, move in enumerate(line)])
    assert [*tree.variations("ab")] == [(2, ["q"]), (1, ["x", "y"]), (1, ["x", "z"])]


def test_a_node_without_a_move_belongs_to_the_position_before_it():
    start = Node(comment="one", children=[Node(comment="two", children=[Node("a", 1), Node("b", 1)]), Node("c", 1)])
    tree = GameTree(start)
    assert tree.comment(start) == "one\n\ntwo"
    assert [child.move for child in tree.children(start)] == ["a", "b", "c"]
    tree.promote("c")
    assert tree.main() == ["c"]
    tree.promote("b")
    tree.note("", "three", [("circle", "e4", "")])
    assert (tree.main(), tree.comment(start), tree.marks(start)) == (["b"], "three", [("circle", "e4", "")])
    again = GameTree.of_rows(tree.rows())
    assert (shape(again), again.comment(again.root)) == (shape(tree), "three")


def test_a_tree_as_long_as_a_game_needs_no_deep_recursion():
    tree = tree_of([str(k) for k in range(5000)])
    assert len(GameTree.of_rows(tree.rows()).main()) == 5000
    assert not tree.branched
