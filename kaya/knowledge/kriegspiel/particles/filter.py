"""The particles: boards that agree with all that a player has heard, drawn by the opponent's habits (a particle filter,
Gordon, Salmond and Smith 1993).

After the other's move each board is followed by the moves of which the umpire would have said the same, each as likely
as the habits make it, and as many boards as before are drawn from all of them; after an own try those stay on which the
umpire would have answered so. A surprise may leave few boards, or none: then boards of the last observation
(`sampling.boards`) fill the room.
"""

from collections import deque
from typing import Any

import numpy as np

from ....games.kriegspiel import Announcement, View
from ....games.kriegspiel.attacks import KING_STEPS, NOTHING, ONE, bit
from ....games.kriegspiel.board import attackers, everybody, king_of, lift, make, put
from ....games.kriegspiel.judgement import announce, capture_message, judge
from ....games.kriegspiel.messages import CHECKS, MOVED, TAKEN_AT
from ....games.kriegspiel.moves import MOST_TRIES, moves
from ....games.kriegspiel.rules import kriegspiel
from ....games.kriegspiel.squares import KING, PAWN, WHITE
from ....kernel import at, kernel, plain, random_below, random_unit, record, split_seed, zeros
from ....kernel.bits import count_bits, lowest
from ..densities import TIMES, densities, new_board
from ..men import HOMES, is_usual
from ..sampling.boards import sample_boards
from ..sampling.known import known_to
from ..sampling.pool import keep_answering
from .habits import FEW, HABITS, LEAST, now_known, unprotected, weigh, without
from .learned import Learned, learned_habits

ATTEMPTS = 300  # to draw a board that agrees with the last observation
CARELESS = 0.15  # the chance that a move was made at random, whatever the habits
ASTRAY = 0.2  # boards on which the king of an ending stands elsewhere
LOOK_BACK = (2, 5)  # own turns ago from which the boards are drawn once more, if none is left
FOLLOWED = 50  # continuations of a board, on average, for which there is room
STRIDE = 7919  # a prime: so boards with one parent do not lie together, and the first ones are a fair sample
CHANCE = record(("rng", "u8"), ("found", "i8"), ("kept", "i8"))


@kernel
def find_continuations(
    boards, count, said, heard, known, home, careless, habits, spare, room, weights, parent, move_of, chance_of
):
    """All moves from these boards of which the umpire says `said`, their author having `heard` the message before
    (see `kind_of_move`): the board, the move and the chance of each; how many. `spare` is one board for trying."""
    found, most = 0, len(parent)
    for b in range(count):
        us, first, whole = boards[at(b)].turn, found, 0.0
        listed = moves(boards[at(b)], room)
        weigh(boards[at(b)], heard, known, home, room, listed, habits, weights)
        bare = unprotected(boards[at(b)], us)
        for k in range(listed):
            if weights[at(k)] == 0.0:
                continue
            move = np.int64(room[at(k)])
            spare[0] = boards[at(b)]
            taken = make(spare[0], move)
            weight = weights[at(k)] * habits.bare ** (unprotected(spare[0], us) - bare)
            whole += weight
            message = MOVED | capture_message(taken & 7 == PAWN, taken >> 3) if taken else MOVED
            if (message ^ said) & (1 << TAKEN_AT + 6) - 1 or message | judge(spare[0]) != said or found == most:
                continue
            parent[at(found)], move_of[at(found)], chance_of[at(found)] = b, move, weight
            found += 1
        for k in range(first, found):
            chance_of[at(k)] = (1.0 - careless) * chance_of[at(k)] / whole + careless / listed
    return found


@kernel
def draw_continuations(boards, parent, move_of, chance_of, found, into, wanted, holder):
    """Fill `into` with as many boards as wanted, one drawn from each of as many equal parts of the chances (stratified
    resampling, Kitagawa 1996; a fixed step would take the same move from all of equal boards); how many continuations
    were taken."""
    whole, different, last = 0.0, 0, -1
    for k in range(found):
        whole += chance_of[at(k)]
    step = whole / wanted
    passed, k = chance_of[0], 0
    for n in range(wanted):
        mark = (n + random_unit(holder)) * step
        while passed <= mark and k < found - 1:
            k += 1
            passed += chance_of[at(k)]
        place = at(n * STRIDE % wanted)
        into[place] = boards[at(parent[at(k)])]
        announce(into[place], np.int64(move_of[at(k)]))
        different += k != last
        last = k
    return different


@kernel
def wander(boards, count, share, holder):
    """On a share of the boards the king of the side that has just moved stands a step aside, where nothing attacks him,
    if that side has few men left: roughening (Gordon, Salmond and Smith 1993), because where he is decides between mate
    and stalemate, and boards that have come from few know it too well."""
    for b in range(count):
        board = boards[at(b)]
        other = 3 - board.turn
        if count_bits(board.of_colour[at(other)]) > FEW or random_unit(holder) >= share:
            continue
        king = king_of(board, other)
        lift(board, king, other, KING)
        step, free = king, KING_STEPS[at(king)] & ~everybody(board)
        for _ in range(random_below(holder, 1 + count_bits(free))):
            step = lowest(free)
            free &= free - ONE
        occupied = everybody(board) | bit(step)
        safe = attackers(board, step, board.turn, occupied) == NOTHING
        put(board, step if safe else king, other, KING)


class Particles:
    """`boards[:count]` agree with all that the view has heard up to the last `follow`, save those that were put in when
    too few were left."""

    def __init__(self, size: int, view: View, seed: int = 0, learned: Learned | None = None):
        self.size, self.count, self.heard = size, 0, 0
        self.wanted = size  # boards to draw after the other's next move
        self.boards, self._next = (plain(zeros(kriegspiel.dtype, size)) for _ in range(2))
        self._spare = plain(zeros(kriegspiel.dtype, 1))
        self._chance = zeros(CHANCE)
        self._chance.rng = split_seed(seed)
        self._drawn = plain(zeros(kriegspiel.dtype, 16))
        self._drawn["rng"] = split_seed(seed, 1)
        self.habits = zeros(HABITS)
        self.learned = learned or learned_habits()
        self._room, self._weights = np.zeros(MOST_TRIES, np.int32), np.zeros(MOST_TRIES)
        self._parent = np.zeros(FOLLOWED * size, np.int32)
        self._move_of, self._chance_of = np.zeros(FOLLOWED * size, np.int32), np.zeros(FOLLOWED * size)
        self._past: deque[Any] = deque(maxlen=max(LOOK_BACK))  # the boards of the last own turns, and what was known
        self.told = 0  # the message of the own last move, as the other heard it
        self.known = self.home = NOTHING  # where own men stand of which the other knows; and those that have not moved
        start = view.start
        if is_usual(start) and start.castling == (3 if start.side == WHITE else 12):
            self.boards[0] = plain(new_board())[0]
            self.count = 1
            self.home = np.bitwise_or.reduce(HOMES[start.side])
        self.set_habits(view, 0)

    def set_habits(self, view: View, ply: int) -> None:
        """The weights, and how attractive squares are for the other's move at this time."""
        enemy, t = 3 - view.side, min(ply // 2, TIMES - 1)
        self.habits.weight[0], self.habits.bare = self.learned.weights, self.learned.bare
        table = densities()[enemy, :, t].astype(np.float64)
        self.habits.attraction[0] = (table / np.maximum(table.sum(axis=1, keepdims=True), 1e-9) + LEAST) ** (
            self.learned.beta
        )

    def follow(self, view: View) -> None:
        """Hear what is new."""
        for announcement in view.log[self.heard :]:
            self._hear(view, announcement, CARELESS)
            if self.count == 0:
                self._look_back(view)
            elif announcement.by != view.side:
                kept = self.boards[: max(self.count // 4, 1)].copy()  # a quarter: to look back must not take long
                past = self.heard, kept, self.told, self.known, self.home
                self._past.append(past)
        if view.my_turn and self.count == 0:
            self.refill(view, self.wanted)

    def _hear(self, view: View, announcement: Announcement, careless: float) -> None:
        where = announcement.capture
        if announcement.by == view.side:
            self.count = int(keep_answering(self.boards, self.count, announcement.move, announcement.message))
            if announcement.legal:
                self.told = announcement.message
                self._note(now_known(self.known, announcement.move, where is not None),
                           without(self.home, announcement.move & 63))  # fmt: skip
        else:
            self.set_habits(view, announcement.ply)
            self._follow_other(announcement.message, careless)
            if where is not None:
                self._note(without(self.known, where), without(self.home, where))
        self.heard += 1

    def _look_back(self, view: View) -> None:
        """Nothing explains what was heard: begin once more some turns ago, with moves of a more careless opponent."""
        heard = self.heard
        for turns in LOOK_BACK:
            if turns > len(self._past):
                return
            self.heard, boards, self.told, self.known, self.home = self._past[-turns]
            self.count, wanted = len(boards), self.wanted
            self.boards[: self.count], self.wanted = boards, len(boards)
            for announcement in view.log[self.heard : heard]:
                self._hear(view, announcement, 0.5)
            self.wanted = wanted
            if self.count:
                return

    def _note(self, known: int, home: int) -> None:
        self.known, self.home = np.uint64(known), np.uint64(home)

    def _follow_other(self, said: int, careless: float) -> None:
        found_in = self._parent, self._move_of, self._chance_of
        found = int(find_continuations(self.boards, self.count, said, self.told, self.known, self.home, careless,
                                       self.habits[0], self._spare, self._room, self._weights, *found_in))  # fmt: skip
        self.different = 0
        if found:
            drawn = draw_continuations(self.boards, *found_in, found, self._next, self.wanted, self._chance[0])
            self.different = int(drawn)
            if not said & CHECKS:
                wander(self._next, self.wanted, ASTRAY, self._chance[0])
        self.boards, self._next, self.count = self._next, self.boards, self.wanted if found else 0

    def refill(self, view: View, wanted: int) -> None:
        """Put boards of the last observation in, as many as can be found."""
        known = known_to(view, densities())
        while self.count < wanted:
            drawn = int(sample_boards(known[0], self._drawn, ATTEMPTS))
            if drawn == 0:
                return
            drawn = min(drawn, wanted - self.count)
            self.boards[self.count : self.count + drawn] = self._drawn[:drawn]
            self.count += drawn
