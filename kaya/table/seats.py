"""Who may sit at a table. A seat is handed values, what its side is told, and never the position of the umpire."""

import time
from dataclasses import replace
from typing import Any, Protocol

from ..games.game import Announcement, view_of
from ..players import Decision
from ..players.player import BasePlayer
from ..search import Budget, Clock
from ..search.strategy import Unfit

FORGOTTEN = 0.8  # of what moves were late, from one to the next: a busy machine becomes idle again
SHARE = 0.7  # of what is left for a move that the next try may use, where tries may be refused


class Failure(Exception):
    """Whoever sits there crashed, hung or answered nonsense: it loses the game, for this reason."""

    side: int | None = None  # whose failure it was, where that is not the side to move


class Unusable(Failure, ValueError):
    """A player of ours cannot be set up: a user's mistake, which is told and loses no game of a match."""


class Seat(Protocol):
    """One side of a game."""

    @property
    def name(self) -> str: ...

    def begin(self, start: Any, side: int) -> None:
        """A new game: what this side is told before the first move."""
        ...

    def hear(self, announcement: Announcement) -> None:
        """Something that the umpire says to this side, of its own moves as well."""
        ...

    def choose(self, clock: Clock | None = None, **watching: Any) -> Decision:
        """What to try next, within this clock. `watching` is as for `Search.think`: `stop`, `progress`, `every`."""
        ...

    def close(self) -> None:
        """Nobody will sit here any more."""
        ...


class Watcher:
    """A seat that keeps its view of the game up to date."""

    def begin(self, start: Any, side: int) -> None:
        self.side, self.view = side, view_of(start)

    def hear(self, announcement: Announcement) -> None:
        self.view.hear(announcement)

    def close(self) -> None:
        pass


class PlayerSeat(Watcher):
    """One of Kaya's players, and what a move of it may cost. Whatever goes wrong in it is a Failure; if it cannot be
    set up, it is Unusable.

    The budget is the move's, and so is what a clock allows when the turn begins: where tries may be refused, each gets
    SHARE of what those before it in the turn have left. `overhead` is by how many seconds moves have come later than
    they should, which the next ones on a clock are given less.

    >>> from kaya import make_player
    >>> PlayerSeat(make_player("mcts"), Budget(simulations=100)).name
    'mcts'
    """

    def __init__(self, player: BasePlayer, budget: Budget | None = None):
        self.player, self.budget, self.overhead = player, budget or Budget(simulations=1000), 0.0

    @property
    def name(self) -> str:
        return self.player.name

    def begin(self, start: Any, side: int) -> None:
        super().begin(start, side)
        self.player.forget()
        self.begin_turn()

    def begin_turn(self) -> None:
        """The next try is the first of a move."""
        self.spent = (0, 0.0)  # simulations and seconds, in this turn
        self._allowed: Budget | None = None  # by the clock, for all of this turn

    def hear(self, announcement: Announcement) -> None:
        try:
            super().hear(announcement)
        except ValueError as error:
            raise Failure(f"cannot follow the umpire: {error}") from error
        if announcement.legal:
            self.begin_turn()

    def choose(self, clock: Clock | None = None, **watching: Any) -> Decision:
        budget = self.budget if clock is None else self._within(clock)
        if self.view.game.hidden:
            budget = left_of(budget, *self.spent)
        began = time.monotonic()
        try:
            decision = self.player.choose(self.view, budget, **watching)
        except (Unfit, FileNotFoundError) as error:
            raise Unusable(f"{self.name} cannot play: {error}") from error
        except Exception as error:
            raise Failure(f"has broken down ({type(error).__name__}: {error})") from error
        simulations, seconds = self.spent
        self.spent = simulations + decision.report.simulations, seconds + time.monotonic() - began
        if self._allowed:
            self.overhead = max(self.overhead, self.spent[1] - (self._allowed.seconds or 0.0))
        return decision

    def _within(self, clock: Clock) -> Budget:
        """What the clock allows for the move that this try belongs to."""
        if self._allowed is None:
            self.overhead *= FORGOTTEN
            self._allowed = within(clock, self.budget, self.view.moves_to_go, self.overhead)
        return self._allowed


class PersonSeat(Watcher):
    """A person. What it wants is handed to the table by whoever asks it, so nobody asks the seat.

    >>> PersonSeat("Ada").name
    'Ada'
    """

    def __init__(self, name: str = "Player"):
        self.name = name

    def choose(self, clock: Clock | None = None, **watching: Any) -> Decision:
        raise Failure("is a person, who is asked elsewhere")


def within(clock: Clock, budget: Budget, moves_to_go: float, overhead: float = 0.0) -> Budget:
    """The part of the clock to spend on this move; `overhead` is what a move takes besides the search."""
    seconds = clock.allowance(moves_to_go, overhead)
    return replace(budget, seconds=seconds if budget.seconds is None else min(seconds, budget.seconds))


def left_of(budget: Budget, simulations: int, seconds: float) -> Budget:
    """What the next try may use of a move's budget of which so much is spent."""
    changes: dict[str, Any] = {}
    if budget.simulations is not None:
        changes["simulations"] = max(int(SHARE * (budget.simulations - simulations)), 1)
    if budget.seconds is not None:
        changes["seconds"] = max(SHARE * (budget.seconds - seconds), min(0.001, budget.seconds))
    return replace(budget, **changes)
