"""How games of Phantom Go are kept: SGF with the umpire's words."""

from ...go.rules import BLACK, WHITE
from ...protocols.formats import FileFormat
from ...table import Record
from . import sgf


def _of(record: Record) -> sgf.PhantomRecord:
    names = record.names
    return sgf.PhantomRecord(record.position, names[BLACK], names[WHITE], record.outcome, record.facts.get("Date", ""))


PHANTOM_SGF = FileFormat(".sgf", "Phantom Go", sgf.save, sgf.load, _of, sgf.is_phantom)
