"""Phantom Go in the terminal: `screen` shows what one player knows, on Go's board, `commands` is what may be typed,
`session` puts them together; `review` goes through a finished game with both views."""

from dataclasses import replace
from typing import Any

from rich.console import Console, RenderableType

from ...search import Budget
from ...table import Table
from ...terminal.adapter import Resumed, TerminalAdapter
from ...terminal.hidden import check_unfinished
from ...terminal.look import Look
from ...terminal.person_game import PersonGame
from ..files import PHANTOM_SGF
from ..files.sgf import PhantomRecord
from .review import frames_of, review, review_picture
from .session import Session, persons_side

SIMULATIONS = 300  # for a move of a demonstration


def _picture(table: Table, names: dict[int, str], console: Console) -> RenderableType:
    return review_picture(frames_of(table.position)[-1], Look.of(console), (console.width, 30))


def _short(position: Any, budget: Budget) -> Budget:
    return replace(budget, simulations=min(budget.simulations or SIMULATIONS, SIMULATIONS))


def _resume(record: PhantomRecord, path: object) -> Resumed:
    check_unfinished(record, path)
    return Resumed(record.position, persons_side(record), None, record.date)


ADAPTER = TerminalAdapter(PHANTOM_SGF, PersonGame, Session, _picture, _short, _resume, every=20, review=review)

__all__ = ["ADAPTER", "review"]
