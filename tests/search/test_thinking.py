"""A search as a handle: begun, watched, stopped, waited for."""

import os
import subprocess
import sys
import threading

import pytest

from kaya import Budget, GoPosition, Search, make_player, strategy, tictactoe
from kaya.search import uct

from ..conftest import ROOT

ENDLESS = Budget(memory=1 << 20)


@strategy("select")
def far_away(nodes, index, p):
    return 123_456


def until_it_simulates(thinking) -> None:
    while not thinking.report().simulations:
        assert not thinking.wait(0.01)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_handle_finds_what_think_finds(threads):
    ahead, behind = (make_player("uct", seed=3, threads=threads).search for _ in range(2))
    thinking = ahead.start(GoPosition(5), Budget(simulations=3000))
    report = thinking.result()
    assert thinking.done
    assert report.simulations == 3000
    assert report is thinking.report() is thinking.result()
    behind.think(GoPosition(5), Budget(simulations=3000))
    assert threads > 1 or ahead.tree.fingerprint() == behind.tree.fingerprint()


def test_the_position_may_change_once_a_search_has_begun():
    still, moved = (make_player("uct", seed=3).search for _ in range(2))
    position = GoPosition(5)
    thinking = moved.start(position, Budget(simulations=3000))
    position.play(position.legal_moves()[0])
    thinking.result()
    still.think(GoPosition(5), Budget(simulations=3000))
    assert still.tree.fingerprint() == moved.tree.fingerprint()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_without_end_is_watched_and_stopped_from_another_thread(threads):
    thinking = make_player("uct", threads=threads).search.start(GoPosition(5), ENDLESS)
    until_it_simulates(thinking)
    seen = thinking.report().simulations
    assert not thinking.done
    threading.Thread(target=thinking.stop).start()
    report = thinking.result()
    assert report.best is not None
    assert report.simulations >= seen


def test_a_search_that_is_stopped_at_once_has_a_move_all_the_same():
    search = make_player("uct").search
    for _ in range(20):
        thinking = search.start(GoPosition(5), ENDLESS)
        thinking.stop()
        assert thinking.result().best is not None


def test_only_and_settle_are_as_for_think():
    search = Search(tictactoe, seed=1)
    thinking = search.start(tictactoe.start(), Budget(simulations=100_000), only=[3, 4], settle=True)
    report = thinking.result()
    assert {m.move for m in report.moves} == {3, 4}
    assert report.simulations < 100_000


def test_seconds_end_a_search_in_the_background():
    search = make_player("uct").search
    search.think(GoPosition(5), Budget(simulations=10))
    report = search.start(GoPosition(5), Budget(seconds=0.05)).result()
    assert report.simulations > 0
    assert report.seconds >= 0.05


def test_an_error_in_a_strategy_is_told_to_whoever_asks_for_the_result():
    search = Search(tictactoe, select=far_away)
    for budget in (ENDLESS, Budget(simulations=10)):
        thinking = search.start(tictactoe.start(), budget)
        assert thinking.wait()
        for _ in range(2):
            with pytest.raises(IndexError, match="not one of the node's children"):
                thinking.result()
    search.strategies["select"] = uct
    assert search.think(tictactoe.start(), Budget(simulations=10)).simulations == 10


def test_one_search_thinks_of_one_position_at_a_time():
    search = Search(tictactoe)
    thinking = search.start(tictactoe.start(), ENDLESS)
    for begin in (search.start, search.think):
        with pytest.raises(ValueError, match="still thinking: stop it, or wait for its result"):
            begin(tictactoe.start(), Budget(simulations=5))
    assert not thinking.done
    thinking.stop()
    assert search.start(tictactoe.start(), Budget(simulations=5)).result().simulations == 5


def test_to_forget_is_to_stop():
    search = Search(tictactoe)
    thinking = search.start(tictactoe.start(), ENDLESS)
    search.forget()
    assert search.think(tictactoe.start(), Budget(simulations=5)).visits == 5
    assert thinking.result().best is not None


def test_a_finished_game_has_no_move():
    position = tictactoe.start()
    for move in (0, 3, 1, 4, 2):
        position.play(move)
    report = Search(tictactoe).start(position, Budget(simulations=5)).result()
    assert (report.best, report.moves, report.simulations) == (None, [], 0)


def test_a_short_search_needs_no_thread(monkeypatch):
    def refuse(thread):
        raise AssertionError("a thread was started")

    search = Search(tictactoe)
    search.think(tictactoe.start(), Budget(simulations=10))
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert search.think(tictactoe.start(), Budget(simulations=1000)).simulations == 1000
    assert search.think(tictactoe.start(), Budget(seconds=0.01)).simulations > 0


def run(code: str) -> str:
    """What a program prints; it must end by itself."""
    begin = "import os, signal, threading, time\nfrom kaya import Budget, GoPosition, make_player\n"
    begin += "search = make_player('uct').search\nsearch.think(GoPosition(5), Budget(simulations=10))\n"
    done = subprocess.run(
        [sys.executable, "-c", begin + code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
        env={**os.environ, "KAYA_QUIET": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.processes
def test_a_handle_that_is_dropped_does_not_keep_the_program_from_ending():
    assert run("search.start(GoPosition(5), Budget())\nprint('over')") == "over\n"


def test_ctrl_c_ends_a_search_that_is_waited_for(monkeypatch):
    def interrupted(seconds):
        monkeypatch.undo()
        raise KeyboardInterrupt

    thinking = Search(tictactoe).start(tictactoe.start(), ENDLESS)
    monkeypatch.setattr(thinking._ended, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        thinking.result()
    assert thinking.result().best is not None


@pytest.mark.processes
def test_ctrl_c_ends_a_search():
    code = (
        "def press():\n"
        "    while not search.report().simulations > 10: time.sleep(0.01)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "search.forget()\n"
        "threading.Thread(target=press).start()\n"
        "try: search.think(GoPosition(5), Budget(simulations=10**12))\n"
        "except KeyboardInterrupt: print(search.think(GoPosition(5), Budget(simulations=7)).simulations)\n"
    )
    assert run(code) == "7\n"
