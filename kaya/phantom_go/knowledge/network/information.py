"""All that one player has heard, in numbers: what a network sees of a game.

What follows from it with certainty is worked out as in `rules/deduction.py`, of which this is the compiled twin: own
stones, stones of the opponent, points that are empty, doubts. Beside it stands when that became so, and what was tried
in vain. The same kernels follow games of self-play and games of a player."""

from typing import Any

import numpy as np

from ....go.rules.board import EDGE, PASS, WHITE
from ....go.rules.zobrist import TABLE
from ....kernel import at, kernel, record, zeros
from ...rules import Announcement, Start

MOST_LINES = 9
SEEN = 112  # cells of the arrays of a Go board of 9 lines, rounded up
PAST = 256  # the latest ways in which own stones have stood that are kept
LATEST = 3  # own moves
OPEN, OWN, ENEMY = 0, 1, 2  # beside EDGE what is known of a point
UNSEEN = -1
ONE = np.uint64(1)
KEYS = TABLE[:SEEN, WHITE].copy()

# fmt: off
INFORMATION = record(
    ("lines", "i8"),
    ("stride", "i8"),
    ("side", "i8"),
    ("komi", "f8"),                 # White's compensation
    ("moves", "i8"),                # of both, passes included
    ("passes", "i8"),               # in a row
    ("stones", "i8"),               # that the opponent has on the board
    ("enemies", "i8"),              # those of them whose places are known
    ("own", "i8"),                  # own stones on the board
    ("won", "i8"),                  # stones captured,
    ("lost", "i8"),                 # and lost
    ("vain_tries", "i8"),           # refused in this turn
    ("latest", "i8", LATEST),       # own moves, the latest first
    ("key", "u8"),                  # hash of where the own stones stand
    ("pasts", "i8"),                # how many ways they have stood,
    ("past", "u8", PAST),           # and their hashes
    ("kind", "u1", SEEN),           # OPEN, OWN, ENEMY or EDGE
    ("vain", "u1", SEEN),           # refused, and around it nothing is known to have changed
    ("tried", "u1", SEEN),          # refused in this turn
    ("doubt", "u1", SEEN),          # refused: a stone is there, or on all the points
    ("needed", "u8", (SEEN, 2)),    # of this set
    ("empty", "i2", SEEN),          # stones of the opponent since the point was seen to be empty, or UNSEEN
    ("exposed", "u1", SEEN),        # own stones beside stones of the opponent that were captured
    ("refused", "i2", SEEN),        # after how many moves a try here was refused, and one more; 0: never
    ("suffered", "i2", SEEN),       # an own stone was captured here, likewise
    ("captured", "i2", SEEN),       # a stone of the opponent was captured here, perhaps
    ("met", "i2", SEEN),            # the stone of the opponent became known
)
# fmt: on


@kernel
def begin_information(information, lines, side, komi):
    """An empty board."""
    information.lines, information.stride, information.side, information.komi = lines, lines + 1, side, komi
    information.moves, information.passes, information.stones, information.enemies = 0, 0, 0, 0
    information.own, information.won, information.lost, information.vain_tries = 0, 0, 0, 0
    information.latest[:] = PASS
    information.key, information.pasts, information.past[0] = np.uint64(0), 1, np.uint64(0)
    for p in range(SEEN):
        information.kind[p], information.empty[p] = EDGE, UNSEEN
        information.vain[p], information.tried[p], information.doubt[p], information.exposed[p] = 0, 0, 0, 0
        information.refused[p], information.suffered[p], information.captured[p], information.met[p] = 0, 0, 0, 0
        information.needed[p, 0], information.needed[p, 1] = np.uint64(0), np.uint64(0)
    for y in range(1, lines + 1):
        for p in range(y * (lines + 1) + 1, y * (lines + 1) + 1 + lines):
            information.kind[p] = OPEN


@kernel
def is_in(words, p):
    """Is a point in a set of points?"""
    return words[at(p >> 6)] >> np.uint64(p & 63) & ONE != 0


@kernel
def put_in(words, p):
    words[at(p >> 6)] |= ONE << np.uint64(p & 63)


@kernel
def chain_of(information, start, seen, chain):
    """Write the own stones that are connected with a point, and this first, into `chain`; how many. `seen` marks
    them."""
    w, count, done = information.stride, 1, 0
    chain[0], seen[start] = start, 1
    while done < count:
        p = np.int64(chain[done])
        done += 1
        for d in (-w, w, -1, 1):
            q = p + d
            if information.kind[at(q)] == OWN and not seen[q]:
                seen[q], chain[count] = 1, q
                count += 1
    return count


@kernel
def is_empty(information, p):
    """Is there certainly no stone?"""
    return information.empty[at(p)] == 0


@kernel
def meet(information, p):
    """There is a stone of the opponent."""
    if information.kind[at(p)] != ENEMY:
        information.kind[at(p)], information.met[at(p)] = ENEMY, information.moves + 1
        information.enemies += 1


@kernel
def open_up(information, p):
    """There is no stone any more that is known."""
    if information.kind[at(p)] == ENEMY:
        information.enemies -= 1
    information.kind[at(p)] = OPEN


@kernel
def remember(information):
    """How the own stones stand now."""
    information.past[information.pasts % PAST] = information.key
    information.pasts += 1


@kernel
def none_hidden(information):
    """If no stone is hidden, all open points are empty."""
    if information.stones == information.enemies:
        for p in range(SEEN):
            if information.kind[p] == OPEN:
                information.empty[p] = 0


@kernel
def conclude(information):
    """What follows of itself: doubts that are settled, and the only liberty of an own chain."""
    w = information.stride
    seen, chain = np.zeros(SEEN, np.uint8), np.zeros(SEEN, np.int16)
    stones = np.zeros(2, np.uint64)
    for p in range(SEEN):
        if information.kind[p] == ENEMY:
            put_in(stones, p)
    for p in range(SEEN):
        if information.doubt[p]:
            needed = information.needed[p]
            needed[0] &= ~stones[0]
            needed[1] &= ~stones[1]
            if information.kind[p] == ENEMY or (needed[0] | needed[1]) == 0:
                information.doubt[p] = 0
    for start in range(SEEN):
        if information.kind[start] == OWN and not seen[start]:
            first, more = 0, False
            for k in range(chain_of(information, start, seen, chain)):
                for d in (-w, w, -1, 1):
                    q = np.int64(chain[k]) + d
                    if information.kind[at(q)] == OPEN and q != first:
                        more = first != 0
                        first = q
                        if more:
                            break
                if more:
                    break
            if first != 0 and not more:
                information.empty[first] = 0
    none_hidden(information)


@kernel
def regions_beside(information, p, region, size, full, known_empty):
    """The regions without own stones that an own move on p leaves beside it: `region` is 1 to 4 on their points, `size`
    how many these are, `full` whether all have stones that are known, `known_empty` whether one has certainly none. How
    many regions there are."""
    w, count = information.stride, 0
    waiting = np.zeros(SEEN, np.int16)
    region[:] = 0
    for d in (-w, w, -1, 1):
        start = p + d
        kind = information.kind[at(start)]
        if kind == OWN or kind == EDGE or region[start]:
            continue
        count += 1
        region[start], waiting[0] = count, start
        found, done, enemies, nothing = 1, 0, 0, False
        while done < found:
            r = np.int64(waiting[done])
            done += 1
            enemies += information.kind[at(r)] == ENEMY
            nothing |= is_empty(information, r)
            for e in (-w, w, -1, 1):
                q = r + e
                v = information.kind[at(q)]
                if v != OWN and v != EDGE and q != p and not region[q]:
                    region[q], waiting[found] = count, q
                    found += 1
        size[count], full[count], known_empty[count] = found, enemies == found, nothing
    return count


@kernel
def captured_regions(information, p, count, told, region, size):
    """Which regions beside p a move there has filled with nothing, if it has captured `count` stones: those that were
    captured for certain, and those that were at least perhaps, as sets of bits. Each captured chain fills a region;
    `told` are its points, where that is told."""
    full, known_empty = np.zeros(5, np.bool_), np.zeros(5, np.bool_)
    regions = regions_beside(information, p, region, size, full, known_empty)
    always, ever = (1 << regions + 1) - 2, 0
    if count == 0:
        return 0, 0
    if len(told):
        ever = 0
        for q in told:
            ever |= 1 << region[q]
        return ever & ~1, ever & ~1
    for some in range(2, 1 << regions + 1, 2):
        stones, possible = 0, True
        for r in range(1, regions + 1):
            if some >> r & 1:
                stones += size[r]
                possible &= not known_empty[r]
            else:
                possible &= not full[r]
        if possible and stones == count:
            always, ever = always & some, ever | some
    return always & ever, ever


@kernel
def settle(information, p):
    """The doubts of which it was a part that p has a stone: p has turned out to be free."""
    for q in range(SEEN):
        if information.doubt[q] and q == p:
            for r in range(SEEN):
                if is_in(information.needed[q], r):
                    meet(information, r)
            information.doubt[q] = 0
        elif information.doubt[q] and is_in(information.needed[q], p):
            meet(information, q)
            information.doubt[q] = 0


@kernel
def hear_own_move(information, p, count, told):
    """An own move was accepted and has captured `count` stones."""
    w, now = information.stride, information.moves + 1
    for k in range(LATEST - 1, 0, -1):
        information.latest[k] = information.latest[k - 1]
    information.latest[0] = p
    information.tried[:] = 0
    information.vain_tries = 0
    if p == PASS:
        information.moves, information.passes = now, information.passes + 1
        return
    information.passes = 0
    region, size = np.zeros(SEEN, np.uint8), np.zeros(5, np.int64)
    gone, perhaps = captured_regions(information, p, count, told, region, size)
    settle(information, p)
    for q in range(SEEN):
        if perhaps >> region[q] & 1:
            open_up(information, q)
            information.captured[q] = now
            alone = size[at(np.int64(region[q]))] == 1
            information.empty[q] = 0 if alone or gone >> region[q] & 1 else UNSEEN
            information.doubt[q] = 0
            for d in (-w, w, -1, 1):
                information.exposed[at(q + d)] |= information.kind[at(q + d)] == OWN or q + d == p
        elif region[q] and size[at(np.int64(region[q]))] == 1:
            information.empty[q] = 0  # a stone there would have been captured
        if information.doubt[q]:
            for r in range(SEEN):
                if perhaps >> region[r] & 1 and is_in(information.needed[q], r):
                    information.doubt[q] = 0
    information.kind[p], information.empty[p] = OWN, UNSEEN
    information.own, information.stones = information.own + 1, information.stones - count
    information.won += count
    information.key ^= KEYS[at(p)]
    remember(information)
    if count:
        information.vain[:] = 0
    else:
        information.vain[at(p)] = 0
        for d in (-w, w, -1, 1):
            information.vain[at(p + d)] = 0
    information.moves = now
    conclude(information)


@kernel
def hear_enemy_move(information, passed, lost):
    """The opponent has passed, or moved and captured these own stones."""
    w, now = information.stride, information.moves + 1
    information.moves = now
    if passed:
        information.passes += 1
        return
    information.passes = 0
    for p in range(SEEN):
        if information.empty[p] >= 0:
            information.empty[p] += 1
    for q in lost:
        p = np.int64(q)
        information.kind[at(p)], information.exposed[at(p)], information.suffered[at(p)] = OPEN, 0, now
        information.key ^= KEYS[at(p)]
    for q in lost:
        p = np.int64(q)
        for d in (-w, w, -1, 1):
            r = p + d
            if information.kind[at(r)] == OPEN and information.suffered[at(r)] != now:
                meet(information, r)
                information.empty[at(r)] = UNSEEN
            elif information.kind[at(r)] == ENEMY:
                information.empty[at(r)] = UNSEEN
        information.empty[at(p)] = 0
    information.own -= len(lost)
    information.lost += len(lost)
    information.stones += 1
    if len(lost):
        remember(information)
        information.vain[:] = 0
    conclude(information)


@kernel
def hear_refusal(information, p):
    """An own try was refused: a stone is there, or it would be suicide, or own stones would stand as before."""
    information.tried[at(p)] = 1
    information.vain_tries += 1
    information.refused[at(p)] = information.moves + 1
    if information.kind[at(p)] == ENEMY:
        return
    key = information.key ^ KEYS[at(p)]
    for k in range(min(information.pasts, PAST)):
        if information.past[k] == key:
            return
    w, hidden = information.stride, information.stones - information.enemies
    seen, chain = np.zeros(SEEN, np.uint8), np.zeros(SEEN, np.int16)
    needed = np.zeros(2, np.uint64)
    wanted, suicide = 0, True
    for k in range(chain_of(information, p, seen, chain)):
        for d in (-w, w, -1, 1):
            q = np.int64(chain[k]) + d
            if information.kind[at(q)] == OPEN and q != p and not is_in(needed, q):
                put_in(needed, q)
                wanted += 1
                suicide &= not is_empty(information, q)
    suicide &= wanted <= hidden
    stone = hidden > 0 and not is_empty(information, p)
    if stone and not suicide:
        meet(information, p)
        conclude(information)
        return
    information.vain[at(p)] = 1
    if stone and wanted:
        information.doubt[at(p)] = 1
        information.needed[at(p), 0], information.needed[at(p), 1] = needed[0], needed[1]


class Information:
    """What a player has heard from the start of a game on."""

    def __init__(self, start: Start):
        if start.lines > MOST_LINES:
            raise ValueError(f"This network plays on boards of up to {MOST_LINES} lines, not of {start.lines}.")
        self.records: np.recarray = zeros(INFORMATION)
        begin_information(self.record, start.lines, start.side, start.komi)

    @property
    def record(self) -> Any:
        return self.records[0]

    def hear(self, announcement: Announcement) -> None:
        points = np.array(announcement.points, np.int64)
        if announcement.by != self.record.side:
            hear_enemy_move(self.record, announcement.passed, points)
        elif announcement.legal:
            hear_own_move(self.record, announcement.move, announcement.captured, points)
        else:
            hear_refusal(self.record, announcement.move)
