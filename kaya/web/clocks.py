"""The clocks of a game in the browser. The table stops a program's clock; the person's is watched here."""

import copy
import time
from dataclasses import replace
from typing import Any

from ..search import Clock
from .storage import StoredClock


class Clocks:
    """Both clocks, from what was stored of them. `side` is the person whose clock runs, or has run last."""

    def __init__(self, stored: dict[str, StoredClock]):
        self.by_side: dict[int, Clock] = {}
        self.side, self._since = 0, 0.0  # when it began to run; 0 if it does not
        for side, found in stored.items():
            clock = Clock(found.main, found.period, 1 if found.period else 0, found.periods)
            clock.left, clock.stones_left, clock.periods = found.left, found.stones_left, found.periods_left
            self.by_side[int(side)] = clock
        self._stored = stored

    def start(self, side: int) -> None:
        """A person's clock runs from now on, if it does not run already."""
        if side in self.by_side and not self._since:
            self.side, self._since = side, time.monotonic()

    @property
    def running(self) -> bool:
        return bool(self._since)

    def halt(self) -> None:
        self._since = 0.0

    def stop(self) -> bool:
        """Stop the person's clock at a move, or a try of one; False if it came too late."""
        if not self._since:
            return True
        clock, spent = self.by_side[self.side], time.monotonic() - self._since
        self._since = 0.0
        clock.run(spent)
        return clock.left >= 0

    def move_made(self) -> None:
        """The person's move was accepted: in byo-yomi a new period begins. A refused try begins none."""
        if self.side in self.by_side:
            self.by_side[self.side].move_made()

    def is_over(self) -> bool:
        if not self._since:
            return False
        clock = copy.copy(self.by_side[self.side])
        clock.run(time.monotonic() - self._since)
        return clock.left < 0

    def shown(self, mover: int) -> dict[int, dict[str, Any]]:
        """What the clocks show while this side is to move, 0 if nobody is."""
        return {
            side: {
                "left": round(clock.left - self._running(side), 2),
                "period": clock.period,
                "running": mover == side,
                "periods": clock.periods,
                "overtime": bool(clock.stones_left),
            }
            for side, clock in self.by_side.items()
        }

    def _running(self, side: int) -> float:
        return time.monotonic() - self._since if side == self.side and self._since else 0.0

    def stored(self) -> dict[str, StoredClock]:
        stored = {}
        for side, clock in self.by_side.items():
            now: Any = {"left": clock.left - self._running(side), "stones_left": clock.stones_left}
            stored[str(side)] = replace(self._stored[str(side)], periods_left=clock.periods, **now)
        return stored


def new_clocks(main: float, period: float, periods: int) -> dict[str, StoredClock]:
    """Two clocks, as they are stored, of so much main time and byo-yomi; none if there is no time."""
    if not main and not period:
        return {}
    left: dict[str, Any] = {"left": main or period, "periods_left": periods, "stones_left": 0 if main else 1}
    return {side: StoredClock(main=main, period=period, periods=periods, **left) for side in "12"}
