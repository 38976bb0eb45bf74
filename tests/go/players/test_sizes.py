"""Constants that depend on the size of the board."""

import pytest

from kaya import Budget, GoPosition
from kaya.go.players.mogo import LARGE, SMALL
from kaya.go.players.player import GoPlayer
from kaya.go.strategies import go_playout, light
from kaya.lab.matches.match import Match
from kaya.players import make_player
from kaya.search import at_threshold, average, progressive, robust_child, uct

STRATEGIES = dict(
    select=uct, expand=at_threshold, policy=light, simulate=go_playout, backup=average, final=robust_child
)
SIZES = {9: {"C": 0.1, "T": 2}, 19: {"C": 0.3, "T": 4}}


def values(player, lines):
    player.choose(GoPosition(lines), Budget(simulations=1))
    return player.parameters()["C"].value, player.parameters()["T"].value


def test_a_board_has_the_constants_of_the_next_larger_size():
    player = GoPlayer("sized", STRATEGIES, sizes=SIZES)
    assert (player.parameters()["C"].value, player.parameters()["T"].value) == (0.1, 2)
    assert [values(player, lines) for lines in (5, 9, 13, 19, 9)] == [(0.1, 2), (0.1, 2), (0.3, 4), (0.3, 4), (0.1, 2)]


def test_what_a_user_has_set_holds_on_every_board():
    player = GoPlayer("sized", STRATEGIES, sizes=SIZES)
    player.set("select.C", 0.7)
    assert [values(player, lines) for lines in (9, 19)] == [(0.7, 2), (0.7, 4)]


def test_boards_may_have_different_strategies_and_what_is_set_stays():
    player = GoPlayer("sized", STRATEGIES, sizes={9: {"select": uct, "C": 0.1}, 19: {"select": progressive, "C": 0.2}})
    assert player.strategies["select"].name == "uct"
    player.fit(19)
    assert player.strategies["select"].name == "progressive"
    assert player.parameters()["C"].value == 0.2
    player.set("C", 0.5)
    player.fit(9)
    assert player.strategies["select"].name == "uct"
    assert player.parameters()["C"].value == 0.5
    player.set("select", "puct")
    player.fit(19)
    assert player.strategies["select"].name == "puct"


def test_a_player_without_sizes_stays_as_it_is():
    player = GoPlayer("plain", STRATEGIES)
    player.set("T", 7)
    assert values(player, 9) == values(player, 19) == (player.parameters()["C"].default, 7)


@pytest.mark.parametrize("name", ["mogo", "kaya-classic"])
def test_the_constants_of_mogo_fit_the_board(name):
    small, large = make_player(name), make_player(name)
    small.fit(9)
    large.fit(19)
    for player, constants in ((small, SMALL), (large, LARGE)):
        assert {key: player.parameters()[key].value for key in constants} == constants
    small.fit(19)
    assert {key: d.value for key, d in small.parameters().items()} == {
        key: d.value for key, d in large.parameters().items()
    }


def test_a_match_notes_the_constants_of_its_board():
    for size, constants, fade in ((9, SMALL, 0.0), (13, SMALL, 0.5), (19, LARGE, 0.5)):
        described, _ = Match("kaya-classic", "uct", size=size).sides()
        assert described["parameters"]["c1"] == constants["c1"]
        assert described["parameters"]["fade"] == fade
