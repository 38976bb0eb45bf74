"""Games as they lie in the page: a few letters a move instead of a file.

Another kind of record gets an encoder here and a view in viewer.js; until then it is shown as the text it is.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...games.go import PASS, WHITE, column_row
from ...games.kriegspiel import KriegspielPosition, message_text, move_name
from ...protocols.kriegspiel_pgn import load as load_pgn
from ...protocols.phantom_sgf import MARK, load_views, umpires_words
from ...protocols.sgf import GameRecord, load

LETTERS = "abcdefghijklmnopqrs"


@dataclass(frozen=True)
class ShownGame:
    """A game in the viewer; `record` is as its format has it."""

    match: int
    number: int
    first_side: int
    outcome: str
    reason: str
    format: str
    record: Any

    @property
    def ending(self) -> str:
        """How it ended, in words. Some stores say "score" of every game that was played to its end: a game of
        Kriegspiel knows better."""
        return (
            self.record["ending"] or self.reason
            if self.format == "kriegspiel" and self.reason == "score"
            else self.reason
        )


def encode(text: str) -> tuple[str, Any]:
    """The format of a record, and the record for the page; `text` where it is of no known kind, or faulty."""
    for name, (mark, encoder) in ENCODERS.items():
        if re.match(mark, text.lstrip()):
            try:
                return name, encoder(text)
            except ValueError:
                break
    return "text", text


def encode_go(text: str) -> dict[str, Any]:
    """`moves` has column and row of each move, from above, as in SGF (`dd`); White's with a capital first (`Dd`), and
    `zz` for a pass."""
    return go_record(load(text.encode()))


def go_record(record: GameRecord) -> dict[str, Any]:
    lines = record.lines
    coded: dict[str, Any] = {"size": lines, "moves": "".join(_go_move(c, p, lines) for c, p in record.moves)}
    if record.black or record.white:
        stones = [(1, p) for p in record.black] + [(WHITE, p) for p in record.white]
        coded["setup"] = "".join(_go_move(c, p, lines) for c, p in stones)
    if record.comments:
        coded["comments"] = record.comments
    return coded


def _go_move(colour: int, p: int, lines: int) -> str:
    x, y = column_row(p, lines) if p != PASS else (0, 0)
    letters = "zz" if p == PASS else LETTERS[x] + LETTERS[y]
    return letters.capitalize() if colour == WHITE else letters


def encode_kriegspiel(text: str) -> dict[str, Any]:
    """The moves in coordinates; `said` and `tried` have the umpire's words and the refused tries by the number of the
    move, from 1. `first` is how many half-moves were played before, `ending` how the umpire ended it."""
    return kriegspiel_record(load_pgn(text).position)


def kriegspiel_record(position: KriegspielPosition) -> dict[str, Any]:
    plies = list(enumerate(position.plies, start=1))
    said = {n: message_text(p.message).removeprefix("moved; ") for n, p in plies}
    return {
        "fen": position.start_fen.split()[0],
        "first": 2 * int(position.start_fen.split()[5]) - 2 + (" b " in position.start_fen),
        "moves": [move_name(p.move) for _, p in plies],
        "said": {n: words for n, words in said.items() if words != "moved"},
        "tried": {n: " ".join(map(move_name, p.tried)) for n, p in plies if p.tried},
        "ending": position.ending,
    }


def encode_phantom_go(text: str) -> dict[str, Any]:
    """As a game of Go, with the umpire's words and the refused tries by the number of the move; and in `knows` for each
    side, after each move, the stones of the other that it knows, as letters in the order of the board."""
    position, views = load_views(text.encode())
    lines = position.lines
    plies = list(enumerate(position.plies, start=1))
    said = {n: umpires_words(position, n) for n, _ in plies}
    return {
        "size": lines,
        "moves": "".join(_go_move(c, p, lines) for c, p in position.line),
        "said": {n: words for n, words in said.items() if words not in ("moved", "passed")},
        "tried": {n: " ".join(position.move_name(m) for m in p.tried) for n, p in plies if p.tried},
        "knows": [["".join(_go_move(1, p, lines) for p in sorted(known)) for known in side] for side in views],
    }


ENCODERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "phantom-go": (MARK, encode_phantom_go),
    "go": (r"\(;", encode_go),
    "kriegspiel": (r"\[", encode_kriegspiel),
}
"""By format: a pattern of how a record of it begins, and its encoder."""
