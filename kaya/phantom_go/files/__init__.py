"""How games of Phantom Go are kept: SGF with the umpire's words."""

from ...go.files import sgf_date
from ...go.rules import BLACK, WHITE
from ...protocols.formats import FileFormat
from ...table import Record
from . import sgf


def _of(record: Record) -> sgf.PhantomRecord:
    if record.source:
        return sgf.load(record.source.encode())
    names = record.names
    return sgf.PhantomRecord(record.position, names[BLACK], names[WHITE], record.outcome, sgf_date(record))


PHANTOM_SGF = FileFormat(".sgf", "Phantom Go", sgf.save, sgf.load, _of, sgf.is_phantom)
