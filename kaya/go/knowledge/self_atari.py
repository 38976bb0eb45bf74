"""Self-atari: moves that leave their own chain a single liberty, and when that is no mistake."""

import numpy as np

from ...kernel import at, kernel
from ..rules.board import EDGE, EMPTY
from .liberties import at_most_one, captures_by, is_joined, stones_after, sums_after, the_only_one
from .nakade import BITS, LARGEST_HOLE, makes_one_eye


@kernel
def has_room(board, p):
    """Has p two empty neighbours, so that no move there is a self-atari?"""
    w = board.stride
    empties = np.int64(board.colour[at(p - w)] == EMPTY) + np.int64(board.colour[at(p + w)] == EMPTY)
    empties += np.int64(board.colour[at(p - 1)] == EMPTY) + np.int64(board.colour[at(p + 1)] == EMPTY)
    return empties >= 2


@kernel
def self_atari_liberty(board, p, colour):
    """The only liberty that the chain on the legal point p will have after `colour` has played there; 0 if it will have
    more."""
    if has_room(board, p):
        return 0
    sums = sums_after(board, p, colour)
    return the_only_one(sums) if sums != 0 and at_most_one(sums) else 0


@kernel
def is_bad_self_atari(board, p, colour):
    """Does `colour` give stones away by playing the legal point p? Not so

    - where the move captures (a ko, too),
    - in a snapback: the capturing chain would be in atari itself, and be of more than one stone,
    - in a throw-in: the eye that the capture makes is a false one,
    - in a nakade: all of a hole but one point is filled, in a shape that is but one eye when it is captured."""
    last = self_atari_liberty(board, p, colour)
    if last == 0 or captures_by(board, p, colour):
        return False
    stones = stones_after(board, p, colour)
    if stones == 1:
        return not (is_snapback(board, last, colour) or is_throw_in(board, p, colour))
    return stones > LARGEST_HOLE or not is_nakade(board, p, last, colour)


@kernel
def is_snapback(board, last, colour):
    """Is the enemy in atari with two stones or more after capturing a single stone from `last`? The board is as if the
    stone had never been there: it will be gone again."""
    enemy = EDGE - colour
    if stones_after(board, last, enemy) < 2:
        return False
    sums = sums_after(board, last, enemy)
    return sums != 0 and at_most_one(sums)


@kernel
def is_throw_in(board, p, colour):
    """Will the enemy have a false eye at p when he has captured there?"""
    w = board.stride
    own, at_edge = 0, 0
    for d in (-w - 1, -w + 1, w - 1, w + 1):
        v = board.colour[at(p + d)]
        own += v == colour
        at_edge |= v == EDGE
    return own + at_edge >= 2 and own > 0


@kernel
def is_nakade(board, p, last, colour):
    """Do the stones of p's chain and the empty point `last` fill a hole that only enemy stones enclose, in a shape that
    gives one eye when they are captured?"""
    w = board.stride
    for d in (-w, w, -1, 1):
        q = last + d
        v = board.colour[at(q)]
        if q != p and (v == EMPTY or (v == colour and not is_joined(board, p, q, colour))):
            return False
    points, count = p, 1
    one, two, three = 0, 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        if board.colour[at(q)] == colour:
            head = np.int64(board.head[at(q)])
            if head != one and head != two and head != three:
                one, two, three = head, one, two
                stone = head
                while True:
                    points |= stone << BITS * count
                    count += 1
                    stone = np.int64(board.next_in_chain[at(stone)])
                    if stone == head:
                        break
    return makes_one_eye(points, count, w)


@kernel
def connection_instead(board, p, colour):
    """Where `colour` should play before p, if p is a self-atari: the only liberty that would be left, if it connects
    with another own chain and is no self-atari itself; 0 if there is no such point (MoGo paper, section 3.3)."""
    last = self_atari_liberty(board, p, colour)
    if last == 0 or board.colour[at(last)] != EMPTY:  # the place of a stone that p captures
        return 0
    w = board.stride
    connects = False
    for d in (-w, w, -1, 1):
        q = last + d
        connects |= board.colour[at(q)] == colour and not is_joined(board, p, q, colour)
    if not connects or at_most_one(sums_after(board, last, colour)):
        return 0
    return last
