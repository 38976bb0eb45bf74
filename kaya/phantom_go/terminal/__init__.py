"""Phantom Go in the terminal: `screen` shows what one player knows, on Go's board, `commands` is what may be typed,
`session` puts them together; `review` goes through a finished game with both views."""

from ...terminal.adapter import Resumed, TerminalAdapter, at_most
from ...terminal.hidden import check_unfinished
from ...terminal.person_game import PersonGame
from ..files import PHANTOM_SGF
from ..files.sgf import PhantomRecord
from .review import Review
from .session import Session, persons_side


def _resume(record: PhantomRecord, path: object) -> Resumed:
    check_unfinished(record, path)
    return Resumed(record.position, persons_side(record), None, record.date)


ADAPTER = TerminalAdapter(
    PHANTOM_SGF,
    PersonGame,
    Session,
    Review.demonstrated,
    at_most(simulations=300),
    _resume,
    every=20,
    review=Review.of_file,
)
