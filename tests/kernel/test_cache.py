"""The compile cache: never stale, never in the way."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from numba.core.caching import IndexDataCacheFile

from kaya.games import registry
from kaya.kernel import cache

from ..conftest import ROOT, run_python

MOVES = "from kaya.kernel import progress; from kaya import tictactoe;"
MOVES += "print(tictactoe.start().legal_moves(), progress.kernels)"


@pytest.fixture
def copied(tmp_path, monkeypatch) -> Iterator[Path]:
    """The package copied, and hashed there."""
    shutil.copytree(cache.PACKAGE, tmp_path / "kaya")
    for module in (cache, registry):
        monkeypatch.setattr(module, "PACKAGE", tmp_path / "kaya")
    yield tmp_path / "kaya"
    cache.kernel_sources.cache_clear()


def hashed(tables: bool = False, game: str = "") -> str:
    """The hash of the sources as they are now."""
    cache.kernel_sources.cache_clear()
    return cache.sources_hash(tables, registry.other_games(game) if game else ())


def test_a_changed_byte_where_kernels_depend_on_it_gives_another_cache(copied):
    before = hashed()
    for place, text in (("go/rules/board.py", "PASS = 0"), ("kriegspiel/rules/squares.py", '"""')):
        file = copied / place
        file.write_text(file.read_text().replace(text, f"{text} ", 1))
        assert hashed() != before
        before = hashed()


def test_other_tables_are_another_version_but_compile_nothing_anew(copied):
    code, version = hashed(), hashed(tables=True)
    assert code != version
    for table in copied.rglob("*.npz"):
        table.write_bytes(table.read_bytes() + b" ")
    assert hashed() == code
    assert hashed(tables=True) != version
    (copied / "go" / "rules" / "board.py").write_text("")
    assert hashed() != code


@pytest.mark.slow
def test_a_change_in_one_game_leaves_the_players_of_others_as_they_were(copied):
    games = ("go", "kriegspiel", "phantom-go", "")
    before = [hashed(tables=True, game=game) for game in games]
    (copied / "go" / "rules" / "board.py").write_text("\n@kernel\n")
    after = [hashed(tables=True, game=game) for game in games]
    assert [a == b for a, b in zip(after, before, strict=True)] == [False, True, False, False]
    (copied / "search" / "loop.py").write_text("\n@kernel\n")
    assert hashed(tables=True, game="kriegspiel") != after[1]


def test_an_edit_of_a_protocol_compiles_nothing_anew(copied):
    code = hashed()
    (copied / "go" / "gtp" / "engine.py").write_text("")
    (copied / "web" / "app.py").write_text("")
    assert hashed() == code


def test_two_processes_that_keep_kernels_at_once_never_exchange_them(tmp_path, monkeypatch):
    """Both read the index before the other has written it."""
    first, second = (SimpleNamespace(_cache_file=IndexDataCacheFile(str(tmp_path), "f", 1)) for _ in range(2))
    for each in (first, second):
        each.load_overload = each.save_overload = each._cache_file.save
        cache.survive_damage(each)
    save_data = first._cache_file._save_data

    def meanwhile(name, data):
        second._cache_file.save("of floats", "kernel of floats")
        save_data(name, data)

    monkeypatch.setattr(first._cache_file, "_save_data", meanwhile)
    monkeypatch.setattr(second._cache_file, "_load_index", dict)
    first._cache_file.save("of words", "kernel of words")
    third = IndexDataCacheFile(str(tmp_path), "f", 1)
    assert third.load("of words") in (None, "kernel of words")
    assert third.load("of floats") in (None, "kernel of floats")


def moves_and_compiled(folder: Path) -> tuple[str, int]:
    """What a process with this cache prints: the moves, and how many kernels it has compiled."""
    moves, compiled = run_python(MOVES, KAYA_CACHE=str(folder)).stdout.rsplit(" ", 1)
    return moves, int(compiled)


@pytest.fixture(scope="module")
def alone(tmp_path_factory) -> tuple[Path, str, int]:
    """A cache that one process has filled, and what it printed."""
    folder = tmp_path_factory.mktemp("alone")
    return folder, *moves_and_compiled(folder)


@pytest.mark.processes
def test_what_one_process_compiles_another_waits_for(tmp_path, alone):
    """Beside each other they compile as much as one does alone."""
    with ThreadPoolExecutor(2) as both:
        assert sum(n for _, n in both.map(moves_and_compiled, [tmp_path] * 2)) == alone[2] > 0


@pytest.mark.processes
def test_a_second_process_compiles_nothing_and_a_damaged_cache_is_made_anew(tmp_path, alone):
    """The second finds the package in another place."""
    elsewhere = tmp_path / "elsewhere"
    filled, moves, _ = alone
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    shutil.copytree(cache.PACKAGE, elsewhere / "kaya", ignore=shutil.ignore_patterns("*.npz", "__pycache__"))
    assert run_python(MOVES, cwd=elsewhere, KAYA_CACHE=str(tmp_path)).stdout == f"{moves} 0\n"
    for file in tmp_path.rglob("*.nb?"):
        file.write_bytes(b"no machine code at all" if file.suffix == ".nbi" else file.read_bytes()[:100])
    again = run_python(MOVES, KAYA_CACHE=str(tmp_path), KAYA_QUIET="")
    assert again.returncode == 0
    assert again.stdout.rsplit(" ", 1)[0] == moves
    assert again.stderr.count("\n") == 1, "one line"
    assert again.stderr.startswith("Compiling Kaya's kernels; this happens once")


@pytest.mark.processes
def test_a_cache_folder_that_cannot_be_written_is_said_in_one_line(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    result = run_python("import kaya.kernel; print('fine')", KAYA_CACHE=str(blocked), TMPDIR=str(tmp_path))
    assert result.stdout == "fine\n"
    assert result.stderr.count("\n") == 1
    assert "cannot write to the cache folder" in result.stderr


@pytest.mark.processes
def test_an_edited_helper_of_a_users_strategy_is_never_stale(tmp_path):
    """The strategy's own file stays as it is; only a constant in another file changes."""
    helper, script = tmp_path / "helper.py", tmp_path / "script.py"
    script.write_text(
        "import kaya, helper\n"
        "from kaya.games.rules import result\n"
        "@kaya.strategy('simulate')\n"
        "def mine(state, work, policy, policy_p, p):\n"
        "    return helper.value(state)\n"
        "search = kaya.Search(kaya.tictactoe, simulate=mine)\n"
        "print(search.think(kaya.tictactoe.start(), kaya.Budget(simulations=9)).value)\n"
    )

    def run(value: float) -> str:
        helper.write_text(f"import kaya\nVALUE = {value}\n@kaya.kernel\ndef value(state):\n    return VALUE\n")
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path)
        return done.stdout.strip() or done.stderr

    assert [run(0.25), run(0.5)] == ["0.25", "0.5"]


@pytest.mark.processes
def test_the_rules_of_a_users_game_are_kept_wherever_they_are_and_never_stale(tmp_path):
    """Python calls them too, as `legal_moves` does. The game's own file stays as it is; only a constant in another file
    changes."""
    nim = (ROOT / "examples" / "nim.py").read_text().replace("HEAPS, MOST = 3, 16", "from helper import HEAPS, MOST")
    code = "import kaya; from kaya.kernel import progress; kaya.load('mine.py');"
    code += "print(*kaya.find_game('nim').new_game(largest=3).legal_moves(), '/', progress.kernels)"

    def run(place: str, most: int) -> list[str]:
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / "mine.py").write_text(nim)
        (tmp_path / place / "helper.py").write_text(f"HEAPS, MOST = 3, {most}\n")
        environment = {**os.environ, "KAYA_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path / place, env=environment
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip().split(" / ")

    assert run("here", 16)[1] != "0"
    assert run("elsewhere", 16) == ["1 17 18 33 34 35", "0"]
    assert run("here", 32)[0] == "1 33 34 65 66 67"
