"""Freed memory goes back to the system: what glibc keeps of trees and boards of games that were left would be hundreds
of megabytes (`python -m bench.endurance`)."""

import contextlib
import ctypes
import sys
from typing import Any

LARGE = 1 << 20  # bytes from which a block is given back as soon as it is freed; else glibc raises that up to 32 MB
ARENAS = 2  # from which threads take smaller ones; else eight for each processor
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # in malloc.h


def _glibc() -> Any:
    """None where there is no such library."""
    with contextlib.suppress(OSError, AttributeError):
        if sys.platform == "linux" and (found := ctypes.CDLL(None)).gnu_get_libc_version:
            return found
    return None


def keep_little() -> None:
    if glibc := _glibc():
        glibc.mallopt(M_MMAP_THRESHOLD, LARGE)
        glibc.mallopt(M_ARENA_MAX, ARENAS)


def give_back() -> None:
    if glibc := _glibc():
        glibc.malloc_trim(0)
