"""The files in which games are kept, by game: SGF for Go and Phantom Go, PGN for Kriegspiel, and plain lines for all
others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..games.go import BLACK, WHITE
from ..table import Record
from . import kriegspiel_pgn, phantom_sgf, plain, sgf


@dataclass(frozen=True)
class Form:
    """A kind of file: what its name ends with, whose games it holds, how a game is written and read, and how one comes
    from a table."""

    suffix: str
    game: str
    write: Callable[[Any], bytes]
    read: Callable[[bytes], Any]
    of: Callable[[Record], Any]


def _as_sgf(record: Record) -> sgf.GameRecord:
    found = sgf.GameRecord.of(record.position, black_name=record.names[BLACK], white_name=record.names[WHITE],
                              result=record.outcome, comments=dict(record.comments))  # fmt: skip
    for number, report in record.reports.items():
        found.annotate(number, report)
    for number, lines in record.lines.items():
        found.variations.setdefault(number, []).extend(sgf.Variation(line) for line in lines)
    return found


def _as_pgn(record: Record) -> kriegspiel_pgn.KriegspielRecord:
    facts = dict(record.facts)
    dated = {"date": facts.pop("Date")} if "Date" in facts else {}
    return kriegspiel_pgn.KriegspielRecord(record.position, record.names[1], record.names[2], record.outcome or "*",
                                           other=facts, **dated)  # fmt: skip


def _as_phantom_sgf(record: Record) -> phantom_sgf.PhantomRecord:
    return phantom_sgf.PhantomRecord(record.position, record.names[BLACK], record.names[WHITE], record.outcome,
                                     record.facts.get("Date", ""))  # fmt: skip


SGF = Form(".sgf", "Go", sgf.save, sgf.load, _as_sgf)
PGN = Form(".pgn", "Kriegspiel", lambda record: kriegspiel_pgn.save(record).encode(), kriegspiel_pgn.load, _as_pgn)
PLAIN = Form(".game", "this kind", plain.save, plain.load, lambda record: record)
PHANTOM_SGF = Form(".sgf", "Phantom Go", phantom_sgf.save, phantom_sgf.load, _as_phantom_sgf)
FORMS = {"go": SGF, "kriegspiel": PGN, "phantom-go": PHANTOM_SGF}


def form_of(game: str) -> Form:
    return FORMS.get(game, PLAIN)


def game_of(text: str) -> str:
    """The game that the text of a file is of, by how it begins; ValueError if it looks like none."""
    if phantom_sgf.is_phantom(text):
        return "phantom-go"
    for mark, game in (("(", "go"), ("[", "kriegspiel")):
        if text.lstrip("\ufeff \t\r\n").startswith(mark):
            return game
    return plain.game_of(text)


def written(record: Record) -> str:
    """A game as the text of a file of its kind."""
    form = form_of(record.position.game.name)
    return form.write(form.of(record)).decode()
