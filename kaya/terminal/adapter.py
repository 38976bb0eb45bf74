"""What a game brings to the terminal; the rest of a session is the same for all."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType

from ..games.registry import find_bundle, imported
from ..protocols.formats import FileFormat
from ..search import Budget
from ..table import Table
from .person_game import PersonGame
from .session import TerminalSession


@dataclass(frozen=True)
class Resumed:
    """A saved game: its position, and who sat where, as far as the file says."""

    position: Any
    human: int | None
    program: str | None
    begun: str = ""


def at_most(**most: Any) -> Callable[[Any, Budget], Budget]:
    """What a move of a demonstration may cost: as much as the user says, but no more than this."""
    return lambda position, budget: replace(budget, **{n: min(getattr(budget, n) or m, m) for n, m in most.items()})


def _ended(table: Table) -> str:
    """The end of a demonstration, in a sentence."""
    moves, verdict = len(table.position.played), table.verdict
    ended = f"{verdict.outcome}, {verdict.how}" if verdict else "that is long enough for a demonstration"
    return f"After {moves} half-moves: {ended}."


@dataclass(frozen=True)
class TerminalAdapter:
    file_format: FileFormat  # of its files
    person_game: type[PersonGame]
    session: type[TerminalSession]
    picture: Callable[[Table, dict[int, str], Console], RenderableType]  # in a demonstration, with the players' names
    demonstration: Callable[[Any, Budget], Budget]  # what a move of one may cost, by position and the user's budget
    resume: Callable[[Any, Any], Resumed]  # what a record, read from a path, says
    every: int = 10  # half-moves from one picture of a demonstration to the next
    close: Callable[[Table], str] = _ended
    review: Callable[[Path, int], None] | None = None  # go through a finished game, by its file and its number there


def adapter_of(game: str) -> TerminalAdapter:
    """What a game brings to the terminal; a plain board if it brings nothing."""
    return imported(find_bundle(game).terminal or "kaya.terminal.plain:ADAPTER")
