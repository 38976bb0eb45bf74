"""What a page may say: one JSON object, whose `do` names one of the messages below, with checked fields.

Whatever else comes is answered with one sentence, and the connection lives.
"""

import json
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from .checks import Check, document, flag, names, number, settings, text, whole

LARGEST = 256 << 10  # bytes of a message: a game record is the longest
DEEPEST_PATH = 200  # moves into a tree


def given(check: Check, default: Any = ...) -> Any:
    """A field of a message; it must be there if it has no default."""
    more: dict[str, Any] = {} if default is ... else {"default": default}
    return field(metadata={"check": check}, **more)


@dataclass(frozen=True, kw_only=True)
class Message:
    """Something that a page says."""

    do: ClassVar[str] = ""


@dataclass(frozen=True, kw_only=True)
class Hello(Message):
    """The first thing: whose page this is. `browser` is a secret that a browser has thought of for itself."""

    do = "hello"
    browser: str = given(text(64))


@dataclass(frozen=True, kw_only=True)
class New(Message):
    """A new game. Without a side the person watches, and `other` is the second program."""

    do = "new"
    game: str = given(text(), "go")
    player: str = given(text(), "")
    level: int = given(whole(1, 10), 5)
    other: str = given(text(), "")
    other_level: int = given(whole(1, 10), 5)
    side: str = given(text(), "")
    conditions: dict[str, Any] = field(default_factory=dict, metadata={"check": settings})
    handicap: int = given(whole(0, 9), 0)
    main: float = given(number(0, 36_000), 0.0)
    period: float = given(number(0, 600), 0.0)
    periods: int = given(whole(1, 20), 3)


@dataclass(frozen=True, kw_only=True)
class Load(Message):
    """A game from a file of the person's: to go on with, or to be reviewed. If no game is named, it is seen from the
    file."""

    do = "load"
    game: str = given(text(), "")
    file: str = given(document)
    player: str = given(text(), "")
    level: int = given(whole(1, 10), 5)


@dataclass(frozen=True, kw_only=True)
class OfGame(Message):
    """About one game, by its secret name."""

    id: str = given(text(32))


@dataclass(frozen=True, kw_only=True)
class Join(OfGame):
    do = "join"


@dataclass(frozen=True, kw_only=True)
class Leave(Message):
    do = "leave"


@dataclass(frozen=True, kw_only=True)
class Drop(OfGame):
    """Forget a game."""

    do = "drop"


@dataclass(frozen=True, kw_only=True)
class Play(OfGame):
    do = "play"
    move: str = given(text(16))


@dataclass(frozen=True, kw_only=True)
class Act(OfGame):
    """What needs no further word."""

    do = "act"
    what: str = given(text(16))


@dataclass(frozen=True, kw_only=True)
class Dead(OfGame):
    """At the end: a chain is dead, or not."""

    do = "dead"
    point: str = given(text(4))


@dataclass(frozen=True, kw_only=True)
class Level(OfGame):
    do = "level"
    level: int = given(whole(1, 10))


@dataclass(frozen=True, kw_only=True)
class Look(OfGame):
    """Look into a search of the position after so many moves (the last one if it is not said) and those of a path, by
    some player."""

    do = "look"
    on: bool = given(flag)
    player: str = given(text(), "")
    ply: int = given(whole(-1, 5000), -1)
    path: tuple[str, ...] = given(names(DEEPEST_PATH), ())


@dataclass(frozen=True, kw_only=True)
class Try(OfGame):
    """Try out moves that were not played, after so many that were. The line is kept if that is wanted."""

    do = "try"
    ply: int = given(whole(0, 5000))
    path: tuple[str, ...] = given(names(DEEPEST_PATH))
    keep: bool = given(flag, True)


@dataclass(frozen=True, kw_only=True)
class Forget(OfGame):
    """Forget such a line."""

    do = "forget"
    ply: int = given(whole(0, 5000))
    path: tuple[str, ...] = given(names(DEEPEST_PATH))


@dataclass(frozen=True, kw_only=True)
class Estimate(OfGame):
    """Estimate the score after so many moves, and then those of a path."""

    do = "estimate"
    ply: int = given(whole(-1, 5000), -1)
    path: tuple[str, ...] = given(names(DEEPEST_PATH), ())


@dataclass(frozen=True, kw_only=True)
class Set(OfGame):
    """Change a parameter or a strategy of the player that is looked at."""

    do = "set"
    name: str = given(text())
    value: str = given(text())


@dataclass(frozen=True, kw_only=True)
class Card(OfGame):
    """Take the score of a move apart, after the moves of a path."""

    do = "card"
    path: tuple[str, ...] = given(names(DEEPEST_PATH), ())
    move: str = given(text(16))


@dataclass(frozen=True, kw_only=True)
class Children(OfGame):
    """The children of a node of the tree."""

    do = "children"
    path: tuple[str, ...] = given(names(DEEPEST_PATH), ())


@dataclass(frozen=True, kw_only=True)
class Review(OfGame):
    """Analyse a whole game with so many simulations a move, by some player."""

    do = "review"
    on: bool = given(flag, True)
    simulations: int = given(whole(1, 100_000), 200)
    player: str = given(text(), "")


@dataclass(frozen=True, kw_only=True)
class Lab(Message):
    """How the matches of the store stand, with a sequential test between these differences in Elo."""

    do = "lab"
    elo0: float = given(number(-1000, 1000), 0.0)
    elo1: float = given(number(-1000, 1000), 10.0)


@dataclass(frozen=True, kw_only=True)
class Clinic(Message):
    """The positions of the clinic."""

    do = "clinic"


@dataclass(frozen=True, kw_only=True)
class Problem(Message):
    """One of them, from 0."""

    do = "problem"
    number: int = given(whole(0, 100_000))


@dataclass(frozen=True, kw_only=True)
class Examine(Message):
    """What players answer to it."""

    do = "examine"
    number: int = given(whole(0, 100_000))
    players: tuple[str, ...] = given(names(20))
    simulations: int = given(whole(1, 20_000), 1000)


def _kinds(kind: type[Message]) -> dict[str, type[Message]]:
    found = {kind.do: kind} if kind.do else {}
    for below in kind.__subclasses__():
        found |= _kinds(below)
    return found


KINDS = _kinds(Message)


def read(said: str | bytes) -> Message:
    """The message; ValueError with one sentence if it is none."""
    if len(said) > LARGEST:
        raise ValueError(f"A message may have {LARGEST >> 10} kB, not more.")
    try:
        value = json.loads(said)
    except (ValueError, RecursionError):
        raise ValueError("A message is one JSON object.") from None
    if not isinstance(value, dict):
        raise ValueError("A message is one JSON object.")
    kind = KINDS.get(do) if isinstance(do := value.pop("do", None), str) else None
    if kind is None:
        raise ValueError(f"A message says what to do: one of {', '.join(KINDS)}.")
    known = {f.name: f for f in fields(kind)}
    if unknown := value.keys() - known.keys():
        raise ValueError(f"{kind.do!r} has no {str(min(unknown))[:40]!r}; it takes {', '.join(known) or 'nothing'}.")
    checked = {}
    for name, found in value.items():
        try:
            checked[name] = known[name].metadata["check"](found)
        except ValueError as error:
            raise ValueError(f"{name} must be {error}.") from None
    try:
        return kind(**checked)
    except TypeError:
        missing = [name for name, f in known.items() if name not in checked and f.default is f.default_factory]
        raise ValueError(f"{kind.do!r} needs {', '.join(missing)}.") from None
