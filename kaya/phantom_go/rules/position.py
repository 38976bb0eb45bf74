"""A game of Phantom Go as the umpire sees it."""

from dataclasses import replace
from typing import Any

import numpy as np

from ...games.rules import REFUSED
from ...games.umpire import Ply, Umpired
from ...go.rules.board import PASS
from ...go.rules.board_position import BoardPosition
from ...go.rules.position import show
from ...kernel import split_seed, zeros
from .board import ANNOUNCED_ATARIS, OLYMPIAD, phantom_go, start
from .messages import Announcement, taken
from .view import Start


class PhantomGoPosition(Umpired, BoardPosition):
    """The umpire's game. `try_move` answers as an umpire does; `announcements(side)` is all that a side has heard.

    >>> game = PhantomGoPosition(9)
    >>> game.play("E5")
    >>> game.attempt(game.parse_move("E5"))[2].legal
    False
    """

    heard = Announcement

    def __init__(self, lines: int = 9, komi: float = 7.5, rules: str = OLYMPIAD):
        states = zeros(phantom_go.dtype)
        states.rng = split_seed(0)
        start(states[0], lines, komi, rules)
        super().__init__(phantom_go, states)

    @property
    def rules(self) -> str:
        return ANNOUNCED_ATARIS if self.state.announces else OLYMPIAD

    def _answer(self, states: np.recarray, move: int) -> int:
        """Superko is refused as ko is."""
        message = super()._answer(states, move)
        return REFUSED if message != REFUSED and move != PASS and self._repeats(states) else message

    def play(self, move: int | str) -> None:
        """Play a legal move; ValueError, which says why, and nothing is noted, if it is not."""
        move = self._as_move(move)
        if why := self.why_illegal(move):
            raise ValueError(f"{self.move_name(move)} is not legal here: {why}.")
        self.try_move(move)

    def start_for(self, side: int) -> Start:
        colours = self.colours_after(0)
        own, stones = np.flatnonzero(colours == side).tolist(), int((colours == 3 - side).sum())
        first = int(self._history[0]["turn"][0])
        return Start(side, first, lines=self.lines, komi=self.komi, rules=self.rules, own=tuple(own), stones=stones)

    def whole_message(self, number: int) -> Announcement:
        """All that the umpire knows to say of a half-move, counted from 1: it is what the other side hears."""
        by = self.movers[number - 1]
        return self._told(3 - by, number, by, self.plies[number - 1])

    def _told(self, side: int, number: int, by: int, ply: Ply) -> Any:
        heard = super()._told(side, number, by, ply)
        if not taken(ply.message) or (side == by and self.rules == OLYMPIAD):
            return heard
        before, after = self.colours_after(number - 1), self.colours_after(number)
        return replace(heard, points=tuple(np.flatnonzero((before == 3 - by) & (after != before)).tolist()))


phantom_go.show = show
phantom_go.position = lambda size, komi, rules: PhantomGoPosition(size, komi, rules)
