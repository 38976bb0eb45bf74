"""The lab: where strength is measured. Matches, their statistics, ratings and the papers' experiments."""

from pathlib import Path
from typing import Any


def read(store: str | Path = "results.db", table: str = "games") -> Any:
    """A table of a results store as a DataFrame of pandas: `matches`, `games`, `ratings` or `moves`."""
    from .export import frame_of

    return frame_of(store, table)
