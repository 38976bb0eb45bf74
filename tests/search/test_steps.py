"""A search in steps: the same tree, however it is cut, and back again."""

import pytest

from kaya import Budget, GoPosition, Search, make_player, tictactoe
from kaya.search import SearchHandle, gumbel, gumbel_child

PLAYERS = ("uct", "mango-paper", "mogo:expand.T_root=7")
ODD = (1, 4, 2, 13, 80, 0, 200)  # the cuts


@pytest.mark.parametrize("player", PLAYERS)
def test_a_search_in_steps_grows_the_tree_of_one_that_is_not_interrupted(player):
    whole, cut = (make_player(player, seed=5) for _ in range(2))
    whole.think(GoPosition(5), Budget(simulations=300))
    steps = cut.in_steps(GoPosition(5), Budget(simulations=300))
    for count in ODD:
        steps.advance(count)
    assert steps.simulations == steps.most == 300
    assert steps.tree.fingerprint() == whole.search.tree.fingerprint()


def test_back_is_as_it_was_and_on_is_as_it_would_have_been():
    steps = Search(tictactoe, seed=2).begin(tictactoe.new_game())
    seen = {}
    for number in (0, 7, 150, 900):
        steps.run_to(number)
        seen[number] = steps.tree.fingerprint()
    for number in (150, 0, 900, 7):
        assert steps.run_to(number).simulations == number
        assert steps.tree.fingerprint() == seen[number]


def test_steps_that_are_cut_by_the_clock_grow_the_same_tree():
    whole, cut = (Search(tictactoe, seed=2).begin(tictactoe.new_game()) for _ in range(2))
    while cut.simulations < 20_000:
        cut.advance(20_000 - cut.simulations, seconds=0.002)
    whole.advance(20_000)
    assert cut.tree.fingerprint() == whole.tree.fingerprint()


def test_what_is_planned_is_not_passed_and_what_plans_is_told():
    search = Search(tictactoe, select=gumbel, final=gumbel_child, seed=1)
    steps = search.begin(tictactoe.new_game(), Budget(simulations=40))
    assert steps.advance(25).simulations == 25
    assert steps.advance(25).simulations == 40
    grown = steps.tree.fingerprint()
    search.forget()
    search.think(tictactoe.new_game(), Budget(simulations=40))
    assert search.tree.fingerprint() == grown


def test_another_search_may_begin_between_two_steps():
    search = Search(tictactoe)
    search.begin(tictactoe.new_game()).advance(10)
    search.begin(tictactoe.new_game())
    assert search.think(tictactoe.new_game(), Budget(simulations=900)).best == 4
    assert isinstance(search.start(tictactoe.new_game(), Budget(simulations=10)), SearchHandle)


def test_a_game_that_is_over_has_nothing_to_search():
    position = tictactoe.new_game()
    for move in (0, 3, 1, 4, 2):
        position.play(move)
    assert Search(tictactoe).begin(position).advance(10).best is None


def test_steps_say_what_they_accept():
    steps = Search(tictactoe).begin(tictactoe.new_game())
    with pytest.raises(ValueError, match="run_to goes back"):
        steps.advance(-1)
    with pytest.raises(ValueError, match="0 simulations or more, not -3"):
        steps.run_to(-3)
    with pytest.raises(ValueError, match="one thread, not 2"):
        Search(tictactoe, threads=2).begin(tictactoe.new_game())
