"""A machine as slow as a test wants it: time passes by work alone, so many seconds for each piece, and by waiting. How
busy the machine is on which the test runs makes no difference."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from kaya.search.handle import SearchHandle
from kaya.search.parallel import Workers

SIMULATION = 1e-4  # seconds, where simulations are counted and no clock is looked at,
BY_THE_CLOCK = 5e-3  # and where one is: so many are made until the deadline, neither more nor fewer


class SlowMachine:
    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now, self._patch = 0.0, monkeypatch
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(Workers, "wait", lambda workers, seconds: self._wait(workers, seconds))
        simulate = SearchHandle._simulate

        def slow(handle: SearchHandle, done: int, limit: int, deadline: float | None = None, **more: Any) -> None:
            if deadline is None:
                self.now += SIMULATION * (limit - done)
            else:
                limit = min(limit, done + max(1, int((deadline - self.now) / BY_THE_CLOCK)))
            simulate(handle, done, limit, deadline, **more)

        monkeypatch.setattr(SearchHandle, "_simulate", slow)

    def _wait(self, workers: Workers, seconds: float) -> bool:
        """Wait for the simulations, and then, if there is a deadline, as long as is still to be waited."""
        workers.done.wait()
        if seconds >= 3600:
            return True
        self.now += seconds + 1e-9
        return False

    def costs(self, module: Any, name: str, seconds: Callable[..., float]) -> None:
        """From now on a call of this function takes so long, by what it is given."""
        function = getattr(module, name)

        def slow(*given: Any, **more: Any) -> Any:
            self.now += seconds(*given)
            return function(*given, **more)

        self._patch.setattr(module, name, slow)
