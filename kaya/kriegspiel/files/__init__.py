"""How games of Kriegspiel are kept: PGN with the umpire's words; and games of chess to learn from."""

from ...protocols.formats import FileFormat, begins_with
from ...table import Record
from . import pgn


def _of(record: Record) -> pgn.KriegspielRecord:
    if record.source:
        return pgn.load(record.source.encode())
    facts, names = dict(record.facts), record.names
    dated = {"date": facts.pop("Date")} if "Date" in facts else {}
    return pgn.KriegspielRecord(record.position, names[1], names[2], record.outcome or "*", other=facts, **dated)


def _write(record: pgn.KriegspielRecord) -> bytes:
    return pgn.save(record).encode()


PGN = FileFormat(".pgn", "Kriegspiel", _write, pgn.load, _of, lambda text: begins_with(text, "["))
