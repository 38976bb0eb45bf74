"""How games of Phantom Go are kept: SGF with the umpire's words."""

from ...go.files import sgf_date
from ...go.rules import BLACK, WHITE
from ...protocols.formats import FileFormat
from ...table import Record
from . import sgf


def _of(record: Record) -> sgf.PhantomRecord:
    names = record.names
    found = sgf.PhantomRecord(record.position, names[BLACK], names[WHITE], record.outcome, sgf_date(record))
    if record.source:
        found = sgf.load(record.source.encode())
        found.position = record.position
    found.tree = record.tree
    return found


PHANTOM_SGF = FileFormat(".sgf", "Phantom Go", sgf.save, sgf.load, _of, sgf.is_phantom)
