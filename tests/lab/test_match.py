"""Matches: everything is written down, misbehaviour loses a game and not the match, and killing loses nothing."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kaya.games.game import ACCEPTED, Announcement
from kaya.go.files.sgf import load
from kaya.go.gtp.client import GtpSeat
from kaya.go.openings import opening
from kaya.go.rules import GoPosition, go, parse_vertex
from kaya.lab.matches.arena import play_game
from kaya.lab.matches.contestants import OwnPlayer, Pace, make_contestant
from kaya.lab.matches.match import Match, play_matches
from kaya.lab.matches.store import GameResult, Store
from kaya.lab.matches.workers import LocalWorkers
from kaya.protocols.outside import Outside
from kaya.search import Clock
from kaya.table import Failure

from ..slow_machine import SlowMachine
from .fake_workers import Here

FAKE = f"{sys.executable} -S {Path(__file__).parent / 'fake_gtp.py'}"
QUICK = Pace(simulations=30)


@pytest.mark.processes
def test_every_game_is_written_down_in_full(store, workers):
    match = Match("uct:C=0.5", "uct:simulations=10", games=4, size=5, komi=0.5, pace=QUICK)
    standing = play_matches([match], store, workers=workers)[0]
    assert sorted(standing.points) == [0, 1, 2, 3]
    kept = store.matches()[0]
    assert kept.first["parameters"]["C"] == 0.5
    assert (kept.first["simulations"], kept.second["simulations"]) == (30, 10)
    assert kept.conditions["komi"] == 0.5
    games = store.games(standing.id)
    assert [g.first_side for g in games] == [1, 2, 1, 2], "colours alternate"
    assert games[0].opening == games[1].opening != games[2].opening, "each opening is played with both colours"
    for game in games:
        record = load(game.record.encode())
        position = record.position()
        assert record.result == game.outcome
        winner = {"B": 1, "W": 2}.get(game.outcome[0])
        assert game.points == (0.5 if winner is None else float(winner == game.first_side))
        if game.reason == "score":
            assert position.over
        assert game.seconds_first + game.seconds_second < game.seconds_all
        assert game.details["hardware"]["machine"]


@pytest.mark.processes
def test_the_same_match_is_the_same_games_and_more_games_go_on(tmp_path, workers):
    records = []
    for name in ("one", "two"):
        with Store(tmp_path / name) as store:
            for games in (1, 3):
                match = Match("uct", "uct:C=0.3", games=games, size=5, komi=0.5, pace=QUICK, seed=7)
                standing = play_matches([match], store, workers=workers)[0]
                assert standing.played_now == (1 if games == 1 else 2)
            records.append([g.record for g in store.games(standing.id)])
    assert records[0] == records[1]


@pytest.mark.processes
@pytest.mark.parametrize(
    ("behaviour", "outcome", "reason"),
    [
        ("crash", "F", "crash: crashed"),
        ("nonsense", "F", "nonsense: answered nonsense: 'I am not sure.'"),
        ("illegal", "F", "illegal: illegal move 'A1'"),
        ("resign", "R", "resignation"),
        ("long", "F", "long: answered nonsense: more than 1 MB to genmove"),
        ("lines", "F", "lines: answered nonsense: more than 1 MB to genmove"),
        ("endless", "F", "endless: answered nonsense: more than 1 MB to genmove"),
    ],
)
def test_a_program_that_misbehaves_loses_the_game_and_the_match_goes_on(behaviour, outcome, reason, store, workers):
    pace = Pace(simulations=5, patience=300.0)
    match = Match("uct", f"gtp:{FAKE} {behaviour}", games=2, size=4, komi=0.5, pace=pace)
    (worker,) = (process.pid for process, _ in workers._workers.values())
    standing = play_matches([match], store, workers=workers)[0]
    assert standing.points == {0: 1.0, 1: 1.0}
    for game in store.games(standing.id):
        assert game.outcome[1:] == "+" + outcome
        assert game.reason.startswith(reason)
        assert len(game.reason) <= 200
        assert "\n" not in game.reason
    assert [process.pid for process, _ in workers._workers.values()] == [worker], "the worker lives on"


@pytest.mark.processes
def test_a_program_that_hangs_loses_the_game_and_the_match_goes_on(store, monkeypatch):
    """It has all the time it wants to start, and little for a move."""
    say = Outside.say

    def impatient(program: Outside, text: str) -> None:
        program.patience = 0.2 if text.startswith("genmove") else 300.0
        say(program, text)

    monkeypatch.setattr(Outside, "say", impatient)
    match = Match("uct", f"gtp:{FAKE} hang", games=2, size=4, komi=0.5, pace=Pace(simulations=5))
    standing = play_matches([match], store, workers=Here())[0]
    assert standing.points == {0: 1.0, 1: 1.0}
    assert [g.reason for g in store.games(standing.id)] == ["hang: hung: no answer to genmove in 0.2 s"] * 2


def test_a_reason_is_one_line_of_at_most_200_characters():
    class Verbose(OwnPlayer):
        def choose(self, clock=None, **watching):
            raise Failure("what a\nmess " + "x" * 5_000_000)

    sides = {1: make_contestant("uct", QUICK), 2: Verbose("uct", QUICK)}
    result = play_game(go, {"size": 4, "komi": 0.5}, sides, QUICK, [], seed=1, number=0, first_side=1)
    assert (result.points, result.outcome) == (1.0, "B+F")
    assert result.reason == ("uct: what a mess " + "x" * 200)[:200]


def test_a_program_that_has_failed_is_told_every_move_of_the_next_game():
    said = []

    class Recorded(GtpSeat):
        def _say(self, text, may_fail=False):
            said.append(text)
            return "A1"

    seat = Recorded("cat")
    seat.begin(GoPosition(5), 1)
    assert seat.choose().move == parse_vertex("A1", 5)  # which is refused, say: nobody tells it that it was played
    seat.begin(GoPosition(5), 1)
    seat.hear(Announcement(1, 1, ACCEPTED, parse_vertex("A1", 5)))
    assert said[-1] == "play black A1"


@pytest.mark.processes
def test_a_program_that_only_passes_loses_by_the_score(store, workers):
    match = Match("uct:resign=off", f"gtp:{FAKE} pass", games=2, size=4, komi=0.5, pace=Pace(simulations=200))
    standing = play_matches([match], store, workers=workers)[0]
    assert standing.points == {0: 1.0, 1: 1.0}
    assert [g.reason for g in store.games(standing.id)] == ["score", "score"]


@pytest.mark.processes
def test_a_program_that_cannot_play_at_all_is_refused_at_once(store):
    for wrong in (f"gtp:{FAKE} deaf", "gtp:no-such-program-anywhere", "gtp:", "nobody", "uct:simulations=many"):
        with pytest.raises(ValueError, match=r"cannot play|needs a command|no player|must be numbers"):
            play_matches([Match("uct", wrong)], store)


@pytest.mark.processes
def test_a_clock_that_runs_out_loses_the_game(store, monkeypatch):
    SlowMachine(monkeypatch).costs(GtpSeat, "choose", lambda seat, *more: 1.2 if seat.name == "late" else 0.0)
    match = Match(f"gtp:{FAKE} pass", f"gtp:{FAKE} late", games=2, size=4, komi=0.5, pace=Pace(clock="1"))
    standing = play_matches([match], store, workers=Here())[0]
    assert [(g.points, g.outcome[1:]) for g in store.games(standing.id)] == [(1.0, "+T"), (1.0, "+T")]
    for text in ("300", "300+30/5", "10+3x5"):
        assert Pace(clock=text).new_clock() is not None
    with pytest.raises(ValueError, match="write 300, 300"):
        Match("uct", "uct", pace=Pace(clock="blitz"))


def test_flags_fall_in_every_time_system():
    for clock, spent in ((Clock(10), [11]), (Clock(0, 10, 1, 3), [31]), (Clock(0, 30, 5), [1, 1, 1, 1, 100])):
        for seconds in spent:
            clock.spend(seconds)
        assert clock.left < 0
    kept = Clock(5, 10, 1, 3)
    for seconds in (6, 9, 15, 9):  # main time, then one period, then two of them
        kept.spend(seconds)
    assert kept.left > 0


def test_openings_are_balanced_different_and_always_the_same():
    found = [opening(7, 9.5, seed=3, number=k) for k in range(4)]
    assert len(set(found)) > 1
    opening.cache_clear()
    assert [opening(7, 9.5, seed=3, number=k) for k in range(4)] == found


@pytest.mark.processes
def test_a_worker_that_dies_is_replaced_and_its_game_played_again(store):
    workers = LocalWorkers(1)
    match = Match("uct:simulations=300", "uct:simulations=300", games=3, size=7)
    killed = []

    def watch(standing, result):
        if result and not killed:
            process = next(iter(workers._workers.values()))[0]
            os.kill(process.pid, signal.SIGKILL)
            killed.append(process.pid)

    standing = play_matches([match], store, workers=workers, watch=watch)[0]
    workers.close()
    assert killed
    assert sorted(standing.points) == [0, 1, 2]


@pytest.mark.processes
def test_sprt_ends_a_match_by_itself(store, workers):
    match = Match("uct:simulations=100", f"gtp:{FAKE} resign", games=400, size=4, komi=0.5)
    standing = play_matches([match], store, workers=workers, enough=lambda s: s.sprt(0, 300).verdict != "continue")[0]
    assert 8 <= len(standing.points) < 100
    decided = standing.sprt(0, 300)
    for n in range(len(standing.points), len(standing.points) + 40):
        standing.points[n] = 0.0
    assert standing.sprt(0, 300) is decided, "the first bound crossed decides"
    assert standing.sprt(0, 300).verdict == "accept H1"


COMMAND = [
    sys.executable,
    "-m",
    "kaya.cli",
    "match",
    "uct:simulations=40",
    "uct:simulations=20",
    "--size",
    "5",
    "--openings",
    "none",
]


def start_match(store: Path, games: int, jobs: int = 1) -> subprocess.Popen:
    options = ["--games", str(games), "--store", str(store), "--jobs", str(jobs)]
    return subprocess.Popen([*COMMAND, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def stored_numbers(path: Path) -> list[int]:
    with sqlite3.connect(path) as db:
        return [n for (n,) in db.execute("SELECT number FROM games ORDER BY number")]


@pytest.mark.processes
def test_killing_the_process_at_any_moment_loses_and_doubles_nothing(tmp_path):
    """Two processes share the store in the end."""
    kills, path, chance, before = int(os.environ.get("KAYA_KILLS", "1")), tmp_path / "results.db", random.Random(1), []
    games = 24 * kills
    for _ in range(kills):
        process = start_match(path, games)
        while process.poll() is None and (not path.exists() or len(stored_numbers_or_none(path)) <= len(before)):
            time.sleep(0.05)
        time.sleep(chance.random() * 0.3)
        process.kill()
        process.wait()
        now = stored_numbers_or_none(path)
        assert set(before) <= set(now), "what was stored stays"
        before = now
    both = [start_match(path, games) for _ in range(2)]
    assert [p.wait() for p in both] == [0, 0]
    assert stored_numbers(path) == list(range(games))


def stored_numbers_or_none(path: Path) -> list[int]:
    try:
        return stored_numbers(path)
    except sqlite3.OperationalError:  # not made yet
        return []


def test_a_store_that_another_process_is_just_making_is_waited_for(tmp_path):
    other = sqlite3.connect(tmp_path / "results.db", isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE being_made (x)")
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.3, lambda: other.execute("COMMIT")).start()
    with Store(tmp_path / "results.db") as store:
        assert store.count() == 0


def made_up(number: int, **changes) -> GameResult:
    facts = dict(
        number=number,
        first_side=1,
        points=1.0,
        outcome="B+R",
        reason="resignation",
        opening="",
        record="(;)",
        plies=10,
        seed=1,
        seconds_first=1.0,
        seconds_second=1.0,
        seconds_all=2.5,
    )
    return GameResult(**{**facts, **changes})


def test_a_game_is_stored_once_only(store):
    match = store.match("go", {"name": "a"}, {"name": "b"}, {})
    assert store.match("go", {"name": "a"}, {"name": "b"}, {}) == match
    assert store.add(match, made_up(0))
    assert not store.add(match, made_up(0, points=0.0))
    assert store.points(match) == [(0, 1.0)]


def test_claims_end_with_the_process_that_made_them(store, monkeypatch):
    match = store.match("go", {}, {}, {})
    assert [store.claim(match, 2), store.claim(match, 2), store.claim(match, 2)] == [0, 1, None]
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    with store._writing():
        owner = store._db.execute("SELECT owner FROM claims WHERE number = 0").fetchone()[0]
        machine = owner.split(":")[0]
        store._db.execute("UPDATE claims SET owner = ? WHERE number = 0", (f"{machine}:{gone.stdout.strip()}:5",))
    assert store.claim(match, 2) == 0
    store.release(match)
    assert store.claim(match, 2) == 0


def test_a_file_that_is_no_store_is_said_so(tmp_path):
    (tmp_path / "notes.txt").write_text("not a database " * 100)
    with pytest.raises(ValueError, match=r"cannot be used as a results store: file is not a database"):
        Store(tmp_path / "notes.txt")
    with pytest.raises(ValueError, match="cannot be used as a results store"):
        Store(tmp_path / "no" / "such" / "folder.db")


def test_notes_are_remembered(store):
    assert store.note("tuning") is None
    store.note("tuning", {"C": [0.5, 0.7]})
    assert store.note("tuning") == {"C": [0.5, 0.7]}


def test_the_game_of_a_match_is_that_of_its_players():
    assert Match("uct", "mogo").game == "go"
    assert Match("mcts", "kriegspiel-random").game == "kriegspiel"
    assert Match("gtp:gnugo", "uct").game == "go"
    assert Match("mcts", "mcts", game="tictactoe").conditions == {"seed": 0, "clock": None, "seconds": None}, (
        "what is Go's own is no condition of another game"
    )
    with pytest.raises(ValueError, match="There is no game 'chess'; there are: go"):
        Match("mcts", "mcts", game="chess")
    with pytest.raises(ValueError, match="size must be a whole number from 2 to 19, not 20"):
        Match("uct", "uct", size=20)


def test_contestants_describe_themselves_in_full():
    described = make_contestant("uct:T=5,seconds=2", Pace(simulations=100)).describe({})
    assert (described["parameters"]["T"], described["seconds"], described["simulations"]) == (5, 2.0, None)
    assert described["strategies"]["select"] == "uct"
