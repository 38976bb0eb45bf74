"""Can a player mate in n moves, on every board that may be and against every defence? (What a problem of Kriegspiel
asks.)

A set of boards with the same own men is what the player knows. A try is refused on some of them, which costs nothing;
on the others the umpire's message and then that of the reply divide them. With a set of boards S,

    solved(S, n)  if  some try that is legal on a board of S is right, and solved(S without the accepted ones, n),
    right(m)      if  every message after m is mate, or every message after each reply leads to a solved(S', n - 1).

What is solved for a set is solved for each part of it. So a try that is right never harms, the order does not matter,
and no choice of tries must be taken back: tries are made until no board is left, or none is right.

Neither fifty moves nor a repetition end the game here. `seen` is the same with open boards, a bound: what cannot be
done then cannot be done in the dark."""

import numpy as np

from ....kernel import at, inlined, kernel, plain, record, zeros
from ...rules.game import kriegspiel
from ...rules.messages import END_AT, ENDS, MATE
from ...rules.moves import MOST_TRIES, is_legal, moves, tries
from ...rules.rule_sets import ENDLESS
from ...rules.umpire import announce, told

DEEPEST = 8
LEVELS = DEEPEST + 1
ARENA = 30_000  # boards of all sets that are looked at
SLOTS = 1 << 20
NEVER = 255
SEARCH = record(
    ("nodes", "i8"),
    ("most", "i8"),  # nodes, after which nothing is solved
    ("full", "i8"),  # has the arena been too small?
    ("legal", "i4", (LEVELS, MOST_TRIES)),
    ("replies", "i4", (LEVELS, MOST_TRIES)),
    ("tries", "i4", (LEVELS, MOST_TRIES)),
    ("answer", "i8", ARENA),  # what was said before a board came up: of the own move, and of the reply
    ("keys", "u8", (2, SLOTS)),  # what is known of boards, and of sets:
    ("solved", "u1", (2, SLOTS)),  # in so many moves
    ("failed", "u1", (2, SLOTS)),  # not in so many
)
OPEN, DARK = 0, 1
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


@inlined
def mixed(key):
    key = (key ^ key >> _SHIFT) * _MIX
    return key ^ key >> _SHIFT


@kernel
def slot_of(search, table, key):
    """Where a key stands or may stand; -1 where there is no room."""
    slot = np.int64(key & at(SLOTS - 1))
    for _ in range(64):
        if search.keys[at(table), at(slot)] == 0:
            search.keys[at(table), at(slot)] = key
            search.solved[at(table), at(slot)] = NEVER
            search.failed[at(table), at(slot)] = 0
        if search.keys[at(table), at(slot)] == key:
            return slot
        slot = slot + 1 & SLOTS - 1
    return -1


@kernel
def note(search, table, slot, n, solved):
    """Keep what was found out; the same."""
    if slot >= 0:
        if solved:
            search.solved[at(table), at(slot)] = min(n, search.solved[at(table), at(slot)])
        else:
            search.failed[at(table), at(slot)] = max(n, search.failed[at(table), at(slot)])
    return solved


@kernel
def seen(search, boards, b, n, free):
    """Could the player to move on this board mate within n moves, if it saw the board?"""
    slot = slot_of(search, OPEN, mixed(boards[at(b)].hash))
    if slot >= 0:
        if search.solved[OPEN, at(slot)] <= n:
            return True
        if search.failed[OPEN, at(slot)] >= n:
            return False
    room, found = search.legal[at(n)], False
    count = moves(boards[at(b)], room)
    for k in range(count):
        boards[at(free)] = boards[at(b)]
        end = (announce(boards[at(free)], np.int64(room[at(k)])) & ENDS) >> END_AT
        if end == MATE:
            found = True
        elif end == 0 and n > 1:
            found, replies = True, search.replies[at(n)]
            for j in range(moves(boards[at(free)], replies)):
                boards[at(free + 1)] = boards[at(free)]
                said = announce(boards[at(free + 1)], np.int64(replies[at(j)]))
                if said & ENDS or not seen(search, boards, free + 1, n - 1, free + 2):
                    found = False
                    break
        if found:
            break
    return note(search, OPEN, slot, n, found)


@kernel
def set_key(boards, first, last):
    """A hash of a set of boards, in whatever order."""
    key = at(1)
    for b in range(first, last):
        key += mixed(boards[at(b)].hash)
    return mixed(key)


@kernel
def add_reply(search, boards, first, last, answer):
    """Keep the board behind the last one, if the same is not among those after the same answer; the new end."""
    key = boards[at(last)].hash
    for b in range(first, last):
        if boards[at(b)].hash == key and search.answer[at(b)] == answer:
            return last
    search.answer[at(last)] = answer
    return last + 1


FAILS, REFUSED = -1, -2


@kernel
def after_try(search, boards, first, last, move, n, free):
    """Make a try on all boards, and then every reply: the new boards are written from `free` on. Where they end;
    REFUSED if the try is legal nowhere, FAILS if some board is no longer mate in n - 1 even if it is seen."""
    top, accepted = free, False
    for b in range(first, last):
        if not is_legal(boards[at(b)], move):
            continue
        accepted = True
        if top + 4 * DEEPEST > len(boards):
            search.full = 1
            return FAILS
        boards[at(top)] = boards[at(b)]
        message = announce(boards[at(top)], move)
        if message & ENDS:
            if (message & ENDS) >> END_AT == MATE:
                continue
            return FAILS
        if n == 1:
            return FAILS
        top = after_replies(search, boards, top, free, told(boards[at(top)], message), n)
        if top == FAILS:
            return FAILS
    return top if accepted else REFUSED


@kernel
def after_replies(search, boards, b, first, heard, n):
    """Replace a board on which the other side is to move by those after each reply; where they end, or FAILS."""
    replies = search.replies[at(n)]
    count = moves(boards[at(b)], replies)
    if b + count + 4 * DEEPEST > len(boards):
        search.full = 1
        return FAILS
    base = len(boards) - 1 - n  # one board for each level at the end
    boards[at(base)] = boards[at(b)]
    top = b
    for j in range(count):
        boards[at(top)] = boards[at(base)]
        said = announce(boards[at(top)], np.int64(replies[at(j)]))
        if said & ENDS or not seen(search, boards, top, n - 1, top + 1):
            return FAILS
        top = add_reply(search, boards, first, top, heard << 31 | said)
    return top


@kernel
def take_group(search, boards, first, last):
    """Write the boards with the answer of the first one behind the last, and take them away; where the others end, and
    where the group begins and ends: others are moved to the front."""
    answer, kept, top = search.answer[at(first)], first, last
    for b in range(first, last):
        if search.answer[at(b)] == answer:
            boards[at(top)] = boards[at(b)]
            top += 1
        else:
            if kept < b:
                boards[at(kept)] = boards[at(b)]
                search.answer[at(kept)] = search.answer[at(b)]
            kept += 1
    return kept, top


@kernel
def refused_on(boards, first, last, move):
    """Keep the boards on which the try is refused, in front; where they end."""
    kept = first
    for b in range(first, last):
        if not is_legal(boards[at(b)], move):
            if kept < b:
                boards[at(kept)] = boards[at(b)]
            kept += 1
    return kept


@kernel
def solved(search, boards, first, last, n, free):
    """Can the player to move mate within n moves, knowing no more than that it is one of these boards?"""
    search.nodes += 1
    if search.nodes > search.most or free + 2 * (last - first) + 4 * DEEPEST > len(boards):
        search.full |= search.nodes <= search.most
        return False
    for b in range(first, last):
        if not seen(search, boards, b, n, free):
            return False
    slot = slot_of(search, DARK, set_key(boards, first, last))
    if slot >= 0:
        if search.solved[DARK, at(slot)] <= n:
            return True
        if search.failed[DARK, at(slot)] >= n:
            return False
    for b in range(first, last):
        boards[at(free + b - first)] = boards[at(b)]
    begin, end, progress = free, free + last - first, True
    room = search.tries[at(n)]
    count = tries(boards[at(first)], room)
    while progress and end > begin:
        progress = False
        for k in range(count):
            move = np.int64(room[at(k)])
            top = after_try(search, boards, begin, end, move, n, end)
            right = top != FAILS and top != REFUSED
            while right and top > end:
                left, group_end = take_group(search, boards, end, top)
                right = solved(search, boards, top, group_end, n - 1, group_end)
                top = left
            if right:
                end, progress = refused_on(boards, begin, end, move), True
                if end == begin:
                    break
    if search.nodes > search.most or search.full:
        return False
    return note(search, DARK, slot, n, end == begin)


@kernel
def is_right(search, boards, count, move, n, free):
    """Does this try keep the mate within n moves? 1 or 0; REFUSED if it is legal on none of the boards."""
    top = after_try(search, boards, 0, count, move, n, free)
    if top == REFUSED:
        return REFUSED
    right = top != FAILS
    while right and top > free:
        left, group_end = take_group(search, boards, free, top)
        right = solved(search, boards, top, group_end, n - 1, group_end)
        top = left
    return 1 if right else 0


class Solver:
    """Decides for sets of boards, as `sets.boards_of` gives them, and remembers what it has found.

    solver = Solver()
    solver.moves_to_mate(boards, most=4)    # None where more are needed
    solver.right_tries(boards, 3)           # those that keep the mate within 3 moves, first tries of a solution
    """

    def __init__(self, nodes: int = 1 << 40):
        self._search, self._boards = plain(zeros(SEARCH)), plain(zeros(kriegspiel.dtype, ARENA))
        self._nodes = nodes

    def _set(self, boards: np.ndarray) -> int:
        count = len(boards)
        if 2 * count > ARENA:
            raise ValueError(f"A set of {count:,} boards is too large: at most {ARENA // 2:,}.")
        self._boards[:count] = boards
        self._boards["rules"][:count] |= ENDLESS
        for name, value in (("nodes", 0), ("most", self._nodes), ("full", 0)):
            self._search[name][0] = value
        return count

    @property
    def gave_up(self) -> bool:
        """Has the last question met the limit of nodes or boards, so that "no" means nothing?"""
        return bool(self._search["full"][0] or self._search["nodes"][0] > self._nodes)

    def solved(self, boards: np.ndarray, n: int) -> bool:
        """Can the player to move mate within n moves?"""
        count = self._set(boards)
        return bool(solved(self._search[0], self._boards, 0, count, n, count))

    def moves_to_mate(self, boards: np.ndarray, most: int) -> int | None:
        """The least n within which mate can be forced; None where `most` are not enough."""
        return next((n for n in range(1, most + 1) if self.solved(boards, n)), None)

    def right_tries(self, boards: np.ndarray, n: int) -> list[int]:
        """The tries, legal on some of the boards, after which mate within n moves is still certain; for a set that is
        solved in n."""
        return [move for move, right in self.verdicts(boards, n).items() if right]

    def verdicts(self, boards: np.ndarray, n: int) -> dict[int, bool]:
        """Is it right? For each try that is legal on some of the boards."""
        room = np.zeros(MOST_TRIES, np.int32)
        listed = room[: tries(boards[0], room)].tolist()
        found = {move: self.is_right(boards, move, n) for move in listed}
        return {move: right for move, right in found.items() if right is not None}

    def is_right(self, boards: np.ndarray, move: int, n: int) -> bool | None:
        """Is mate within n moves still certain after this try? None where it is legal on none of the boards."""
        count = self._set(boards)
        said = int(is_right(self._search[0], self._boards, count, move, n, count))
        return None if said == REFUSED else bool(said)
