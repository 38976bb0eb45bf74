"""Go as it is really played: handicap, setting up stones, playing on after two passes."""

from collections.abc import Iterable
from typing import Any

from ...games.game import Announcement, Game
from ...kernel import Parameters, parameter, split_seed, zeros
from . import board as rules
from .board import BLACK, LARGEST, PASS, SMALLEST, WHITE
from .board_position import OVER, REASONS, BoardPosition, checked_komi, checked_lines
from .coordinates import handicap_points
from .counting import CHINESE, JAPANESE, checked_rules
from .drawing import searched_svg


def _start(state: Any, lines: int = 9, komi: float = 7.5) -> None:
    rules.clear(state, checked_lines(lines), checked_komi(komi))


class Board(Parameters):
    """What a game of Go is played under."""

    size: int = parameter(9, "lines of the board", low=SMALLEST, high=LARGEST)
    komi: float = parameter(7.5, "White's compensation", low=-1000, high=1000)


go = Game(
    "go",
    rules.FIELDS,
    over=rules.over,
    mover=rules.mover,
    play=rules.play,
    moves=rules.moves,
    result=rules.result,
    start=_start,
    conditions=Board(),
)


class GoPosition(BoardPosition):
    """A game of Go. With `rules="japanese"` territory is counted.

    >>> game = GoPosition(9, komi=7.5)
    >>> game.play("E5")
    >>> game.score()
    73.5
    """

    def __init__(self, lines: int = 9, komi: float = 7.5, rules: str = CHINESE):
        self.rules, states = rules, zeros(go.dtype)
        states.rng = split_seed(0)
        _start(states[0], lines, komi)
        super().__init__(go, states)

    @property
    def rules(self) -> str:
        """`chinese`, or `japanese`: territory is counted."""
        return JAPANESE if self.counts_territory else CHINESE

    @rules.setter
    def rules(self, name: str) -> None:
        self.counts_territory = checked_rules(name) == JAPANESE

    def fixed_handicap(self, count: int) -> list[int]:
        """Put GTP's fixed handicap stones on an empty board; White moves first."""
        stones = handicap_points(count, self.lines)
        self.free_handicap(stones)
        return stones

    def free_handicap(self, stones: Iterable[int]) -> None:
        """Put these handicap stones on an empty board; White moves first."""
        stones = list(stones)
        if self.played or self.stones(BLACK) or self.stones(WHITE):
            raise ValueError("Handicap stones are only put on an empty board.")
        if len(set(stones)) != len(stones) or PASS in stones:
            raise ValueError("Handicap stones must be different points of the board.")
        if not 2 <= len(stones) <= self.lines**2 - 1:
            raise ValueError(f"There must be from 2 to {self.lines**2 - 1} handicap stones, not {len(stones)}.")
        self.place(black=stones)
        self.set_turn(WHITE)

    def play(self, move: int | str, colour: int | None = None, *, resume: bool = False) -> None:
        """Play for the player to move, or for `colour`; ValueError if the move is not allowed. With `resume` a game
        that two passes have ended goes on, as players do who cannot agree on what is dead."""
        colour = colour or self.mover
        move, after, reason = self._after(move, colour, resume)
        if reason == OVER:
            raise ValueError("The game is over: take a move back, or play with resume=True to go on.")
        if reason:
            name = f"Point {move}" if reason == REASONS[rules.NOT_ON_THE_BOARD] else self.move_name(move)
            raise ValueError(f"{name} is not allowed: {reason}.")
        self._add(after, colour, move)

    def hear(self, announcement: Announcement) -> None:
        self.play(announcement.move, announcement.by, resume=True)


def show(state: Any) -> str:
    """A bare picture of a board record."""
    w, n = int(state.stride), int(state.lines)
    return "\n".join(" ".join(".XO"[state.colour[(y + 1) * w + x + 1]] for x in range(n)) for y in range(n))


go.show = show
go.picture = searched_svg
go.position = lambda size, komi: GoPosition(size, komi)


def new_game(size: int = 9, komi: float | None = None, handicap: int = 0, rules: str = CHINESE) -> GoPosition:
    """The start of a game. If nothing is said, komi is 7.5, by Japanese rules 6.5, with a handicap 0.5; a handicap of
    one stone is no stone at all: Black moves first."""
    usual = 0.5 if handicap else 6.5 if checked_rules(rules) == JAPANESE else 7.5
    position = go.new_game(size=size, komi=usual if komi is None else komi)
    assert isinstance(position, GoPosition)
    position.rules = rules
    if not isinstance(handicap, int) or handicap < 0:
        raise ValueError(f"handicap must be a whole number of stones, not {handicap!r}.")
    if handicap > 1:
        position.fixed_handicap(handicap)
    return position
