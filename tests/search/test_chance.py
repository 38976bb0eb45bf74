"""Chance nodes and hidden information in the one loop, on the coin of `examples/own_game.py`."""

import pytest

from examples.own_game import ASK, coin, toss
from kaya import Budget, Search
from kaya.games.rules import CHANCE
from kaya.search import all_at_threshold, at_threshold


@pytest.mark.parametrize("expand", [at_threshold(T=1), all_at_threshold(T=1)])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_search_asks_once_and_then_believes_the_umpire(expand, threads):
    search = Search(coin, sample=toss, expand=expand, threads=threads, seed=1)
    report = search.think(coin.start(), Budget(simulations=100_000))
    assert report.best == ASK
    assert abs(report.value - 0.38) < 0.05
    assert abs(next(m.value for m in report.moves if m.move == 0)) < 0.2
    tree, asked = search.tree, None
    for child in tree.children():
        if tree.nodes[child].move == ASK:
            asked = int(child)
    assert asked is not None
    answers = tree.children(asked)
    assert sorted(tree.nodes["move"][answers]) == [0, 1]
    assert (tree.nodes["mover"][answers] == CHANCE).all()
    for answer in answers:
        guesses = tree.children(int(answer))
        most = guesses[tree.nodes["visits"][guesses].argmax()]
        assert tree.nodes[most].move == tree.nodes[int(answer)].move, "it believes what it was told"
