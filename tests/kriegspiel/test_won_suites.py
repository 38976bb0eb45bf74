"""The suites of won positions: each is what it claims to be, and the bench says who wins it."""

import random

import chess
import pytest

from bench.kriegspiel_won import HERE, is_won, new_game, new_position, play, position_of
from kaya.search import Budget

SUITES = ("won_positions.txt", "won_games.txt")


@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES)
def test_the_side_to_move_is_far_ahead_and_nobody_can_take(suite):
    lines = (HERE / suite).read_text().splitlines()
    assert len(lines) == len(set(lines)) == 60
    for line in lines:
        position = position_of(line)
        assert not position.over
        assert is_won(chess.Board(position.fen)), position.fen


@pytest.mark.parametrize(
    ("fen", "won"),
    [
        ("8/8/8/3k4/7p/8/8/QK6 w - - 0 1", True),
        ("8/8/8/3k4/7p/8/8/QK6 b - - 0 1", False),  # the other side is to move
        ("8/8/8/3k4/8/8/8/QK6 w - - 0 1", False),  # a bare king
        ("8/8/8/3k4/r6p/8/8/QK6 w - - 0 1", False),  # the rook hangs
        ("8/pp6/pp6/3k4/1p6/8/8/QK6 w - - 0 1", False),  # five pieces
        ("8/8/8/3k4/7p/8/8/RK6 w - - 0 1", False),  # four pawns ahead
    ],
)
def test_what_counts_as_won(fen, won):
    assert is_won(chess.Board(fen)) is won


@pytest.mark.slow
def test_new_positions_and_games_are_won_and_follow_from_their_seeds():
    made = new_position(random.Random(3))
    assert made == new_position(random.Random(3))
    assert is_won(chess.Board(made))
    players = ("kriegspiel-minimax", "kriegspiel-random")
    game = new_game(players, Budget(simulations=20), seed=3)
    assert game == new_game(players, Budget(simulations=20), seed=3)
    assert is_won(chess.Board(position_of(game).fen))


@pytest.mark.slow
@pytest.mark.parametrize("fen", ["8/8/8/3k4/7p/8/8/Q1RK4 w - - 0 1", "q1rk4/8/8/7P/3K4/8/8/8 b - - 0 1"])
def test_who_wins_is_said_of_either_colour(fen):
    assert play(fen, "kriegspiel-d", "kriegspiel-random", Budget(simulations=300), Budget(simulations=1), 1) == "won"
    assert play(fen, "kriegspiel-random", "kriegspiel-d", Budget(simulations=1), Budget(simulations=50), 1) != "won"
