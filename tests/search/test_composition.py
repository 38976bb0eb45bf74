"""Strategies that need what others keep; strategies of one game; compositions as values that can be sent elsewhere."""

import copy
import pickle
import sys

import pytest

from examples.bast import bast, bounds
from kaya import Budget, GoPosition, Search, go, make_player, strategy, tictactoe
from kaya.games.registry import Bundle, register
from kaya.go.strategies import by_rules
from kaya.kriegspiel.players.c import ProgramC
from kaya.kriegspiel.strategies.weighted import weighted_maximum
from kaya.players.catalogue import players
from kaya.search import all_moves_as_first, average, rave, strategies_for, uct

NEEDED = "`{}` needs {} in the nodes, which no strategy here keeps"
FOR_RAVE = NEEDED.format("rave", "all moves as first") + ": set backup=all_moves_as_first."


@pytest.mark.parametrize(
    ("strategies", "sentence"),
    [
        (dict(select=rave), FOR_RAVE),
        (dict(select=rave, backup=bounds), FOR_RAVE),
        (dict(select=bast, backup=average), NEEDED.format("bast", "the bounds of BAST") + ": set backup=bounds."),
        (dict(backup=weighted_maximum), NEEDED.format("weighted_maximum", "outcomes")),
        (
            dict(ProgramC.composition, backup=bounds),
            "`all_evaluated` keeps outcomes in the nodes, where `bounds` keeps the bounds of BAST: exchange one of "
            "them.",
        ),
        (dict(select=rave, prior=by_rules), FOR_RAVE),
        (
            dict(select=bast, backup=bounds, prior=by_rules),
            "`by_rules` keeps all moves as first in the nodes, where `bounds` keeps the bounds of BAST: exchange one "
            "of them.",
        ),
    ],
)
def test_what_is_needed_in_the_nodes_must_be_kept_there(strategies, sentence):
    with pytest.raises(ValueError, match=r"^`") as caught:
        Search(tictactoe, **strategies).think(tictactoe.start(), Budget(simulations=1))
    assert str(caught.value).startswith(sentence)
    with pytest.raises(ValueError, match=r"^`"):
        Search(tictactoe, **strategies).start(tictactoe.start(), Budget(simulations=1))


def test_good_compositions_pass():
    for strategies in (
        dict(),
        dict(select=rave, backup=all_moves_as_first),
        dict(select=bast, backup=bounds),
        dict(select=uct, backup=all_moves_as_first),
    ):
        Search(tictactoe, **strategies).check()
    for name in players():
        make_player(name, game="phantom-tictactoe" if name in ("regret", "tabular") else "").check()
    with pytest.raises(ValueError, match="`weighted_maximum` needs outcomes"):
        make_player("kriegspiel-b:backup=weighted_maximum")


def test_a_strategy_belongs_to_the_game_in_whose_room_it_stands():
    def luckiest(visits, values, p):
        return 0

    def mine(visits, values, p):
        return 0

    register(Bundle("backgammon", "backgammon.rules:game"))
    luckiest.__module__ = "backgammon.strategies.dice"
    assert strategy("final")(luckiest).game == "backgammon"
    assert strategy("final")(mine).game is None
    assert strategies_for("policy")["light"].game == "go"
    assert {"luckiest", "mine", "robust_child"} <= strategies_for("final", "backgammon").keys()
    assert "luckiest" not in strategies_for("final", "go")
    player = make_player("uct")
    assert "mine" in player.choices()["final"][1]
    assert "luckiest" not in player.choices()["final"][1]
    with pytest.raises(ValueError, match="final must be one of gumbel_child, lcb, max_child, mine, robust_child"):
        player.set("final", "luckiest")


@pytest.mark.slow
def test_a_player_that_was_pickled_plays_the_same_move_with_the_same_seed():
    player = make_player("kaya-classic:C=0.3,resign=off", seed=8)
    position, budget = GoPosition(7), Budget(simulations=300)
    again, twin = pickle.loads(pickle.dumps(player)), copy.deepcopy(player)
    assert again.game is go.game
    reports = [p.choose(position, budget).report for p in (player, again, twin)]
    assert again.parameters()["C"].value == 0.3
    assert {p.search.tree.fingerprint() for p in (player, again, twin)} == {player.search.tree.fingerprint()}
    assert reports[0].moves == reports[1].moves == reports[2].moves
    assert len({id(p.search.tree) for p in (player, again, twin)}) == 3


def test_copies_change_apart():
    player = make_player("kaya-classic", seed=8)
    twin = copy.deepcopy(player)
    twin.set("C", 0.9)
    assert player.parameters()["C"].value != 0.9
    other = copy.copy(player.search)
    other.strategies["select"] = uct
    assert player.search.strategies["select"].name == "rave"


def test_a_users_strategy_is_pickled_if_a_module_has_it(tmp_path, monkeypatch):
    (tmp_path / "of_a_user.py").write_text(
        "import kaya\n"
        "class Mine(kaya.Parameters):\n"
        "    c: float = kaya.parameter(1.0, 'a number')\n"
        "@kaya.strategy('select', Mine)\n"
        "def first_always(nodes, index, p):\n"
        "    return int(nodes[index].first)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import of_a_user  # type: ignore[import-not-found]

    search = Search(tictactoe, select=of_a_user.first_always(c=2.5))
    again = pickle.loads(pickle.dumps(search))
    assert again.strategies["select"].parameters.c == 2.5
    assert [m.visits for m in again.think(tictactoe.start(), Budget(simulations=20)).moves] == [20]
    del sys.modules["of_a_user"]

    @strategy("select")
    def local(nodes, index, p):
        return int(nodes[index].first)

    with pytest.raises(pickle.PicklingError, match="`local` cannot be pickled"):
        pickle.dumps(Search(tictactoe, select=local))
    assert copy.deepcopy(Search(tictactoe, select=local)).strategies["select"] is local
