"""The files in which games are kept: each game's own format, or plain lines."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..games.registry import bundles, find_bundle, imported
from ..table import Record
from . import plain


@dataclass(frozen=True)
class FileFormat:
    """A kind of file: suffix, whose games, how one is written, read and made of a table's record, how a text looks."""

    suffix: str
    game: str
    write: Callable[[Any], bytes]
    read: Callable[[bytes], Any]
    of: Callable[[Record], Any]
    recognises: Callable[[str], bool]
    comments: bool = False  # whether it has room for what a program thought


PLAIN = FileFormat(".game", "this kind", plain.save, plain.load, lambda record: record, plain.recognises)


def format_of(game: str) -> FileFormat:
    return imported(find_bundle(game).file_format or PLAIN)


def suffixes() -> list[str]:
    return sorted({format_of(bundle.name).suffix for bundle in bundles()})


def game_of(text: str) -> str:
    """The game that the text of a file is of, by how it begins; ValueError if it looks like none."""
    known = [bundle for bundle in bundles() if bundle.file_format]
    for bundle in sorted(known, key=lambda bundle: not bundle.built_on):  # a file of Phantom Go is also one of Go
        if imported(bundle.file_format).recognises(text):
            return bundle.name
    return plain.game_of(text)


def written(record: Record) -> str:
    kind = format_of(record.position.game.name)
    return kind.write(kind.of(record)).decode()


def begins_with(text: str, mark: str) -> bool:
    """Whether the first sign of a file is this one."""
    return text.lstrip("\ufeff \t\r\n").startswith(mark)
