"""Go in the terminal: `board` draws, `screen` adds the facts, `commands` is what may be typed, `person_game` the game
between the player and a program, `session` puts them together."""

from dataclasses import replace
from typing import Any

from rich.console import Console, RenderableType

from ...search import Budget
from ...table import Table
from ...terminal.adapter import Resumed, TerminalAdapter
from ...terminal.look import Look
from ...terminal.person_game import PERSON
from ..files import SGF
from ..files.sgf import GameRecord
from ..rules import BLACK, WHITE
from .board import Marks
from .person_game import PersonGame, count_in_words, counted, verdict
from .screen import counted_marks, game_picture
from .session import Session

SIMULATIONS = 400  # for a move of a demonstration on 9x9; fewer on larger boards, where a simulated game takes longer


def _picture(table: Table, names: dict[int, str], console: Console) -> RenderableType:
    position = table.position
    ended = table.over and not (table.ended and table.ended.how == "resignation")
    marks = counted_marks(position, _dead(table)) if ended else Marks(position.played[-1] if position.played else 0)
    return game_picture(position, names, marks, Look.of(console), (console.width, 1000))


def _dead(table: Table) -> frozenset[int]:
    return frozenset(table.position.dead_stones())


def _close(table: Table) -> str:
    """Count the board as it stands, unless somebody has resigned."""
    if table.ended:
        return verdict(table.ended.outcome).capitalize()
    dead = _dead(table)
    table.ended = counted(table.position, dead)
    return count_in_words(table.position, dead)


def _short(position: Any, budget: Budget) -> Budget:
    few = max(SIMULATIONS * 81 // position.lines**2, 50)
    return replace(budget, simulations=min(budget.simulations or few, few))


def _resume(record: GameRecord, path: object) -> Resumed:
    return Resumed(record.position(), WHITE if record.white_name == PERSON else BLACK, None)


ADAPTER = TerminalAdapter(SGF, PersonGame, Session, _picture, _short, _resume, close=_close)
