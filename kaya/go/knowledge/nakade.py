"""Nakade: the vital point of a hole (MoGo paper, section 3.2).

A group with a single enclosed space lives or dies by one point of it, if the space has one of these shapes:

    . o .    o .    . o .    . o    . o .    . .      o   the vital point
             .        .      . .      .     . o .
                             .        .       .

The paper plays it in holes of three; the larger ones can be switched on. No list of shapes is needed: the vital point
is the one that touches all others, or all but one which then closes a square with it.

A hole is a word with nine bits for each of its points.
"""

import numpy as np

from ...kernel import at, kernel
from ..rules.board import EDGE, EMPTY

LARGEST_HOLE = 6
BITS, MASK = 9, 511


@kernel
def hole_at(board, p, enemy, largest):
    """The empty points connected with p and how many; none if they are more than `largest`, or if one of them touches
    something else than `enemy` stones and the edge."""
    w = board.stride
    points, count, done = p, 1, 0
    while done < count:
        q = points >> BITS * done & MASK
        done += 1
        for d in (-w, w, -1, 1):
            n = q + d
            v = board.colour[at(n)]
            if v == EMPTY:
                new = True
                for k in range(count):
                    new &= (points >> BITS * k & MASK) != n
                if new:
                    if count == largest:
                        return 0, 0
                    points |= n << BITS * count
                    count += 1
            elif v != enemy and v != EDGE:
                return 0, 0
    return points, count


@kernel
def pairs_in(points, count, w):
    """How many pairs of these points are neighbours; the point in most pairs, and in how many it is."""
    pairs, centre, most = 0, 0, 0
    for i in range(count):
        a, touched = points >> BITS * i & MASK, 0
        for j in range(count):
            d = abs(a - (points >> BITS * j & MASK))
            touched += np.int64(d == 1 or d == w)
        pairs += touched
        if touched > most:
            centre, most = a, touched
    return pairs // 2, centre, most


@kernel
def vital_point(points, count, w):
    """The vital point of a hole of 3 to 6 points, or 0."""
    pairs, centre, most = pairs_in(points, count, w)
    touches_all = most == count - 1
    closes_a_square = count >= 5 and most == count - 2 and pairs == count
    return centre if count >= 3 and (touches_all or closes_a_square) else 0


@kernel
def makes_one_eye(points, count, w):
    """Is a hole of this shape but one eye, at least for who plays its vital point next?"""
    if count <= 3:
        return True
    pairs, _, most = pairs_in(points, count, w)
    square = count == 4 and pairs == 4
    return (
        square or most == count - 1 or (count >= 5 and count <= LARGEST_HOLE and most == count - 2 and pairs == count)
    )


@kernel
def count_beside(board, p):
    """How many neighbours of p are empty, black, white and edge: four bits each."""
    w = board.stride
    beside = 1 << 4 * np.int64(board.colour[at(p - w)])
    beside += 1 << 4 * np.int64(board.colour[at(p + w)])
    beside += 1 << 4 * np.int64(board.colour[at(p - 1)])
    return beside + (1 << 4 * np.int64(board.colour[at(p + 1)]))


@kernel
def centre_of_three(board, p, enemy):
    """The middle of the hole in which p lies, if it has three points and only `enemy` stones and the edge around it;
    else 0. The same as `hole_at` and `vital_point`, but faster."""
    w, others = board.stride, 15 << 4 * (EDGE - enemy) | 15
    centre, beside = p, count_beside(board, p) & others
    if beside == 1:  # one empty neighbour and no own stone: p is at the end
        for d in (-w, w, -1, 1):
            centre = p + d if board.colour[at(p + d)] == EMPTY else centre
        beside = count_beside(board, centre) & others
    if beside != 2:
        return 0
    for d in (-w, w, -1, 1):
        if board.colour[at(centre + d)] == EMPTY and count_beside(board, centre + d) & others != 1:
            return 0
    return centre


@kernel
def nakade_move(board, holes, largest):
    """The vital point of a hole of at most `largest` points beside the last move, which has enemy stones around it; 0
    if there is none (Algorithm 3). `holes` has a bit for each of the eight points around the last move that may lie in
    one, as `look_around` has found them."""
    w, last, enemy = board.stride, board.last, EDGE - board.turn
    for place, d in ((8, -w), (48, w), (24, -1), (32, 1)):
        if holes >> place & 1:
            vital = 0
            if largest == 3:
                vital = centre_of_three(board, last + d, enemy)
            else:
                points, count = hole_at(board, last + d, enemy, largest)
                if count >= 3:
                    vital = vital_point(points, count, w)
            if vital != 0:
                return vital
    return 0
