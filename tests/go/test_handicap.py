"""Handicap games of the player against itself, as `bench.handicap` plays them."""

from bench.handicap import Game, play, said


def test_a_game_with_handicap_stones_is_played_to_its_end_and_is_the_same_for_a_seed():
    game = Game(7, 4, "kaya", 2, seed=1)
    found, won, moves = play(game)
    assert (found, won, moves) == play(game)
    assert won, "four stones on 7x7"
    assert moves > 10


def test_what_is_said_before_the_first_move_is_blacks_chance():
    for chance in said(Game(7, 4, "kaya", 4, seed=1)):
        assert 0.6 < chance <= 1
