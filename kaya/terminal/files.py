"""Saving a game so that nothing is lost: never over a file of others, and somewhere else if it cannot be written."""

import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from ..protocols.formats import FileFormat

LARGEST_FILE = 32 << 20


class GameFile:
    """Where a game is saved, again and again under its name; a file of others stays, and a free name is taken."""

    def __init__(self, path: str | Path | None, file_format: FileFormat):
        self.file_format = file_format
        self.wanted = Path(path or f"kaya-{datetime.now():%Y-%m-%d-%H%M%S}{file_format.suffix}")
        self.ours: set[Path] = set()
        self.saved = b""

    @classmethod
    def of(cls, path: str | Path, record: Any, file_format: FileFormat) -> "GameFile":
        """The file that this game was read from: it is written again if it holds this game and nothing else."""
        file, data = cls(path, file_format), file_format.write(record)
        file.wanted = file.wanted.expanduser()
        if file.wanted.is_file() and file.wanted.read_bytes() == data:
            file.ours.add(file.wanted)
            file.saved = data
        return file

    def is_saved(self, record: Any) -> bool:
        return self.file_format.write(record) == self.saved

    def write(self, record: Any, path: str | Path | None = None) -> Path:
        """Write the game, and return the place; ValueError with one sentence if that is not possible."""
        data, target = self.file_format.write(record), Path(path or self.wanted)
        try:
            target = self._free(target.expanduser())
            _replace(target, data)
        except (OSError, ValueError, RuntimeError) as error:
            raise ValueError(f"{target} cannot be written: {_reason(error)}.") from None
        self.ours.add(target)
        self.wanted, self.saved = target, data
        return target

    def rescue(self, record: Any) -> Path | None:
        """Write the game to the folder for temporary files; None if even that fails."""
        try:
            return self.write(record, Path(tempfile.gettempdir()) / self.wanted.name)
        except (ValueError, OSError):
            return None

    def _free(self, path: Path) -> Path:
        if path.is_dir():
            raise ValueError("it is a folder")
        if path.suffix == "":
            path = path.with_suffix(self.file_format.suffix)
        candidate, number = path, 2
        while candidate not in self.ours and candidate.exists() and candidate.is_file():
            candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
            number += 1
        return candidate


def _replace(target: Path, data: bytes) -> None:
    """Write the whole file or leave the old one as it was."""
    if target.exists() and not target.is_file():  # /dev/null, a pipe
        target.write_bytes(data)
        return
    part = target.with_name(target.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def read_game(path: str | Path, file_format: FileFormat) -> Any:
    """A game from a file; ValueError with one sentence if there is none."""
    data = read_file(path, file_format)
    try:
        return file_format.read(data)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def read_file(path: str | Path, file_format: FileFormat) -> bytes:
    """What is in a file; ValueError with one sentence if it cannot be read."""
    if not str(path):
        raise ValueError(f"Say which file to load, as in: load game{file_format.suffix}")
    try:
        with Path(path).expanduser().open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError, RuntimeError) as error:
        raise ValueError(f"{path} cannot be read: {_reason(error)}.") from None
    if len(data) > LARGEST_FILE:
        raise ValueError(f"{path} is too large for a game of {file_format.game}.")
    return data


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text.rstrip(".")
