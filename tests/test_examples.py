"""The examples run and show what they claim."""

from examples.own_strategy import match


def test_a_strategy_from_an_example_plays_whole_games():
    won, games = match(pairs=1, simulations=50)
    assert 0 <= won <= games == 2
