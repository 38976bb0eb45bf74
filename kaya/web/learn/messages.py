"""What a page may say where it learns: messages of their own kind, of which none names a game."""

from dataclasses import field
from typing import Annotated, Any

from ..messages import Message
from ..schema import names, settings, text, whole
from ..schema import number as amount


class Learn(Message, do="learn"):
    """Which tours there are, and what may be put side by side."""


class OfLearning(Message):
    """Something about a tour or searches side by side."""


class Visit(OfLearning, do="visit"):
    """A stop of a tour, from 0."""

    tour: Annotated[str, text()]
    stop: Annotated[int, whole(0, 100)] = 0


class Compare(OfLearning, do="compare"):
    """Searches of the position after these moves, one beside the other."""

    game: Annotated[str, text()]
    programs: Annotated[tuple[str, ...], names(2)]
    moves: Annotated[tuple[str, ...], names(400)] = ()
    conditions: Annotated[dict[str, Any], settings] = field(default_factory=dict)


class SetPace(OfLearning, do="pace"):
    """On, a pause, so many steps, to a number, or so fast."""

    what: Annotated[str, text(8)]
    number: Annotated[float, amount(0, 1_000_000)] = 0.0


class Turn(OfLearning, do="knob"):
    """Set a parameter or a strategy of one of the searches; -1: of all."""

    name: Annotated[str, text()]
    value: Annotated[str, text()]
    lane: Annotated[int, whole(-1, 8)] = -1


class Look(OfLearning, do="look"):
    """What the boards show, and whose score is taken apart."""

    board: Annotated[str, text(16)] = "visits"
    move: Annotated[str, text(40)] = ""


class InScene(OfLearning, do="scene"):
    """Do something in what a stop shows."""

    name: Annotated[str, text(40)]
