"""What a page may say: one JSON object, whose `do` names one of the messages below, with checked fields.

Whatever else comes is answered with one sentence, and the connection lives."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Protocol

from .scheduler import Scheduler
from .schema import build, document, flag, names, number, parse, settings, text, whole

LARGEST = 256 << 10  # bytes of a message: a game record is the longest
DEEPEST_PATH = 200  # moves into a tree


class Page(Protocol):
    """Somebody to whom messages are sent. One with a name takes the place of an older one that was not sent yet."""

    def send(self, message: dict[str, Any], name: str = "") -> None: ...


@dataclass(frozen=True, kw_only=True)
class Message:
    """Something that a page says."""

    do: ClassVar[str] = ""


@dataclass(frozen=True, kw_only=True)
class Hello(Message):
    """The first thing: whose page this is. `browser` is a secret that a browser has thought of for itself."""

    do = "hello"
    browser: Annotated[str, text(64)]


@dataclass(frozen=True, kw_only=True)
class New(Message):
    """A new game. Without a side the person watches, and `other` is the second program."""

    do = "new"
    game: Annotated[str, text()] = ""  # the first that there is
    player: Annotated[str, text()] = ""
    level: Annotated[int, whole(1, 10)] = 5
    other: Annotated[str, text()] = ""
    other_level: Annotated[int, whole(1, 10)] = 5
    side: Annotated[str, text()] = ""
    conditions: Annotated[dict[str, Any], settings] = field(default_factory=dict)
    handicap: Annotated[int, whole(0, 9)] = 0
    main: Annotated[float, number(0, 36_000)] = 0.0
    period: Annotated[float, number(0, 600)] = 0.0
    periods: Annotated[int, whole(1, 20)] = 3


@dataclass(frozen=True, kw_only=True)
class Load(Message):
    """A game from a file of the person's, to go on with or to review. If no game is named, the file tells which it
    is."""

    do = "load"
    game: Annotated[str, text()] = ""
    file: Annotated[str, document]
    player: Annotated[str, text()] = ""
    level: Annotated[int, whole(1, 10)] = 5


@dataclass(frozen=True, kw_only=True)
class OfGame(Message):
    """A message about one game, by its secret name."""

    id: Annotated[str, text(32)]


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
    move: Annotated[str, text(16)]


@dataclass(frozen=True, kw_only=True)
class Act(OfGame):
    """An action that needs no further word."""

    do = "act"
    what: Annotated[str, text(16)]


@dataclass(frozen=True, kw_only=True)
class Dead(OfGame):
    """Turn a chain from dead to alive or back, in the count at the end."""

    do = "dead"
    point: Annotated[str, text(4)]


@dataclass(frozen=True, kw_only=True)
class Level(OfGame):
    do = "level"
    level: Annotated[int, whole(1, 10)]


@dataclass(frozen=True, kw_only=True)
class Analyse(OfGame):
    """Search the position after so many moves (the last one if it is not said) and those of a path, by some player."""

    do = "analyse"
    on: Annotated[bool, flag]
    player: Annotated[str, text()] = ""
    ply: Annotated[int, whole(-1, 5000)] = -1
    path: Annotated[tuple[str, ...], names(DEEPEST_PATH)] = ()


@dataclass(frozen=True, kw_only=True)
class Try(OfGame):
    """Try out moves that were not played, after so many that were. `keep` says whether the variation is kept."""

    do = "try"
    ply: Annotated[int, whole(0, 5000)]
    path: Annotated[tuple[str, ...], names(DEEPEST_PATH)]
    keep: Annotated[bool, flag] = True


@dataclass(frozen=True, kw_only=True)
class Forget(OfGame):
    """Forget such a variation."""

    do = "forget"
    ply: Annotated[int, whole(0, 5000)]
    path: Annotated[tuple[str, ...], names(DEEPEST_PATH)]


@dataclass(frozen=True, kw_only=True)
class Estimate(OfGame):
    """Estimate the score after so many moves, and then those of a path."""

    do = "estimate"
    ply: Annotated[int, whole(-1, 5000)] = -1
    path: Annotated[tuple[str, ...], names(DEEPEST_PATH)] = ()


@dataclass(frozen=True, kw_only=True)
class Set(OfGame):
    """Change a parameter or a strategy of the player that analyses."""

    do = "set"
    name: Annotated[str, text()]
    value: Annotated[str, text()]


@dataclass(frozen=True, kw_only=True)
class Card(OfGame):
    """Take the score of a move apart, after the moves of a path."""

    do = "card"
    path: Annotated[tuple[str, ...], names(DEEPEST_PATH)] = ()
    move: Annotated[str, text(16)]


@dataclass(frozen=True, kw_only=True)
class Children(OfGame):
    """The children of a node of the tree."""

    do = "children"
    path: Annotated[tuple[str, ...], names(DEEPEST_PATH)] = ()


@dataclass(frozen=True, kw_only=True)
class Review(OfGame):
    """Analyse a whole game with so many simulations a move, by some player."""

    do = "review"
    on: Annotated[bool, flag] = True
    simulations: Annotated[int, whole(1, 100_000)] = 200
    player: Annotated[str, text()] = ""


@dataclass(frozen=True, kw_only=True)
class Lab(Message):
    """How the matches of the store stand, with a sequential test between these differences in Elo."""

    do = "lab"
    elo0: Annotated[float, number(-1000, 1000)] = 0.0
    elo1: Annotated[float, number(-1000, 1000)] = 10.0


@dataclass(frozen=True, kw_only=True)
class OfPart(Message):
    """Something that a page says in a part that a game brings."""

    def answer(self, page: Page, scheduler: Scheduler) -> Callable[[], Awaitable[None]] | None:
        """Send an answer; or give back what goes on until the page goes elsewhere. ValueError says what is accepted."""
        raise NotImplementedError


def kinds_of(kind: type[Message] = Message) -> dict[str, type[Message]]:
    """All messages by name, those of parts that games bring included."""
    found = {kind.do: kind} if kind.do else {}
    for below in kind.__subclasses__():
        found |= kinds_of(below)
    return found


def read(said: str | bytes) -> Message:
    """The message; ValueError with one sentence if it is none."""
    if len(said) > LARGEST:
        raise ValueError(f"A message may have {LARGEST >> 10} kB, not more.")
    value = parse(said, "A message")
    kinds = kinds_of()
    kind = kinds.get(do) if isinstance(do := value.pop("do", None), str) else None
    if kind is None:
        raise ValueError(f"A message says what to do: one of {', '.join(kinds)}.")
    return build(kind, value, repr(kind.do))
