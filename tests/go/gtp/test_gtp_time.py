"""The clock is kept, whatever the time system and however busy the machine."""

import io
import time

import pytest
from typer.testing import CliRunner

from kaya import Budget, Clock, make_player
from kaya.cli import app
from kaya.go.gtp.clocks import FischerClock
from kaya.go.gtp.engine import Engine
from kaya.go.gtp.lines import Line
from kaya.go.rules import BLACK
from kaya.search.parallel import Workers

from ...slow_machine import SlowMachine
from .test_gtp import Session


@pytest.fixture
def machine(monkeypatch) -> SlowMachine:
    """A busy machine: every search ends 50 milliseconds late."""
    machine = SlowMachine(monkeypatch)
    machine.costs(Workers, "stop", lambda *given: 0.05)
    return machine


SYSTEMS = {
    "absolute": ("time_settings 2 0 0", Clock(2)),
    "canadian": ("time_settings 0.5 1.5 6", Clock(0.5, 1.5, 6)),
    "fischer": ("kata-time_settings fischer 1 0.3", FischerClock(1, increment=0.3)),
    "byo-yomi": ("kgs-time_settings byoyomi 0.5 0.5 2", Clock(0.5, 0.5, 1, 2)),
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_clock_is_kept_on_a_busy_machine(system, machine):
    """The referee here has the same clock and takes the time of every move; no `time_left` helps the engine."""
    settings, referee = SYSTEMS[system]
    session = Session(Budget(memory=64 << 20))
    for line in ("boardsize 9", settings, "set_parameter resign off"):
        assert session.ask(line) == "="
    for move in range(14):
        began = machine.now
        assert session.ask(f"genmove {'bw'[move % 2]}").startswith("= ")
        if move % 2 == 0:
            used = machine.now - began
            assert used < referee.left or referee.stones, (
                f"flag fell at move {move}: {used:.2f} s of {referee.left:.2f} s"
            )
            referee.spend(used)
            assert referee.left > 0, f"flag fell at move {move}: {used:.2f} s used"
    session.end()


def test_time_left_is_believed(machine):
    session = Session(Budget(memory=64 << 20))
    session.ask("time_settings 3600 0 0")
    session.ask("time_left b 1 0")
    began = machine.now
    session.ask("genmove b")
    assert machine.now - began < 1
    session.ask("kgs-time_settings byoyomi 0 1 5")
    session.ask("time_left w 1 5")
    began = machine.now
    session.ask("genmove w")
    assert 0.4 < machine.now - began < 1  # one whole period for the move, not a fifth of one
    session.end()


def test_what_a_move_takes_on_its_way_to_the_referee_is_kept_for_the_moves_to_come(machine):
    """Three seconds a move here; the referee shows whole ones, so the first of all proves nothing."""
    engine = Engine(make_player("uct"), Budget(simulations=2, memory=16 << 20), 9, 7.5, io.BytesIO(), io.BytesIO())

    def ask(text: str) -> float:
        engine.handle(Line(text.encode(), machine.now))
        return engine.move_budget(BLACK).seconds or 0.0

    ask("time_settings 60 0 0")
    seconds = [(ask(f"time_left b {left} 0"), ask("genmove b"))[0] for left in range(60, 45, -3)]
    assert seconds[1] == pytest.approx(seconds[0], rel=0.3)
    assert seconds[-1] < 0.01
    assert ask("clear_board") == pytest.approx(seconds[0], rel=0.1)
    assert ask("time_left b 30 0") == pytest.approx(seconds[0] / 2, rel=0.1), "a game that goes on"


def test_simulations_bound_a_move_with_time_on_the_clock(monkeypatch):
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)  # so that time never ends a search
    session = Session(Budget(simulations=50, memory=16 << 20))
    session.ask("time_settings 3600 0 0")
    assert session.ask("genmove b").startswith("= ")
    session.end()


def test_a_rule_that_asks_for_more_simulations_gets_no_more_time(machine):
    session = Session(Budget(memory=64 << 20))
    session.ask("set_parameter final robust_max_child")
    session.ask("time_settings 0 0.8 1")
    for colour in "bwbw":
        began = machine.now
        session.ask(f"genmove {colour}")
        assert machine.now - began < 0.8
    session.end()


# The clock itself


def test_absolute_time_is_never_all_spent():
    clock = Clock(60)
    for _ in range(300):
        clock.spend(clock.allowance(10))
    assert clock.left > 0


def test_overtime_without_time_is_no_overtime():
    clock = Clock(10, 0, 5)
    assert clock.stones == 0
    for _ in range(100):
        clock.spend(clock.allowance(20))
    assert clock.left > 0


def test_canadian_overtime_begins_anew_after_its_stones():
    clock = Clock(0, 30, 3)
    assert (clock.left, clock.stones_left) == (30, 3)
    clock.spend(9)
    clock.spend(9)
    assert (clock.left, clock.stones_left) == (12, 1)
    clock.spend(9)
    assert (clock.left, clock.stones_left) == (30, 3)


def test_main_time_runs_into_overtime():
    clock = Clock(5, 30, 3)
    clock.spend(8)
    assert (clock.left, clock.stones_left) == (27, 3)


def test_byo_yomi_periods_are_lost_one_by_one_and_renewed():
    clock = Clock(5, 10, 1, 3)
    clock.spend(8)
    assert (clock.left, clock.periods) == (10, 3)
    clock.spend(9)
    assert (clock.left, clock.periods) == (10, 3)
    clock.spend(15)
    assert (clock.left, clock.periods) == (10, 2)
    clock.spend(10.5)
    assert (clock.left, clock.periods) == (10, 1)


def test_kgs_tells_periods_in_place_of_stones():
    clock = Clock(100, 10, 1, 5)
    clock.told(10, 4)
    assert (clock.periods, clock.stones_left) == (4, 1)
    assert 9 < clock.allowance(20) < 10
    clock.told(50, 0)
    assert clock.stones_left == 0


@pytest.mark.parametrize(
    ("clock", "unlimited"),
    [
        (Clock(), True),
        (Clock(0, 30, 0), True),
        (Clock(10), False),
        (Clock(0, 30, 5), False),
        (Clock(10, 30, 0), True),
    ],
)
def test_no_limit(clock, unlimited):
    assert clock.unlimited == unlimited


def test_fischer_time_adds_to_the_clock_and_is_capped():
    clock = FischerClock(10, increment=5, limit=12, longest=3)
    assert clock.allowance(30) == 3 - clock.margin, "no move may take longer"
    clock.spend(4)
    assert clock.left == 11
    clock.spend(1)
    assert clock.left == 12, "there is a limit"
    clock.spend(13)
    assert clock.left < 0, "a flag that has fallen stays down"
    assert FischerClock(60, increment=10).allowance(30) > Clock(60).allowance(30) + 8
    assert FischerClock(1, increment=10).allowance(30) < 1, "never more than the clock shows"
    assert not FischerClock(0, increment=1).unlimited
    assert FischerClock().unlimited


def test_a_server_is_answered_when_all_is_compiled(monkeypatch):
    """Also what the network of this size needs: the first move is no later than the others."""
    done = []
    monkeypatch.setattr("kaya.table.ready.get_ready", lambda player: done.append(player.name))
    monkeypatch.setattr("kaya.table.ready.play_a_little", lambda player, position: done.append(position.lines))
    monkeypatch.setattr("kaya.go.gtp.serve", lambda player, lines, **rest: done.append("answers"))
    CliRunner().invoke(app, ["gtp", "--player", "uct", "--size", "13", "--ready"], catch_exceptions=False)
    assert done == ["uct", 13, "answers"]
