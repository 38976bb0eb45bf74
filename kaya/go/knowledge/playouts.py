"""MoGo's playouts: how a simulated move is chosen (MoGo paper, Algorithms 1 to 4), step by step, each with its switch.

    1  save stones that the last move has put into atari   Algorithm 1
    2  nakade                                              Algorithm 3
    3  fill the board                                      Algorithm 2
    4  a 3x3 pattern around the last move                  Algorithm 1
       or the approach move instead                        Algorithm 4
    5  capture                                             Algorithm 1
    6  any legal move that fills no own eye                Algorithm 1

Only steps 3, 5 and 6 look beyond the last move. Step 5 reads a list of chains in atari: a chain gets into atari only by
a move beside it or by its own, so each call looks at the last move and adds what is new; what is out of date is dropped
when it is drawn. The list is kept in the scratch of a thread, from `start_ataris` to the end of a playout.
"""

from typing import ClassVar

import numpy as np

from ...kernel import Parameters, at, inlined, kernel, parameter, random_below, random_unit, record
from ...kernel.views import record_over
from ..rules.board import (
    BLACK,
    CELLS,
    EDGE,
    EMPTY,
    NUMBER_BITS,
    NUMBER_MASK,
    PASS,
    SQUARES_SHIFT,
    SUM_MASK,
    WHITE,
    in_atari,
    is_playable,
    last_liberty,
    set_aside,
)
from ..rules.board import random_move as any_move
from .liberties import at_most_one, sums_after
from .nakade import BITS, LARGEST_HOLE, MASK, nakade_move
from .self_atari import connection_instead, has_room, is_bad_self_atari
from .sequence_patterns import BESIDE, IN_HOLE, IN_HOLE_OF_3, look_around, sequence_move, sequence_table


class MoGoPlayout(Parameters):
    """The steps of MoGo's playouts. All that is not in the paper is off."""

    removed: ClassVar = {"tactics": "as it gained nothing, 10 of 25 games at equal time"}

    save: bool = parameter(True, "step 1: save stones from atari")
    nakade: int = parameter(
        3,
        "step 2: the largest hole in which the vital point is played; 3 in the paper, 0 is off",
        low=0,
        high=LARGEST_HOLE,
    )
    N: int = parameter(4, "step 3, fill board: tries to find a point with nothing around it; 0 is off", low=0, high=100)
    anew: bool = parameter(False, "step 3: each try draws anew, as in Algorithm 2; off: as in section 3.1")
    patterns: bool = parameter(True, "step 4: 3x3 patterns around the last move")
    approach: float = parameter(0.5, "step 4: how often a self-atari is replaced by a connection", low=0.0, high=1.0)
    captures: bool = parameter(True, "step 5: captures anywhere")
    self_atari: float = parameter(
        0.0, "steps 4 and 6: how often a bad self-atari is refused; not in the paper", low=0.0, high=1.0
    )

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {"sequences": sequence_table()}


ATARIS = record(
    ("listed", "i8", CELLS),  # has bit `colour` set where the stone on p is in the list of a colour
    ("count", "i8", 3),  # by colour, the length of the list
    ("chains", "i8", (3, CELLS)),  # by colour, the list: one stone of each chain
)
"""The chains in atari, as they lie in the scratch of a thread."""
MOST_SAVES = 6


@kernel
def list_atari(work, head, colour):
    """Add a chain in atari to the list of its colour."""
    ataris = record_over(work.scratch, ATARIS)
    if ataris.listed[at(head)] & colour == 0:
        ataris.listed[at(head)] |= colour
        count = ataris.count[at(colour)]
        ataris.chains[at(colour), at(count)] = head
        ataris.count[at(colour)] = count + 1


@kernel
def start_ataris(board, work):
    """List all chains in atari."""
    ataris = record_over(work.scratch, ATARIS)
    ataris.count[BLACK] = 0
    ataris.count[WHITE] = 0
    for p in range(board.stride, (board.lines + 1) * board.stride):
        ataris.listed[at(p)] = 0
    if board.empties == board.lines * board.lines:
        return
    for p in range(board.stride, (board.lines + 1) * board.stride):
        v = np.int64(board.colour[at(p)])
        if (v == BLACK or v == WHITE) and board.head[at(p)] == p and in_atari(board, p):
            list_atari(work, p, v)


@inlined
def is_in_atari(board, q):
    """1 if there is a chain in atari on q, else 0; without a branch."""
    v = np.int64(board.colour[at(q)])
    sums = board.liberties[at(board.head[at(q)])]  # of no use, but harmless, where there is no stone
    total = sums >> NUMBER_BITS & SUM_MASK
    return np.int64((sums & NUMBER_MASK) * (sums >> SQUARES_SHIFT) == total * total) & (v ^ v >> 1)


@kernel
def notice_ataris(board, work):
    """List the chains that the last move has put into atari; whether an own one is among them."""
    w, last, turn = board.stride, board.last, board.turn
    any_atari = is_in_atari(board, last) | is_in_atari(board, last - w) | is_in_atari(board, last + w)
    any_atari |= is_in_atari(board, last - 1) | is_in_atari(board, last + 1)
    own = False
    if any_atari:
        for d in (-w, w, -1, 1, 0):
            q = last + d
            if is_in_atari(board, q):
                v = np.int64(board.colour[at(q)])
                list_atari(work, np.int64(board.head[at(q)]), v)
                own |= v == turn
    return own


@kernel
def add_move(found, p):
    """Add a move to a word of at most six, nine bits each, unless it is in it."""
    for k in range(MOST_SAVES):
        other = found >> BITS * k & MASK
        if other == p:
            return found
        if other == 0:
            return found | p << BITS * k
    return found


@kernel
def draw_one(board, found):
    """One of the moves in such a word, all equally likely; 0 if there is none."""
    count = 0
    while count < MOST_SAVES and found >> BITS * count != 0:
        count += 1
    return found >> BITS * random_below(board, count) & MASK if count > 0 else 0


@kernel
def save_move(board, work):
    """Step 1: a move that saves a chain which the last move has put into atari, or 0. It is its last liberty, if
    the chain has two or more then; or the capture of a chain beside it."""
    w, last, turn = board.stride, board.last, board.turn
    found, none_to_capture = 0, record_over(work.scratch, ATARIS).count[at(EDGE - turn)] == 0
    for d in (-w, w, -1, 1):
        q = last + d
        if board.colour[at(q)] != turn or not in_atari(board, board.head[at(q)]):
            continue
        p = last_liberty(board, board.head[at(q)])
        if is_playable(board, p, turn) and not at_most_one(sums_after(board, p, turn)):
            found = add_move(found, p)
        if none_to_capture:
            continue
        stone = q
        while True:
            for e in (-w, w, -1, 1):
                n = stone + e
                if board.colour[at(n)] == EDGE - turn and in_atari(board, board.head[at(n)]):
                    capture = last_liberty(board, board.head[at(n)])
                    if capture != p and capture != board.ko:
                        found = add_move(found, capture)
            stone = np.int64(board.next_in_chain[at(stone)])
            if stone == q:
                break
    return draw_one(board, found)


@kernel
def is_lonely(board, p):
    """Are the eight points around p empty?"""
    w = board.stride
    if board.colour[at(p - w)] | board.colour[at(p + w)] | board.colour[at(p - 1)] | board.colour[at(p + 1)] != EMPTY:
        return False
    above = board.colour[at(p - w - 1)] | board.colour[at(p - w + 1)]
    return above | board.colour[at(p + w - 1)] | board.colour[at(p + w + 1)] == EMPTY


@kernel
def fill_board_move(board, tries):
    """Step 3 as section 3.1 tells it: draw a point of the board; it, or the first of the `tries` - 1 points behind it,
    that is empty with eight empty points around it; or 0. The points stand in the order of `empty`, the others behind
    them."""
    k = random_below(board, board.lines * board.lines)
    for place in range(k, min(k + tries, board.empties)):
        p = np.int64(board.empty[at(place)])
        if is_lonely(board, p):
            return p
    return 0


@kernel
def fill_board_anew(board, tries):
    """Step 3 as Algorithm 2 prints it: draw a point of the board up to `tries` times; the first that is empty with
    eight empty points around it, or 0."""
    for _ in range(tries):
        place = random_below(board, board.lines * board.lines)
        if place < board.empties:
            p = np.int64(board.empty[at(place)])
            if is_lonely(board, p):
                return p
    return 0


@kernel
def capture_move(board, work):
    """Step 5: a move that captures, each chain in atari being equally likely; 0 if there is none."""
    enemy = EDGE - board.turn
    ataris = record_over(work.scratch, ATARIS)
    count, chains = ataris.count[at(enemy)], ataris.chains[at(enemy)]
    left = count  # behind it are those that the ko forbids to capture
    while left > 0:
        place = random_below(board, left)
        stone = chains[at(place)]
        head = np.int64(board.head[at(stone)])
        left -= 1
        if board.colour[at(stone)] == enemy and in_atari(board, head):
            if head != stone and ataris.listed[at(head)] & enemy == 0:  # the chain has joined another
                ataris.listed[at(stone)] &= ~enemy
                ataris.listed[at(head)] |= enemy
                chains[at(place)], stone = head, head
            if head == stone:
                p = last_liberty(board, head)
                if p != board.ko:
                    ataris.count[at(enemy)] = count
                    return p
                chains[at(place)] = chains[at(left)]
                chains[at(left)] = stone
                continue
        ataris.listed[at(stone)] &= ~enemy
        count -= 1
        chains[at(place)] = chains[at(left)]
        chains[at(left)] = chains[at(count)]
    ataris.count[at(enemy)] = count
    return 0


@kernel
def random_sensible_move(board, refuse):
    """Step 6 with bad self-ataris refused with this probability. PASS where nothing else is left."""
    left, colour = board.empties, board.turn
    while left > 0:
        k = random_below(board, left)
        p = np.int64(board.empty[at(k)])
        if is_playable(board, p, colour) and not (is_bad_self_atari(board, p, colour) and random_unit(board) < refuse):
            return p
        left -= 1
        set_aside(board, k, left)
    return 0


@kernel
def mogo_move(board, work, p):
    """The move of a simulated game (Algorithm 4). `start_ataris` comes before the first one; the switches are `p`."""
    found = 0
    if board.last != PASS:
        # Step 1: save stones from atari.
        if notice_ataris(board, work) and p.save:
            move = save_move(board, work)
            if move != 0:
                return move
        if p.patterns or p.nakade >= 3:
            found = look_around(board, p)
        # Step 2: nakade.
        if p.nakade >= 3:
            holes = found >> (IN_HOLE_OF_3 if p.nakade == 3 else IN_HOLE) + board.turn - 1 & BESIDE
            if holes != 0:
                move = nakade_move(board, holes, p.nakade)
                if move != 0 and is_playable(board, move, board.turn):
                    return move
    # Step 3: fill the board.
    if p.N > 0:
        move = fill_board_anew(board, p.N) if p.anew else fill_board_move(board, p.N)
        if move != 0:
            return move
    # Step 4: a pattern around the last move, or its approach move.
    if p.patterns:
        move = sequence_move(board, found)
        if move != 0:
            if p.approach > 0.0 and not has_room(board, move) and random_unit(board) < p.approach:
                instead = connection_instead(board, move, board.turn)
                if instead != 0 and is_playable(board, instead, board.turn):
                    return instead
            if not (
                p.self_atari > 0.0 and is_bad_self_atari(board, move, board.turn) and random_unit(board) < p.self_atari
            ):
                return move
    # Step 5: capture.
    if p.captures:
        move = capture_move(board, work)
        if move != 0:
            return move
    # Step 6: any legal move.
    return random_sensible_move(board, p.self_atari) if p.self_atari > 0.0 else any_move(board)
