"""Kriegspiel in the terminal.

`reading` understands what is typed as a move, `board` draws, `screen` shows what one player knows, `duel` is the game
between the two, `session` puts them together; `review` goes through a finished game with both views.
"""

from dataclasses import replace
from typing import Any

from rich.console import Console, RenderableType

from ...protocols.forms import PGN
from ...protocols.kriegspiel_pgn import KriegspielRecord
from ...search import Budget
from ...table import Table
from ..face import Face, Resumed
from ..hidden import check_unfinished
from ..look import Look
from .duel import Duel, persons_side, programs_name
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


FACE = Face(PGN, Duel, Session, _picture, _short, _resume, every=20)

__all__ = ["FACE", "review"]
