"""Learning from a small archive, end to end."""

import os
import signal
import subprocess
import sys
import unittest.mock
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from kaya.cli import app
from kaya.go.files import sgf
from kaya.go.files.archives import read_games
from kaya.go.knowledge.large_patterns import as_record, load
from kaya.go.learning import harvest
from kaya.go.learning import patterns as learning
from kaya.kernel import plain
from kaya.lab.learning import checkpoints

from ...conftest import ROOT

GAMES = [ROOT / "tests" / "go" / "games.txt"]
SHARES = {learning.TEST: 25, learning.FEATURES: 40}


@pytest.fixture(autouse=True, scope="module")
def shares():
    """With 7 games, 3 of 100 are none."""
    kept, learning.SHARES = learning.SHARES, SHARES
    yield
    learning.SHARES = kept


def patterns(output: Path, games=GAMES) -> str:
    return learning.learn_patterns(games, output, fewest=2, one_in=2, seed=2)


def features(output: Path, shapes: Path, rounds: int = 3) -> str:
    return learning.learn_features(GAMES, shapes, output, one_in=1, rounds=rounds, seed=2)


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """Shapes and features from the games of the tests, and what was reported."""
    folder = tmp_path_factory.mktemp("learned")
    return folder, patterns(folder / "shapes.npz"), features(folder / "both.npz", folder / "shapes.npz")


@pytest.mark.slow
def test_learning_runs_end_to_end_and_reports_its_prediction(learned):
    folder, first, second = learned
    assert "shapes that were played at least 2 times" in first
    assert "Shapes alone: the moves of" in first
    assert "Features: the moves of" in second
    assert "top  1" in second
    table = load(folder / "both.npz")
    assert np.isfinite(table["weights"]).all()
    assert len(plain(as_record(table))) == 1
    assert sorted(path.name for path in folder.iterdir()) == ["both.npz", "shapes.npz"]


class Killed(Exception):
    pass


def killed_at(function, call: int):
    """A function that works until it is called for so many times."""
    calls = 0

    def run(*args, **named):
        nonlocal calls
        calls += 1
        if calls == call:
            raise Killed
        return function(*args, **named)

    return run


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["sketch_games", "collect_games", "count_games"])
def test_patterns_go_on_where_they_were_killed(learned, tmp_path, monkeypatch, stage):
    folder, _, _ = learned
    monkeypatch.setattr(checkpoints, "SECONDS", 0)
    monkeypatch.setattr(learning, "BATCH", 1)
    output, function = tmp_path / "shapes.npz", getattr(harvest, stage)
    monkeypatch.setattr(harvest, stage, killed_at(function, 2))
    with pytest.raises(Killed):
        patterns(output)
    assert not output.exists()
    assert (tmp_path / "shapes.npz.part").exists()
    batches = []
    monkeypatch.setattr(harvest, stage, lambda *args: batches.append(args) or function(*args))
    patterns(output)
    parts = [learning.part_of(game, 2) for game in read_games(GAMES)]
    assert len(batches) == parts.count(learning.SHAPES) - 1
    assert output.read_bytes() == (folder / "shapes.npz").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["shapes.npz"]


@pytest.mark.slow
def test_features_go_on_where_they_were_killed(learned, tmp_path, monkeypatch):
    folder, _, _ = learned
    monkeypatch.setattr(checkpoints, "SECONDS", 0)
    output, maximise = tmp_path / "both.npz", learning.maximise
    for again, left in ((3, 1), (4, 4)):  # rounds; other parameters begin anew
        monkeypatch.setattr(learning, "maximise", killed_at(maximise, 3))
        with pytest.raises(Killed):
            features(output, folder / "shapes.npz")
        counted = unittest.mock.Mock(side_effect=maximise)
        monkeypatch.setattr(learning, "maximise", counted)
        features(output, folder / "shapes.npz", rounds=again)
        assert counted.call_count == left
        if again == 3:
            assert output.read_bytes() == (folder / "both.npz").read_bytes()


@pytest.mark.processes
def test_a_run_that_got_a_kill_signal_goes_on(learned, tmp_path, monkeypatch):
    folder, _, _ = learned
    program = f"""
import os, signal
from kaya.go.learning import harvest
from kaya.lab.learning import checkpoints
from kaya.go.learning import patterns as learning
checkpoints.SECONDS, learning.SHARES, counted = 0, {SHARES!r}, harvest.count_games
def count(*args):
    counted(*args)
    if os.path.exists("shapes.npz.part"):
        os.kill(os.getpid(), signal.SIGKILL)
harvest.count_games = count
learning.learn_patterns({[str(path) for path in GAMES]!r}, "shapes.npz", fewest=2, one_in=2, seed=2)
"""
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=path, capture_output=True)
    assert done.returncode == -signal.SIGKILL
    monkeypatch.setattr(harvest, "sketch_games", killed_at(harvest.sketch_games, 1))  # it is not needed any more
    patterns(tmp_path / "shapes.npz")
    assert (tmp_path / "shapes.npz").read_bytes() == (folder / "shapes.npz").read_bytes()


def folder_of_sgf_files(folder: Path) -> Path:
    """The games of the tests, each in a file, in folders inside of a folder."""
    for number, game in enumerate(read_games(GAMES)):
        colours = (game.first, 3 - game.first)
        moves = [(colours[k % 2], p) for k, p in enumerate(game.moves.tolist())]
        record = sgf.GameRecord(game.lines, 7.5, black=game.handicap.tolist(), first=game.first, moves=moves)
        path = folder / f"year {number // 3}" / f"{number}.sgf"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(sgf.save(record))
    return folder


@pytest.mark.slow
def test_a_folder_of_sgf_files_teaches_the_same_and_bad_files_are_counted(learned, tmp_path):
    folder, first, _ = learned
    games = tmp_path / "games"
    games.mkdir()
    folder_of_sgf_files(games)
    (games / "bad.sgf").write_bytes(b"(;GM[1]SZ[99])")
    (games / "illegal.SGF").write_bytes(b"(;GM[1]SZ[9];B[aa];W[aa])")
    (games / "notes.md").write_text("no game")
    report = patterns(tmp_path / "shapes.npz", [games])
    assert report.startswith("2 skipped; the first: ")
    assert report.splitlines()[2:] == first.splitlines()[1:]
    assert (tmp_path / "shapes.npz").read_bytes() == (folder / "shapes.npz").read_bytes()


def run(*arguments):
    return CliRunner().invoke(app, ["learn", *map(str, arguments)])


@pytest.mark.slow
@pytest.mark.parametrize("command", ["patterns", "features", "neighbourhoods", "predict"])
def test_mistakes_get_one_sentence(command, learned, tmp_path):
    folder, _, _ = learned
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.sgf").write_text("what")
    shapes = ["--shapes", folder / "shapes.npz"] if command == "features" else []
    for files, words in (
        ([tmp_path / "empty"], "there is no .sgf file in this folder"),
        ([tmp_path / "none.txt"], "no such file"),
        ([ROOT / "README.md"], "not games: its name must end with"),
        ([tmp_path / "bad.sgf"], "There are no games in these files to learn from"),
    ):
        error = run(command, *files, *shapes).exception
        assert isinstance(error, ValueError)
        assert words in str(error)
        assert "\n" not in str(error)


def test_a_file_that_is_no_table_is_named(tmp_path):
    (tmp_path / "none.npz").write_text("what")
    assert "not a table that `kaya learn` wrote" in str(
        run("predict", *GAMES, "--table", tmp_path / "none.npz").exception
    )
    missing = run("features", *GAMES, "--shapes", tmp_path / "missing.npz").exception
    assert isinstance(missing, FileNotFoundError)
    nowhere = run("patterns", *GAMES, "--output", tmp_path / "nowhere" / "shapes.npz").exception
    assert "cannot be written" in str(nowhere)


@pytest.mark.slow
def test_predict_measures_by_shapes_and_by_features(learned):
    folder, _, second = learned
    printed = run("predict", *GAMES, "--table", folder / "both.npz", "--held-out", "--seed", 2).stdout
    assert printed.strip().splitlines() == second.splitlines()[-len(printed.strip().splitlines()) :]
    everything = run("predict", *GAMES, "--table", folder / "both.npz").stdout
    assert "Features: the moves of 7 games" in everything
    assert "Features: the moves of 3 games" in run("predict", *GAMES, "--games", 3).stdout


def test_a_game_recorded_twice_is_on_one_side():
    games = list(read_games(GAMES))
    assert [learning.part_of(game, 3) for game in games] == [learning.part_of(game, 3) for game in games]


def test_too_few_games_are_said_to_be_too_few(learned):
    folder, _, _ = learned
    with pytest.raises(ValueError, match="no games"):
        learning.learn_features([], folder / "shapes.npz", folder / "none.npz")
    shares, learning.SHARES = learning.SHARES, {learning.TEST: 100, learning.FEATURES: 0}
    try:
        with pytest.raises(ValueError, match="more games are needed"):
            features(folder / "none.npz", folder / "shapes.npz")
    finally:
        learning.SHARES = shares
