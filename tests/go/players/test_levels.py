"""Levels for people: what is set at each, and that a weak player has manners too."""

import io
from itertools import pairwise

import pytest
from rich.console import Console

from kaya import Budget, GoPosition, make_player
from kaya.go.gtp import serve
from kaya.go.players import kaya_classic, zero
from kaya.go.players.kaya import LADDERS
from kaya.go.players.levels import LevelledPlayer
from kaya.go.rules import PASS
from kaya.go.terminal import ADAPTER
from kaya.go.terminal.person_game import PersonGame
from kaya.lab.matches.contestants import Pace, make_contestant
from kaya.players import levels, set_level
from kaya.players.levels import TOP
from kaya.terminal.play import play

from ...networks import write_untrained

FEW = Budget(simulations=40, memory=16 << 20)


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_untrained(tmp_path_factory.mktemp("networks") / "tiny.npz"))


def at_level(level: int, net: str = "", seed: int = 1) -> LevelledPlayer:
    player = make_player(f"kaya:level={level}", seed=seed)
    if net:
        player.set("network", net)
    return player


def described(player: LevelledPlayer) -> tuple:
    return {role: s.name for role, s in player.strategies.items()}, {k: d.value for k, d in player.parameters().items()}


@pytest.mark.parametrize("most", LADDERS)
def test_a_level_is_a_number_of_simulations_and_settings_by_the_board(most: int):
    ladder = LADDERS[most]
    assert len(ladder.levels) == TOP - 1
    for number, level in enumerate(ladder.levels, start=1):
        player = at_level(number)
        player.fit(most)
        roles, values = described(player)
        assert (roles["select"], roles["final"]) == ("gumbel", "gumbel_child")
        assert roles["prior"] == ("by_network_and_features" if level.shape else "by_network")
        for name in ("considered", "noise", "plausible", "resign_below", *(("trust", "shape") if level.shape else ())):
            assert values[name] == getattr(level, name)
        assert player.budget(most) == Budget(simulations=level.simulations)
    assert at_level(TOP).budget(most) == Budget(simulations=ladder.most)


@pytest.mark.parametrize("most", LADDERS)
def test_a_higher_level_never_draws_more_wildly_nor_thinks_less(most: int):
    found = LADDERS[most].levels
    for low, high in pairwise(found):
        assert high.noise <= low.noise
        assert high.trust >= low.trust
        assert high.plausible >= low.plausible
        assert high.simulations >= low.simulations
        assert high != low
    assert all(level.plausible > 0 for level in found), "never any legal move"
    assert all(level.considered <= level.simulations for level in found)
    assert all(level.trust == 1.0 for level in found if not level.shape), "the temperature is `noise` there"


def test_the_highest_level_is_the_player_as_it_is():
    assert described(at_level(TOP)) == described(make_player("kaya"))
    player = make_player("kaya:c_init=2")
    before = described(player)
    for lines in (9, 13):
        player.set("level", 3)
        player.fit(lines)
        assert player.parameters()["c_init"].value == 2
        assert described(player) != before
        player.set("level", TOP)
        assert described(player) == before


def test_what_is_set_by_name_holds_on_every_level():
    player = make_player("kaya:resign_below=0.3,level=2,noise=0.5")
    for lines in (9, 13, 19):
        player.fit(lines)
        assert player.parameters()["resign_below"].value == 0.3
    player = make_player("kaya:resign_below=0.3,level=2")
    player.set("level", 4)
    assert player.parameters()["resign_below"].value == 0.3


def test_a_network_that_is_set_is_asked_on_every_level(net: str):
    for level in (1, 5, 9):
        player = make_player(f"kaya:network={net},level={level}")
        player.fit(9)
        assert {player.strategies[role].parameters.network for role in ("prior", "simulate")} == {net}


@pytest.mark.parametrize("level", ["0", "11", "x", "2.5"])
def test_another_level_gets_a_sentence(level: str):
    with pytest.raises(ValueError, match=rf"^level must be a whole number from 1 to 10, not '{level}'\.$"):
        make_player(f"kaya:level={level}")


def test_players_without_levels_of_their_own_have_numbers_of_simulations():
    player = make_player("mango")
    assert set_level(player, 3, 9) == levels("go")[3]
    with pytest.raises(ValueError, match="There is no parameter 'level'"):
        make_player("mango:level=3")


def game(first: LevelledPlayer, second: LevelledPlayer, lines: int = 5, most: int = 100) -> GoPosition:
    position = GoPosition(lines)
    players = {1: first, 2: second}
    while not position.over and len(position.played) < most:
        decision = players[position.mover].choose(position, FEW)
        if decision.resigns:
            break
        position.play(decision.move)
    return position


@pytest.mark.slow
def test_a_seed_gives_the_same_game_and_another_seed_another(net: str):
    games = [game(at_level(2, net, seed), at_level(2, net, seed + 100)).played for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_level_thinks_its_own_number_of_simulations(net: str):
    report = at_level(1, net).choose(GoPosition(5), Budget(simulations=500, memory=16 << 20)).report
    assert report.simulations == LADDERS[11].levels[0].simulations
    assert at_level(TOP, net).think(GoPosition(5), FEW).simulations == FEW.simulations


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 5, 9])
def test_nobody_passes_early_and_games_end(net: str, level: int):
    for seed in range(3):
        position = game(at_level(level, net, seed), at_level(level, net, seed + 50))
        assert PASS not in position.played[:7]
        assert position.over or len(position.played) < 100


def test_a_pass_is_drawn_only_if_it_is_the_first_choice(net: str, monkeypatch: pytest.MonkeyPatch):
    player, seen = at_level(1, net), []

    def only_a_pass(self, position, budget, *, only=None, **watching):
        seen.append(only)
        return think(self, position, budget, only={PASS} if only is None else only, **watching)

    think = LevelledPlayer.think
    monkeypatch.setattr(LevelledPlayer, "think", only_a_pass)
    decision = player.choose(GoPosition(5), FEW)
    assert decision.move != PASS
    assert seen[0] is None
    assert PASS not in seen[1]


def test_a_contestant_is_described_with_its_level(net: str):
    found = [make_contestant(f"kaya:level={n},network={net}", Pace()).describe({"size": 5}) for n in (2, 3)]
    assert [d["parameters"]["level"] for d in found] == [2, 3]
    assert [d["parameters"]["shape"] for d in found] == [level.shape for level in LADDERS[11].levels[1:3]]
    assert found[0]["strategies"]["select"] == "gumbel"


def test_a_twin_has_the_level(net: str):
    twin = at_level(3, net).twin()
    assert twin.level == 3
    twin.set("level", TOP)
    assert described(twin)[0] == described(make_player("kaya"))[0]


def test_a_level_over_gtp(net: str):
    output = io.BytesIO()
    sent = b"set_parameter level 11\nset_parameter level 2\nget_parameter level\nboardsize 5\ngenmove b\nquit\n"
    serve(at_level(TOP, net), budget=FEW, lines=5, input=io.BytesIO(sent), output=output)
    answers = output.getvalue().decode().split("\n\n")
    assert answers[0] == "? level must be a whole number from 1 to 10, not '11'"
    assert answers[2] == "= 2"
    assert answers[4].startswith("= ")
    assert answers[4] != "= PASS"


def sat_down(monkeypatch: pytest.MonkeyPatch, player: str | None, **options) -> PersonGame:
    """The person_game that `kaya play` would begin."""
    begun = []
    monkeypatch.setattr(ADAPTER.session, "run", lambda session: begun.append(session.person_game))
    monkeypatch.setattr("kaya.terminal.play.get_ready", lambda player: None)
    given = {"budget": Budget(), "position": GoPosition(9), "console": Console(quiet=True), "ask": input, **options}
    play("go", player, **given)
    return begun[0]


@pytest.mark.parametrize(
    ("player", "options", "level", "simulations"),
    [
        (None, {}, 5, LADDERS[11].levels[4].simulations),
        (None, {"level": 7}, 7, LADDERS[11].levels[6].simulations),
        (None, {"level": TOP}, TOP, LADDERS[11].most),
        ("kaya:level=3", {}, 3, LADDERS[11].levels[2].simulations),
        ("kaya:level=10", {}, TOP, LADDERS[11].most),
        (None, {"level": 3, "budget": Budget(seconds=2)}, 3, None),
        (None, {"budget": Budget(seconds=2)}, None, None),
        ("uct", {"level": 3}, 3, 300),
    ],
)
def test_the_level_of_a_game_in_the_terminal(monkeypatch, player, options, level, simulations):
    person_game = sat_down(monkeypatch, player, **options)
    assert (person_game.level, person_game.budget.simulations) == (level, simulations)
    person_game.set_level(2)
    assert person_game.level == 2
    assert person_game.program_name == f"{person_game.player.name}, level 2"


def test_hints_are_at_full_strength(monkeypatch: pytest.MonkeyPatch):
    person_game, asked = sat_down(monkeypatch, None, level=1), []
    monkeypatch.setattr(LevelledPlayer, "think", lambda self, view, budget: asked.append((self.level, budget)))
    person_game.hints()
    (level, budget) = asked[0]
    assert (level, budget.simulations) == (TOP, LADDERS[11].most)
    assert person_game.player.level == 1


def test_a_level_plays_by_its_network_on_boards_where_the_highest_plays_otherwise():
    sizes = {15: zero.STRATEGIES, 19: {**kaya_classic.STRATEGIES, **kaya_classic.SIZES[19]}}
    player = LevelledPlayer("both", zero.STRATEGIES, LADDERS, sizes=sizes)
    player.set("level", 3)
    for lines in (9, 19, 13, 19):
        player.fit(lines)
        assert player.strategies["select"].name == "gumbel"
        assert player.strategies["simulate"].name == "network_value"
        player.check()
    player.set("level", 10)
    assert player.strategies["select"].name == "rave"
    assert player.strategies["final"].name == "robust_child"
    player.fit(9)
    assert player.strategies["select"].name == "puct"
    player.check()


def test_at_a_level_nobody_resigns_unless_asked_to():
    for name in ("kaya", "uct"):
        for described, resigns in ((name, False), (f"{name}:resign=on", True)):
            player = make_player(described)
            assert player.parameters()["resign"].value is True
            set_level(player, 3, 9)
            assert player.parameters()["resign"].value is resigns
    lost = GoPosition(5, komi=100)
    for move in ("C3", "C2", "B3", "B2", "D3", "D2", "A3", "A2"):
        lost.play(move)
    player = make_player("uct:resign_after=1")
    assert player.choose(lost, Budget(simulations=20)).resigns
    set_level(player, 1, 5)
    assert not player.choose(lost, Budget(simulations=20)).resigns
