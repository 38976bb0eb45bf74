"""`kaya learn patterns`, `kaya learn features`, `kaya learn predict` and `kaya learn neighbourhoods`: knowledge from
recorded games (Mango paper, section 3.3).

Games are read as a stream, a thousand at a time. Each belongs to one of three parts by a hash of its first moves, so
that a game that was recorded twice is never on both sides: most teach shapes, some teach the strengths of features
(games that did not teach the shapes, whose probabilities are too good on their own games), and the last part measures
move prediction.

A run leaves a checkpoint beside its output now and then. The same command goes on from there, to the same result."""

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from ...kernel import plain, zeros
from ...lab.learning import EVERY_GAME
from ...lab.learning.checkpoints import Checkpoint
from ...lab.screen import progress
from ..files.archives import GameRecord, read_games
from ..knowledge import large_patterns, patterns3
from ..knowledge.features import ANSWER, CLASSES_PER_FACTOR_2, GROUPS, LEVELS, SHAPE, SUPERSEDED
from ..knowledge.large_patterns import CODES, as_record, geometry, hash_table
from ..rules import go
from ..rules.board import LARGEST
from ..rules.replay import replay
from . import harvest
from .bradley_terry import FIRST_SHAPE, PARTICIPANT, maximise
from .prediction import PHASE, PHASES, TOPS, WORK, gather_games, predict_games

BATCH = 1000
SHAPES, FEATURES, TEST = "shapes", "features", "test"
SHARES = {TEST: 3, FEATURES: 12}  # percent of the games; the rest teaches shapes
LEARNING_SLOTS = 1 << 23
MOST_SHAPES = 1 << 22
Paths = Sequence[str | Path]


@dataclass(frozen=True)
class Batch:
    """Some games as flat arrays, in the form that the kernels of `harvest` take; `first` is the number of the first,
    and `read` how many games of all parts were read up to here."""

    first: int
    read: int
    lines: np.ndarray
    handicaps: np.ndarray
    starts: np.ndarray
    moves: np.ndarray

    @property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        return self.lines, self.handicaps, self.starts, self.moves

    @classmethod
    def of(cls, games: Sequence[GameRecord], first: int, read: int) -> "Batch":
        lengths = [len(game.handicap) + len(game.moves) for game in games]
        return cls(
            first,
            read,
            np.array([game.lines for game in games]),
            np.array([len(game.handicap) for game in games]),
            np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            np.concatenate([part for game in games for part in (game.handicap, game.moves)]).astype(np.int16),
        )


def part_of(game: GameRecord, seed: int) -> str:
    """To which part a game belongs."""
    percent = zlib.crc32(game.moves[:40].astype(np.int16).tobytes(), seed) % 100
    return TEST if percent < SHARES[TEST] else FEATURES if percent < SHARES[TEST] + SHARES[FEATURES] else SHAPES


@dataclass
class Games:
    """The first `most` legal games of some files and folders. `count` of them are there; sentences about files and
    lines that are none, and about games with illegal moves, are in `skipped`."""

    paths: Paths
    most: int = EVERY_GAME
    count: int = 0
    skipped: list[str] = field(default_factory=list)
    illegal: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, paths: Paths, most: int = EVERY_GAME) -> "Games":
        """Read all once, to count them; ValueError if there are none."""
        games, board = cls(paths, most), zeros(go.dtype)[0]
        with progress("Reading games", None) as advance:
            for number, game in enumerate(read_games(paths, skipped=games.skipped)):
                if games.count == most:
                    break
                if replay(board, game.lines, game.handicap, game.moves)[0] < len(game.moves):
                    games.illegal.add(number)
                    games.skipped.append(f"{game.where}: a move is illegal.")
                    continue
                games.count += 1
                if games.count % 100 == 0:
                    advance(games.count)
        if games.count == 0:
            why = f": {games.skipped[0]}" if games.skipped else "."
            raise ValueError(f"There are no games in these files to learn from{why}")
        return games

    def __iter__(self) -> Iterator[GameRecord]:
        every = enumerate(read_games(self.paths, skipped=[]))
        return islice((game for number, game in every if number not in self.illegal), self.count)

    def batches(self, part: str | None, seed: int) -> Iterator[Batch]:
        """The games of a part (of all parts if None), in batches."""
        chosen: list[GameRecord] = []
        first = 0
        for read, game in enumerate(self, start=1):
            if len(game.moves) > 0 and part in (None, part_of(game, seed)):
                chosen.append(game)
            if len(chosen) == BATCH:
                yield Batch.of(chosen, first, read)
                first += BATCH
                chosen = []
        if chosen:
            yield Batch.of(chosen, first, self.count)

    @property
    def about_skipped(self) -> str:
        """A line on what was skipped, or nothing."""
        if not self.skipped:
            return ""
        return f"{len(self.skipped):,} skipped; the first: {self.skipped[0]}\n"


def work_through(
    games: Games,
    part: str,
    seed: int,
    title: str,
    checkpoint: Checkpoint,
    stage: str,
    state: dict[str, np.ndarray],
    learn: Callable[[Batch], None],
) -> None:
    """Learn from each batch of a part into `state`, after the last one of a checkpoint of this stage."""
    done = checkpoint.restore(stage, state)
    with progress(title, games.count) as advance:
        for number, batch in enumerate(games.batches(part, seed), start=1):
            if number > done:
                learn(batch)
                checkpoint.save(stage, number, state)
            advance(batch.read)


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


def harvest_shapes(games: Games, fewest: int, seed: int, checkpoint: Checkpoint) -> tuple[np.ndarray, int]:
    """The hashes of all shapes that are played at least `fewest` times, and how many moves were looked at."""
    board, codes = plain(zeros(go.dtype)), np.zeros(1, CODES)
    table = plain(as_record({**geometry(), "slots": np.zeros(LEARNING_SLOTS, np.int64)}))
    sketch, counts, totals = np.zeros(1, harvest.SKETCH), np.zeros(MOST_SHAPES, np.int32), np.zeros(2, np.int64)
    state = {"sketch": sketch["counts"], "totals": totals}

    def count(batch: Batch) -> None:
        totals[0] += harvest.sketch_games(board, table, codes, sketch, *batch.arrays)

    def collect(batch: Batch) -> None:
        totals[1] = harvest.collect_games(board, table, codes, sketch, *batch.arrays, fewest, counts, totals[1])

    if checkpoint.stage in ("", "sketch"):
        work_through(games, SHAPES, seed, "Counting shapes", checkpoint, "sketch", state, count)
    state |= {"slots": table["slots"], "counts": counts}
    work_through(games, SHAPES, seed, "Collecting the frequent ones", checkpoint, "collect", state, collect)
    slots = table["slots"][0]
    slots = slots[slots != 0]
    often = counts[slots & large_patterns.PAYLOAD] >= fewest
    return np.sort(slots[often] >> large_patterns.PAYLOAD_BITS), int(totals[0])


def count_shapes(
    games: Games, shapes: Shapes, moves: np.ndarray, one_in: int, seed: int, checkpoint: Checkpoint
) -> None:
    """Find with which probability each of these shapes is played."""
    board, table, passed_over = plain(zeros(go.dtype)), shapes.learning_table(), np.zeros(len(shapes.codes), np.int64)
    state = {"codes": shapes.codes, "moves": moves, "played": shapes.played, "passed_over": passed_over}

    def count(batch: Batch) -> None:
        harvest.count_games(board, table, *batch.arrays, batch.first, one_in, seed, passed_over, shapes.played)

    work_through(games, SHAPES, seed, "Counting when they could be played", checkpoint, "count", state, count)
    shapes.probability = harvest.probabilities(shapes.played, passed_over, one_in)


def learn_patterns(
    paths: Paths, output: str | Path, games: int = EVERY_GAME, fewest: int = 10, one_in: int = 12, seed: int = 0
) -> str:
    """Learn large patterns and write them to `output`; a report with their move prediction on games that taught
    nothing. Passed-over moves are counted in one of `one_in` positions."""
    began, source = time.monotonic(), Games.of(paths, games)
    made_by = f"kaya learn patterns --games {source.count} --fewest {fewest} --one-in {one_in} --seed {seed}"
    checkpoint = Checkpoint(output, made_by, paths, BATCH, SHARES)
    if checkpoint.stage == "count":
        codes, moves = checkpoint.arrays["codes"], int(checkpoint.arrays["moves"][0])
    else:
        codes, moves = harvest_shapes(source, fewest, seed, checkpoint)
    shapes = Shapes(codes, np.zeros(len(codes), np.int64), np.zeros(len(codes)))
    count_shapes(source, shapes, np.array([moves]), one_in, seed, checkpoint)
    payloads = large_patterns.payload(np.ones(len(codes)), shapes.probability)
    size = large_patterns.save(output, codes, payloads, np.zeros(LEVELS * len(GROUPS)), made_by)
    checkpoint.remove()
    seconds = time.monotonic() - began
    return (
        f"{source.about_skipped}{len(codes):,} shapes that were played at least {fewest} times in {moves:,} moves; "
        f"{source.count:,} games, {size / 1e6:.2f} MB in {output}, {seconds:.0f} s.\n"
        f"{predict(source, output, TEST, seed, with_features=False)}"
    )


def read_shapes(path: str | Path) -> Shapes:
    """The shapes of a file that `learn_patterns` wrote."""
    codes, payloads, _ = large_patterns.read(path)
    logarithm = large_patterns.LOG_LOWEST + large_patterns.LOG_STEP * (payloads & large_patterns.VALUE)
    return Shapes(codes, np.zeros(len(codes), np.int64), np.exp(np.minimum(logarithm, 0)))


def gather(games: Games, shapes: Shapes, positions: int, one_in: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The competitions of a sample of positions: participants, and where each competition starts."""
    board, work, table = plain(zeros(go.dtype)), np.zeros(1, WORK), shapes.learning_table()
    classes, done = shapes.classes, 0
    participants = np.zeros(positions * LARGEST**2, PARTICIPANT)  # memory that is never written to is never taken
    starts = np.zeros(positions + 1, np.int64)
    with progress("Gathering positions", positions) as advance:
        for batch in games.batches(FEATURES, seed):
            free, ends = participants[starts[done] :], starts[done + 1 :]
            made = gather_games(board, table, work, *batch.arrays, batch.first, one_in, seed, classes, free, ends)
            starts[done + 1 : done + 1 + made] += starts[done]
            done += made
            advance(done)
            if done == positions:
                break
    if not done:
        raise ValueError("These files have no games to learn features from; more games are needed.")
    return participants[: starts[done]], starts[: done + 1]


def learn_features(
    paths: Paths,
    patterns: str | Path,
    output: str | Path,
    games: int = EVERY_GAME,
    positions: int = 200_000,
    one_in: int = 8,
    rounds: int = 8,
    seed: int = 0,
) -> str:
    """Learn the strengths of features, and of the shapes in the file `patterns`, by minorization-maximization; write
    both to `output`. A report with the move prediction on games that taught nothing. One of `one_in` positions of a
    game is used, until there are enough."""
    began, shapes = time.monotonic(), read_shapes(patterns)
    source = Games.of(paths, games)
    made_by = (
        f"kaya learn features --games {source.count} --positions {positions} --one-in {one_in} --rounds {rounds} "
        f"--seed {seed}"
    )
    checkpoint = Checkpoint(output, made_by, [*paths, patterns], BATCH, SHARES)
    participants, starts = gather(source, shapes, positions, one_in, seed)
    gammas = np.ones(FIRST_SHAPE + len(shapes.codes))
    done = checkpoint.restore("rounds", {"gammas": gammas})
    with progress("Minorization-maximization", rounds) as advance:
        for turn in range(done, rounds):
            advance(turn)
            maximise(participants, starts, gammas, rounds=1)
            checkpoint.save("rounds", turn + 1, {"gammas": gammas})
    weights = np.log(gammas[:FIRST_SHAPE])
    strength = gammas[FIRST_SHAPE:] * gammas[np.where(shapes.codes & 1, ANSWER, SHAPE) * LEVELS + shapes.classes]
    payloads = large_patterns.payload(strength, shapes.probability)
    size = large_patterns.save(output, shapes.codes, payloads, weights, made_by)
    checkpoint.remove()
    seconds = time.monotonic() - began
    return (
        f"{source.about_skipped}{len(starts) - 1:,} positions with {len(participants):,} moves, {rounds} rounds; "
        f"{size / 1e6:.2f} MB in {output}, {seconds:.0f} s.\n{strengths_table(weights)}\n"
        f"{predict(source, output, TEST, seed, with_features=False)}\n{predict(source, output, TEST, seed)}"
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


def predict(
    games: Games,
    table: str | Path,
    part: str | None = TEST,
    seed: int = 0,
    with_features: bool = True,
    most: int = 2_000,
) -> str:
    """How well a table predicts the moves of (at most so many) games of a part, or of all: a text table."""
    records = plain(as_record(large_patterns.load(table)))
    board, work = plain(zeros(go.dtype)), np.zeros(1, WORK)
    hits, seen, likelihood, count = np.zeros((PHASES, len(TOPS))), np.zeros(PHASES), 0.0, 0
    with progress("Predicting moves", games.count) as advance:
        for batch in games.batches(part, seed):
            left = most - count
            arrays = batch.lines[:left], batch.handicaps[:left], batch.starts, batch.moves
            likelihood += predict_games(board, records, work, *arrays, batch.first, 1, seed, with_features, hits, seen)
            count += len(arrays[0])
            advance(batch.read)
            if count >= most:
                break
    title, kind = "Features" if with_features else "Shapes alone", " that taught nothing" if part == TEST else ""
    if not seen.sum():
        return f"{title}: no game was left to measure the prediction of moves."
    rows = [
        f"{title}: the moves of {count:,} games{kind}; mean ln P {likelihood / seen.sum():.3f}",
        f"{'moves':>10} {'positions':>10} " + " ".join(f"top {top:2}".rjust(7) for top in TOPS),
    ]
    for phase in (-1, *range(PHASES)):
        total, hit = (seen.sum(), hits.sum(axis=0)) if phase < 0 else (seen[phase], hits[phase])
        name = "all" if phase < 0 else f"{phase * PHASE + 1}-{(phase + 1) * PHASE if phase < PHASES - 1 else ''}"
        rows.append(f"{name:>10} {int(total):10,} " + " ".join(f"{share:7.2%}" for share in hit / max(total, 1)))
    return "\n".join(rows)


def predict_all(
    paths: Paths, table: str | Path | None, games: int = 2_000, held_out: bool = False, seed: int = 0
) -> str:
    """The prediction of the moves of the first games of these files, by shapes alone and by features. With `held_out`,
    only games that `learn_patterns` and `learn_features` with this seed do not learn from count."""
    source, part = Games.of(paths, EVERY_GAME if held_out else games), TEST if held_out else None
    path = large_patterns.SHIPPED if table is None else table
    return source.about_skipped + "\n".join(
        predict(source, path, part, seed, with_features, games) for with_features in (False, True)
    )


def learn_neighbourhoods(files: Sequence[Path], games: int, output: Path, console: Console) -> None:
    """Count in recorded games how often each 3x3 neighbourhood is played where it could be, and write the values."""
    board, seen, played = (
        zeros(go.dtype),
        np.zeros((2, patterns3.CODES), np.int64),
        np.zeros((2, patterns3.CODES), np.int64),
    )
    source = Games.of(files, games)
    for game in track(source, "games", total=source.count, console=console):
        patterns3.count_neighbourhoods(board[0], game.lines, game.handicap, game.moves, seen, played)
    codes, values = patterns3.values_from(seen, played)
    with output.open("wb") as file:
        np.savez_compressed(file, codes=codes.astype(np.uint32), values=values)
    console.print(
        f"{source.about_skipped}{source.count:,} games, {int(played.sum()):,} moves, {len(codes):,} neighbourhoods, "
        f"in {output}"
    )
