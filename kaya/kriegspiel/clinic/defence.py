"""The worst that can happen to a player: an umpire that has not decided where the enemy stands, and answers each try so
that mate takes longest. No board is played that the answers rule out, and none that is left is spared."""

import functools
from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from ...kernel import plain, zeros
from ..knowledge.forced.mate import Solver
from ..rules.game import kriegspiel
from ..rules.messages import ENDS, ILLEGAL, Announcement
from ..rules.moves import MOST_TRIES, is_legal, moves
from ..rules.umpire import announce, told


class Reply(NamedTuple):
    """What the umpire may say: of the try, and if the game goes on, of the enemy's move; and what is left then."""

    said: int
    heard: int | None
    boards: np.ndarray


@functools.cache
def solver() -> Solver:
    """One for a process: it remembers what it has found."""
    return Solver()


def records(boards: np.ndarray) -> Any:
    """As an array whose elements kernels take one by one."""
    return boards.view(np.recarray)


def gathered(found: list[Any]) -> np.ndarray:
    """An array of these boards, each once."""
    different = {int(board.hash): board for board in found}
    made = zeros(kriegspiel.dtype, len(different))
    for k, board in enumerate(different.values()):
        made[k] = board
    return plain(made)


def accepted(boards: np.ndarray, move: int) -> dict[int, list[Any]]:
    """The boards after a try where it is legal, by what its author hears."""
    found = defaultdict(list)
    for board in records(boards):
        if is_legal(board, move):
            after = board.copy()
            message = int(announce(after, move))
            found[int(told(after, message))].append(after)
    return found


def after_replies(boards: list[Any]) -> dict[int, np.ndarray]:
    """The boards after every reply, by what is heard of it."""
    found, room = defaultdict(list), np.zeros(MOST_TRIES, np.int32)
    for board in boards:
        for move in room[: moves(board, room)].tolist():
            after = board.copy()
            found[int(announce(after, move))].append(after)
    return {message: gathered(those) for message, those in found.items()}


def refused(boards: np.ndarray, move: int) -> np.ndarray:
    """The boards on which a try is refused."""
    return boards[[not is_legal(board, move) for board in records(boards)]]


class Defence:
    """`left` moves are left to mate on all of these boards, which the solver says is possible."""

    def __init__(self, boards: np.ndarray, left: int):
        self.boards, self.left = boards, left

    def is_right(self, move: int) -> bool | None:
        """Does this try keep the mate? None where no board allows it."""
        return solver().is_right(self.boards, move, self.left)

    def answer(self, move: int, ply: int, side: int) -> list[Announcement]:
        """What the player hears after a right try: the answer after which mate takes longest, of several the one that
        leaves most boards."""
        reply = max(self._replies(move), key=self._price)
        self.boards = reply.boards
        heard = [Announcement(ply + 1, side, reply.said, move)]
        if reply.said == ILLEGAL:
            return heard
        self.left -= 1
        return heard if reply.heard is None else [*heard, Announcement(ply + 2, 3 - side, reply.heard)]

    def _replies(self, move: int) -> list[Reply]:
        left = refused(self.boards, move)
        found = [Reply(ILLEGAL, None, left)] if len(left) else []
        for said, boards in accepted(self.boards, move).items():
            if said & ENDS:
                found.append(Reply(said, None, gathered(boards)))
            else:
                found += [Reply(said, heard, after) for heard, after in after_replies(boards).items()]
        return found

    def _price(self, reply: Reply) -> tuple[int, int]:
        """The moves that mate takes after it, and how many boards are left."""
        if reply.said & ENDS:
            return 0, 0
        still = self.left - (reply.said != ILLEGAL)
        n = solver().moves_to_mate(reply.boards, still) or still + 1
        return n + (reply.said != ILLEGAL), len(reply.boards)
