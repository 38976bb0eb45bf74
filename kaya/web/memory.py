"""Freed memory goes back to the system: what glibc keeps of trees and boards of games that were left would be hundreds
of megabytes (`python -m bench.endurance`)."""

import contextlib
import ctypes
import sys


def give_back() -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another libc
            ctypes.CDLL(None).malloc_trim(0)
