"""`kaya learn densities`: where pieces stand, from recorded games of chess and Kriegspiel (section 5 of the paper).

One game in 25, chosen by its moves, is kept to measure the table: how many bits it takes to say where a piece of a
known kind stands. A run leaves a checkpoint beside its output now and then, and the same command goes on from there."""

import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ...lab.learning import EVERY_GAME
from ...lab.learning.checkpoints import Checkpoint
from ...lab.matches.store import Store
from ...lab.screen import progress
from ..files.chess_games import ChessGame, from_pgn, read_chess_games
from ..knowledge import densities as tables
from ..knowledge.densities import SHAPE, TIMES, count_game, legal_moves_of, new_board
from ..rules.squares import BLACK, WHITE

KEPT_ONE_IN = 25
PHASES = ((1, 10), (11, 20), (21, 30), (31, 40), (41, TIMES - 1))  # own moves
LEAST = 1e-6  # no square is quite impossible


def games_of(paths: Iterable[str | Path], skipped: list[str]) -> Iterator[ChessGame]:
    """All games of these files, folders and results stores."""
    for path in map(Path, paths):
        if path.is_file() and path.open("rb").read(6) == b"SQLite":
            yield from _from_store(path, skipped)
        else:
            yield from read_chess_games([path], skipped)


def _from_store(path: Path, skipped: list[str]) -> Iterator[ChessGame]:
    """The games of Kriegspiel that our programs have played."""
    with Store(path) as store:
        for match in (m for m in store.matches() if m.game == "kriegspiel"):
            for game in store.games(match.id):
                try:
                    found = from_pgn(game.record, f"{path.name}, game {game.number + 1} of match {match.id}")
                    yield replace(found, opened=bool(game.opening))
                except (ValueError, sqlite3.Error) as error:
                    skipped.append(f"{path.name}, game {game.number + 1} of match {match.id}: {error}")


def learn_densities(
    paths: Sequence[str | Path],
    output: str | Path | None,
    games: int = EVERY_GAME,
    opponent: str | None = None,
    mixed_with: str | Path | None = None,
) -> str:
    """Count, smooth and write a table; a report with its figures. With an opponent, only that player's pieces are
    counted, and the table goes where `densities(opponent)` finds it unless another output is given. `mixed_with` is a
    table that counts as much as what is learned, however many games are behind either."""
    began, skipped = time.monotonic(), []
    for path in map(Path, paths):
        if not path.exists():
            raise ValueError(f"{path}: no such file.")
    if output is None:
        output = tables.opponent_file(opponent) if opponent else "densities.npz"
        Path(output).parent.mkdir(parents=True, exist_ok=True)
    other = tables.load(mixed_with) if mixed_with else None
    made_by = f"kaya learn densities --games {games}" + (f" --opponent {opponent}" if opponent else "")
    made_by += " --mixed-with" if mixed_with else ""
    checkpoint = Checkpoint(output, made_by, paths, KEPT_ONE_IN)
    learned, kept, done = np.zeros(SHAPE, np.int64), np.zeros(SHAPE, np.int64), np.zeros(2, np.int64)
    state = {"learned": learned, "kept": kept, "games": done}
    already = checkpoint.restore("count", state)
    with progress("Counting pieces", None) as advance:
        for number, game in enumerate(games_of(paths, skipped), start=1):
            if done.sum() >= games:
                break
            if number > already:
                _count(game, opponent, learned, kept, done, skipped)
                checkpoint.save("count", number, state)
            if number % 50 == 0:
                advance(number)
    if not done[0]:
        whose = f" of {opponent!r}" if opponent else ""
        raise ValueError(f"There are no games{whose} in these files to learn from{_first(skipped)}")
    table = tables.of_opponent(learned, tables.densities()) if opponent else tables.smoothed(learned)
    if other is not None:
        table = (table + other) / 2
    size = tables.save(output, table, int(done[0]), made_by)
    checkpoint.remove()
    return (
        f"{len(skipped):,} skipped{_first(skipped)}\n{done[0]:,} games taught and {done[1]:,} measured; "
        f"{size / 1e3:.0f} kB in {output}, {time.monotonic() - began:.0f} s.\n{figures(table, learned, kept)}"
    )


def _first(skipped: list[str]) -> str:
    return f"; the first: {skipped[0]}" if skipped else "."


def _count(game: ChessGame, opponent: str | None, learned, kept, done, skipped: list[str]) -> None:
    """Count one game, if it is legal and the opponent plays in it."""
    sides = sum(side for side, name in ((WHITE, game.white), (BLACK, game.black)) if opponent in (None, name))
    if not sides:
        return
    if (legal := legal_moves_of(new_board()[0], game.moves)) < len(game.moves):
        skipped.append(f"{game.where}: move {legal // 2 + 1} is illegal.")
        return
    measures = zlib.crc32(game.moves.tobytes()) % KEPT_ONE_IN == 0
    count_game(new_board()[0], game.moves, sides, kept if measures else learned)
    done[int(measures)] += 1


def bits(table: np.ndarray, counts: np.ndarray, first: int, last: int) -> float:
    """How many bits it takes to say where a counted piece of a known kind stands: 6 if the table knows nothing."""
    part, seen = table[1:, 1:, first : last + 1] + LEAST, counts[1:, 1:, first : last + 1]
    chance = part / part.sum(axis=-1, keepdims=True)
    return float((seen * -np.log2(chance)).sum() / max(seen.sum(), 1))


def figures(table: np.ndarray, learned: np.ndarray, kept: np.ndarray) -> str:
    """The bits per piece on the games that were kept, as learned and as counted without smoothing."""
    if not kept.any():
        return "No game was kept to measure the table."
    plain = learned / np.maximum(learned[:, -1:].sum(axis=-1, keepdims=True), 1)
    rows = [
        f"moves {first:2} to {last}: {bits(table, kept, first, last):.3f} bits a piece, "
        f"{bits(plain, kept, first, last):.3f} without smoothing"
        for first, last in PHASES
        if kept[:, :, first : last + 1].any()
    ]
    return "\n".join(rows)
