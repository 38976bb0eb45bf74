"""Recorded games of chess and Kriegspiel as plain moves: archives with a game per line, also compressed (`.txt`,
`.txt.xz`), PGN files (`.pgn`), and folders of them. A line of an archive is

    year|WhiteElo|BlackElo|result|ECO|moves

with the moves in coordinates (`e2e4 e7e5`). Files are read as a stream and take the memory of one game."""

import functools
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..rules import START, parse_move
from . import pgn as kriegspiel_pgn

SUFFIXES = (".txt", ".txt.xz", ".pgn")
LONGEST_GAME = 1 << 20  # characters
_move = functools.cache(parse_move)


@dataclass(frozen=True)
class ChessGame:
    """The moves of a game from the start, who played it if that is known, and where it was found."""

    moves: np.ndarray
    white: str
    black: str
    where: str
    opened: bool = False  # with moves that were drawn, not chosen


def read_chess_games(paths: Iterable[str | Path], skipped: list[str]) -> Iterator[ChessGame]:
    """All games of these files and folders; ValueError if a path is none. Faults of single games go to `skipped`."""
    paths = [Path(path) for path in paths]
    for path in paths:
        if not path.exists():
            raise ValueError(f"{path}: no such file.")
        if path.is_file() and not path.name.lower().endswith(SUFFIXES):
            raise ValueError(f"{path}: not games: its name must end with {', '.join(SUFFIXES)}.")
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.name.lower().endswith(SUFFIXES):
                yield from _from_file(file, skipped)


def _from_file(path: Path, skipped: list[str]) -> Iterator[ChessGame]:
    opened: Any = lzma.open if path.suffix.lower() == ".xz" else open
    try:
        with opened(path, "rt", encoding="utf-8", errors="replace") as lines:
            texts = pgn_texts(lines) if path.suffix.lower() == ".pgn" else enumerate(lines, start=1)
            for line, text in texts:
                where = f"{path.name}, line {line}"
                try:
                    game = from_pgn(text, where) if path.suffix.lower() == ".pgn" else _from_line(text, where)
                except ValueError as error:
                    skipped.append(f"{where}: {error}")
                else:
                    if game:
                        yield game
    except (OSError, EOFError, lzma.LZMAError) as error:
        skipped.append(f"{path}: cannot be read to its end ({error}).")


def pgn_texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The games of a PGN file one by one: the line where each begins, and its text."""
    text: list[str] = []
    length, begins, in_moves = 0, 1, False
    for number, line in enumerate(lines, start=1):
        tag = line.lstrip("\ufeff").startswith("[")
        if tag and in_moves:
            yield begins, "".join(text)
            text, length, begins, in_moves = [], 0, number, False
        in_moves |= bool(line.strip()) and not tag
        length += len(line)
        if length <= LONGEST_GAME:
            text.append(line)
    if any(line.strip() for line in text):
        yield begins, "".join(text)


def from_pgn(text: str, where: str) -> ChessGame:
    """A game of a PGN file; ValueError says what is wrong with it, or that it has another start."""
    record = kriegspiel_pgn.load(text)
    if record.position.start_fen != START:
        raise ValueError("this game does not begin at the start of chess.")
    return ChessGame(np.array(record.position.played, np.int32), record.white, record.black, where)


def _from_line(text: str, where: str) -> ChessGame | None:
    text = text.strip()
    if not text or text.startswith("#"):
        return None
    *_, moves = text.split("|")
    if text.count("|") != 5:
        raise ValueError("a line has six parts: year|WhiteElo|BlackElo|result|ECO|moves.")
    return ChessGame(np.array([_move(name) for name in moves.split()], np.int32), "?", "?", where)
