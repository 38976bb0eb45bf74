"""Phantom Go in the terminal: `screen` shows what one player knows, on Go's board, `commands` is what may be typed,
`session` puts them together; `review` goes through a finished game with both views."""

from dataclasses import replace
from typing import Any

from rich.console import Console, RenderableType

from ...protocols.forms import PHANTOM_SGF
from ...protocols.phantom_sgf import PhantomRecord
from ...search import Budget
from ...table import Table
from ..duel import Duel
from ..face import Face, Resumed
from ..hidden import check_unfinished
from ..look import Look
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


FACE = Face(PHANTOM_SGF, Duel, Session, _picture, _short, _resume, every=20)

__all__ = ["FACE", "review"]
