"""Threads that search one tree. The kernels hold no lock and not Python's either, so two threads use two cores."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np


class Workers:
    """Run a search kernel in threads: `start`, then `wait` until they end by themselves or `stop` is called."""

    def __init__(
        self,
        tree_head: np.recarray,
        job: Callable[[Any, Any], None],
        states: list[np.recarray],
        works: list[np.recarray],
    ):
        self.tree_head, self.job = tree_head, job
        self.errors: list[BaseException] = []
        self.running = len(states)
        self.done = threading.Event()
        self._count = threading.Lock()
        both = zip(states, works, strict=True)
        self.threads = [threading.Thread(target=self._work, args=given, daemon=True) for given in both]

    def _work(self, states: np.recarray, work: np.recarray) -> None:
        try:
            self.job(states, work[0])
        except BaseException as error:  # told to the thread that waits
            self.errors.append(error)
        with self._count:
            self.running -= 1
            if self.running == 0:
                self.done.set()

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def wait(self, seconds: float | None) -> bool:
        """Wait for the end, at most so long; whether it has come."""
        return self.done.wait(seconds)

    def stop(self) -> None:
        """End the search after the simulations in progress, and hand on an error if there was one."""
        self.tree_head.stop = 1
        for thread in self.threads:
            thread.join()
        if self.errors:
            raise self.errors[0]
