"""Liberties of a chain: the first few by name, and those that a move would leave.

What a move leaves is found without walking along the chains. The three sums of pseudo-liberties (see `board`) of the
chains that a stone joins are added, its own point is taken out and its empty neighbours are put in; only captured
stones are looked at one by one.
"""

import numpy as np

from ...kernel import at, kernel
from ..rules.board import (
    BLACK,
    EDGE,
    EMPTY,
    NUMBER_BITS,
    NUMBER_MASK,
    SQUARES_SHIFT,
    SUM_MASK,
    WHITE,
    in_atari,
    liberty,
)


@kernel
def first_liberties(board, head):
    """How many liberties a chain has, 3 standing for more, and the first two of them."""
    w, stone, one, two = board.stride, head, 0, 0
    while True:
        for d in (-w, w, -1, 1):
            q = stone + d
            if board.colour[at(q)] == EMPTY and q != one and q != two:
                if one == 0:
                    one = q
                elif two == 0:
                    two = q
                else:
                    return 3, one, two
        stone = np.int64(board.next_in_chain[at(stone)])
        if stone == head:
            return np.int64(one != 0) + np.int64(two != 0), one, two


@kernel
def at_most_one(sums):
    """Are pseudo-liberties with these three sums all the same point, or none at all?"""
    total = sums >> NUMBER_BITS & SUM_MASK
    return (sums & NUMBER_MASK) * (sums >> SQUARES_SHIFT) == total * total


@kernel
def the_only_one(sums):
    """The point which all these pseudo-liberties are."""
    return (sums >> NUMBER_BITS & SUM_MASK) // (sums & NUMBER_MASK)


@kernel
def sums_after(board, p, colour):
    """The three sums of the chain on p after `colour` has played there, what it captures included; 0 for suicide."""
    w, lost, captures = board.stride, liberty(p), False
    sums, one, two, three = 0, 0, 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        if v == EMPTY:
            sums += liberty(q)
        elif v == colour:
            sums -= lost
            head = np.int64(board.head[at(q)])
            if head != one and head != two and head != three:
                sums += board.liberties[at(head)]
                one, two, three = head, one, two
        elif v != EDGE:
            captures |= in_atari(board, board.head[at(q)])
    if captures:  # then at most three neighbours are own stones, and `one`, `two`, `three` are all chains joined
        sums += captured_liberties(board, p, colour, one, two, three)
    return sums


@kernel
def captured_liberties(board, p, colour, one, two, three):
    """The sums of the pairs (own stone, captured stone beside it) for the stone on p and the chains that it joins."""
    w = board.stride
    sums, first, second, third = 0, 0, 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        head = np.int64(board.head[at(q)])
        if board.colour[at(q)] != EDGE - colour or not in_atari(board, head):
            continue
        if head == first or head == second or head == third:
            continue
        first, second, third = head, first, second
        stone = head
        while True:
            for e in (-w, w, -1, 1):
                n = stone + e
                own = board.colour[at(n)] == colour
                joined = np.int64(board.head[at(n)])
                if n == p or (own and (joined == one or joined == two or joined == three)):
                    sums += liberty(stone)
            stone = np.int64(board.next_in_chain[at(stone)])
            if stone == head:
                break
    return sums


@kernel
def stones_after(board, p, colour):
    """How many stones the chain on p will have after `colour` has played there."""
    w, stones, one, two, three = board.stride, 1, 0, 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        if board.colour[at(q)] == colour:
            head = np.int64(board.head[at(q)])
            if head != one and head != two and head != three:
                stones += np.int64(board.stones[at(head)])
                one, two, three = head, one, two
    return stones


@kernel
def is_joined(board, p, q, colour):
    """Would the stone on q belong to the chain of p after `colour` has played p?"""
    w = board.stride
    if board.colour[at(q)] != colour:
        return q == p
    for d in (-w, w, -1, 1):
        n = p + d
        if board.colour[at(n)] == colour and board.head[at(n)] == board.head[at(q)]:
            return True
    return False


@kernel
def captures_by(board, p, colour):
    """Is an enemy chain beside p in atari, so that `colour` takes it by playing there?"""
    w = board.stride
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        if (v == BLACK or v == WHITE) and v != colour and in_atari(board, board.head[at(q)]):
            return True
    return False
