"""Kaya's players as bots of OpenSpiel, which follow its games; and Kaya's determinizations for its search. The package
is not one of Kaya's: `pip install open_spiel`."""

import random
from collections import Counter

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from kaya import Budget, find_game  # noqa: E402
from kaya.frameworks.openspiel import (  # noqa: E402
    Followed,
    KayaBot,
    Resampler,
    as_position,
    as_state,
    find_translation,
)

from .agreement import GAMES, play  # noqa: E402

FEW = {"tic_tac_toe": 5, "phantom_ttt": 5, "go": 3, "phantom_go": 3, "kriegspiel": 1}
PLAYERS = {"phantom_ttt": "mcts", "phantom_go": "phantom-random", "kriegspiel": "kriegspiel-random"}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_random_games_agree(name):
    """A thousand of each were compared once: `python -m tests.frameworks.agreement 1000`."""
    seen: Counter[str] = Counter()
    for seed in range(FEW[name]):
        play(name, seed, seen)
    assert seen["games"] == FEW[name]
    assert seen["accepted"] > 10
    assert bool(seen["refused"]) == (name in PLAYERS)


def bots(game, name: str) -> list:
    return [KayaBot(game, k, PLAYERS[name], Budget(simulations=20), seed=k) for k in (0, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_a_game_of_two_bots_comes_to_its_end(name):
    game = pyspiel.load_game(name, GAMES[name])
    state = game.new_initial_state()
    returns = pyspiel.evaluate_bots(state, bots(game, name), 1)
    assert state.is_terminal()
    assert sum(returns) == 0


def test_a_bot_knows_what_its_side_is_told_and_where_the_game_stands():
    game = pyspiel.load_game("kriegspiel")
    white, black = bots(game, "kriegspiel")[1], bots(game, "kriegspiel")[0]
    state = game.new_initial_state()
    for turn in range(6):
        mover, other = (white, black) if turn % 2 == 0 else (black, white)
        player = state.current_player()
        while state.current_player() == player:
            action = mover.step(state)
            other.inform_action(state, player, action)
            state.apply_action(action)
    view, position = white.seat.view, white.followed.table.position
    assert position == as_position(state) == black.followed.table.position
    assert view.side == 1
    assert view.log == position.announcements(1)
    assert set(view.pieces) == {s for s, (_, is_white) in position.pieces.items() if is_white}


def test_a_bot_that_was_not_informed_or_is_sent_elsewhere_finds_its_way():
    game = pyspiel.load_game("go", GAMES["go"])
    bot, state = KayaBot(game, 1, "uct", Budget(simulations=10)), game.new_initial_state()
    state.apply_action(12)
    state.apply_action(bot.step(state))
    state.apply_action(7)
    bot.step(state)
    assert bot.followed.state.history()[:3] == state.history()
    elsewhere = game.new_initial_state()
    for action in (0, 24, 4):
        elsewhere.apply_action(action)
    bot.restart_at(elsewhere)
    assert bot.followed.table.position == as_position(elsewhere)
    assert bot.step(elsewhere) in elsewhere.legal_actions()
    bot.restart()
    assert bot.followed.table.position.played == []


def test_who_is_mated_finds_all_tries_refused_there():
    game = pyspiel.load_game("kriegspiel")
    followed, moves = Followed(game), ("f2f3", "e7e5", "g2g4", "d8h4")
    for move in moves:
        followed.follow(followed.translation.action(followed.state, followed.table.position.parse_move(move)))
    assert followed.table.position.over
    assert not followed.state.is_terminal()
    bot = KayaBot(game, 1, "kriegspiel-random")
    while not followed.state.is_terminal():
        followed.follow(bot.step(followed.state))
    assert followed.state.returns() == [1.0, -1.0]


def test_a_game_goes_on_after_passes_with_a_refused_try_between_them():
    game, c3 = pyspiel.load_game("phantom_go", GAMES["phantom_go"]), 12
    followed = Followed(game)
    for action in (c3, 0, 25, c3, 25):  # Black passes, White tries C3, and passes
        followed.follow(action)
    assert not followed.state.is_terminal()
    assert not followed.table.position.over
    assert all(seat.view.my_turn == (side == 1) for side, seat in followed.seats.items())
    followed.follow(25)
    assert followed.state.is_terminal()
    assert followed.table.position.over


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_determinizations_look_to_the_player_as_the_state_does(name):
    game, chance, others = pyspiel.load_game(name, GAMES[name]), random.Random(2), 0
    state, resample = game.new_initial_state(), Resampler(game, seed=1)
    for _ in range(40):
        if state.is_terminal():
            break
        player = state.current_player()
        sampled = resample(state, player)
        assert sampled.observation_string(player) == state.observation_string(player)
        assert sampled.legal_actions() == state.legal_actions()
        others += sampled.observation_string(1 - player) != state.observation_string(1 - player)
        state.apply_action(chance.choice(state.legal_actions()))
    assert others > 2, "it is not the true state"


def test_a_position_becomes_a_state_of_the_game_with_its_conditions():
    position = find_game("phantom-go").new_game(size=7, komi=5.5)
    for move in ("C3", "D4", "C4"):
        position.attempt(position.parse_move(move))
    position.attempt(position.parse_move("C3"))
    state = as_state(position, "phantom_go")
    assert state.get_game().get_parameters()["komi"] == 5.5
    assert state.current_player() == 1
    assert as_position(state) == position


def test_games_that_kaya_does_not_have_are_refused():
    with pytest.raises(ValueError, match=r"'chess'; there are: .*kriegspiel"):
        find_translation("chess")
    for name, parameters, why in (
        ("phantom_ttt", {"gameversion": "abrupt"}, "classical"),
        ("go", {"handicap": 2}, "handicap"),
        ("kriegspiel", {"board_size": 4}, "8 x 8"),
    ):
        with pytest.raises(ValueError, match=why):
            Followed(pyspiel.load_game(name, parameters))
