"""The programs that the papers' tables are played against."""

import shutil

LEVELS = {9: 10, 13: 10, 19: 0}
"""GNU Go's level by board size in Table 1 of the Mango paper."""


def gnugo(level: int = 10) -> str:
    """GNU Go as a contestant, wherever the system keeps its games. It counts area and captures what is dead before it
    passes, as the referee counts the stones that stand."""
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games") or "gnugo"
    return f"gtp:{program} --mode gtp --level {level} --chinese-rules --capture-all-dead"
