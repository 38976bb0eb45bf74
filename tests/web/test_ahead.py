"""What is compiled behind the page."""

import asyncio
import sys

import pytest

from kaya.web import ahead
from kaya.web.adapter import adapter_of
from kaya.web.ahead import Ahead, Work, mark, uncompiled

COMPILES = """import sys
for k in range(1, 6):
    print(k)
print("first", flush=True)
sys.stdin.read() if sys.argv[1] == "kriegspiel" else print("all")"""
NEVER_ENDS = "import sys; print(7, flush=True); sys.stdin.read()"


def compiling(code, games=("go", "kriegspiel", "phantom-go")):
    return Ahead(lambda message: None, [adapter_of(game) for game in games], [sys.executable, "-c", code])


def named(parts):
    return [part.work.name for part in parts]


def test_two_processes_at_a_time_and_a_game_is_ready_when_a_person_can_play():
    async def all_compiled():
        work = compiling(COMPILES)
        told = asyncio.create_task(work.run())
        await work.wait_for("phantom-go")
        await work.wait_for("kriegspiel")
        assert [game["game"] for game in work.payload()["games"]] in ([], ["go"])
        await work.wait_for("nothing that compiles")
        told.cancel()
        await work.close()

    asyncio.run(all_compiled())


def test_the_game_that_somebody_has_chosen_comes_first():
    async def chosen():
        work = compiling(NEVER_ENDS)
        work._go_on()
        assert named(work._running) == ["go", "go"]
        while not all(w.process for w in work._running):
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(work.wait_for("phantom-go"))
        await asyncio.sleep(0)
        assert named(work._running) == ["phantom-go", "phantom-go"]
        assert named(work._waiting) == ["kriegspiel", "kriegspiel", "go", "go"]
        waiting.cancel()
        await work.close()

    asyncio.run(chosen())


def test_the_share_and_the_time_that_is_left_are_told(monkeypatch):
    game = adapter_of("go")
    work = Work(game)
    assert "left" not in work.payload()
    work.done, work.began = game.kernels // 4, 100.0
    monkeypatch.setattr(ahead.time, "monotonic", lambda: 110.0)
    told = work.payload()
    assert told["title"] == "Go"
    assert told["share"] == pytest.approx(0.25, abs=0.01)
    assert told["left"] == pytest.approx(30, abs=2)
    work.playable.set()
    assert work.share == 1.0


def test_a_game_that_is_compiled_begins_no_process(monkeypatch, tmp_path):
    monkeypatch.setattr(ahead, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(ahead, "INTERPRETED", False)
    before = [game.bundle.name for game in uncompiled()]
    assert {"go", "kriegspiel", "phantom-go"} <= set(before)
    mark("go").touch()
    assert [game.bundle.name for game in uncompiled()] == [name for name in before if name != "go"]
