"""The examples run and show what they claim."""

import pytest

from examples.own_game import coin, toss
from examples.own_strategy import match
from kaya import Budget, PlayerSeat, Search, Table, find_game, load, make_player
from kaya.games import registry
from kaya.search import at_threshold

from .conftest import ROOT


@pytest.mark.slow
def test_a_strategy_from_an_example_plays_whole_games():
    won, games = match(pairs=1, simulations=50)
    assert 0 <= won <= games == 2


def test_a_game_with_chance_from_an_example_is_searched():
    report = Search(coin, sample=toss, expand=at_threshold(T=1)).think(coin.start(), Budget(simulations=2000))
    assert sorted(m.move for m in report.moves) == [0, 1, 2]
    assert all(-0.9 <= m.value <= 0.9 for m in report.moves)


@pytest.mark.slow
def test_a_player_of_a_game_of_its_own_beats_one_that_does_not_know_the_theory():
    load(ROOT / "examples" / "nim.py")
    nim, few = find_game("nim"), Budget(simulations=100)
    points = 0.0
    for seed in range(4):
        side = 1 + seed % 2
        mine, other = make_player("nim-xor", seed=seed), make_player("mcts", game="nim", seed=seed)
        table = Table(nim.new_game(largest=7), {side: PlayerSeat(mine, few), 3 - side: PlayerSeat(other, few)})
        verdict = table.play()
        points += verdict.points if side == 1 else 1 - verdict.points
    assert points == 4
    with pytest.raises(ValueError, match="'D2' is not a move: write a heap and how many matches, as A2"):
        nim.new_game().parse_move("D2")


def test_a_player_of_a_known_game_leaves_all_else_of_it():
    game = registry.find_game("tictactoe")
    before = registry.find_bundle("tictactoe")
    registry.register(game=game, player="careful", make=lambda threads, seed: make_player("mcts", seed=seed))
    after = registry.find_bundle("tictactoe")
    assert set(after.players) == {*before.players, "careful"}
    assert (after.title, after.terminal) == (before.title, before.terminal)


def test_an_installed_package_is_found_by_its_entry_point(monkeypatch):
    class Plugin:
        value = "package:module"

        def __init__(self, works: bool):
            self.works = works

        def load(self) -> None:
            if not self.works:
                raise ImportError("no such module")
            registry.register(game="go", player="plugged", make=lambda threads, seed: make_player("uct", seed=seed))

    monkeypatch.setattr(registry, "_plugged", False)
    found = {"kaya": [Plugin(False), Plugin(True)]}
    monkeypatch.setattr(registry, "entry_points", lambda group: found.get(group, []))
    assert make_player("plugged").name == "uct"
    with pytest.raises(ValueError, match="There is no player 'unplugged'; there are: uct"):
        make_player("unplugged")
