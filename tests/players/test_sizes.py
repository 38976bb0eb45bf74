"""Constants that depend on the size of the board."""

from kaya import Budget, GoPosition
from kaya.players import GoPlayer
from kaya.players.uct import go_playout, light
from kaya.search import at_threshold, average, robust_child, uct

STRATEGIES = dict(select=uct, expand=at_threshold, policy=light, simulate=go_playout, backup=average,
                  final=robust_child)  # fmt: skip
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


def test_a_player_without_sizes_stays_as_it_is():
    player = GoPlayer("plain", STRATEGIES)
    player.set("T", 7)
    assert values(player, 9) == values(player, 19) == (player.parameters()["C"].default, 7)
