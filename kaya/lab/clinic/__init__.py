"""A clinic of problems: what a player sees and what it is blind to, by kind of situation, for any game.

A game brings a `Clinic`: its problems, and how a file of them is read. `examination` puts problems before players,
`display` shows what came of it, `command` is `kaya clinic`."""

from .examination import Count, Examination, Outcome, without
from .problem import SOLVED, Answer, Clinic, Problem, clinic_of, read_with, selected

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
