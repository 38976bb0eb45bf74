"""A machine as slow as a test wants it: time passes by work alone, so many seconds for each piece, and by waiting. How
busy the machine is on which the test runs makes no difference."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from kaya.search.parallel import Workers


class SlowMachine:
    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now, self._patch = 0.0, monkeypatch
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(Workers, "wait", lambda workers, seconds: self._wait(workers, seconds))

    def _wait(self, workers: Workers, seconds: float) -> bool:
        """A search has begun, and is still under way after any time."""
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
