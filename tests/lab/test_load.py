"""A user's file with a game, a player and a strategy of its own, in matches between processes."""

import os
import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from kaya.games.registry import find_game, load, loaded
from kaya.lab.matches.contestants import Pace, players_version
from kaya.lab.matches.match import Match, play_matches
from kaya.lab.matches.store import Store
from kaya.lab.matches.workers import Bench
from kaya.players import make_player
from kaya.protocols import plain
from kaya.table import Unusable

from ..conftest import ROOT, run_python
from ..terminal.scripted import run_command

NIM = '''"""Nim: take one, two or three stones; who takes the last one wins."""

from kaya import Game, Parameters, Player, kernel, parameter, register, strategy
from kaya.search import at_threshold


@kernel
def over(state):
    return state.left == 0


@kernel
def mover(state):
    return state.turn


@kernel
def play(state, move):
    state.left -= move
    state.turn = 3 - state.turn


@kernel
def moves(state, into):
    count = min(3, state.left)
    for k in range(count):
        into[k] = k + 1
    return count


@kernel
def result(state):
    return -1.0 if state.turn == 1 else 1.0


class Heap(Parameters):
    size: int = parameter(7, "stones", low=1, high=8)


def start(state, size=7):
    state.turn, state.left = 1, size


@strategy("final")
def worst_child(visits, values, p):
    """A loser's choice."""
    return int(values.argmin())


def make(threads=1, seed=0):
    return Player("mine", nim, dict(expand=at_threshold(T=1), final=worst_child), threads=threads, seed=seed)


nim = Game("nim", [("turn", "i8"), ("left", "i8")], over=over, mover=mover, play=play, moves=moves, result=result,
           start=start, conditions=Heap())
register(game=nim)
register(player="mine", game=nim, make=make)
'''


@pytest.fixture
def file(tmp_path) -> Path:
    path = tmp_path / "own nim.py"
    path.write_text(NIM)
    return path


def kaya(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`kaya match ...` as a user types it, with worker processes."""
    command = [sys.executable, "-m", "kaya.cli", "match", *words, "--simulations=200", "--jobs=1", "--store=results.db"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.processes
def test_a_users_game_player_and_strategy_play_a_match_between_processes(file, tmp_path):
    shown = kaya(tmp_path, "mine", "mcts", f"--load={file.name}", "--games=4")
    assert shown.returncode == 0, shown.stderr
    with Store(tmp_path / "results.db") as store:
        (match,) = store.matches()
        games = store.games(match.id)
    assert (match.game, match.first["name"], match.second["name"]) == ("nim", "mine", "mcts")
    assert match.first["strategies"]["final"] == "worst_child"
    assert match.conditions["size"] == 7, "its own default, not that of Go"
    loaded = load(file)
    assert match.conditions["loaded"] == {loaded.module: loaded.fingerprint}
    assert [g.first_side for g in games] == [1, 2, 1, 2]
    assert [g.points for g in games] == [0.0] * 4, "who always chooses the worst loses"
    for game in games:
        position = plain.load(game.record.encode()).position
        assert position.over
        assert sum(position.played) == 7


def test_an_edited_file_is_another_match(file, store):
    def identity(**game: str) -> int:
        load(file)
        match = Match("mine", "mcts", **game)
        return store.match(match.game, *match.sides(), match.conditions)

    first = identity(game="nim")
    assert identity() == first, "mine plays nothing else"
    file.write_text(NIM + "\n# edited\n")
    edited = identity(game="nim")
    assert edited == identity() != first
    assert store.matches()[0].conditions["loaded"] != store.matches()[1].conditions["loaded"]


def test_a_strategy_of_a_file_is_set_by_its_name(file):
    load(file)
    described = Match("mcts:final=worst_child", "mine", game="nim").sides()[0]
    assert described["strategies"]["final"] == "worst_child"
    assert make_player("mcts:final=worst_child", game="go").choices()["final"][0] == "worst_child"


@pytest.mark.processes
def test_where_the_file_is_not_its_text_is_imported(file, tmp_path):
    """As on nodes of a cluster, in processes that have never seen the file: one has another file in its place."""
    code = f"""
import os, pickle
from kaya.lab.matches.workers import Bench
task = pickle.loads(open({str(tmp_path / "task")!r}, "rb").read())
if not os.fork():
    open({str(file)!r}, "w").write("raise SystemExit('this is another file now')")
else:
    assert os.wait()[1] == 0
    os.remove({str(file)!r})
result = Bench().play(task)
print(result.points, result.reason)
"""
    load(file)
    task = Match("mine", "mcts:simulations=200", game="nim").task(1, 0)
    (tmp_path / "task").write_bytes(pickle.dumps(task))
    ended = run_python(code)
    assert ended.stdout.split() == ["0.0", "score"] * 2, ended.stderr


def test_a_game_whose_position_a_worker_makes_has_the_conditions_of_the_match(file):
    load(file)
    match = Match("mcts:simulations=5", "mcts:simulations=5", game="nim", options=(("size", "3"),))
    assert match.conditions["size"] == 3
    result = Bench().play(match.task(1, 0))
    assert sum(plain.load(result.record.encode()).position.played) == 3
    with pytest.raises(ValueError, match="size must be a whole number from 1 to 8, not '9'"):
        Match("mcts", "mcts", game="nim", options=(("size", "9"),))


def test_a_player_that_breaks_down_loses_its_game(file):
    file.write_text(NIM.replace("return int(values.argmin())", "return 1 // 0"))
    load(file)
    result = Bench().play(Match("mine", "mcts:simulations=5", game="nim").task(1, 0))
    assert (result.points, result.outcome) == (0.0, "0-1")
    assert result.reason.startswith("mine: has broken down (ZeroDivisionError")


UNFIT = """
from kaya import strategy

@strategy("select")
def no_select(nodes, index, p):
    return "the best"
"""
CANNOT_PLAY = (
    "uct cannot play: `no_select` cannot be used as `select`: it returns unicode_type, but a `select` returns int64."
)


@pytest.mark.processes
@pytest.mark.parametrize("clock", [None, "10"])
def test_a_strategy_that_does_not_compile_ends_the_match_and_nothing_is_stored(tmp_path, workers, clock):
    (tmp_path / "unfit.py").write_text(UNFIT)
    load(tmp_path / "unfit.py")
    match = Match("uct:select=no_select", "uct", games=4, size=3, pace=Pace(simulations=5, clock=clock))
    with Store(tmp_path / "results.db") as store:
        with pytest.raises(Unusable, match=re.escape(CANNOT_PLAY)):
            play_matches([match], store, workers=workers)
        assert not store.matches()


@pytest.mark.processes
def test_a_match_with_such_a_strategy_gets_one_sentence(tmp_path):
    (tmp_path / "unfit.py").write_text(UNFIT)
    shown = kaya(tmp_path, "uct:select=no_select", "uct", "--load=unfit.py", "--games=2", "--size=3")
    assert (shown.returncode, shown.stderr.splitlines()[-1]) == (2, f"kaya: {CANNOT_PLAY}")


def test_a_player_whose_file_is_missing_ends_the_match(file, tmp_path):
    file.write_text(NIM.replace("return int(values.argmin())", "return int(open('no such file').read())"))
    load(file)
    with pytest.raises(Unusable, match=r"mine cannot play: .*No such file or directory: 'no such file'"):
        Bench().play(Match("mine", "mcts:simulations=5", game="nim").task(1, 0))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def", "cannot be loaded: SyntaxError: "),
        ("import no_such_module_at_all", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("raise SystemExit('no')", "cannot be loaded: SystemExit: no"),
        (
            "from kaya import register\nregister(player='a b', game='go')",
            "needs `make`, and a name without colon, comma",
        ),
        ("x = '\x00'", "cannot be loaded: "),
        (b"\xff\xfe", "cannot be loaded: it is not a Python file."),
        (None, "cannot be loaded: No such file or directory."),
    ],
)
def test_a_broken_file_gets_one_sentence(monkeypatch, capsys, tmp_path, text, says):
    path = tmp_path / "broken.py"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    monkeypatch.chdir(tmp_path)
    code, out, said = run_command(monkeypatch, capsys, "match", "uct", "uct", "--load", str(path))
    assert (code, out) == (2, "")
    assert said.startswith("kaya: ")
    assert says in said
    assert not loaded()
    assert not (Path.cwd() / "results.db").exists()


def test_what_stands_beside_a_file_can_be_imported(file, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (file.parent / "beside_nim.py").write_text("NAME = 'beside'\n")
    file.write_text("import beside_nim\n" + NIM.replace('Game("nim"', "Game(beside_nim.NAME"))
    load(file)
    assert find_game("beside").name == "beside"


@pytest.mark.slow
def test_an_edit_of_an_installed_package_makes_another_version_of_its_players(tmp_path, monkeypatch):
    """Its results are those of another match; the games of Kaya itself are what they were."""
    package = tmp_path / "heaps_of_matches"
    package.mkdir()
    (package / "__init__.py").write_text((ROOT / "examples" / "nim.py").read_text())
    (package / "theory.py").write_text("TRUST = 0.5\n")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("heaps_of_matches")

    def versions() -> list[str]:
        players_version.cache_clear()
        return [players_version(game) for game in ("nim", "go", "tictactoe")]

    before = versions()
    assert versions() == before
    (package / "theory.py").write_text("TRUST = 0.9\n")
    assert [a == b for a, b in zip(versions(), before, strict=True)] == [False, True, True]
    load(ROOT / "examples" / "nim.py")
    players_version.cache_clear()
    assert "-" not in players_version("nim"), "the fingerprint of a user's file stands with the conditions"
    players_version.cache_clear()
