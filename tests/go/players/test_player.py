"""What every player can be asked for: to think without manners, for a twin, for its report."""

import pytest

from kaya import Budget, GoPosition, Search, make_player, tictactoe
from kaya.go.players.kaya_classic import SIZES
from kaya.go.rules import PASS

FEW = Budget(simulations=50, memory=16 << 20)


def test_thinking_fits_the_constants_to_the_board():
    player = make_player("kaya-classic")
    player.think(GoPosition(19), Budget(simulations=2, memory=16 << 20))
    assert player.parameters()["C"].value == SIZES[19]["C"] != SIZES[9]["C"]


def test_thinking_has_no_manners():
    game = GoPosition(5, komi=0.5)
    for move in ("C3", "pass"):
        game.play(move)
    player = make_player("uct")
    assert player.choose(game, FEW).move == PASS, "the opponent has passed and the board is won"
    assert player.think(game, FEW).simulations == 50
    assert player.report().visits == 50


def test_a_player_passes_only_where_it_may():
    game = GoPosition(5, komi=0.5)
    for move in ("C3", "pass"):
        game.play(move)
    points = [m for m in game.legal_moves() if m != PASS]
    assert make_player("uct").choose(game, FEW, only=iter(points)).move in points


def test_a_player_refuses_another_game():
    for ask in ("choose", "think", "start"):
        with pytest.raises(ValueError, match="uct plays go, not tictactoe"):
            getattr(make_player("uct"), ask)(tictactoe.start(), FEW)


def test_threads_are_checked():
    player = make_player("uct", threads=2)
    player.threads = 3
    assert player.threads == 3
    with pytest.raises(ValueError, match="threads must be from 1 to 256, not 0"):
        player.threads = 0
    assert player.threads == 3


def test_a_twin_has_all_settings_and_goes_its_own_way():
    player = make_player("kaya-classic:C=0.33,final=secure_child,resign_below=0.2,self_atari=0.7", threads=2, seed=5)
    player.fit(19)
    twin = player.twin()
    values = {name: d.value for name, d in player.parameters().items()}
    assert {name: d.value for name, d in twin.parameters().items()} == values
    assert twin.choices() == player.choices()
    assert (twin.name, twin.threads, twin.seed) == (player.name, 2, 5)
    twin.fit(9)
    assert (twin.parameters()["C"].value, twin.parameters()["self_atari"].value) == (0.33, 0.7), "set by name"
    assert twin.parameters()["c1"].value == SIZES[9]["c1"]
    twin.set("resign_below", 0.1)
    twin.set("T", 50)
    twin.set("even", 1)
    assert {name: d.value for name, d in player.parameters().items()} == values
    player.fit(9)
    assert player.parameters()["even"].value == SIZES[9]["even"], "what the twin was told is not held against it"


def test_a_twin_has_a_tree_and_random_numbers_of_its_own():
    player, game = make_player("uct", seed=3), GoPosition(5)
    fresh = make_player("uct", seed=3).think(game, FEW)
    first = player.think(game, FEW)
    tree = player.search.tree.fingerprint()
    assert player.twin().think(game, FEW).moves == fresh.moves == first.moves
    assert player.search.tree.fingerprint() == tree
    player.forget_tree()
    assert player.report().moves == []


@pytest.mark.skipif(not hasattr(Search, "start"), reason="searches cannot be started yet")
def test_a_started_search_returns_at_once_and_reports_on_its_way():
    player = make_player("kaya-classic")
    thinking = player.start(GoPosition(19), Budget(simulations=500, memory=16 << 20))
    assert player.parameters()["C"].value == SIZES[19]["C"]
    assert thinking.result().simulations == 500
