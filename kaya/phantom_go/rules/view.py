"""What a player of Phantom Go knows: its own stones, what the umpire has told it, and what follows from that."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...games.game import Announcement as AnyAnnouncement
from ...games.umpire import Start as AnyStart
from ...games.umpire import View as AnyView
from ...go.rules.board import CELLS, EDGE, clear
from ...go.rules.coordinates import parse_vertex, vertex
from ...go.rules.drawing import as_svg
from .board import ANNOUNCED_ATARIS, OLYMPIAD, arrange, phantom_go, set_weights
from .deduction import Known
from .messages import COLOURS, PASSED, Announcement


@dataclass(frozen=True)
class Start(AnyStart):
    """What a player is told before the first move: where stones were set up, its own ones, and how many the opponent
    has."""

    lines: int = 9
    komi: float = 7.5
    rules: str = OLYMPIAD
    own: tuple[int, ...] = ()
    stones: int = 0

    def view(self) -> "View":
        return View(self)


class View(AnyView):
    """The game as one player sees it. Its board is a record like the umpire's, with the own stones and those of the
    other that are known; `known` says what more there is."""

    game = phantom_go
    names = COLOURS

    def __init__(self, start: Start):
        super().__init__(start)
        own = frozenset(start.own)
        self.lines, self.known = start.lines, Known(start.lines, own, stones=start.stones, past=frozenset({own}))
        self.won, self.lost, self.passes = 0, 0, 0  # stones captured and lost; passes in a row
        clear(self.board, start.lines, start.komi)
        self.board.side = start.side
        self.board.announces = start.rules == ANNOUNCED_ATARIS
        self._arrange()

    @property
    def over(self) -> bool:
        return self.passes >= 2

    @property
    def moves_to_go(self) -> float:
        points = self.lines**2
        return max((len(self.known.open) - self.known.hidden - 0.2 * points) / 2, points / 5)

    def sensible_tries(self) -> list[int]:
        """Those of the tries that are not known to be refused."""
        return [m for m in self.tries() if m not in self.known.enemies and m not in self.known.vain]

    def hear(self, announcement: AnyAnnouncement) -> None:
        """As in any game; a rule of the board that makes it impossible is told as well."""
        try:
            super().hear(announcement)
        except _Impossible as error:
            raise ValueError(f"The umpire cannot have said {self._said(announcement)!r}: {error}.") from error.__cause__

    def _said(self, announcement: Any) -> str:
        return f"{COLOURS.get(announcement.by, '?')}: {announcement.written(self.lines)}"

    def _move(self, announcement: Announcement) -> None:
        if announcement.move and not announcement.passed:
            self._learn("moved", announcement.move, announcement.captured, announcement.points)
        self.won += announcement.captured
        self._passed(announcement)

    def _suffer(self, announcement: Announcement) -> None:
        if len(announcement.points) != announcement.captured:
            raise _Impossible(f"{announcement.captured} stones are lost, and {len(announcement.points)} are named")
        self._learn("suffered", announcement.passed, announcement.points)
        self.lost += announcement.captured
        self._passed(announcement)

    def _refused(self, announcement: Announcement) -> None:
        if not announcement.move:
            raise _Impossible("a pass is never refused")
        self._learn("refused", announcement.move)
        self._arrange()

    def _learn(self, how: str, *what: Any) -> None:
        try:
            self.known = getattr(self.known, how)(*what)
        except ValueError as error:
            raise _Impossible(str(error)) from error

    def _passed(self, announcement: Announcement) -> None:
        self.passes = self.passes + 1 if announcement.message & PASSED else 0

    def _note(self, message: int) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Bring the board up to date."""
        colours = np.zeros(CELLS, np.uint8)
        colours[list(self.known.own)] = self.side
        colours[list(self.known.enemies)] = EDGE - self.side
        moves = sum(a.legal for a in self.log)
        arrange(self.board, colours, self.to_move, moves, self.passes)
        self.board.hidden = self.known.hidden
        self.weigh(self.known.weights())

    def weigh(self, weights: Mapping[int, float]) -> None:
        """Let hidden stones be sampled by these weights."""
        by_point = np.zeros(CELLS)
        by_point[list(weights)] = list(weights.values())
        set_weights(self.board, by_point)

    def move_name(self, move: int) -> str:
        return vertex(move, self.lines)

    def parse_move(self, text: str) -> int:
        return parse_vertex(text, self.lines)

    def _repr_svg_(self) -> str:
        return as_svg(self.board, 0)


class _Impossible(ValueError):
    """What cannot be, without the announcement that says so."""
