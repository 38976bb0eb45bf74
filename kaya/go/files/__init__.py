"""How games of Go are kept: SGF, and archives of many games."""

from ...protocols.formats import FileFormat, begins_with
from ...table import Record
from ..rules import BLACK, WHITE
from . import sgf


def _of(record: Record) -> sgf.GameRecord:
    found = sgf.GameRecord.of(
        record.position,
        black_name=record.names[BLACK],
        white_name=record.names[WHITE],
        result=record.outcome,
        comments=dict(record.comments),
    )
    for number, report in record.reports.items():
        found.annotate(number, report)
    for number, lines in record.lines.items():
        found.variations.setdefault(number, []).extend(sgf.Variation(line) for line in lines)
    return found


SGF = FileFormat(".sgf", "Go", sgf.save, sgf.load, _of, lambda text: begins_with(text, "("), comments=True)
