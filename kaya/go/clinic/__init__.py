"""A clinic of positions: what a player sees and what it is blind to, by kind of situation.

`problems` reads positions with their answers, `examination` puts them before players, `display` shows what came of it.
The shipped positions are text diagrams in `positions`, a file for each category."""

from .examination import Examination, Outcome, without
from .problems import Problem, load, selected, shipped

__all__ = ["Examination", "Outcome", "Problem", "load", "selected", "shipped", "without"]
