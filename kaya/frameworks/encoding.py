"""A game as learners see it: an index for each move, which may be tried now, and arrays of what a player knows."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..games.game import MOST_MOVES, Announcement
from ..games.registry import find_bundle, imported

HEARD = 64  # announcements that are kept where a game has no planes of its own


class Encoding:
    """One game. All is made from a view, what one side knows, so nothing that is hidden from it can get into an array;
    in an open game the view is a position.

    A game without an encoding of its own has the numbers of its moves as indices, from 0 to 511, and instead of planes
    the last announcements. A subclass gives `moves` and `planes`."""

    low, high = 0.0, 1.0  # of the planes
    kind: Any = np.float32

    def moves(self, view: Any) -> Sequence[int]:
        """All moves that can come up in a game that starts so; the place of a move is its index."""
        return range(MOST_MOVES)

    def tries(self, view: Any) -> Sequence[int]:
        """What the side to move may try, by what it knows."""
        return view.tries() if view.game.hidden else view.legal_moves()

    def planes(self, view: Any, side: int) -> np.ndarray:
        """What `side`, whose view it is, knows."""
        raise NotImplementedError


class Heard(Encoding):
    """The last announcements, the newest first, as three numbers each: 1 for an own move and 2 for one of the
    opponent's (0: there is none), the umpire's message, and the move, or 0 where it is not told."""

    low, high = 0, 2**31 - 1
    kind = np.int32

    def planes(self, view: Any, side: int) -> np.ndarray:
        told = np.zeros((HEARD, 3), self.kind)
        for row, a in zip(told, reversed(heard_by(view, side)), strict=False):
            row[:] = 1 if a.by == side else 2, a.message, max(a.move, 0)
        return told


def heard_by(view: Any, side: int) -> list[Announcement]:
    """All that a side has been told."""
    return view.log if view.game.hidden else view.announcements(side)


def encoding_of(game: str) -> Encoding:
    """How learners see this game; ValueError if there is none of this name."""
    bundle = find_bundle(game)
    return imported(bundle.encoding)() if bundle.encoding else Heard()


def mask(encoding: Encoding, view: Any, index: dict[int, int]) -> np.ndarray:
    """1 for each move that may be tried now, by its index."""
    found = np.zeros(len(index), np.int8)
    found[[index[move] for move in encoding.tries(view)]] = 1
    return found
