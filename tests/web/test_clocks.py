"""The person's clock in a game with an umpire."""

import pytest

from kaya.web import clocks as web_clocks
from kaya.web.clocks import Clocks, new_clocks


@pytest.fixture
def clock(monkeypatch):
    """A clock on the wall that a test moves on."""
    now = [1.0]
    monkeypatch.setattr(web_clocks.time, "monotonic", lambda: now[0])
    return now


def test_a_refused_try_begins_no_new_period(clock):
    clocks = Clocks(new_clocks(0, 10.0, 2))
    for left in (6.0, 2.0):
        clocks.start(1)
        clock[0] += 4.0
        assert clocks.stop()
        assert clocks.by_side[1].left == left, "the umpire has refused it"
    clocks.move_made()
    assert clocks.by_side[1].left == 10.0
    assert clocks.by_side[1].periods == 2


def test_refused_tries_use_up_periods_and_the_game(clock):
    clocks = Clocks(new_clocks(0, 10.0, 2))
    clocks.start(1)
    clock[0] += 13.0
    assert clocks.stop()
    assert (clocks.by_side[1].left, clocks.by_side[1].periods) == (7.0, 1)
    clocks.start(1)
    clock[0] += 8.0
    assert clocks.is_over()
    assert not clocks.stop()
