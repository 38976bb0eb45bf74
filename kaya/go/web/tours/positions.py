"""Positions that the tours begin from."""

from collections.abc import Callable

from ....web.learn.tour import after
from ...clinic import shipped
from ...rules import GoPosition

OPENING = after("go", ["E5", "C4", "G6", "D7", "F3", "C6", "G4"], {"size": 9, "komi": 7.5})
EARLY = after("go", ["E5", "G4", "C4", "E3", "G6"], {"size": 9, "komi": 7.5})
EMPTY = after("go", (), {"size": 9, "komi": 7.5})
LARGE = after("go", ["D4", "K10", "K4", "D10", "G10"], {"size": 13, "komi": 7.5})


def problem(name: str) -> Callable[[], GoPosition]:
    """A position of the clinic."""
    return lambda: next(p for p in shipped() if p.name == name).position()
