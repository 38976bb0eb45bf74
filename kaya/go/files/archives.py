"""Recorded games from files: archives with one game per line, also compressed (`.txt`, `.txt.xz`), SGF files, and
folders, of which every SGF file is read, those in folders inside of them too. A line of an archive is

    source|date|black|white|result|komi|setup|moves

`setup` are Black's handicap stones and `moves` the moves, both as SGF points written one after the other (`aa` is the
upper left corner, `tt` a pass). Colours alternate; White begins where there are handicap stones. An empty line and one
that begins with # are skipped. The board size is the number in the file's name (`go9.txt`, `pro19_online.txt.xz`), else
19; a line `# size 9` sets it for the lines that follow.

Files are read as a stream: an archive of any size takes the memory of one game."""

import lzma
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ...kernel import zeros
from ..rules import BLACK, PASS, WHITE, go, point, vertex
from ..rules.board import CELLS, EMPTY, LARGEST, SMALLEST
from ..rules.replay import replay

FIELDS = 8
LONGEST_LINE = 1 << 16  # bytes; a game of 1,000 moves has 2,000
LARGEST_SGF = 1 << 24
SUFFIXES = (".txt", ".txt.xz")
SGF = ".sgf"
Progress = Callable[[Path, int, int], None]
"""Called now and then with a file, how many of its bytes are read, and how many it has; for a folder, its files."""


class ArchiveError(ValueError):
    """What is wrong with an archive, in one sentence that names the file and the line."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One recorded game; moves and handicap stones are points, or PASS. `line` is 0 if it has a file of its own."""

    lines: int
    handicap: np.ndarray
    moves: np.ndarray
    result: str
    path: Path
    line: int

    @property
    def first(self) -> int:
        """Who makes the first move."""
        return WHITE if len(self.handicap) else BLACK

    @property
    def where(self) -> str:
        return f"{self.path.name}, line {self.line}" if self.line else self.path.name


def read_games(
    paths: Iterable[str | Path], progress: Progress | None = None, skipped: list[str] | None = None
) -> Iterator[GameRecord]:
    """All games of these files and folders, one after the other. ArchiveError at the first line or file that is none;
    where a list `skipped` is given, what is wrong with it goes there instead, but a path that is no file or folder of
    games at all is still an error."""
    paths = [Path(path) for path in paths]
    for path in paths if skipped is not None else ():
        if sentence := _refusal(path):
            raise ArchiveError(sentence)
    for game in _records(paths, progress):
        if not isinstance(game, ArchiveError):
            yield game
        elif skipped is None:
            raise game
        else:
            skipped.append(str(game))


def _refusal(path: Path) -> str | None:
    """Why nothing can be read from this path, if so."""
    if path.is_dir():
        return None if any(_sgf_files(path)) else f"{path}: there is no {SGF} file in this folder."
    if not path.is_file():
        return f"{path}: no such file."
    if not path.name.lower().endswith((*SUFFIXES, SGF)):
        return f"{path}: not games: its name must end with {', '.join(SUFFIXES)} or {SGF}."
    return None


def _sgf_files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix.lower() == SGF and path.is_file())


def _records(paths: Iterable[str | Path], progress: Progress | None = None) -> Iterator[GameRecord | ArchiveError]:
    """Games, and for lines and files that are none what is wrong with them."""
    for path in map(Path, paths):
        if sentence := _refusal(path):
            yield ArchiveError(sentence)
        elif path.is_dir():
            files = sorted(_sgf_files(path))
            for number, file in enumerate(files, start=1):
                yield _from_sgf(file)
                if progress:
                    progress(path, number, len(files))
        elif path.suffix.lower() == SGF:
            yield _from_sgf(path)
            if progress:
                progress(path, 1, 1)
        else:
            yield from _from_archive(path, progress)


def _from_archive(path: Path, progress: Progress | None) -> Iterator[GameRecord | ArchiveError]:
    """The games of an archive. If it cannot be read to its end, an error comes last."""
    lines = _size_from_name(path.name)
    try:
        for number, line in _lines(path, progress):
            try:
                if line.startswith(b"#"):
                    lines = _size_from_comment(line) or lines
                elif line:
                    yield _parse(line, lines, path, number)
            except ValueError as error:
                yield ArchiveError(f"{path.name}, line {number}: {error}")
    except (OSError, EOFError, lzma.LZMAError) as error:
        yield ArchiveError(f"{path}: cannot be read: {_reason(error)}.")
    except ArchiveError as error:
        yield error


def _reason(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error) or "it ends too early"
    return reason[0].lower() + reason[1:].rstrip(".")


def _from_sgf(path: Path) -> GameRecord | ArchiveError:
    """The main line of an SGF file, if it is a game with at most handicap stones in front of it and colours in turn."""
    from . import sgf

    try:
        if path.stat().st_size > LARGEST_SGF:
            return ArchiveError(f"{path}: larger than {LARGEST_SGF >> 20} MB, which no game is.")
        game = sgf.load(path.read_bytes())
    except OSError as error:
        return ArchiveError(f"{path}: cannot be read: {_reason(error)}.")
    except (ValueError, RecursionError) as error:
        return ArchiveError(f"{path}: {error}")
    first = WHITE if game.black else BLACK
    if game.white:
        return ArchiveError(f"{path}: white stones are set up before the first move.")
    for number, (colour, _) in enumerate(game.moves):
        if colour != (first if number % 2 == 0 else BLACK + WHITE - first):
            return ArchiveError(f"{path}: move {number + 1} is not of the player whose turn it is.")
    moves = np.array([p for _, p in game.moves], np.int64)
    return GameRecord(game.lines, np.array(game.black, np.int64), moves, game.result, path, 0)


def _lines(path: Path, progress: Progress | None) -> Iterator[tuple[int, bytes]]:
    total = path.stat().st_size
    with path.open("rb") as raw, lzma.open(raw) if path.suffix == ".xz" else raw as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise ArchiveError(f"{path.name}, line {number}: longer than {LONGEST_LINE} bytes, which no game is.")
            if progress and number % 256 == 0:
                progress(path, raw.tell(), total)
            yield number, line.strip()
        if progress:
            progress(path, total, total)


def _size_from_name(name: str) -> int:
    sizes = [int(digits) for digits in re.findall(r"\d+", name) if len(digits) <= 2]
    return next((size for size in sizes if SMALLEST <= size <= LARGEST), LARGEST)


def _size_from_comment(line: bytes) -> int | None:
    if found := re.fullmatch(rb"#\s*size\s+(\S+)", line):
        if not found[1].isdigit() or not SMALLEST <= int(found[1]) <= LARGEST:
            raise ValueError(f"the size must be from {SMALLEST} to {LARGEST}, not {found[1].decode(errors='replace')}.")
        return int(found[1])
    return None


def _parse(line: bytes, lines: int, path: Path, number: int) -> GameRecord:
    fields = line.split(b"|")
    if len(fields) != FIELDS:
        raise ValueError(f"a game has {FIELDS} fields with | between them, not {len(fields)}.")
    handicap, moves = (_points(text, lines) for text in fields[6:])
    return GameRecord(lines, handicap, moves, fields[4].decode("utf-8", "replace"), path, number)


def _points(text: bytes, lines: int) -> np.ndarray:
    """The points of concatenated SGF names."""
    if len(text) % 2:
        raise ValueError("points have two letters each, and here one is left over.")
    columns_rows = np.frombuffer(text, np.uint8).reshape(-1, 2).astype(np.int64) - ord("a")
    passes = (columns_rows == ord("t") - ord("a")).all(axis=1)
    off = ((columns_rows < 0) | (columns_rows >= lines)).any(axis=1) & ~passes
    if off.any():
        k = int(off.argmax())
        name = text[2 * k : 2 * k + 2].decode("latin-1")
        raise ValueError(f"{name!a} is not a point of a {lines}x{lines} board.")
    return np.where(passes, PASS, point(columns_rows[:, 0], columns_rows[:, 1], lines))  # type: ignore[arg-type]


@dataclass
class Replayed:
    """What came of replaying games. `illegal` and `repeating` have one sentence per game."""

    games: int = 0
    moves: int = 0
    captures: int = 0
    by_size: dict[int, int] = field(default_factory=dict)
    illegal: list[str] = field(default_factory=list)
    repeating: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.illegal and not self.unreadable


def replay_all(paths: Iterable[str | Path], progress: Progress | None = None) -> Replayed:
    """Replay every game under the rules: captures, suicide forbidden, simple ko. A whole-board repetition is noted but
    allowed, as professional rules differ in this. What is illegal or unreadable is collected; nothing is raised."""
    done, boards, began = Replayed(), zeros(go.dtype), time.monotonic()
    board = boards[0]
    for game in _records(paths, progress):
        if isinstance(game, ArchiveError):
            done.unreadable.append(str(game))
            continue
        made, repeat = replay(board, game.lines, game.handicap, game.moves)
        done.games += 1
        done.moves += max(made, 0)
        done.by_size[game.lines] = done.by_size.get(game.lines, 0) + 1
        if made < len(game.moves):
            done.illegal.append(f"{game.where}: {_why_illegal(board, game, made)}")
            continue
        stones = len(game.handicap) + int(np.count_nonzero(game.moves != PASS))
        done.captures += stones - (game.lines**2 - int(board.empties))
        if repeat:
            done.repeating.append(f"{game.where}: move {repeat} repeats an earlier position.")
    done.seconds = time.monotonic() - began
    return done


def _why_illegal(board, game: GameRecord, made: int) -> str:
    if made < 0:
        return "the handicap stones cannot stand on an empty board."
    p, colour = int(game.moves[made]), "Black" if board.turn == BLACK else "White"
    if not 0 < p < CELLS or board.colour[p] != EMPTY:
        reason = "occupied"
    else:
        reason = "ko" if p == board.ko else "suicide"
    return f"move {made + 1} ({colour} {vertex(p, game.lines)}) is not allowed: {reason}."


def replay_command(paths: Iterable[str | Path], most_shown: int = 20) -> int:
    """`kaya replay FILES...`: replay archives, SGF files and folders with a progress bar and print what came of it. The
    exit code: 0 if every game is legal, 1 if not."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    paths = [Path(path) for path in paths]
    console = Console(highlight=False, soft_wrap=True, emoji=False, markup=False)
    columns = TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks = {path: bar.add_task(path.name, total=None) for path in paths}
        done = replay_all(paths, lambda path, read, total: bar.update(tasks[path], completed=read, total=total))
    for title, sentences in (("Unreadable", done.unreadable), ("Illegal", done.illegal)):
        for sentence in sentences[:most_shown]:
            console.print(f"{title}: {sentence}", markup=False)
        if len(sentences) > most_shown:
            console.print(f"… and {len(sentences) - most_shown:,} more.", markup=False)
    sizes = ", ".join(f"{count:,} on {lines}x{lines}" for lines, count in sorted(done.by_size.items()))
    console.print(
        f"{done.games:,} games ({sizes or 'none'}), {done.moves:,} moves, {done.captures:,} stones captured, "
        f"in {done.seconds:.1f} s.\nIllegal: {len(done.illegal):,}. Unreadable: {len(done.unreadable):,}. "
        f"With a repeated position (rules differ on it): {len(done.repeating):,}.",
        markup=False,
    )
    return 0 if done.ok else 1
