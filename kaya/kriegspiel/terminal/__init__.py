"""Kriegspiel in the terminal.

`reading` understands what is typed as a move, `board` draws, `screen` shows what one player knows, `person_game` is the
game between the two, `session` puts them together; `review` goes through a finished game with both views."""

from ...terminal.adapter import Resumed, TerminalAdapter, at_most
from ...terminal.hidden import check_unfinished
from ..files import PGN
from ..files.pgn import KriegspielRecord
from .person_game import PersonGame, persons_side, programs_name
from .review import Review
from .session import Session


def _resume(record: KriegspielRecord, path: object) -> Resumed:
    check_unfinished(record, path)
    return Resumed(record.position, persons_side(record), programs_name(record), record.date)


ADAPTER = TerminalAdapter(
    PGN, PersonGame, Session, Review.demonstrated, at_most(seconds=0.1), _resume, every=20, review=Review.of_file
)
