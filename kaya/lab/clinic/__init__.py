"""A clinic of problems: what a player sees and what it is blind to, by kind of situation, for any game.

A game brings a `Clinic`: its problems, and how a file of them is read. `examination` puts problems before players,
`display` shows what came of it, `command` is `kaya clinic`."""

from typing import TYPE_CHECKING

from ...games.registry import imported_when_used
from .problem import SOLVED, Answer, Clinic, Problem, clinic_of, read_with, selected

if TYPE_CHECKING:
    from .examination import Count, Examination, Outcome, without

LATER = {name: f"{__name__}.examination:{name}" for name in ("Count", "Examination", "Outcome", "without")}
__getattr__ = imported_when_used(__name__, LATER)
"""Examinations need processes, which each command would wait for."""

__all__ = [
    "SOLVED",
    "Answer",
    "Clinic",
    "Count",
    "Examination",
    "Outcome",
    "Problem",
    "clinic_of",
    "read_with",
    "selected",
    "without",
]
