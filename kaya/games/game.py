"""A game is a record and the kernels that are its rules; a position is one game in progress."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..kernel import INTERPRETED, fingerprint, kernel, numba_type, plain, record, split_seed, zeros
from . import rules

MOST_MOVES = 512  # room for the moves of one position


@kernel
def _no_chance(state):
    return 0


def _check_rule(game: str, rule: str, given: Any) -> None:
    """TypeError with one sentence if this cannot be the rule of a game."""
    wanted = rules.RULES[rule]
    function = getattr(given, "py_func", given)
    if not callable(given) or (function is given and not INTERPRETED):
        raise TypeError(f"The rule `{rule}` of {game} is no kernel: put @kernel above it.")
    if function.__code__.co_argcount != wanted.count(",") + 1:
        raise TypeError(f"The rule `{rule}` of {game} must take its arguments as {wanted} does.")


class Game:
    """The rules of one game.

    `fields` describe the record of a state (the random state `rng` is added); `over`, `mover`, `play`, `moves`,
    `result` and, where chance has a part, `draw` are kernels as declared in `rules`; `start` fills in a new record.
    """

    def __init__(self, name: str, fields: list, *, over: Any, mover: Any, play: Any, moves: Any, result: Any,
                 start: Callable[..., None], draw: Any = _no_chance, show: Callable[[Any], str] = str):  # fmt: skip
        for rule, given in (("over", over), ("mover", mover), ("play", play), ("moves", moves), ("result", result)):
            _check_rule(name, rule, given)
        self.name, self.start_state, self.show = name, start, show
        self.over, self.mover, self.play, self.moves = over, mover, play, moves
        self.result, self.draw = result, draw
        # A cached search knows a game by its record's type: when the rules change, so must the type.
        rules_as_they_are = f"rules_{fingerprint(over, mover, play, moves, result, draw)}"
        self.dtype = record(("rng", "u8"), *fields, (rules_as_they_are, "u1"))
        self.type = numba_type(self.dtype)
        rules.register(self.type, self)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def start(self, *args: Any, **options: Any) -> "Position":
        """A new game."""
        states = zeros(self.dtype)
        states.rng = split_seed(0)
        self.start_state(states[0], *args, **options)
        return Position(self, states)


class Position:
    """A game in progress: the state, and how it came about. `play`, `undo`, `legal_moves`, `over`, `result`."""

    def __init__(self, game: Game, states: np.recarray):
        self.game = game
        self._history: list[np.ndarray] = [plain(states)]
        self.played: list[int] = []
        self.movers: list[int] = []  # who played it

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

    @property
    def over(self) -> bool:
        return bool(self.game.over(self.state))

    @property
    def mover(self) -> int:
        return int(self.game.mover(self.state))

    @property
    def result(self) -> float:
        return float(self.game.result(self.state))

    def legal_moves(self) -> list[int]:
        """The moves that a search may consider here."""
        if self.over:
            return []
        into = np.zeros(8 * MOST_MOVES, np.int32)
        count = self.game.moves(self.state, into)
        if count > MOST_MOVES:
            raise ValueError(f"A position of {self.game.name} has {count} moves; a search takes at most {MOST_MOVES}.")
        return into[:count].tolist()

    def is_legal(self, move: int) -> bool:
        return move in self.legal_moves()

    def play(self, move: int) -> None:
        """Play a move; ValueError if it is not legal."""
        if not self.is_legal(move):
            raise ValueError(f"{move} is not a legal move here.")
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

    def copy(self) -> "Position":
        """An independent position with the same past."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._history, twin.played, twin.movers = list(self._history), list(self.played), list(self.movers)
        return twin

    def __str__(self) -> str:
        return self.game.show(self.state)
