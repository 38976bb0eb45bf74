"""Urgencies: a simulated move is drawn with probability U_j / sum of all U (Mango paper, section 2.3.3).

U_j is the capture value plus the value of the 3x3 pattern, times 20 within Manhattan distance 1 of the last move; 0
where the move is illegal or fills an own eye. The urgencies of both colours are kept up to date from move to move.
After a move only those points change that have a new neighbour, that are the last liberty of a chain, or were it: a
chain in atari has no other empty neighbour, so no other point can see the difference.

They live in the scratch of a thread: U of each point, the sums of blocks of 16 points, a list of points to look at
again, and the code of the 3x3 pattern around each empty point. One word holds both colours, Black's in its lower half
and White's in its upper, so that one addition keeps both.
"""

from functools import cache

import numpy as np

from ...kernel import at, constant, inlined, kernel, random_below, random_unit, record
from ...kernel.views import record_over
from ..rules.board import BLACK, CELLS, EDGE, EMPTY, PASS, WHITE, in_atari, last_liberty, play
from . import patterns3
from .captures import CAPTURED, SAVED
from .patterns3 import CODES, neighbourhood
from .playouts import random_sensible_move
from .self_atari import is_bad_self_atari

NEAR = 20  # the factor beside the last move
MOST = 1 << 22  # an urgency is cut here, so that no sum exceeds half a word
URGENCIES = record(
    ("point", "i8", CELLS),  # U of each point
    ("block", "i8", (CELLS >> 4) + 1),  # their sums over blocks of 16 points
    ("pattern", "i8", CELLS),  # the code of the 3x3 pattern around each empty point
    ("changed", "i8"),  # how many points are to be looked at again,
    ("again", "i8", 1024),  # and which
)
"""The urgencies, as they lie in the scratch of a thread."""
MANY = 800  # points to look at again, from which on no further ones are foreseen
HALF = (1 << 32) - 1


def base_urgencies(values: np.ndarray) -> np.ndarray:
    """For each code of a 3x3 pattern its value if the move is legal and fills no own eye, else 0: Black's in the lower
    half of a word, White's in the upper. `values` are in the form of `patterns3.shipped`."""
    codes = np.arange(CODES)
    colours = [codes >> 2 * k & 3 for k in range(8)]
    ataris = [codes >> 16 + k & 1 for k in range(4)]
    both = np.zeros(CODES, np.uint32)
    for colour in (BLACK, WHITE):
        enemy = EDGE - colour
        legal, closed, enemies, edges = False, True, 0, False
        for v, atari in zip(colours, ataris, strict=False):
            legal = legal | (v == EMPTY) | (v == colour) & (atari == 0) | (v == enemy) & (atari == 1)
            closed = closed & ((v == colour) | (v == EDGE))
            edges = edges | (v == EDGE)
        for v in colours[4:]:
            enemies = enemies + (v == enemy)
        eye = closed & (enemies + edges < 2)
        both |= (values[colour - 1 :: 2].astype(np.uint32) * (legal & ~eye)) << 16 * (colour - 1)
    return both


@cache
def shipped() -> np.ndarray:
    """The urgencies of the patterns that come with Kaya."""
    return constant(base_urgencies(patterns3.shipped()))


@kernel
def set_urgencies(work, p, both):
    """Set the urgencies of both colours at a point; the sum of its block follows."""
    u = record_over(work.scratch, URGENCIES)
    u.block[at(p >> 4)] += both - u.point[at(p)]
    u.point[at(p)] = both


@kernel
def threatened_stones(board, p, code):
    """How many black and how many white stones have the empty point p as their last liberty."""
    w = board.stride
    black, white, one, two, three = 0, 0, 0, 0, 0
    for k, d in enumerate((-w, w, -1, 1)):
        if code >> 16 + k & 1:
            head = np.int64(board.head[at(p + d)])
            if head != one and head != two and head != three:
                one, two, three = head, one, two
                stones, is_white = np.int64(board.stones[at(head)]), (code >> 2 * k & 3) >> 1
                white += stones * is_white
                black += stones * (1 - is_white)
    return black, white


@kernel
def with_captures(colour, code, base, endangered, taken):
    """U of a move beside chains in atari, `base` being its pattern's: 50,000 x stones taken and 5,000 x own stones
    saved are added. Own stones are saved when the move gives their chain another liberty."""
    breathes = 2 * taken
    for k in range(4):
        v = code >> 2 * k & 3
        breathes += (v == EMPTY) + 2 * (v == colour and code >> 16 + k & 1 == 0)
    return min(CAPTURED * taken + SAVED * (endangered if breathes >= 2 else 0) + base, MOST) if base > 0 else 0


@inlined
def evaluate(board, work, p, code, table):
    """Set the urgencies of an empty point from the code of its pattern."""
    base = np.int64(table.urgencies[at(code)])
    of_black, of_white = base & 0xFFFF, base >> 16
    if code >> 16 != 0:
        black, white = threatened_stones(board, p, code)
        of_black = with_captures(BLACK, code, of_black, black, white)
        of_white = with_captures(WHITE, code, of_white, white, black)
    set_urgencies(work, p, of_black | of_white << 32)


@kernel
def refresh(board, work, p, table):
    """Set the urgencies of a point anew, for both colours."""
    if board.colour[at(p)] != EMPTY:
        set_urgencies(work, p, 0)
        return
    code = neighbourhood(board, p)
    record_over(work.scratch, URGENCIES).pattern[at(p)] = code
    if p == board.ko:
        set_urgencies(work, p, 0)
    else:
        evaluate(board, work, p, code, table)


@kernel
def repaint(board, work, p, colour, table):
    """Set the colour of p in the patterns of the empty points around it."""
    w, place, u = board.stride, 0, record_over(work.scratch, URGENCIES)
    for d in (w, -w, 1, -1, w + 1, w - 1, -w + 1, -w - 1):  # seen from there p is north, south, west, …
        q = p + d
        if board.colour[at(q)] == EMPTY:
            code = u.pattern[at(q)] & ~(3 << place) | colour << place
            u.pattern[at(q)] = code
            evaluate(board, work, q, code, table)
        place += 2


@kernel
def start_urgencies(board, work, table):
    """The urgencies of a whole board."""
    u = record_over(work.scratch, URGENCIES)
    u.changed = 0
    for p in range(CELLS):
        u.point[at(p)] = 0
    for block in range((CELLS >> 4) + 1):
        u.block[at(block)] = 0
    for k in range(board.empties):
        refresh(board, work, np.int64(board.empty[at(k)]), table)


@kernel
def look_again(work, p):
    u = record_over(work.scratch, URGENCIES)
    u.again[at(u.changed)] = p
    u.changed += 1


@kernel
def foresee_captures(board, work, move, colour):
    """Note all that changes where the move captures: the stones taken, and the last liberties of own chains beside
    them, which will not be their last any more."""
    w, u = board.stride, record_over(work.scratch, URGENCIES)
    for d in (-w, w, -1, 1):
        q = move + d
        if board.colour[at(q)] == EDGE - colour and in_atari(board, board.head[at(q)]):
            stone = q
            while True:
                look_again(work, stone)
                for e in (-w, w, -1, 1):
                    n = stone + e
                    if board.colour[at(n)] == colour and in_atari(board, board.head[at(n)]):
                        look_again(work, last_liberty(board, board.head[at(n)]))
                stone = np.int64(board.next_in_chain[at(stone)])
                if stone == q or u.changed > MANY:
                    break


@kernel
def play_with_urgencies(board, work, move, table):
    """Play a move and keep the urgencies up to date."""
    u = record_over(work.scratch, URGENCIES)
    u.changed = 0
    if board.ko != 0:
        look_again(work, board.ko)
    if move == PASS:
        play(board, move)
    else:
        colour, w = board.turn, board.stride
        foresee_captures(board, work, move, colour)
        taken = u.changed
        play(board, move)
        for k in range(taken):
            repaint(board, work, u.again[at(k)], EMPTY, table)
        repaint(board, work, move, colour, table)
        for d in (-w, w, -1, 1, 0):
            p = move + d
            v = board.colour[at(p)]
            if v != EMPTY and v != EDGE and in_atari(board, board.head[at(p)]):
                look_again(work, last_liberty(board, board.head[at(p)]))
        look_again(work, move)
        if board.ko != 0:
            look_again(work, board.ko)
    for k in range(u.changed):
        refresh(board, work, u.again[at(k)], table)


@kernel
def draw_move(board, work):
    """A move drawn by urgency, or PASS where there is none."""
    shift, w, last = 32 * (board.turn - 1), board.stride, board.last
    total, near, u = 0, 0, record_over(work.scratch, URGENCIES)
    for block in range(((board.lines + 1) * w >> 4) + 1):
        total += u.block[at(block)] >> shift & HALF
    if last != PASS:
        for d in (-w, w, -1, 1):
            near += u.point[at(last + d)] >> shift & HALF
    near *= NEAR - 1
    if total == 0:
        return 0
    left = random_below(board, total + near)
    if left < near:
        for d in (-w, w, -1, 1):
            left -= (NEAR - 1) * (u.point[at(last + d)] >> shift & HALF)
            if left < 0:
                return last + d
    left -= near
    block = 0
    while left >= u.block[at(block)] >> shift & HALF:
        left -= u.block[at(block)] >> shift & HALF
        block += 1
    p = block << 4
    while left >= u.point[at(p)] >> shift & HALF:
        left -= u.point[at(p)] >> shift & HALF
        p += 1
    return p


@kernel
def draw_sensible_move(board, work, refuse):
    """A move drawn by urgency; one that puts its own stones into atari for nothing is refused with this probability.
    After four of these it is any move but such, or PASS."""
    for _ in range(4):
        move = draw_move(board, work)
        if move == PASS or not (is_bad_self_atari(board, move, board.turn) and random_unit(board) < refuse):
            return move
    return random_sensible_move(board, refuse)
