"""How games of Kriegspiel are kept: PGN with the umpire's words; and games of chess to learn from."""

from ...protocols.formats import FileFormat, begins_with
from ...table import Record
from . import pgn


def _of(record: Record) -> pgn.KriegspielRecord:
    if record.source:
        found = pgn.load(record.source.encode())
        found.tree = record.tree
        if record.tree and found.position != record.position:  # another line is the main one
            found.position, found.result = record.position, record.outcome or "*"
        return found
    facts, names = dict(record.facts), record.names
    dated = {"date": facts.pop("Date")} if "Date" in facts else {}
    return pgn.KriegspielRecord(
        record.position, names[1], names[2], record.outcome or "*", other=facts, tree=record.tree, **dated
    )


def _write(record: pgn.KriegspielRecord) -> bytes:
    return pgn.save(record).encode()


PGN = FileFormat(".pgn", "Kriegspiel", _write, pgn.load, _of, lambda text: begins_with(text, "["))
