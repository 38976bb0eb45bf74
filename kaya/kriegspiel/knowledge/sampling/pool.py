"""A pool of boards that agree with all that a player has heard (AOSP, section 4.2 of the paper).

At the start of a game the board is known. When the opponent has moved, each board of the pool is followed by all boards
to which a move leads of which the umpire would have said the same; when the player has tried something, those boards
stay on which the umpire would have answered so. If there are more than the pool has room for, a random choice is kept,
no position twice. A pool that has lost the true board may die out; it is never filled with what it has ruled out."""

import time

import numpy as np

from ....kernel import at, kernel, plain, random_below, record, split_seed, zeros
from ...rules import Start, View
from ...rules.board import make
from ...rules.game import kriegspiel
from ...rules.messages import TAKEN_AT
from ...rules.moves import MOST_TRIES, moves
from ...rules.squares import ANY, WHITE
from ...rules.umpire import inspect_position, move_message, told, try_move
from ..densities import new_board
from ..pieces import is_usual

CHUNK = 200  # boards between two looks at the clock
SLOTS_PER_BOARD = 8
COUNTS = record(("rng", "u8"), ("kept", "i8"), ("found", "i8"), ("hashes", "i8"))


@kernel
def keep_answering(boards, count, move, heard):
    """Try a move, or ask, on all boards and keep those on which its author hears this; how many."""
    kept = 0
    for b in range(count):
        if told(boards[at(b)], try_move(boards[at(b)], move)) == heard:
            if kept < b:
                boards[at(kept)] = boards[at(b)]
            kept += 1
    return kept


@kernel
def is_new(seen, counts, key):
    """Is this hash met for the first time? Always, once three quarters of the slots are taken."""
    slot = key & at(len(seen) - 1)
    while seen[slot]:
        if seen[slot] == key:
            return False
        slot = slot + at(1) & at(len(seen) - 1)
    if 4 * counts.hashes < 3 * len(seen):
        seen[slot] = key
        counts.hashes += 1
    return True


@kernel
def follow_others(boards, order, heard, into, counts, seen, room):
    """Follow these boards by all moves of which the umpire says this; the new ones go `into` an array, whose last place
    is for trying. When the array is full, each of all that were found has the same chance to stay."""
    last = len(into) - 1
    for b in order:
        board = boards[at(b)]
        for k in range(moves(board, room)):
            move = np.int64(room[at(k)])
            into[at(last)] = boards[at(b)]
            taken = make(into[at(last)], move)
            said = move_message(into[at(last)], move, taken)
            if (said ^ heard) & (1 << TAKEN_AT + 6) - 1 or said | inspect_position(into[at(last)]) != heard:
                continue
            if not is_new(seen, counts, into[at(last)].hash):
                continue
            place, counts.found = counts.kept, counts.found + 1
            if counts.kept < last:
                counts.kept += 1
            else:
                place = random_below(counts, counts.found)
            if place < last:
                into[at(place)] = into[at(last)]


class Pool:
    """`boards[:count]` agree with all that the view has heard up to the last `follow`. As long as it is `complete`, no
    other board does."""

    def __init__(self, size: int, start: Start, seed: int = 0):
        self.size, self.count, self.heard = size, 0, 0
        self.boards, self._next = (plain(zeros(kriegspiel.dtype, size + 1)) for _ in range(2))
        self._counts = zeros(COUNTS)
        self._counts.rng = split_seed(seed)
        self._chance = np.random.default_rng(seed)
        self._seen = np.zeros(1 << (SLOTS_PER_BOARD * size - 1).bit_length(), np.uint64)
        self._room = np.zeros(MOST_TRIES, np.int32)
        self.complete = is_usual(start) and start.castling == (3 if start.side == WHITE else 12)
        if self.complete:
            self.boards[0] = plain(new_board(start.rule_set.bits))[0]
            self.count = 1

    def add(self, boards: np.ndarray) -> None:
        """Take further boards in, as far as there is room."""
        added = min(len(boards), self.size - self.count)
        self.boards[self.count : self.count + added] = boards[:added]
        self.count += added

    def follow(self, view: View, deadline: float = float("inf")) -> None:
        """Hear what is new. When the time is up, boards that were not looked at are forgotten; one chunk is always
        looked at."""
        for announcement in view.log[self.heard :]:
            if announcement.by == view.side:
                heard = self.boards, self.count, announcement.move, announcement.message
                self.count = int(keep_answering(*heard))
            elif announcement.legal:
                self._follow_other(announcement.message, deadline)
            elif announcement.asks:
                self.count = int(keep_answering(self.boards, self.count, ANY, announcement.message))
        self.heard = len(view.log)

    def _follow_other(self, heard: int, deadline: float) -> None:
        counts = self._counts
        for name in ("kept", "found", "hashes"):
            counts[name] = 0
        self._seen[:] = 0
        order = self._chance.permutation(self.count)
        for first in range(0, self.count, CHUNK):
            part = order[first : first + CHUNK]
            follow_others(self.boards, part, heard, self._next, counts[0], self._seen, self._room)
            if time.monotonic() > deadline and counts.kept[0]:
                self.complete &= first + CHUNK >= self.count
                break
        self.complete &= bool(counts.found[0] <= self.size)
        self.boards, self._next, self.count = self._next, self.boards, int(counts.kept[0])
