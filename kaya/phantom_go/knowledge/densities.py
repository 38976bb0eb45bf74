"""Where stones stand: the D of the Kriegspiel paper (section 5) for Phantom Go, learned from games of our programs.

D(colour, t) is a board of numbers: how often a point has a stone of this colour when its owner has put t stones on the
board. Boards are counted in all eight symmetries. A board of a size that was not learned takes the nearest one's
numbers, by the lines from the edge.
"""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from ...go.rules.board import BLACK, CELLS, WHITE
from ...go.rules.coordinates import column_row, point

SHIPPED = Path(__file__).with_name("densities.npz")
TIMES = 60  # stones of one side; all that is later is counted as the last
LEAST = 0.02  # no point is quite impossible


def places(lines: int) -> np.ndarray:
    """Row by row, the points of a board."""
    return np.array([point(x, y, lines) for y in range(lines) for x in range(lines)])


def symmetric(counts: np.ndarray) -> np.ndarray:
    """The sum over the eight symmetries, of arrays whose last two axes are a board."""
    turned = [np.rot90(counts, k, axes=(-2, -1)) for k in range(4)]
    return sum(turned) + np.swapaxes(sum(turned), -1, -2)


def table_from(counts: np.ndarray, games: np.ndarray) -> np.ndarray:
    """D from counts [colour, t, y, x] and how many games were counted [colour, t]; times that are thin are averaged
    with their neighbours."""
    whole, seen = symmetric(counts.astype(float)) / 8, games.astype(float)
    for t in range(TIMES - 2, -1, -1):  # what few games came to is like what comes before
        thin = seen[:, t + 1] < 30
        whole[thin, t + 1], seen[thin, t + 1] = whole[thin, t + 1] + whole[thin, t], seen[thin, t + 1] + seen[thin, t]
    return whole / np.maximum(seen, 1)[:, :, None, None]


def save(path: str | Path, tables: dict[int, np.ndarray]) -> int:
    """Write tables, by the lines of their boards; the size in bytes."""
    kept: dict[str, Any] = {f"lines{n}": np.rint(t * 65535).astype(np.uint16) for n, t in tables.items()}
    np.savez_compressed(path, **kept)
    return Path(path).stat().st_size


@functools.cache
def load(path: Path = SHIPPED) -> dict[int, np.ndarray]:
    """The tables of a file; ValueError if it has none."""
    if path == SHIPPED and not path.is_file():
        return {}
    try:
        with np.load(path) as stored:
            return {int(name.removeprefix("lines")): stored[name] / 65535 for name in stored.files}
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise ValueError(f"{path}: this is no table of densities of Phantom Go ({error}).") from None


@functools.cache
def densities(lines: int, colour: int, stones: int) -> np.ndarray | None:
    """D of one colour that has put so many stones, by cell of the board arrays; None if nothing was learned."""
    tables = load()
    if not tables or colour not in (BLACK, WHITE):
        return None
    nearest = min(tables, key=lambda n: abs(n - lines))
    share = (lines / nearest) ** 2
    board = tables[nearest][colour - 1, min(round(stones / share), TIMES - 1)]
    found = np.zeros(CELLS)
    for p in places(lines).tolist():
        x, y = column_row(p, lines)
        found[p] = max(board[_line(y, lines, nearest), _line(x, lines, nearest)], LEAST)
    return found


def _line(at: int, lines: int, nearest: int) -> int:
    """The line that is as far from the edge on a board of another size; in the middle of small ones, the middle."""
    from_edge = min(at, lines - 1 - at, (nearest - 1) // 2)
    return from_edge if at <= (lines - 1) // 2 else nearest - 1 - from_edge
