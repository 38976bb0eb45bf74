"""Games as they lie in the page: a few letters a move instead of a file.

Another kind of record gets an encoder here and a view in viewer.js; until then it is shown as the text it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...games.go import PASS, WHITE, column_row
from ...games.kriegspiel import KriegspielPosition, message_text, move_name
from ...protocols.kriegspiel_pgn import load as load_pgn
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
        if text.lstrip().startswith(mark):
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


ENCODERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "go": ("(;", encode_go),
    "kriegspiel": ("[", encode_kriegspiel),
}
"""By format: how a record of it begins, and its encoder."""
