"""A machine as slow as a test wants it: time passes by work alone, so many seconds for each piece, and by waiting. How
busy the machine is on which the test runs makes no difference."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from kaya.search.handle import SearchHandle
from kaya.search.parallel import Workers

SIMULATION = 1e-4  # seconds, where simulations are counted and no clock is looked at


class SlowMachine:
    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now, self._patch = 0.0, monkeypatch
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(Workers, "wait", lambda workers, seconds: self._wait(workers, seconds))
        simulate = SearchHandle._simulate

        def slow(handle: SearchHandle, done: int, limit: int, deadline: float | None = None, **more: Any) -> None:
            if deadline is None:
                self.now += SIMULATION * (limit - done)
            simulate(handle, done, limit, deadline, **more)

        monkeypatch.setattr(SearchHandle, "_simulate", slow)

    def _wait(self, workers: Workers, seconds: float) -> bool:
        """A search has begun, and is still under way after any time; but one without a deadline is waited for."""
        if seconds >= 3600:
            return workers.done.wait()
        while not (workers.tree_head["started"][0] or workers.done.wait(0.001)):
            pass
        self.now += seconds + 1e-9
        return False

    def costs(self, module: Any, name: str, seconds: Callable[..., float]) -> None:
        """From now on a call of this function takes so long, by what it is given."""
        function = getattr(module, name)

        def slow(*given: Any, **more: Any) -> Any:
            self.now += seconds(*given)
            return function(*given, **more)

        self._patch.setattr(module, name, slow)
