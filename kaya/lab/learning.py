"""`kaya learn patterns` and `kaya learn features`: knowledge from recorded games (Mango paper, section 3.3).

Games are read as a stream, a thousand at a time. Each belongs to one of three parts by a hash of its first moves, so
that a game that was recorded twice is never on both sides: most teach shapes, some teach the strengths of features
(games that did not teach the shapes, whose probabilities are too good on their own games), and the last part measures
move prediction.
"""

import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..games.go import go
from ..kernel import plain, zeros
from ..knowledge.go import harvest, large_patterns
from ..knowledge.go.bradley_terry import FIRST_SHAPE, PARTICIPANT, maximise
from ..knowledge.go.features import ANSWER, CLASSES_PER_FACTOR_2, GROUPS, LEVELS, SHAPE, SUPERSEDED
from ..knowledge.go.large_patterns import CODES, as_record, geometry, hash_table
from ..knowledge.go.prediction import PHASE, PHASES, TOPS, WORK, gather_games, predict_games
from ..protocols.archives import GameRecord, read_games

BATCH = 1000
SHAPES, FEATURES, TEST = "shapes", "features", "test"
SHARES = {TEST: 3, FEATURES: 12}  # percent of the games; the rest teaches shapes
LEARNING_SLOTS = 1 << 23
MOST_SHAPES = 1 << 22
Advance = Callable[[int], None]


@dataclass(frozen=True)
class Batch:
    """Some games as flat arrays, in the form that the kernels of `harvest` take; `first` is the number of the first."""

    first: int
    lines: np.ndarray
    handicaps: np.ndarray
    starts: np.ndarray
    moves: np.ndarray

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        return self.lines, self.handicaps, self.starts, self.moves

    @classmethod
    def of(cls, games: Sequence[GameRecord], first: int) -> "Batch":
        lengths = [len(game.handicap) + len(game.moves) for game in games]
        return cls(
            first, np.array([game.lines for game in games]), np.array([len(game.handicap) for game in games]),
            np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            np.concatenate([part for game in games for part in (game.handicap, game.moves)]).astype(np.int16),
        )  # fmt: skip


def part_of(game: GameRecord, seed: int) -> str:
    """To which part a game belongs."""
    percent = zlib.crc32(game.moves[:40].astype(np.int16).tobytes(), seed) % 100
    return TEST if percent < SHARES[TEST] else FEATURES if percent < SHARES[TEST] + SHARES[FEATURES] else SHAPES


def batches(paths: Iterable[str | Path], part: str, games: int, seed: int, advance: Advance | None = None
            ) -> Iterator[Batch]:  # fmt: skip
    """The games of a part, of the first `games` in these files, in batches."""
    chosen: list[GameRecord] = []
    first = 0
    for number, game in enumerate(read_games(paths)):
        if number >= games:
            break
        if part_of(game, seed) == part and len(game.moves) > 0:
            chosen.append(game)
        if len(chosen) == BATCH:
            yield Batch.of(chosen, first)
            first += BATCH
            chosen = []
            if advance:
                advance(number + 1)
    if chosen:
        yield Batch.of(chosen, first)


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Advance]:
    """A bar on the error output that shows how many games are done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)


@dataclass
class Shapes:
    """Shapes by number: the hash of each, how often it was played, and with which probability."""

    codes: np.ndarray
    played: np.ndarray
    probability: np.ndarray

    def learning_table(self) -> np.ndarray:
        """A table whose payloads are the numbers."""
        slots = hash_table(self.codes, np.arange(len(self.codes)), LEARNING_SLOTS)
        return plain(as_record({**geometry(), "slots": slots}))

    @property
    def classes(self) -> np.ndarray:
        """The level of each shape in the groups "shape" and "answer" of the features."""
        steps = np.rint(-CLASSES_PER_FACTOR_2 * np.log2(self.probability))
        return (1 + np.clip(steps, 0, SUPERSEDED - 2)).astype(np.uint8)


def harvest_shapes(paths: Sequence[str | Path], games: int, fewest: int, seed: int) -> tuple[np.ndarray, int]:
    """The hashes of all shapes that are played at least `fewest` times, and how many moves were looked at."""
    board, codes = plain(zeros(go.dtype)), np.zeros(1, CODES)
    table = plain(as_record({**geometry(), "slots": np.zeros(LEARNING_SLOTS, np.int64)}))
    sketch, counts, known, moves = np.zeros(1, harvest.SKETCH), np.zeros(MOST_SHAPES, np.int32), 0, 0
    with progress_bar("Counting shapes", games) as advance:
        for batch in batches(paths, SHAPES, games, seed, advance):
            moves += harvest.sketch_games(board, table, codes, sketch, *batch.arrays)
    with progress_bar("Collecting the frequent ones", games) as advance:
        for batch in batches(paths, SHAPES, games, seed, advance):
            known = harvest.collect_games(board, table, codes, sketch, *batch.arrays, fewest, counts, known)
    slots = table["slots"][0]
    slots = slots[slots != 0]
    often = counts[slots & large_patterns.PAYLOAD] >= fewest
    return np.sort(slots[often] >> large_patterns.PAYLOAD_BITS), moves


def count_shapes(paths: Sequence[str | Path], games: int, codes: np.ndarray, one_in: int, seed: int) -> Shapes:
    """With which probability each of these shapes is played."""
    shapes = Shapes(codes, np.zeros(len(codes), np.int64), np.zeros(len(codes)))
    board, table, passed_over = plain(zeros(go.dtype)), shapes.learning_table(), np.zeros(len(codes), np.int64)
    with progress_bar("Counting when they could be played", games) as advance:
        for batch in batches(paths, SHAPES, games, seed, advance):
            harvest.count_games(board, table, *batch.arrays, batch.first, one_in, seed, passed_over, shapes.played)
    shapes.probability = harvest.probabilities(shapes.played, passed_over, one_in)
    return shapes


def learn_patterns(paths: Sequence[str | Path], output: str | Path, games: int = 1_000_000, fewest: int = 20,
                   one_in: int = 8, seed: int = 0) -> str:  # fmt: skip
    """Learn large patterns and write them to `output`; a report with their move prediction on games that taught
    nothing."""
    began = time.monotonic()
    games = min(games, sum(1 for _ in read_games(paths)))
    codes, moves = harvest_shapes(paths, games, fewest, seed)
    shapes = count_shapes(paths, games, codes, one_in, seed)
    payloads = large_patterns.payload(np.ones(len(codes)), shapes.probability)
    made_by = f"kaya learn patterns --games {games} --fewest {fewest} --one-in {one_in} --seed {seed}"
    size = large_patterns.save(output, codes, payloads, np.zeros(LEVELS * len(GROUPS)), made_by)
    seconds = time.monotonic() - began
    accuracy = predict(paths, output, games, seed, with_features=False)
    return (
        f"{len(codes):,} shapes that were played at least {fewest} times in {moves:,} moves of {games:,} games; "
        f"{size / 1e6:.2f} MB in {output}; {seconds:.0f} s.\n{accuracy}"
    )


def read_shapes(path: str | Path) -> Shapes:
    """The shapes of a file that `learn_patterns` wrote."""
    with np.load(path) as stored:
        codes, payloads = large_patterns.unpack(stored["shapes"].tobytes())
    logarithm = large_patterns.LOG_LOWEST + large_patterns.LOG_STEP * (payloads & large_patterns.VALUE)
    return Shapes(codes, np.zeros(len(codes), np.int64), np.exp(np.minimum(logarithm, 0)))


def gather(paths: Sequence[str | Path], shapes: Shapes, games: int, positions: int, one_in: int, seed: int
           ) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """The competitions of a sample of positions: participants, and where each competition starts."""
    board, work, table = plain(zeros(go.dtype)), np.zeros(1, WORK), shapes.learning_table()
    classes, found, starts, done = shapes.classes, [], [np.zeros(1, np.int64)], 0
    with progress_bar("Gathering positions", games) as advance:
        for batch in batches(paths, FEATURES, games, seed, advance):
            room = min(positions - done, len(batch.moves) // one_in + len(batch.lines))
            participants, ends = np.zeros(room * 361, PARTICIPANT), np.zeros(room, np.int64)
            made = gather_games(
                board, table, work, *batch.arrays, batch.first, one_in, seed, classes, participants, ends
            )
            if made:
                found.append(participants[: ends[made - 1]].copy())
                starts.append(ends[:made] + starts[-1][-1])
            done += made
            if done >= positions:
                break
    if not done:
        raise ValueError("These files have no games to learn features from; more games are needed.")
    return np.concatenate(found), np.concatenate(starts)


def learn_features(paths: Sequence[str | Path], patterns: str | Path, output: str | Path, games: int = 1_000_000,
                   positions: int = 200_000, one_in: int = 8, rounds: int = 10, seed: int = 0) -> str:  # fmt: skip
    """Learn the strengths of features, and of the shapes in the file `patterns`, by minorization-maximization; write
    both to `output`. A report with the move prediction on games that taught nothing."""
    began = time.monotonic()
    games, shapes = min(games, sum(1 for _ in read_games(paths))), read_shapes(patterns)
    participants, starts = gather(paths, shapes, games, positions, one_in, seed)
    with progress_bar("Minorization-maximization", rounds) as advance:
        gammas = maximise(participants, starts, len(shapes.codes), rounds, lambda turn, _: advance(turn))
    weights = np.log(gammas[:FIRST_SHAPE])
    strength = gammas[FIRST_SHAPE:] * gammas[np.where(shapes.codes & 1, ANSWER, SHAPE) * LEVELS + shapes.classes]
    made_by = f"kaya learn features --games {games} --positions {len(starts) - 1} --rounds {rounds} --seed {seed}"
    payloads = large_patterns.payload(strength, shapes.probability)
    size = large_patterns.save(output, shapes.codes, payloads, weights, made_by)
    seconds = time.monotonic() - began
    accuracy = predict(paths, output, games, seed, with_features=True)
    return (
        f"{len(starts) - 1:,} positions with {len(participants):,} moves, {rounds} rounds; {size / 1e6:.2f} MB in "
        f"{output}; {seconds:.0f} s.\n{strengths_table(weights)}\n{accuracy}"
    )


def strengths_table(weights: np.ndarray) -> str:
    """The gammas of the levels of all features but the shapes."""
    rows = []
    for k, (group, levels) in enumerate(GROUPS.items()):
        if k < SHAPE:
            texts = (
                f"{name or 'present'}: {np.exp(weights[k * LEVELS + i]):.2f}" for i, name in enumerate(levels) if name
            )
            rows.append(f"{group:12} {'; '.join(texts)}")
    return "\n".join(rows)


def predict(paths: Sequence[str | Path], table: str | Path, games: int = 1_000_000, seed: int = 0,
            with_features: bool = True, one_in: int = 1, most: int = 2_000) -> str:  # fmt: skip
    """How well a table predicts the moves of (at most so many) games that taught nothing: a text table."""
    records = plain(as_record(large_patterns.load(table)))
    board, work = plain(zeros(go.dtype)), np.zeros(1, WORK)
    hits, seen, likelihood, count, began = np.zeros((PHASES, len(TOPS))), np.zeros(PHASES), 0.0, 0, time.process_time()
    for batch in batches(paths, TEST, games, seed):
        if count >= most:
            break
        likelihood += predict_games(
            board, records, work, *batch.arrays, batch.first, one_in, seed, with_features, hits, seen
        )
        count += len(batch.lines)
    micro = (time.process_time() - began) * 1e6 / max(seen.sum(), 1)
    rows = [f"{'moves':>10} {'positions':>10} " + " ".join(f"top {top:2}".rjust(7) for top in TOPS)]
    for phase in (-1, *range(PHASES)):
        total, hit = (seen.sum(), hits.sum(axis=0)) if phase < 0 else (seen[phase], hits[phase])
        name = "all" if phase < 0 else f"{phase * PHASE + 1}-{(phase + 1) * PHASE if phase < PHASES - 1 else ''}"
        rows.append(f"{name:>10} {int(total):10,} " + " ".join(f"{share:7.2%}" for share in hit / max(total, 1)))
    title = "features" if with_features else "shapes alone"
    rows.append(
        f"{title}: {count:,} unseen games, mean ln P {likelihood / max(seen.sum(), 1):.3f}, {micro:.0f} us a position"
    )
    return "\n".join(rows)
