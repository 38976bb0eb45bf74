"""What all games with hidden information share: an umpire, tries and refusals, announcements, and a player's view.

The umpire owns the true position (`Umpired`). A player tries a move; the umpire refuses it, which is told to its author
alone, who tries again; or the move is made, and each side hears of it what the rules allow. From that a player keeps a
`View`, which is made of values that it was handed and has no way to the umpire. `phantom_tictactoe.py` is the example
to copy.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from ..kernel import zeros
from .game import ACCEPTED, MOST_MOVES, NOT_TOLD, Announcement, Game, Position, planes_of, shown_in_a_notebook
from .rules import REFUSED

NAMES = {1: "Player 1", 2: "Player 2"}


@dataclass(frozen=True)
class Ply:
    """One half-move: what was tried in vain before it, the move, and the umpire's whole message."""

    tried: tuple[int, ...]
    move: int
    message: int


class Umpired(Position):
    """A game in progress as its umpire sees it.

    `try_move` answers as an umpire does; `announcements(side)` is all that a side has heard so far. What a side is told
    before the first move is the game's own: a subclass brings `start_for`.

    >>> from kaya import find_game
    >>> position = find_game("phantom-tictactoe").new_game()
    >>> position.attempt(4)[1].legal
    True
    >>> position.attempt(4)[2].legal
    False
    >>> position.mover
    2
    """

    heard: ClassVar[type[Announcement]] = Announcement  # the announcements of this game

    def __init__(self, game: Game, states: np.recarray):
        super().__init__(game, states)
        self.plies: list[Ply] = []
        self.tried: list[int] = []  # in vain, in this turn

    @property
    def _past(self) -> tuple[Any, ...]:
        return self.line, self.plies, self.tried

    @property
    def first_ply(self) -> int:
        """The number of the first half-move of this game."""
        return 1

    def possible_tries(self) -> list[int]:
        """What the player to move may still try, by what it knows."""
        return [m for m in self._listed(self.game.tries) if m not in self.tried]

    def _can_be_tried(self, move: int) -> bool:
        return move in self.possible_tries()

    def _turn_states(self) -> np.recarray:
        """The position, with what the tries of this turn have changed; a copy."""
        return self.states.copy()

    def try_move(self, move: int) -> int:
        """Try a move for the player to move: the umpire's whole message, REFUSED if the board forbids it. ValueError if
        the player could know that, or has tried it before in this turn."""
        if self.over:
            raise ValueError(f"The game is over: {self.verdict().how}.")
        if move in self.tried:
            raise ValueError(f"{self.move_name(move)} was tried before in this turn.")
        if not self._can_be_tried(move):
            raise ValueError(f"{self.move_name(move)} is impossible for all that the player knows.")
        states = self._turn_states()
        message = self._answer(states, move)
        if not self.heard(0, 0, message).legal:
            self.tried.append(move)
            return message
        self._add(states, self.mover, move)
        self.plies.append(Ply(tuple(self.tried), move, message))
        self.tried = []
        return message

    def _answer(self, states: np.recarray, move: int) -> int:
        """The umpire's whole message of a try; `states` becomes the position after it."""
        return int(self.game.attempt(states[0], move))

    def attempt(self, move: int) -> dict[int, Announcement]:
        side, played = self.mover, len(self.plies)
        self.try_move(move)
        if len(self.plies) > played:
            return {who: self.last_announcement(who) for who in (1, 2)}
        number = self.first_ply + played
        told = {who: self._heard_in_vain(who, number, side, move) for who in (1, 2)}
        return {who: announcement for who, announcement in told.items() if announcement is not None}

    def play(self, move: int | str) -> None:
        """Play a legal move; ValueError, and nothing is noted, if it is not."""
        move = self._as_move(move)
        if not self.is_legal(move):
            raise ValueError(f"{self.move_name(move)} is not legal here.")
        self.try_move(move)

    def undo(self) -> None:
        super().undo()
        self.tried = list(self.plies.pop().tried)

    def copy(self) -> Self:
        twin = super().copy()
        twin.plies, twin.tried = list(self.plies), list(self.tried)
        return twin

    def start_for(self, side: int) -> "Start":
        """What a side is told before the first move."""
        raise NotImplementedError

    def view_for(self, side: int) -> Any:
        view = self.start_for(side).view()
        for announcement in self.announcements(side):
            view.hear(announcement)
        return view

    def announcements(self, side: int) -> list[Announcement]:
        heard: list[Announcement] = []
        for number, (by, ply) in enumerate(zip(self.movers, self.plies, strict=True), start=self.first_ply):
            heard += self._all_in_vain(side, number, by, ply.tried)
            heard.append(self._told(side, number, by, ply))
        return heard + self._all_in_vain(side, self.first_ply + len(self.plies), self.mover, self.tried)

    def last_announcement(self, side: int) -> Announcement:
        number = self.first_ply + len(self.plies)
        if vain := self._all_in_vain(side, number, self.mover, self.tried[-1:]):
            return vain[-1]
        return self._told(side, number - 1, self.movers[-1], self.plies[-1])

    def _all_in_vain(self, side: int, number: int, by: int, tried: Sequence[int]) -> list[Announcement]:
        """What a side hears of tries that were refused."""
        told = (self._heard_in_vain(side, number, by, move) for move in tried)
        return [announcement for announcement in told if announcement is not None]

    def _heard_in_vain(self, side: int, number: int, by: int, move: int) -> Announcement | None:
        """A try that was refused as one side hears of it: its author alone does."""
        return self.heard(number, by, REFUSED, move) if side == by else None

    def _told(self, side: int, number: int, by: int, ply: Ply) -> Announcement:
        """A legal move as one side hears of it."""
        if side != by:
            return self.heard(number, by, ply.message)
        after = self._history[number - self.first_ply + 1].view(np.recarray)[0]
        return self.heard(number, by, int(self.game.told(after, ply.message)), ply.move)


@dataclass(frozen=True)
class Start:
    """What a player is told before the first move; a game adds what else its players know. `message` is what the umpire
    says of the position as it stands."""

    side: int
    to_move: int
    ply: int = 0
    message: int = ACCEPTED

    def view(self) -> "View":
        """What the player keeps."""
        raise NotImplementedError


class View:
    """The game as one player sees it.

        view = start.view()
        view.hear(announcement)     # every announcement that was meant for this player, in their order
        view.tries()                # what could be tried now

    A game brings `_move` and `_suffer`, what an own move and one of the opponent's do to the own board, and what it
    likes of `_refused`, what a refusal tells, and `_note`, what a message says of the turn that begins.

    >>> from kaya import find_game
    >>> position = find_game("phantom-tictactoe").new_game()
    >>> view = position.start_for(2).view()
    >>> view.hear(position.attempt(4)[2])
    >>> view.tries()
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    >>> view.hear(position.attempt(4)[2])
    >>> view.tries()
    [0, 1, 2, 3, 5, 6, 7, 8]
    """

    game: ClassVar[Game]
    names: ClassVar[dict[int, str]] = NAMES
    marks_stay: ClassVar[bool] = False  # what is refused stays so, and every order is possible

    def __init__(self, start: Any):
        self.start = start
        self.side, self.to_move = start.side, start.to_move
        self.log: list[Any] = []
        self.tried: list[int] = []  # in vain, in this turn
        self.message: int = start.message  # the last one that was no refusal
        self.boards: np.recarray = zeros(self.game.dtype)

    @property
    def board(self) -> Any:
        """What the player knows of the board, as a record of the game."""
        return self.boards[0]

    @property
    def my_turn(self) -> bool:
        return self.to_move == self.side and not self.over

    @property
    def ply(self) -> int:
        """Half-moves played so far."""
        return self.start.ply + sum(a.legal for a in self.log)

    @property
    def over(self) -> bool:
        return bool(self.game.over(self.board))

    @property
    def moves_to_go(self) -> float:
        """About how many moves the player has still to make: what a clock is shared out by."""
        return 30.0

    def hear(self, announcement: Announcement) -> None:
        """Take notice of what the umpire has said to this player; ValueError if it cannot be so."""
        by, message = announcement.by, announcement.message
        if self.over or by != self.to_move:
            why = "the game is over" if self.over else f"{self.names[self.to_move]} is to move"
            raise ValueError(f"The umpire cannot have said {str(announcement)!r}: {why}.")
        if by == self.side and not self._can_be_tried(announcement.move):
            raise ValueError(f"The umpire cannot have said {str(announcement)!r}: that could not be tried.")
        if by == self.side:
            if announcement.legal:
                self._move(announcement)
            else:
                self._refused(announcement)
                self.tried.append(announcement.move)
        elif announcement.legal:
            self._suffer(announcement)
        else:
            self._overheard(announcement)
        self.log.append(announcement)
        if announcement.legal:
            self.tried = []
            self.to_move = 3 - by
            self.message = message
            self._note(message)

    def _can_be_tried(self, move: int) -> bool:
        return move in self.tries()

    def _refused(self, announcement: Any) -> None:
        """What a refusal tells; ValueError if it cannot be so."""

    def _overheard(self, announcement: Any) -> None:
        """What a refusal of the opponent tells, where it is told to both; ValueError where it is not."""
        raise ValueError(f"The umpire cannot have said {str(announcement)!r}: a refusal is told to its author alone.")

    def _move(self, announcement: Any) -> None:
        raise NotImplementedError

    def _suffer(self, announcement: Any) -> None:
        raise NotImplementedError

    def _note(self, message: int) -> None:
        """Set what a message says of the turn that begins."""

    def tries(self) -> list[int]:
        """The moves that could be legal for all that the player knows."""
        if not self.my_turn:
            return []
        into = np.zeros(MOST_MOVES, np.int32)
        return [m for m in into[: self.game.tries(self.board, into)].tolist() if m not in self.tried]

    def information(self) -> tuple[Any, ...]:
        """What the player knows now, without how it came about: own board, possible tries, last message."""
        board = tuple(self.boards[name].tobytes() for name in self.game.dtype.names or () if name != "rng")
        return board, tuple(self.tries()), self.message

    def to_planes(self) -> np.ndarray:
        """What the player knows as planes for a learner (`kaya.frameworks`)."""
        return planes_of(self.game, self, self.side)

    def __str__(self) -> str:
        return self.game.show(self.board)

    def _repr_html_(self) -> str:
        return shown_in_a_notebook(self)

    def move_name(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        """The move that is written so; ValueError says what is accepted."""
        return Position.parse_move(self, text)  # type: ignore[arg-type]  # it needs the game alone


__all__ = ["NOT_TOLD", "REFUSED", "Announcement", "Ply", "Start", "Umpired", "View"]
