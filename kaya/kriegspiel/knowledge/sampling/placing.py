"""Putting the other side's pieces on a determinization, one group after the other (see `boards`)."""

import numpy as np

from ....kernel import at, kernel, random_below, random_unit
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import BETWEEN, KNIGHT_STEPS, NOTHING, ONE, PAWN_ATTACKS, bit, pawns_attack, piece_attacks
from ...rules.board import NOWHERE, attackers, everybody, king_of, put
from ...rules.messages import FILE, KNIGHT_CHECK, RANK, SOME, SOURCES, SOURCES_AT, TRIES, TRIES_AT, UNTOLD
from ...rules.moves import is_legal, is_pawn_capture, path_of
from ...rules.squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from ...rules.umpire import DARK_SQUARES, in_direction
from ..sets import FILES

DRAWS = 24  # for one piece before the board is given up
BLOCKED = 0.9  # how often a refused try is explained by something in its way; else a pin must do
PROMOTED = 0.05  # how often, late in the game, one pawn is taken to have promoted
ANY = 0b1111110  # all kinds, as bits
NOT_KING = ANY & ~(1 << KING)


@kernel
def count_of(counts, kind):
    """How many pieces of a kind are still to be placed; `counts` has four bits for each kind."""
    return counts >> 4 * kind & 15


@kernel
def draw_pieces(known, board):
    """Which pieces the opponent has: its pawns, and of its first seven pieces as many as are left."""
    pawns, pieces = known.pawns, known.pieces
    if pieces < 0:  # pieces that had been pawns were captured
        pawns, pieces = pawns + pieces, 0
    for _ in range(known.untyped):  # any of them was captured
        if random_below(board, max(pawns + pieces, 1)) < pawns:
            pawns -= 1
        else:
            pieces = max(pieces - 1, 0)
    if known.late and pawns > 0 and random_unit(board) < PROMOTED:
        pawns, pieces = pawns - 1, pieces + 1
    counts, rest = 1 << 4 * KING | pawns << 4 * PAWN, 1 << 4 * QUEEN | 2 << 4 * ROOK | 2 << 4 * BISHOP | 2 << 4 * KNIGHT
    for _ in range(pieces):
        total = 0.0
        for kind in range(KNIGHT, KING):
            total += count_of(rest, kind) * known.left[at(kind)]
        x, chosen = random_unit(board) * total, QUEEN
        for kind in range(KNIGHT, KING):
            x -= count_of(rest, kind) * known.left[at(kind)]
            if x < 0:
                chosen = kind
                rest -= 1 << 4 * kind
                break
        counts += 1 << 4 * chosen
    return counts


@kernel
def place_one(known, board, counts, squares, kinds):
    """Put one of the pieces, of one of these kinds, on one of these squares, by its density there; the counts that are
    left to place, or -1 if there is none for it."""
    total = 0.0
    for turn in range(2):  # the first time to sum up, the second to choose
        x, left = random_unit(board) * total, squares
        while left:
            s = lowest(left)
            left &= left - ONE
            for kind in range(PAWN, KING + 1):
                if kinds >> kind & 1:
                    weight = count_of(counts, kind) * np.float64(known.density[at(kind), at(s)])
                    total += weight
                    x -= weight
                    if turn == 1 and x < 0:
                        put(board, s, 3 - board.turn, kind)
                        return counts - (1 << 4 * kind)
        if total == 0.0:
            break
    return -1


@kernel
def place_checks(known, board, counts):
    """Put a piece where it gives each of the announced checks; the counts that are left, or -1, and the squares that
    must stay empty for the check to be one."""
    us, closed = board.turn, NOTHING
    king, own = king_of(board, us), board.of_colour[at(us)]
    for k in range(9, 14):
        way = 1 << k
        if known.said & way and counts >= 0:
            if way == KNIGHT_CHECK:
                squares, kinds = KNIGHT_STEPS[at(king)], 1 << KNIGHT
            elif way == RANK or way == FILE:
                squares, kinds = piece_attacks(ROOK, king, own), 1 << ROOK | 1 << QUEEN
            else:
                squares, kinds = piece_attacks(BISHOP, king, own), 1 << BISHOP | 1 << QUEEN
            there, giving = board.of_colour[at(3 - us)], in_direction(king, squares & ~own, way)
            if attackers(board, king, 3 - us, own | there) & giving == NOTHING:
                near = giving & PAWN_ATTACKS[at(us), at(king)]
                if near and random_below(board, 4) == 0:
                    giving, kinds = near, 1 << PAWN
                counts = place_one(known, board, counts, giving & ~there, kinds)
            given = attackers(board, king, 3 - us, own | there | board.of_colour[at(3 - us)]) & giving
            if given and way != KNIGHT_CHECK:
                closed |= BETWEEN[at(king), at(lowest(given))]
    return counts, closed


@kernel
def pawn_hits(board, s):
    """How many of the player's pawns attack a square."""
    us = board.turn
    return count_bits(PAWN_ATTACKS[at(3 - us), at(s)] & board.of_kind[PAWN] & board.of_colour[at(us)])


@kernel
def place_by_squares(known, board, counts, closed, open_squares):
    """`place_pawn_tries` where it is told which pawns have one: somebody is there for each of these, and nobody for the
    others."""
    us, k = board.turn, 0
    pawns, wanting = board.of_kind[PAWN] & board.of_colour[at(us)], NOTHING
    while pawns:
        if known.said >> SOURCES_AT + k & 1:
            wanting |= pawns & ~(pawns - ONE)
        else:
            closed |= PAWN_ATTACKS[at(us), at(lowest(pawns))] & ~board.of_colour[at(us)]
        k += 1
        pawns &= pawns - ONE
    while wanting and counts >= 0:
        goals = PAWN_ATTACKS[at(us), at(lowest(wanting))]
        if goals & board.of_colour[at(3 - us)] == NOTHING:
            counts = place_one(known, board, counts, goals & open_squares & ~closed, NOT_KING)
        wanting &= wanting - ONE
    return counts, closed


@kernel
def place_pawn_tries(known, board, counts, closed):
    """Put pieces where pawns can take them, as many as there are pawn tries; the counts that are left, or -1, and the
    squares that must stay empty then."""
    us = board.turn
    own = board.of_colour[at(us)]
    reach = pawns_attack(us, board.of_kind[PAWN] & own) & ~own
    open_squares, wanted = reach & ~closed, (known.said & TRIES) >> TRIES_AT
    for k in range(known.refused):
        move = np.int64(known.tried[at(k)])
        if is_pawn_capture(board, move):
            open_squares &= ~bit(move >> 6 & 63)
    if wanted == UNTOLD:
        return counts, closed
    if known.said & SOURCES:
        return place_by_squares(known, board, counts, closed, open_squares)
    if wanted == SOME:
        if board.of_colour[at(3 - us)] & reach == NOTHING:
            counts = place_one(known, board, counts, open_squares, NOT_KING)
        return counts, closed
    there = board.of_colour[at(3 - us)] & reach
    while there:
        wanted -= pawn_hits(board, lowest(there))
        there &= there - ONE
    while wanted > 0 and counts >= 0:
        before = board.of_colour[at(3 - us)]
        counts = place_one(known, board, counts, open_squares & ~before, NOT_KING)
        placed = board.of_colour[at(3 - us)] & ~before
        if placed:
            wanted -= pawn_hits(board, lowest(placed))
            if wanted < 0:
                counts = -1
    return counts, reach


@kernel
def place_blockers(known, board, counts, closed):
    """Put something in the way of each refused try that is still legal; the counts that are left, or -1."""
    us = board.turn
    for k in range(known.refused):
        move = np.int64(known.tried[at(k)])
        king = board.kind_at[at(move & 63)] == KING
        if counts < 0 or king or not is_legal(board, move) or random_unit(board) > BLOCKED:
            continue
        way = path_of(board, move) & ~(board.of_colour[at(us)] | closed)
        if way:
            counts = place_one(known, board, counts, way, ANY)
    return counts


@kernel
def draw_square(known, board, kind, free):
    """One of these squares, by the density of a kind; NOWHERE if some draws were in vain."""
    total = known.until[at(kind), at(63)]
    for _ in range(DRAWS):
        x, low, high = random_unit(board) * total, 0, 63
        while low < high:
            middle = (low + high) >> 1
            if known.until[at(kind), at(middle)] > x:
                high = middle
            else:
                low = middle + 1
        if free & bit(low):
            return low
    return NOWHERE


@kernel
def pawn_files(board, colour):
    """The files on which a side has pawns, and how many of its pawns stand on one with another: each of those has
    captured something."""
    pawns, files, doubled = board.of_kind[PAWN] & board.of_colour[at(colour)], NOTHING, 0
    for x in range(8):
        if pawns & FILES[x]:
            files |= FILES[x]
            doubled += count_bits(pawns & FILES[x]) - 1
    return files, doubled


@kernel
def place_rest(known, board, counts, closed):
    """Put all other pieces where they usually stand; False if there was no room."""
    them = 3 - board.turn
    for k in range(KING, 0, -1):
        for _ in range(count_of(counts, k)):
            free = ~(everybody(board) | closed)
            if k == PAWN:
                files, doubled = pawn_files(board, them)
                if doubled > known.captures:
                    return False
                if doubled == known.captures:
                    free &= ~files
            elif k == BISHOP:
                other = board.of_kind[BISHOP] & board.of_colour[at(them)]
                if other:
                    free &= ~DARK_SQUARES if other & DARK_SQUARES else DARK_SQUARES
            s = draw_square(known, board, k, free)
            if s == NOWHERE:
                return False
            put(board, s, them, k)
    return pawn_files(board, them)[1] <= known.captures
