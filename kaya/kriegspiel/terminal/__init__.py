"""Kriegspiel in the terminal.

`reading` understands what is typed as a move, `board` draws, `screen` shows what one player knows, `person_game` is the
game between the two, `session` puts them together; `review` goes through a finished game with both views."""

from dataclasses import replace
from typing import Any

from rich.console import Console, RenderableType

from ...search import Budget
from ...table import Table
from ...terminal.adapter import Resumed, TerminalAdapter
from ...terminal.hidden import check_unfinished
from ...terminal.look import Look
from ..files import PGN
from ..files.pgn import KriegspielRecord
from .person_game import PersonGame, persons_side, programs_name
from .review import frames_of, review, review_picture
from .session import Session

MOVE = 0.1  # seconds for each move of a demonstration


def _picture(table: Table, names: dict[int, str], console: Console) -> RenderableType:
    return review_picture(frames_of(table.position)[-1], Look.of(console), (console.width, 30))


def _short(position: Any, budget: Budget) -> Budget:
    return replace(budget, seconds=min(budget.seconds or MOVE, MOVE))


def _resume(record: KriegspielRecord, path: object) -> Resumed:
    check_unfinished(record, path)
    return Resumed(record.position, persons_side(record), programs_name(record), record.date)


ADAPTER = TerminalAdapter(PGN, PersonGame, Session, _picture, _short, _resume, every=20, review=review)

__all__ = ["ADAPTER", "review"]
