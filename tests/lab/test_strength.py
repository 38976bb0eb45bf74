"""A guard against silent loss of play: each named player beats a weaker sibling over a few dozen tiny games.

Seeds and simulations are fixed, so a machine always plays the same games. The bar lies far below what was seen, so that
another machine's rounding of numbers does not matter: it is there to notice a player that has stopped to think."""

import pytest

from kaya.lab.matches.contestants import Pace
from kaya.lab.matches.match import Match
from kaya.lab.matches.workers import Bench

pytestmark = pytest.mark.strength
GAMES, BAR = 24, 16
TINY = {"size": 7, "komi": 8.5, "pace": Pace(simulations=100)}


@pytest.fixture(scope="module")
def bench():
    found = Bench()
    yield found
    found.close()


def points(bench: Bench, match: Match) -> float:
    return sum(bench.play(match.task(0, number)).points for number in range(match.games))


@pytest.mark.parametrize(
    ("player", "sibling"),
    [
        ("uct", "uct:simulations=10"),
        ("mango-paper", "mango-paper:PB=off,PU=off"),
        ("mango", "mango:PB=off,PU=off"),
        ("mogo-paper", "uct"),
        ("mogo", "uct"),
        ("kaya-classic", "mango-paper"),
    ],
)
def test_a_player_of_go_beats_its_weaker_sibling(bench, player, sibling):
    assert points(bench, Match(player, sibling, GAMES, **TINY)) >= BAR


@pytest.mark.parametrize(
    ("player", "simulations"),
    [
        ("kriegspiel-minimax", 300),
        ("kriegspiel-d", 60),
        ("kriegspiel-c", 60),
        ("kriegspiel-c-paper:finishes=on", 100),
        ("kriegspiel-b", 60),
        ("kriegspiel-los", 4),
    ],
)
def test_a_player_of_kriegspiel_beats_a_random_mover(bench, player, simulations):
    match = Match(player, "kriegspiel-random", GAMES // 2, pace=Pace(simulations=simulations))
    assert points(bench, match) >= BAR // 2
