"""Learning from a small archive, end to end."""

from pathlib import Path

import numpy as np
import pytest

from kaya.games.go import go, point
from kaya.games.go.board import clear, play
from kaya.kernel import plain, zeros
from kaya.knowledge.go.features import MOVES, count_liberties, log_move_strength, move_strengths
from kaya.knowledge.go.large_patterns import as_record, load
from kaya.knowledge.go.prediction import WORK
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


def test_strengths_of_a_list_of_moves_are_those_of_each_move(learned):
    folder, _, _ = learned
    table, work, into = plain(as_record(load(folder / "both.npz"))), zeros(WORK), zeros(MOVES)
    board = zeros(go.dtype)[0]
    clear(board, 9, 7.5)
    for move in (point(2, 2, 9), point(6, 6, 9), point(6, 2, 9)):
        play(board, move)
    points = [point(2, 6, 9), point(5, 6, 9), 0]
    into[0].move[:3] = points
    total = move_strengths(board, work[0], table[0], into[0], 3)
    count_liberties(board, work[0])
    each = [np.exp(log_move_strength(board, p, board.turn, work[0], table[0])) for p in points[:2]]
    np.testing.assert_allclose(into[0].strength[:3], [*each, 0])
    assert total == pytest.approx(sum(each))
