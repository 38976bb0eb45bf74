"""How games of Go are kept: SGF, and archives of many games."""

import re

from ...protocols.formats import FileFormat, begins_with
from ...table import Record
from . import sgf, tree


def _of(record: Record) -> sgf.GameRecord:
    """The game of a file as it is there, with what was added to it; or a game of our own."""
    if record.source:
        found = sgf.load(record.source)
    else:
        facts = {"result": record.outcome, "comments": dict(record.comments), "date": sgf_date(record)}
        found = sgf.GameRecord.of(record.position, black_name=record.names[1], white_name=record.names[2], **facts)
    if record.tree:
        found.tree, found.moves, found.comments, found.variations = record.tree, record.position.line, {}, {}
    for number, report in record.reports.items():
        found.annotate(number, report)
    for number, lines in ({} if record.tree else record.lines).items():
        found.variations.setdefault(number, []).extend(sgf.Variation(line) for line in lines)
    return found


def sgf_date(record: Record) -> str:
    """SGF has hyphens in a date."""
    return record.facts.get("Date", "").replace(".", "-")


def _is_go(text: str) -> bool:
    """SGF is the format of other games too: GM says which, and 1, which is Go, need not be said."""
    kind = re.search(r"[;\]\s]GM\s*\[\s*(\d+)", text)
    return begins_with(text, "(") and (kind is None or kind[1] == "1")


SGF = FileFormat(".sgf", "Go", tree.write, sgf.load, _of, _is_go, comments=True)
