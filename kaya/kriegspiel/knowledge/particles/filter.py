"""The particles: boards that agree with all that a player has heard, drawn by the opponent's habits (a particle filter,
Gordon, Salmond and Smith 1993).

After the opponent's move each board is followed by the moves of which the umpire would have said the same, each as
likely as the habits make it, and as many boards as before are drawn from all of them; after an own try those stay on
which the umpire would have answered so. A surprise may leave few boards, or none: then boards of the last observation
(`sampling.boards`) fill the room.

Boards that come from one parent are alike, and after a surprise all come from a few: they would know too well where
pieces stand. So on all but one of them some pieces are put elsewhere (`metropolis_step`), where the umpire would have
said the same: a resample-move filter (Gilks and Berzuini 2001)."""

import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....kernel import at, kernel, plain, random_below, random_unit, record, split_seed, zeros
from ....kernel.bits import count_bits, lowest
from ....kernel.chunks import NEVER, Chunks
from ...rules import Announcement, View
from ...rules.attacks import KING_STEPS, NOTHING, ONE, bit, piece_attacks
from ...rules.board import NOWHERE, attackers, everybody, in_check, king_of, lift, make, put
from ...rules.game import kriegspiel
from ...rules.messages import CHECKS, ENDS, TAKEN, TAKEN_AT, TURN
from ...rules.moves import moves
from ...rules.squares import ANY, KING, PAWN, ROOK, WHITE
from ...rules.umpire import announce, inspect_position, move_message
from ..densities import TIMES, densities, new_board
from ..pieces import HOMES, is_usual
from ..sampling.boards import sample_boards
from ..sampling.known import known_to
from ..sampling.pool import keep_answering
from .habits import FEW, HABITS, LEAST, ROOM, THOUGHTS, now_known, unprotected, weigh, without
from .learned import Learned, learned_habits

ATTEMPTS = 300  # to draw a board that agrees with the last observation
CARELESS = 0.15  # the chance that a move was made at random, whatever the habits
ASTRAY = 0.2  # boards on which the king of an ending stands elsewhere
LOOK_BACK = (2, 5)  # own turns ago from which the boards are drawn once more, if none is left
FOLLOWED = 50  # continuations of a board, on average, for which there is room
STEPS = 8  # pieces that may be put elsewhere on a board, at most
PAWNS_STAND = np.uint64(0x00FF_FFFF_FFFF_FF00)
FINDING = 0.6  # share of the time for a move in which its continuations are found; the rest is for drawing from them
STRIDE = 7919  # a prime: so boards with one parent do not lie together, and the first ones are a fair sample
DRAWING = record(
    ("rng", "u8"),
    ("step", "f8"),  # from one part of the chances to the next
    ("passed", "f8"),  # chances up to the continuation
    ("now", "i8"),  # that was reached
    ("last", "i8"),  # and the one that was drawn last
    ("different", "i8"),  # continuations that were drawn
)
FOLLOWING = record(("heard", "i8"), ROOM, *THOUGHTS)
"""What moves of the opponent are followed with: what it has heard, and what is thought of it."""


@kernel
def find_continuations(boards, begin, end, found, said, mind, parent, move_of, chance_of):
    """All moves from the boards from `begin` to before `end` of which the umpire says `said`, their author having
    heard the message before (see `kind_of_move`): the board, the move and the chance of each, after those that were
    `found` before; how many. `mind` has the fields of FOLLOWING."""
    most, careless, habits, room, weights = len(parent), mind.careless, mind.habits[0], mind.room, mind.weights
    spare = mind.spare
    for b in range(begin, end):
        us, first, whole = boards[at(b)].turn, found, 0.0
        listed = moves(boards[at(b)], room)
        weigh(boards[at(b)], mind.heard, mind.known, mind.home, room, listed, habits, weights)
        bare = unprotected(boards[at(b)], us)
        for k in range(listed):
            if weights[at(k)] == 0.0:
                continue
            move = np.int64(room[at(k)])
            spare[0] = boards[at(b)]
            taken = make(spare[0], move)
            weight = weights[at(k)] * habits.bare ** (unprotected(spare[0], us) - bare)
            whole += weight
            message = move_message(spare[0], move, taken)
            if (
                (message ^ said) & (1 << TAKEN_AT + 6) - 1
                or message | inspect_position(spare[0]) != said
                or found == most
            ):
                continue
            parent[at(found)], move_of[at(found)], chance_of[at(found)] = b, move, weight
            found += 1
        for k in range(first, found):
            chance_of[at(k)] = (1.0 - careless) * chance_of[at(k)] / whole + careless / listed
    return found


@kernel
def drawn_from(squares, holder):
    """One of these squares."""
    for _ in range(random_below(holder, count_bits(squares))):
        squares &= squares - ONE
    return lowest(squares)


@kernel
def goes_to(board, s, piece, occupied):
    """Where a piece could have come from and could go to without taking; pawns a step ahead or back."""
    if piece == PAWN:
        return (bit(s + 8) | bit(s - 8)) & PAWNS_STAND & ~occupied if board.passing == NOWHERE else NOTHING
    return piece_attacks(piece, s, occupied) & ~occupied


@kernel
def metropolis_step(board, spare, said, habits, holder):
    """Put one piece of the side that has just moved elsewhere, as if it had moved otherwise before, if the umpire would
    still have `said` this: a step of Metropolis and Hastings to the boards with chances as the product of a(s) of all
    pieces times bare^u, with a and bare of the habits and u unprotected pieces. Kings, rooks that may castle, and a
    piece that has just taken stay; `spare` is one board for trying."""
    other, occupied = 3 - board.turn, everybody(board)
    pieces = board.of_colour[at(other)] & ~board.of_kind[KING]
    if said & TAKEN:
        pieces &= ~bit(said >> TAKEN_AT & 63)
    if pieces == NOTHING:
        return
    source = drawn_from(pieces, holder)
    piece = np.int64(board.kind_at[at(source)])
    free = goes_to(board, source, piece, occupied)
    if free == NOTHING or (piece == ROOK and board.castling & (3 if other == WHITE else 12)):
        return
    target = drawn_from(free, holder)
    back = goes_to(board, target, piece, occupied ^ bit(source))
    chance = count_bits(free) / count_bits(back)
    chance *= habits.attraction[at(piece), at(target)] / habits.attraction[at(piece), at(source)]
    spare[0] = board
    lift(spare[0], source, other, piece)
    put(spare[0], target, other, piece)
    chance *= habits.bare ** (unprotected(spare[0], other) - unprotected(board, other))
    if random_unit(holder) >= chance or in_check(spare[0], other):
        return
    if (inspect_position(spare[0]) ^ said) & (TURN | ENDS) == 0:
        lift(board, source, other, piece)
        put(board, target, other, piece)


@kernel
def begin_drawing(chance_of, found, wanted, drawing):
    """As many equal parts of the chances as boards are wanted."""
    whole = 0.0
    for k in range(found):
        whole += chance_of[at(k)]
    drawing.step, drawing.passed = whole / wanted, chance_of[0]
    drawing.now, drawing.last, drawing.different = 0, -1, 0


@kernel
def draw_continuations(boards, parent, move_of, chance_of, found, into, begin, end, wanted, said, mind, steps, drawing):
    """Draw one board from each part of the chances from `begin` to before `end` (stratified resampling, Kitagawa 1996;
    a fixed step would take the same move from all of equal boards), and make up to `steps` of `metropolis_step` on all
    but the first of each parent. The n-th is put into place n STRIDE mod `wanted`."""
    k, last = drawing.now, drawing.last
    for n in range(begin, end):
        mark = (n + random_unit(drawing)) * drawing.step
        while drawing.passed <= mark and k < found - 1:
            k += 1
            drawing.passed += chance_of[at(k)]
        place = at(n * STRIDE % wanted)
        into[place] = boards[at(parent[at(k)])]
        announce(into[place], np.int64(move_of[at(k)]))
        if last >= 0 and parent[at(k)] == parent[at(last)]:
            for _ in range(random_below(drawing, 1 + steps)):
                metropolis_step(into[place], mind.spare, said, mind.habits[0], drawing)
        drawing.different += k != last
        last = k
    drawing.now, drawing.last = k, last


@kernel
def wander(boards, count, share, holder):
    """On a share of the boards the king of the side that has just moved stands a step aside, where nothing attacks him,
    if that side has few pieces left: roughening (Gordon, Salmond and Smith 1993), because where he is decides between
    mate and stalemate, and boards that have come from few know it too well."""
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
        self.wanted = size  # boards to draw after the opponent's next move
        self.boards, self._next = (plain(zeros(kriegspiel.dtype, size)) for _ in range(2))
        self._chance = zeros(DRAWING)
        self._chance.rng = split_seed(seed)
        self._finding, self._drawing = Chunks(), Chunks()
        self._drawn = plain(zeros(kriegspiel.dtype, 16))
        self._drawn["rng"] = split_seed(seed, 1)
        self.habits = zeros(HABITS)
        self.learned = learned or learned_habits()
        self._mind = zeros(FOLLOWING)
        self._parent = np.zeros(FOLLOWED * size, np.int32)
        self._move_of, self._chance_of = np.zeros(FOLLOWED * size, np.int32), np.zeros(FOLLOWED * size)
        self._past: deque[Any] = deque(maxlen=max(LOOK_BACK))  # the boards of the last own turns, and what was known
        self.told = 0  # the message of the own last move, as the opponent heard it
        self.known = self.home = NOTHING  # own pieces of which the opponent knows; and those that have not moved
        start = view.start
        if is_usual(start) and start.castling == (3 if start.side == WHITE else 12):
            self.boards[0] = plain(new_board(view.rules.bits))[0]
            self.count = 1
            self.home = np.bitwise_or.reduce(HOMES[start.side])
        self.set_habits(view, 0)

    def set_habits(self, view: View, ply: int) -> None:
        """The weights, and how attractive squares are for the opponent's move at this time."""
        enemy, t = 3 - view.side, min(ply // 2, TIMES - 1)
        self.habits.weight[0], self.habits.bare = self.learned.weights, self.learned.bare
        table = densities()[enemy, :, t].astype(np.float64)
        shares = table / np.maximum(table.sum(axis=1, keepdims=True), 1e-9)
        self.habits.attraction[0] = (shares + LEAST) ** self.learned.beta

    def follow(self, view: View, deadline: float = NEVER) -> None:
        """Hear what is new. If the time is short, fewer boards are followed, a chunk at least."""
        new = view.log[self.heard :]
        for k, announcement in enumerate(new):
            self._hear(view, announcement, CARELESS, _shared(deadline, new[k:], view.side))
            if self.count == 0:
                self._look_back(view, deadline)
            elif announcement.by != view.side and announcement.legal:
                kept = self.boards[: max(self.count // 4, 1)].copy()  # a quarter: to look back must not take long
                past = self.heard, kept, self.told, self.known, self.home
                self._past.append(past)
        if view.my_turn and self.count == 0:
            self.refill(view, self.wanted, deadline)

    def _hear(self, view: View, announcement: Announcement, careless: float, deadline: float) -> None:
        where = announcement.capture
        if announcement.by == view.side:
            self.count = int(keep_answering(self.boards, self.count, announcement.move, announcement.message))
            if announcement.legal:
                self.told = announcement.message
                self._note(
                    now_known(self.known, announcement.move, where is not None),
                    without(self.home, announcement.move & 63),
                )
        elif not announcement.legal:
            if announcement.asks:
                self.count = int(keep_answering(self.boards, self.count, ANY, announcement.message))
        else:
            self.set_habits(view, announcement.ply)
            self._follow_other(announcement.message, careless, deadline)
            if where is not None:
                self._note(without(self.known, where), without(self.home, where))
        self.heard += 1

    def _look_back(self, view: View, deadline: float) -> None:
        """Nothing explains what was heard: begin once more some turns ago, with moves of a more careless opponent."""
        heard = self.heard
        for turns in LOOK_BACK:
            if turns > len(self._past) or time.monotonic() >= deadline:
                return
            self.heard, boards, self.told, self.known, self.home = self._past[-turns]
            self.count, wanted = len(boards), self.wanted
            self.boards[: self.count], self.wanted = boards, len(boards)
            again = view.log[self.heard : heard]
            for k, announcement in enumerate(again):
                self.count *= time.monotonic() < deadline  # too late: only what the opponent knows is noted
                self._hear(view, announcement, 0.5, _shared(deadline, again[k:], view.side))
            self.wanted = wanted
            if self.count:
                return

    def _note(self, known: int, home: int) -> None:
        self.known, self.home = np.uint64(known), np.uint64(home)

    def _follow_other(self, said: int, careless: float, deadline: float) -> None:
        found_in, found = (self._parent, self._move_of, self._chance_of), 0
        now, mind = time.monotonic(), self._mind[0]
        mind.heard, mind.known, mind.home, mind.careless = self.told, self.known, self.home, careless
        mind.habits[0] = self.habits[0]
        for begin, end in self._finding.of(self.count, now + FINDING * (deadline - now)):
            found = int(find_continuations(self.boards, begin, end, found, said, mind, *found_in))
        self.different = drawn = 0
        if found:
            drawn = self._draw(found, said, deadline)
            if not said & CHECKS:
                wander(self._next, drawn, ASTRAY, self._chance[0])
        self.boards, self._next, self.count = self._next, self.boards, drawn

    def _draw(self, found: int, said: int, deadline: float) -> int:
        """Draw from so many continuations; how many boards there are. The first parts of the chances are of the first
        boards, which are a fair sample: if the time is up, what was drawn stands."""
        found_in, drawn, mind = (self._parent, self._move_of, self._chance_of), 0, self._mind[0]
        steps = STEPS if self.count > 1 else 0  # the one board of the start is certain
        begin_drawing(self._chance_of, found, self.wanted, self._chance[0])
        for begin, end in self._drawing.of(self.wanted, deadline):
            draw_continuations(
                self.boards, *found_in, found, self._next, begin, end, self.wanted, said, mind, steps, self._chance[0]
            )
            drawn = end
        if drawn < self.wanted:
            self._next[:drawn] = self._next[np.sort(np.arange(drawn) * STRIDE % self.wanted)]
        self.different = int(self._chance.different[0])
        return drawn

    def refill(self, view: View, wanted: int, deadline: float = NEVER) -> None:
        """Put boards of the last observation in, as many as can be found in this time."""
        known = known_to(view, densities())
        while self.count < wanted and (self.count == 0 or time.monotonic() < deadline):
            drawn = int(sample_boards(known[0], self._drawn, ATTEMPTS))
            if drawn == 0:
                return
            drawn = min(drawn, wanted - self.count)
            self.boards[self.count : self.count + drawn] = self._drawn[:drawn]
            self.count += drawn


def _shared(deadline: float, to_hear: Sequence[Announcement], side: int) -> float:
    """Until when the first of these may be heard, if the time is shared by the opponent's moves among them."""
    now, moves = time.monotonic(), sum(announcement.by != side and announcement.legal for announcement in to_hear)
    return now + (deadline - now) / max(moves, 1)
