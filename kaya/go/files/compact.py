"""Games of Go as pages get them: a few letters a move instead of a file."""

from typing import Any

from ..rules import PASS, WHITE, column_row
from .sgf import GameRecord, load

LETTERS = "abcdefghijklmnopqrs"


def encode(text: str) -> dict[str, Any]:
    """`moves` has column and row of each move, from above, as in SGF (`dd`); White's with a capital first (`Dd`), and
    `zz` for a pass."""
    return compact(load(text.encode()))


def compact(record: GameRecord) -> dict[str, Any]:
    lines = record.lines
    made: dict[str, Any] = {"size": lines, "moves": "".join(coded(c, p, lines) for c, p in record.moves)}
    if record.black or record.white:
        stones = [(1, p) for p in record.black] + [(WHITE, p) for p in record.white]
        made["setup"] = "".join(coded(c, p, lines) for c, p in stones)
    if record.comments:
        made["comments"] = record.comments
    return made


def coded(colour: int, p: int, lines: int) -> str:
    x, y = column_row(p, lines) if p != PASS else (0, 0)
    letters = "zz" if p == PASS else LETTERS[x] + LETTERS[y]
    return letters.capitalize() if colour == WHITE else letters
