"""Kriegspiel in the terminal.

`reading` understands what is typed as a move, `board` draws, `screen` shows what one player knows, `person_game` is the
game between the two, `session` puts them together; `review` goes through a finished game with both views."""

from rich.console import Console, RenderableType

from ...table import Table
from ...terminal.adapter import Resumed, TerminalAdapter, at_most
from ...terminal.hidden import check_unfinished
from ...terminal.look import Look
from ..files import PGN
from ..files.pgn import KriegspielRecord
from .person_game import PersonGame, persons_side, programs_name
from .review import frames_of, review, review_picture
from .session import Session


def _picture(table: Table, names: dict[int, str], console: Console) -> RenderableType:
    return review_picture(frames_of(table.position)[-1], Look.of(console), (console.width, 30))


def _resume(record: KriegspielRecord, path: object) -> Resumed:
    check_unfinished(record, path)
    return Resumed(record.position, persons_side(record), programs_name(record), record.date)


ADAPTER = TerminalAdapter(PGN, PersonGame, Session, _picture, at_most(seconds=0.1), _resume, every=20, review=review)
