"""Learning from a small archive, end to end."""

from pathlib import Path

import numpy as np
import pytest

from kaya.kernel import plain
from kaya.knowledge.go.large_patterns import as_record, load
from kaya.lab import learning
from kaya.protocols.archives import read_games

GAMES = [Path(__file__).parents[1] / "go" / "games.txt"]


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """Shapes and features from the games of the tests, and what was reported."""
    folder = tmp_path_factory.mktemp("learned")
    shares, learning.SHARES = learning.SHARES, {learning.TEST: 25, learning.FEATURES: 40}
    try:
        first = learning.learn_patterns(GAMES, folder / "shapes.npz", fewest=2, one_in=2, seed=2)
        second = learning.learn_features(GAMES, folder / "shapes.npz", folder / "both.npz", one_in=1, rounds=3, seed=2)
    finally:
        learning.SHARES = shares
    return folder, first, second


def test_learning_runs_end_to_end_and_reports_its_prediction(learned):
    folder, first, second = learned
    assert "shapes that were played at least 2 times" in first
    assert "shapes alone" in first
    assert "features:" in second
    assert "top  1" in second
    table = load(folder / "both.npz")
    assert np.isfinite(table["weights"]).all()
    assert len(plain(as_record(table))) == 1


def test_learning_twice_gives_the_same_table(learned, tmp_path):
    folder, _, _ = learned
    learning.SHARES, shares = {learning.TEST: 25, learning.FEATURES: 40}, learning.SHARES
    try:
        learning.learn_patterns(GAMES, tmp_path / "again.npz", fewest=2, one_in=2, seed=2)
    finally:
        learning.SHARES = shares
    one, two = np.load(folder / "shapes.npz"), np.load(tmp_path / "again.npz")
    assert (one["shapes"] == two["shapes"]).all()


def test_a_game_recorded_twice_is_on_one_side():
    games = list(read_games(GAMES))
    assert [learning.part_of(game, 3) for game in games] == [learning.part_of(game, 3) for game in games]


def test_too_few_games_are_said_to_be_too_few(learned):
    folder, _, _ = learned
    with pytest.raises(ValueError, match="more games are needed"):
        learning.learn_features(GAMES, folder / "shapes.npz", folder / "none.npz", games=0)
