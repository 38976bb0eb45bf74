"""What a page may say: one JSON object, whose `do` names one of the messages below, with checked fields.

Whatever else comes is answered with one sentence, and the connection lives."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Protocol, dataclass_transform

from .scheduler import Scheduler
from .schema import build, by_name, document, flag, listed, names, number, optional, parse, row, settings, text, whole

LARGEST = 256 << 10  # bytes of a message
LARGEST_FILE = 4 << 20  # of one with a file: what analysis tools write is long
Path = Annotated[tuple[str, ...], names(200)]  # moves into a tree


class Page(Protocol):
    """Somebody to whom messages are sent. One with a name takes the place of an older one that was not sent yet."""

    def send(self, message: dict[str, Any], name: str = "") -> None: ...


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Message:
    """Something that a page says: a frozen dataclass of checked fields. `do` is its name, if it is a message itself."""

    do: ClassVar[str] = ""

    def __init_subclass__(cls, do: str = "") -> None:
        cls.do = do
        dataclass(frozen=True, kw_only=True)(cls)


class Hello(Message, do="hello"):
    """The first thing: a page is there."""


class New(Message, do="new"):
    """A new game. Without a side the person watches, and `other` is the second program."""

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
    to_the_end: Annotated[bool | None, optional(flag)] = None  # whether a program plays lost games on; by its level
    study: Annotated[bool, flag] = False  # whether nobody plays it, and all moves are tried out
    people: Annotated[str, text()] = ""  # where two people play each other: `board` or `browsers`
    called: Annotated[tuple[str, ...], names(2)] = ()  # of these, in the order of the sides


class Load(Message, do="load"):
    """A game from a file, to be studied. If no game is named, the file tells which it is."""

    game: Annotated[str, text()] = ""
    file: Annotated[str, document]
    player: Annotated[str, text()] = ""
    level: Annotated[int, whole(1, 10)] = 5


class OfGame(Message):
    """A message about one game, by its secret name."""

    id: Annotated[str, text(32)]


class Join(OfGame, do="join"):
    """Show a game. In one of two people the key opens a seat; without it one watches."""

    key: Annotated[str, text()] = ""


class Leave(Message, do="leave"):
    """Show the lobby."""


class Drop(Join, do="drop"):
    """Forget a game."""


class SetUp(OfGame, do="set_up"):
    """The position that a study begins with: a piece by the name of each place, and who is to move."""

    pieces: Annotated[dict[str, str], by_name(text(8))]
    mover: Annotated[int, whole(1, 2)]


class Play(OfGame, do="play"):
    move: Annotated[str, text(16)]


class Act(OfGame, do="act"):
    """An action that needs no further word."""

    what: Annotated[str, text(16)]


class HandOver(OfGame, do="hand_over"):
    """At one board with an umpire: the side to move sits there now, or its view is covered."""

    on: Annotated[bool, flag]


class Watch(OfGame, do="watch"):
    """What spectators are shown of a game with an umpire: what is public, or the view of a side."""

    side: Annotated[int, whole(0, 2)]


class Dead(OfGame, do="dead"):
    """Turn a chain from dead to alive or back, in the count at the end."""

    point: Annotated[str, text(4)]


class Level(OfGame, do="level"):
    level: Annotated[int, whole(1, 10)]


class Somewhere(OfGame):
    """About the position after so many moves (the last one if it is not said) and those of a path."""

    ply: Annotated[int, whole(-1, 5000)] = -1
    path: Path = ()


class Analyse(Somewhere, do="analyse"):
    """Search the position, by some player."""

    on: Annotated[bool, flag]
    player: Annotated[str, text()] = ""
    side: Annotated[int, whole(0, 2)] = 0  # whose eyes see it, when a game with an umpire is over (0: his)


class Moment(Somewhere, do="moment"):
    """What a side knew then, of a game with an umpire that is over: tries, facts, where the other side may stand."""

    side: Annotated[int, whole(1, 2)]


class PlayOn(Somewhere, do="play_on"):
    """A game against a program from a position of another one that is over, or was opened from a file."""

    player: Annotated[str, text()] = ""
    level: Annotated[int, whole(1, 10)] = 5


class Estimate(Somewhere, do="estimate"):
    """Estimate the score."""


class OfNode(OfGame):
    """About the position of the game tree after so many moves of the game and those of a path."""

    ply: Annotated[int, whole(0, 5000)]
    path: Path


class Forget(OfNode, do="forget"):
    """Delete the last of these moves from the game tree, with all that follows it."""


class Try(OfNode, do="try"):
    """Try these moves out. `keep` says whether the variation is kept."""

    keep: Annotated[bool, flag] = True


class Promote(OfNode, do="promote"):
    """Make these moves the main line."""


class Note(OfNode, do="note"):
    """Write a comment, or marks, to the position after these moves; what is not said stays as it is."""

    comment: Annotated[str | None, optional(document)] = None
    marks: Annotated[list[Any] | None, optional(listed(row(text(), text(), text())))] = None


class Set(OfGame, do="set"):
    """Change a parameter or a strategy of the player that analyses."""

    name: Annotated[str, text()]
    value: Annotated[str, text()]


class AnalysisPace(OfGame, do="analysis_pace"):
    """How far an analysis goes on: run, pause, a step, to a number, or so fast."""

    what: Annotated[str, text(8)]
    amount: Annotated[float, number(0, 1_000_000)] = 0.0


class Children(OfGame, do="children"):
    """The children of a node of the tree."""

    path: Path = ()


class Card(Children, do="card"):
    """Take the score of a move apart, after the moves of a path."""

    move: Annotated[str, text(16)]


class Review(OfGame, do="review"):
    """Analyse a whole game with so many simulations a move, by some player."""

    on: Annotated[bool, flag] = True
    simulations: Annotated[int, whole(1, 100_000)] = 200
    player: Annotated[str, text()] = ""


class Lab(Message, do="lab"):
    """How the matches of the store stand, with a sequential test between these differences in Elo."""

    elo0: Annotated[float, number(-1000, 1000)] = 0.0
    elo1: Annotated[float, number(-1000, 1000)] = 10.0


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
    if len(said) > 2 * LARGEST_FILE:  # with what JSON needs for line ends and quotes
        raise ValueError(f"A file may have {LARGEST_FILE >> 20} MB, not more.")
    value = parse(said, "A message")
    kinds = kinds_of()
    kind = kinds.get(do) if isinstance(do := value.pop("do", None), str) else None
    if kind is None:
        raise ValueError(f"A message says what to do: one of {', '.join(kinds)}.")
    if kind is not Load and len(said) > LARGEST:
        raise ValueError(f"A message may have {LARGEST >> 10} kB, not more.")
    return build(kind, value, repr(kind.do))
