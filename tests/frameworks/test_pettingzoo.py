"""Every game passes PettingZoo's own tests, and an agent is handed what it may know."""

import contextlib
import io
import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from kaya_hex.bundle import bundle as hex_bundle
from pettingzoo.test import api_test, render_test, seed_test

from kaya import Budget, load, register
from kaya.frameworks import needed
from kaya.frameworks.encoding import HEARD
from kaya.frameworks.gymnasium import OneSide
from kaya.frameworks.pettingzoo import Policy, env, raw_env
from kaya.games.umpire import Umpired, View
from kaya.kriegspiel.rules.squares import parse_move
from kaya.table import Table

from ..conftest import ROOT
from ..games.leaks import reachable

GAMES: dict[str, dict[str, Any]] = {
    "tictactoe": {},
    "phantom-tictactoe": {},
    "go": {"size": 5},
    "phantom-go": {"size": 5},
    "kriegspiel": {},
    "nim": {},
    "hex": {"size": 4},
}
HIDDEN = ("phantom-tictactoe", "phantom-go", "kriegspiel")


@pytest.fixture(autouse=True)
def _games_of_others():
    load(ROOT / "examples/nim.py")
    register(hex_bundle)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_the_tests_of_pettingzoo(game):
    def make(**options):
        return env(game, **GAMES[game], **options)

    with contextlib.redirect_stdout(io.StringIO()) as said:
        api_test(make(), num_cycles=40)
        seed_test(make, num_cycles=10)
        render_test(make)
    assert "Passed API test" in said.getvalue()


def tried(game: str, *moves: str, **options: Any) -> Any:
    """An environment in which these moves were tried."""
    made = raw_env(game, **GAMES[game], **options)
    made.reset()
    for move in moves:
        made.step(made.index[made.view(made.agent_selection).parse_move(move)])
    return made


def test_the_winner_is_rewarded_and_nobody_moves_afterwards():
    game = tried("tictactoe", *"03142")
    assert game.rewards == {"first_0": 1.0, "second_0": -1.0}
    assert all(game.terminations.values())
    assert not game.observe("first_0")["action_mask"].any()


def test_a_drawn_game_rewards_nobody():
    assert set(tried("tictactoe", *"012435768").rewards.values()) == {0.0}


def test_what_nobody_may_try_loses():
    game = env("tictactoe")
    game.reset()
    game.step(4)
    game.observe("second_0")
    game.step(4)
    assert game.rewards["second_0"] == -1.0


def test_a_long_game_is_truncated():
    game = tried("kriegspiel", "e2e4", "e7e5", "d2d4", most_steps=3)
    assert all(game.truncations.values())
    assert not any(game.terminations.values())
    assert set(game.rewards.values()) == {0.0}
    with pytest.raises(ValueError, match="size"):
        raw_env("go", size=1)


@pytest.mark.parametrize(
    ("game", "moves", "refused", "plane"),
    [
        ("phantom-tictactoe", ["4"], "4", (1, 1, 1)),
        ("phantom-go", ["C3"], "C3", (2, 2, 3)),
        ("kriegspiel", ["e2e4", "e7e5"], "e4e5", (4, 4, 6)),
    ],
)
def test_a_refused_try_gives_the_turn_back_with_the_answer(game, moves, refused, plane):
    made = tried(game, *moves)
    agent = made.agent_selection
    before, action = made.observe(agent), made.index[made.view(agent).parse_move(refused)]
    other = made.possible_agents[made.possible_agents[0] == agent]
    unaware = made.observe(other)["observation"]
    made.step(action)
    after = made.observe(agent)
    assert made.agent_selection == agent
    assert (before["observation"][plane], after["observation"][plane]) == (0, 1)
    assert (before["action_mask"][action], after["action_mask"][action]) == (1, 0)
    assert np.array_equal(made.observe(other)["observation"], unaware), "the other hears nothing of it"


@pytest.mark.parametrize(
    ("game", "one", "another", "agent"),
    [
        ("phantom-tictactoe", "0 4", "0 8", "first_0"),
        ("phantom-go", "C3 A1 D3 A2", "C3 E5 D3 B1", "black_0"),
        ("kriegspiel", "e2e4 a7a6 d2d4 a6a5", "e2e4 h7h6 d2d4 g7g6", "white_0"),
        ("kriegspiel", "e2e4 a7a6 d2d4", "a2a3 a7a6 h2h3", "black_0"),
    ],
)
def test_what_an_agent_is_not_told_changes_nothing_that_it_is_handed(game, one, another, agent):
    first, second = (tried(game, *moves.split()) for moves in (one, another))
    for kind, seen in first.observe(agent).items():
        assert np.array_equal(seen, second.observe(agent)[kind])
    assert first.infos == second.infos
    mover = first.agent_selection
    assert mover != agent or first.render() == second.render()


@pytest.mark.parametrize("game", GAMES)
def test_a_position_and_a_view_have_the_planes_that_agents_observe(game):
    made = tried(game)
    made.step(int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[0]))
    for agent, side in made.sides.items():
        seen, position = made.observe(agent)["observation"], made._table.position
        assert np.array_equal(position.to_planes(side), seen)
        assert np.array_equal(position.to_planes(), seen) or agent != made.agent_selection
        assert game not in HIDDEN or np.array_equal(made.view(agent).to_planes(), seen)


def found_in(handed: Any) -> list[str]:
    """What can be reached from what an agent is handed that is not a plain value."""
    return [type(t).__name__ for t in reachable(handed) if isinstance(t, (Umpired, Table, View, np.recarray, np.void))]


@pytest.mark.parametrize("game", HIDDEN)
def test_nothing_hangs_on_an_observation(game):
    made = raw_env(game, **GAMES[game])
    made.reset(seed=1)
    for agent in made.possible_agents:
        made.action_space(agent).seed(1)
    for _ in range(12):
        observation = made.observe(made.agent_selection)
        assert set(observation) == {"observation", "action_mask"}
        assert found_in([observation, made.infos, made.rewards]) == []
        made.step(made.action_space(made.agent_selection).sample(observation["action_mask"]))
        if made.over:
            made.reset()


def test_the_walk_finds_a_careless_observation():
    made = tried("phantom-go", "C3")
    careless = made._table.position.states
    assert found_in({"observation": careless.colour[0, :4]})
    assert found_in({"observation": np.zeros(3), "hint": lambda: made})


def test_a_game_without_planes_shows_what_was_said():
    game = tried("nim", "A1", "B2")
    told = game.observe("first_0")["observation"]
    assert told.shape == (HEARD, 3)
    moves = [game.view("first_0").parse_move(name) for name in ("B2", "A1")]
    assert told[:3].tolist() == [[2, 1, moves[0]], [1, 1, moves[1]], [0, 0, 0]]


def test_moves_have_an_index_each():
    assert len(raw_env("go", size=9).moves) == 82
    moves = raw_env("kriegspiel").moves
    assert len(moves) == len(set(moves)) == 1968
    assert {parse_move(name) for name in ("e1g1", "e7e8q", "a2b1n", "b1c3", "a1h8")} <= set(moves)
    assert not {parse_move(name) for name in ("a1b4", "e6e7q")} & set(moves)


def test_an_eye_may_be_filled_where_the_rules_allow_it():
    game = tried("go", "A2", "E5", "B2", "E4", "B1", "E3")
    assert game.observe("black_0")["action_mask"][game.index[game.view("black_0").parse_move("A1")]]
    assert game.view("black_0").parse_move("A1") not in game.view("black_0").legal_moves()


def test_a_player_of_kaya_acts_in_an_environment():
    game, policy = env("phantom-tictactoe"), Policy("phantom-tictactoe", "mcts", Budget(simulations=50))
    game.reset()
    for _ in range(30):
        if game.unwrapped.over:
            break
        game.step(policy(game))
    assert game.unwrapped.over


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_one_side_passes_the_test_of_gymnasium():
    for side in (1, 2):
        check_env(OneSide("tictactoe", "mcts", Budget(simulations=20), side=side), skip_render_check=True)
    game = OneSide("tictactoe", "mcts", Budget(simulations=300), side=2, render_mode="ansi")
    observation, _ = game.reset(seed=3)
    assert observation["action_mask"].sum() == 8
    taken = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    assert game.step(taken)[1:4] == (-1.0, True, False), "a square that is taken"
    assert "X" in game.render()


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match=r'^pettingzoo is not installed: pip install "kaya-mcts\[pettingzoo\]"\.$'):
        needed("pettingzoo", "pettingzoo")
