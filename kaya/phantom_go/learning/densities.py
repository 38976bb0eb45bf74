"""`kaya learn densities --game phantom-go`: where stones stand, from recorded games of Phantom Go.

One game in 5, chosen by its moves, is kept to measure the table: how many bits it takes to say where a stone stands
that its owner has put on the board, log2 of the number of points if nothing is known."""

import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from ...go.rules import PASS
from ...lab.learning import EVERY_GAME
from ...lab.matches.store import Store
from ..files.sgf import load
from ..knowledge import densities as tables
from ..knowledge.densities import LEAST, TIMES, places, table_from
from ..rules import PhantomGoPosition

KEPT_ONE_IN = 5
PHASES = ((1, 10), (11, 20), (21, 30), (31, 45), (46, TIMES - 1))  # own stones


def games_of(paths: Iterable[str | Path], skipped: list[str]) -> Iterator[PhantomGoPosition]:
    """All games of these files, folders and results stores."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from games_of(sorted(path.rglob("*.sgf")), skipped)
        elif path.open("rb").read(6) == b"SQLite":
            with Store(path) as store:
                records = [game.record for m in store.matches() if m.game == "phantom-go" for game in store.games(m.id)]
            yield from _read(((record.encode(), path.name) for record in records), skipped)
        else:
            yield from _read([(path.read_bytes(), path.name)], skipped)


def _read(records: Iterable[tuple[bytes, str]], skipped: list[str]) -> Iterator[PhantomGoPosition]:
    for data, where in records:
        try:
            yield load(data).position
        except ValueError as error:
            skipped.append(f"{where}: {error}")


def count_game(position: PhantomGoPosition, counts: np.ndarray, games: np.ndarray) -> None:
    """Count where the stones of each side stand after its own move, when it has put t of them."""
    at, put = places(position.lines), [0, 0]
    for number, (colour, move) in enumerate(position.line, start=1):
        if move == PASS:
            continue
        put[colour - 1] += 1
        t = min(put[colour - 1], TIMES - 1)
        board = position.colours_after(number)[at].reshape(position.lines, position.lines)
        counts[colour - 1, t] += board == colour
        games[colour - 1, t] += 1


def bits(table: np.ndarray, counts: np.ndarray, first: int, last: int) -> float:
    """How many bits it takes on average to say where a counted stone stands."""
    part, seen = np.maximum(table[:, first : last + 1], LEAST), counts[:, first : last + 1]
    chance = part / part.sum(axis=(-2, -1), keepdims=True)
    return float((seen * -np.log2(chance)).sum() / max(seen.sum(), 1))


def learn_densities(
    paths: Sequence[str | Path],
    output: str | Path | None,
    games: int = EVERY_GAME,
    opponent: str | None = None,
    mixed_with: str | Path | None = None,
) -> str:
    """Count, average and write a table for each size of board; a report with its figures. There are no tables of
    single opponents, nor mixed ones."""
    if opponent or mixed_with:
        raise ValueError("For Phantom Go densities are learned from all games: leave --opponent and --mixed-with out.")
    began, skipped, output = time.monotonic(), list[str](), output or "densities.npz"
    for path in map(Path, paths):
        if not path.exists():
            raise ValueError(f"{path}: no such file.")
    learned: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    kept: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    taught = measured = 0
    for position in games_of(paths, skipped):
        if taught + measured >= games:
            break
        measures = zlib.crc32(bytes(str(position.played), "ascii")) % KEPT_ONE_IN == 0
        into = (kept if measures else learned).setdefault(position.lines, _empty(position.lines))
        count_game(position, *into)
        taught, measured = taught + (not measures), measured + measures
    if not taught:
        raise ValueError(
            f"There are no games of Phantom Go in these files to learn from"
            f"{f'; the first that was skipped: {skipped[0]}' if skipped else '.'}"
        )
    found = {lines: table_from(*counted) for lines, counted in learned.items()}
    size = tables.save(output, found)
    rows = [
        f"{taught:,} games taught and {measured:,} measured, {len(skipped):,} skipped; {size / 1e3:.0f} kB in "
        f"{output}, {time.monotonic() - began:.0f} s."
    ]
    for lines in sorted(found.keys() & kept.keys()):
        counts = kept[lines][0]
        for first, last in PHASES:
            if counts[:, first : last + 1].any():
                rows.append(
                    f"{lines}x{lines}, stones {first} to {last}: {bits(found[lines], counts, first, last):.3f} "
                    f"bits a stone, {np.log2(lines * lines):.3f} if nothing is known"
                )
    return "\n".join(rows)


def _empty(lines: int) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((2, TIMES, lines, lines), np.int64), np.zeros((2, TIMES), np.int64)
