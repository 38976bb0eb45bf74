"""The one line a user sees while kernels compile for the first time."""

import os
import shutil
import sys
import time

from numba.core import event
from numba.core.caching import NullCache

EXPECTED_SECONDS = 30  # on one core of a 2020 server; only the wording of the line depends on it


class _Progress(event.Listener):
    """Counts the kernels that really compile; what comes from the cache raises no such event."""

    def __init__(self) -> None:
        self.kernels, self.depth, self.began, self.shown = 0, 0, 0.0, False
        self.everything = False  # the cache is new or damaged: all that is used will be compiled

    def on_start(self, event) -> None:
        dispatcher = event.data["dispatcher"]
        if self.depth == 0 and not isinstance(dispatcher._cache, NullCache):  # a kernel that is kept on disk
            self.began = self.began or time.monotonic()
            self._show(getattr(dispatcher, "__name__", ""))
        self.depth += 1

    def on_end(self, event) -> None:
        self.depth -= 1
        self.kernels += 1
        if self.depth == 0:
            self._wipe()

    def _show(self, name: str) -> None:
        if os.environ.get("KAYA_QUIET"):
            return
        if sys.stderr.isatty():
            elapsed = time.monotonic() - self.began
            text = f"Compiling Kaya's kernels, once (about {EXPECTED_SECONDS} s): {elapsed:3.0f} s, {name}"
            if not self.everything:
                text = f"Compiling {name}, once."
            print("\r\x1b[K" + text[: shutil.get_terminal_size().columns - 1], end="", file=sys.stderr, flush=True)
        elif not self.shown and self.everything:
            print(f"Compiling Kaya's kernels; this happens once and takes about {EXPECTED_SECONDS} s.", file=sys.stderr)
        self.shown = True

    def _wipe(self) -> None:
        """Leave a clean line for whatever follows."""
        if self.shown and sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


progress = _Progress()
event.register("numba:compile", progress)
