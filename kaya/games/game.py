"""A game is a record and the kernels that are its rules; a position is one game in progress.

At a table a position is its umpire's: it decides on tries, and says what each side is told (`start_for`, `attempt`,
`announcements`). In an open game everybody is told every move; `umpire.py` has the games in which nobody is.
"""

import importlib
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any, Self

import numpy as np

from ..kernel import (
    INTERPRETED,
    NoParameters,
    Parameters,
    fingerprint,
    keep_on_disk,
    kernel,
    numba_type,
    plain,
    record,
    split_seed,
    zeros,
)
from . import rules

MOST_MOVES = 512  # room for the moves of one position
NOT_TOLD = 0  # in place of a move that is not one's business
ACCEPTED = 1  # the least that an umpire says of a move
HOW = {"R": "resignation", "T": "time", "F": "forfeit"}


@dataclass(frozen=True, slots=True)
class Announcement:
    """One message as one player hears it: numbers and nothing else, so nothing can be reached from it.

    `by` is the player who moved. In a game with hidden information the move is told to its author only."""

    ply: int  # the number of the half-move, from 1; 0 for what is said before the first
    by: int
    message: int
    move: int = NOT_TOLD

    @property
    def legal(self) -> bool:
        return self.message != rules.REFUSED

    def __str__(self) -> str:
        what = f"move {self.move}" if self.move else "a move"
        return f"player {self.by}: {what} {'made' if self.legal else 'refused'}, message {self.message}"


@dataclass(frozen=True)
class Verdict:
    """How a game ended: the points of player 1 (1, 0.5 or 0), the outcome in the game's notation, and why in words."""

    points: float
    outcome: str
    how: str


@kernel
def _no_chance(state):
    return 0


@kernel
def _any_move(state, move):
    return True


@kernel
def _told_all(state, message):
    return message


@kernel
def _nothing_hidden(state, side):
    return True


def _check_rule(game: str, rule: str, given: Any) -> None:
    """TypeError with one sentence if this cannot be the rule of a game."""
    wanted = rules.RULES[rule]
    function = getattr(given, "py_func", given)
    if not callable(given) or (function is given and not INTERPRETED):
        raise TypeError(f"The rule `{rule}` of {game} is no kernel: put @kernel above it.")
    if function.__code__.co_argcount != wanted.count(",") + 1:
        raise TypeError(f"The rule `{rule}` of {game} must take its arguments as {wanted} does.")


_made: "dict[tuple[str, str], Game]" = {}  # by the module that makes it, and its name


class Game:
    """The rules of one game.

    `fields` describe the record of a state (the random state `rng` is added); `over`, `mover`, `play`, `moves`,
    `result` and, where chance has a part, `draw` are kernels as declared in `rules`; `start` fills in a new record.
    Where one node stands for different boards, `may_play` says which moves of the tree can be played on this one.
    A game with an umpire adds `attempt`, `tries` and what it likes of `told` and `determinize`. A game that `extends`
    another one has its fields first, and then its own: what is known of the other's boards serves both as it is.

    `position` makes the game that is played at a table; `conditions` are what it can be played under, with their
    defaults.

    >>> from kaya import tictactoe
    >>> tictactoe.new_game().legal_moves()
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """

    def __init__(
        self,
        name: str,
        fields: list,
        *,
        over: Any,
        mover: Any,
        play: Any,
        moves: Any,
        result: Any,
        start: Callable[..., None],
        draw: Any = _no_chance,
        may_play: Any = _any_move,
        attempt: Any = None,
        tries: Any = None,
        told: Any = _told_all,
        determinize: Any = _nothing_hidden,
        reply: Any = _no_chance,
        show: Callable[[Any], str] = str,
        conditions: Parameters | None = None,
        guess: Any = None,
        extends: "Game | None" = None,
    ):
        if guess is not None:
            warnings.warn("The rule `guess` of a game is called `determinize` now.", DeprecationWarning, stacklevel=2)
            determinize = guess
        needed = dict(
            over=over,
            mover=mover,
            play=play,
            moves=moves,
            result=result,
            draw=draw,
            may_play=may_play,
            told=told,
            determinize=determinize,
            reply=reply,
        )
        self.hidden, self.determinizes = attempt is not None, determinize is not _nothing_hidden
        if self.hidden:
            needed |= dict(attempt=attempt, tries=tries)
        for rule, given in needed.items():
            _check_rule(name, rule, given)
            keep_on_disk(given)
            setattr(self, rule, given)
        self.name, self.start_state, self.show, self.extends = name, start, show, extends
        self.conditions = conditions or NoParameters()
        self.module = _maker()
        _made[self.module, name] = self
        self.position: Callable[..., Any] = self.start
        self.picture: Callable[..., str] | None = None  # picture(states, report=None, marks=()) as SVG
        # A cached search knows a game by its record's type: when the rules change, so must the type.
        rules_as_they_are = f"rules_{fingerprint(*needed.values())}"
        self.dtype = record(("rng", "u8"), *fields, (rules_as_they_are, "u1"))
        self.type = numba_type(self.dtype)
        if extends and extends.shared_fields() != self.shared_fields()[: len(extends.shared_fields())]:
            raise TypeError(f"{name} cannot extend {extends.name}: it must have the fields of its record first.")
        rules.register(self.type, self)

    over: Any
    mover: Any
    play: Any
    moves: Any
    result: Any
    draw: Any
    attempt: Any
    tries: Any
    told: Any
    determinize: Any
    reply: Any

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> Any:
        return _game_of, (self.module, self.name)

    def shared_fields(self) -> list[Any]:
        """The fields with which the record of a game that extends this one begins: all but the mark of its rules."""
        return list((self.dtype.fields or {}).items())[:-1]

    def seen_by(self, game: str | None) -> "Game":
        """This game as what was written for `game` sees it: the one of that name that it extends, or itself."""
        return self.extends if self.extends and self.extends.name == game else self

    def records(self, states: np.recarray) -> np.recarray:
        """An array of one state, of this game or of one that extends it, as a state of this game."""
        return states if states.dtype == self.dtype else np.frombuffer(states.data, self.dtype, 1).view(np.recarray)

    def start(self, *args: Any, **options: Any) -> "Position":
        """A new game."""
        states = zeros(self.dtype)
        states.rng = split_seed(0)
        self.start_state(states[0], *args, **options)
        return Position(self, states)

    def new_game(self, **conditions: Any) -> "Position":
        """A new game at a table, under these conditions; ValueError says what is accepted."""
        chosen = {d.name: d.value for d in self.conditions.changed(**conditions).describe()}
        position = self.position(**chosen)
        position.conditions = chosen
        return position


def _maker() -> str:
    """The module in which a game is being made, outside of this room."""
    frame = sys._getframe(2)
    while frame.f_back and frame.f_globals.get("__name__") in (__name__, f"{__package__}.players_game"):
        frame = frame.f_back
    return frame.f_globals.get("__name__", "__main__")


def _game_of(module: str, name: str) -> Game:
    """The game of this name that this module makes: how a game is found again in another process."""
    importlib.import_module(module)
    if (module, name) not in _made:
        raise ValueError(f"The module {module} makes no game {name!r}.")
    return _made[module, name]


class Position:
    """A game in progress: the state, and how it came about. `play`, `undo`, `legal_moves`, `over`, `result`,
    `to_planes`. Positions compare by value and change, so they have no hash; whose game it is, is a question of
    identity (`is`).

    >>> from kaya import tictactoe
    >>> position = tictactoe.new_game()
    >>> before = position.copy()
    >>> position.play(4)
    >>> position.mover, position.played, position == before
    (2, [4], False)
    >>> position.undo()
    >>> position == before
    True
    >>> position.to_planes().shape
    (3, 3, 3)
    """

    def __init__(self, game: Game, states: np.recarray):
        self.game = game
        self._history: list[np.ndarray] = [plain(states)]
        self.played: list[int] = []
        self.movers: list[int] = []  # who played it
        self.conditions: dict[str, Any] = {}  # what it is played under, where a table has set it up

    @property
    def states(self) -> np.recarray:
        """The state now, as an array of one record (`state` is that record)."""
        return self._history[-1].view(np.recarray)

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def origin(self) -> bytes:
        """What the game started from: two positions with the same origin and the same moves are the same."""
        return self._history[0].tobytes()

    @property
    def line(self) -> list[tuple[int, int]]:
        """The moves so far, each with the player who made it."""
        return list(zip(self.movers, self.played, strict=True))

    def __eq__(self, other: object) -> bool:
        """The same game from the same origin, by the same moves, and the same player to move now."""
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.game is other.game
            and self._past == other._past
            and all(np.array_equal(self._history[k], other._history[k]) for k in (0, -1))
        )

    @property
    def _past(self) -> tuple[Any, ...]:
        """What has happened, as far as two games are told apart by it."""
        return (self.line,)

    @property
    def over(self) -> bool:
        return bool(self.game.over(self.state))

    @property
    def mover(self) -> int:
        return int(self.game.mover(self.state))

    @property
    def result(self) -> float:
        return float(self.game.result(self.state))

    @property
    def moves_to_go(self) -> float:
        """About how many moves the player to move has still to make: what a clock is shared out by."""
        return 30.0

    def move_name(self, move: int) -> str:
        """A move in the game's notation."""
        return str(move)

    def parse_move(self, text: str) -> int:
        """The move that is written so; ValueError says what is accepted."""
        if not re.fullmatch(r"\s*-?\d{1,18}\s*", text, re.ASCII):
            raise ValueError(f"{text[:20]!r} is not a move of {self.game.name}: write its number.")
        return int(text)

    def _as_move(self, move: int | str) -> int:
        return self.parse_move(move) if isinstance(move, str) else move

    def legal_moves(self) -> list[int]:
        """The moves that a search may consider here."""
        return self._listed(self.game.moves)

    def _listed(self, rule: Any) -> list[int]:
        if self.over:
            return []
        into = np.zeros(8 * MOST_MOVES, np.int32)
        count = rule(self.state, into)
        if count > MOST_MOVES:
            raise ValueError(f"A position of {self.game.name} has {count} moves; a search takes at most {MOST_MOVES}.")
        return into[:count].tolist()

    def is_legal(self, move: int | str) -> bool:
        return self._as_move(move) in self.legal_moves()

    def play(self, move: int | str) -> None:
        """Play a move, given as a number or by its name; ValueError if it is not legal."""
        move = self._as_move(move)
        if not self.is_legal(move):
            raise ValueError(f"{self.move_name(move)} is not a legal move here.")
        states = self.states.copy()
        self.game.play(states[0], move)
        self._add(states, self.mover, move)

    def _add(self, states: np.ndarray, player: int, move: int) -> None:
        self._history.append(plain(states))
        self.played.append(move)
        self.movers.append(player)

    def undo(self) -> None:
        """Take the last move back; ValueError if there is none."""
        if not self.played:
            raise ValueError("There is no move to take back.")
        for past in (self._history, self.played, self.movers):
            past.pop()

    def copy(self) -> Self:
        """An independent position with the same past."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._history, twin.played, twin.movers = list(self._history), list(self.played), list(self.movers)
        return twin

    # At the table

    @property
    def too_long(self) -> bool:
        """Whether a game between programs has gone on for so long that it is scored as it stands."""
        return False

    def start_for(self, side: int) -> Any:
        """What a side is told before the first move: in an open game, everything."""
        start = self.copy()
        while start.played:
            start.undo()
        return start

    def view_for(self, side: int) -> Any:
        """What a side knows by now, an object of its own: in an open game a copy."""
        return self.copy()

    def to_planes(self, side: int = 0) -> np.ndarray:
        """What a side knows as planes for a learner (`kaya.frameworks`), by default the side to move."""
        side = side or self.mover
        return planes_of(self.game, self.view_for(side), side)

    def attempt(self, move: int) -> dict[int, Announcement]:
        """The player to move tries a move: what each side is told of it. ValueError if nobody may try that."""
        self.play(move)
        return {side: self.last_announcement(side) for side in (1, 2)}

    def announcements(self, side: int) -> list[Announcement]:
        """All that a side has heard since the start."""
        return [Announcement(n, by, ACCEPTED, move) for n, (by, move) in enumerate(self.line, start=1)]

    def last_announcement(self, side: int) -> Announcement:
        """What a side heard last, the game having begun."""
        return self.announcements(side)[-1]

    def hear(self, announcement: Announcement) -> None:
        """In an open game a player's view is a position of its own, which it keeps up to date."""
        self.play(announcement.move)

    def verdict(self) -> Verdict:
        """Who has won as the game stands, when it is over."""
        won = self.result
        return Verdict(0.5, "1/2-1/2", "score") if won == 0 else self.lost_by(1 if won < 0 else 2, "")

    def lost_by(self, side: int, how: str) -> Verdict:
        """The verdict when a side has lost otherwise: by resignation (R), on time (T) or by forfeit (F)."""
        return Verdict(float(side != 1), "0-1" if side == 1 else "1-0", HOW.get(how, "score"))

    def __str__(self) -> str:
        return self.game.show(self.state)

    def _repr_html_(self) -> str:
        return shown_in_a_notebook(self)


def shown_in_a_notebook(thing: Any) -> str:
    """A game's own picture, where it draws one, or its text."""
    return thing._repr_svg_() if hasattr(thing, "_repr_svg_") else f"<pre>{escape(str(thing))}</pre>"


def planes_of(game: Game, view: Any, side: int) -> np.ndarray:
    """A view as the game's encoding shows it, which stands above this file and is imported when it is asked for."""
    return importlib.import_module("kaya.frameworks.encoding").encoding_of(game.name).planes(view, side)


def view_of(start: Any) -> Any:
    """What a player keeps of what it is told: in an open game a position of its own, else the game's `View`."""
    return start.copy() if isinstance(start, Position) else start.view()
