"""Phantom Go as a game for the search: Go's board and rules, an umpire's answers, and a determinization.

The record is Go's, so all that is known of Go boards works on it. A player's board has its own stones and those of the
other that it knows of; `hidden` says how many of the opponent's stones are missing on it, and the running sums `upto`
how likely each of the points `where` has one."""

from typing import Any

import numpy as np

from ...games.game import ACCEPTED, Game
from ...games.rules import REFUSED
from ...go.rules import board as go_rules
from ...go.rules import go
from ...go.rules.board import (
    BLACK,
    CELLS,
    EDGE,
    EMPTY,
    LARGEST,
    NUMBER_BITS,
    NUMBER_MASK,
    PASS,
    SQUARES_SHIFT,
    SUM_MASK,
    WHITE,
    clear,
    in_atari,
    is_legal,
    liberty,
    play,
    put,
)
from ...go.rules.board_position import checked_komi, checked_lines
from ...kernel import Parameters, at, kernel, parameter, random_below, random_unit
from .messages import ATARI, NINE_BITS, PASSED, PLACE_AT, SELF_ATARI, TAKEN_AT

SMALLEST = 5
OLYMPIAD, ANNOUNCED_ATARIS = "olympiad", "atari"
# fmt: off
FIELDS = [
    *go_rules.FIELDS,
    ("side", "i8"),            # whose board it is; 0 on the umpire's
    ("announces", "i8"),       # whether ataris are announced, and to both which stones were captured
    ("hidden", "i8"),          # stones of the opponent that are missing on this board
    ("places", "i8"),          # points where they may be:
    ("where", "u2", CELLS),    # which,
    ("upto", "f4", CELLS),     # and the sum of the weights up to each
]
# fmt: on


@kernel
def puts_into_atari(board, move, before):
    """The ataris of a move that was played, as bits of a message. Stones that were in atari before do not count;
    `before` says whether an own chain was that the move has joined."""
    w, found = board.stride, 0
    if not before and in_atari(board, board.head[at(move)]):
        found = SELF_ATARI
    for d in (-w, w, -1, 1):
        q = move + d
        if board.colour[at(q)] == board.turn and in_atari(board, board.head[at(q)]):
            found |= ATARI
    return found


@kernel
def first_captured(board, move, colour):
    """The first point, row by row, of the stones that a move of `colour` will capture; and whether an own chain beside
    it is in atari."""
    w, first, own = board.stride, CELLS, False
    for d in (-w, w, -1, 1):
        q = move + d
        v = board.colour[at(q)]
        if v == EMPTY or v == EDGE or not in_atari(board, board.head[at(q)]):
            continue
        if v == colour:
            own = True
            continue
        p = q
        while True:
            first = min(first, p)
            p = np.int64(board.next_in_chain[at(p)])
            if p == q:
                break
    return first, own


@kernel
def attempt(board, move):
    """A try: the move is played and the message tells of it, or REFUSED. Superko is the position's to see."""
    if move == PASS:
        play(board, move)
        return np.int64(ACCEPTED | PASSED)
    colour = board.turn
    if board.colour[at(move)] != EMPTY or not is_legal(board, move, colour):
        return np.int64(REFUSED)
    first, own = first_captured(board, move, colour)
    empty = board.empties
    play(board, move)
    message, captured = ACCEPTED, board.empties - empty + 1
    if captured:
        message |= captured << TAKEN_AT | first << PLACE_AT
    if board.announces:
        message |= puts_into_atari(board, move, own)
    return np.int64(message)


@kernel
def told(board, message):
    """What the author of a move hears: by the Olympiad's rules not which stones it has captured."""
    return message if board.announces else message & ~(NINE_BITS << PLACE_AT)


@kernel
def tries(board, into):
    """All points without an own stone, then PASS."""
    count, w = 0, board.stride
    for y in range(1, board.lines + 1):
        for p in range(y * w + 1, y * w + 1 + board.lines):
            if board.colour[at(p)] != board.turn:
                into[at(count)] = p
                count += 1
    into[at(count)] = PASS
    return count + 1


# Determinizations


@kernel
def set_weights(board, weights):
    """Let hidden stones be drawn by these weights of all points. Points with stones are left out."""
    count, total = 0, 0.0
    for p in range(CELLS):
        if board.colour[p] == EMPTY and weights[p] > 0.0:
            total += weights[p]
            board.where[count], board.upto[count] = p, total
            count += 1
    board.places = count


@kernel
def room_for(board, p, colour):
    """How many liberties a stone of `colour` on the empty point p would have with its chain, 2 standing for more; 0 too
    if the stone would take stones of the opponent their last. By the three sums of `go/board.py`."""
    w, sums, one, two, three = board.stride, 0, 0, 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        if v == EMPTY:
            sums += liberty(q)
        elif v == colour:
            sums -= liberty(p)
            head = np.int64(board.head[at(q)])
            if head != one and head != two and head != three:
                sums += board.liberties[at(head)]
                one, two, three = head, one, two
        elif v != EDGE and in_atari(board, board.head[at(q)]):
            return 0
    if sums == 0:
        return 0
    total = sums >> NUMBER_BITS & SUM_MASK
    return 1 if (sums & NUMBER_MASK) * (sums >> SQUARES_SHIFT) == total * total else 2


@kernel
def drawn_place(board):
    """A point by the weights."""
    wanted, low, high = random_unit(board) * board.upto[at(board.places - 1)], 0, board.places - 1
    while low < high:
        middle = (low + high) >> 1
        if board.upto[at(middle)] > wanted:
            high = middle
        else:
            low = middle + 1
    return np.int64(board.where[at(low)])


@kernel
def put_hidden(board, colour):
    """Put the hidden stones, which are of `colour`, on points drawn by the weights, where they are not in atari and
    fill no own eye; those for which that fails, on any. False if there is no room for some of them. All else stays as
    it is."""
    ko, left = board.ko, np.int64(board.hidden)
    slack = 4 * left + 16
    draws = 2 * slack if board.places > 0 else 0
    while left > 0 and draws > 0:
        draws -= 1
        p = drawn_place(board)
        if board.colour[at(p)] != EMPTY or go_rules.is_eye(board, p, colour):
            continue
        if room_for(board, p, colour) >= (2 if draws > slack else 1):
            put(board, p, colour)
            left -= 1
    places = np.int64(board.empties)
    while left > 0 and places > 0:
        k = random_below(board, places)
        p = np.int64(board.empty[at(k)])
        if room_for(board, p, colour):
            put(board, p, colour)
            left -= 1
            places = np.int64(board.empties)
        else:
            places -= 1
            go_rules.set_aside(board, k, places)
    board.hidden, board.ko = left, ko if board.colour[at(ko)] == EMPTY else 0
    return left == 0


@kernel
def determinize(board, side):
    return put_hidden(board, EDGE - side)


@kernel
def arrange(board, colours, turn, moves, passes):
    """Put these stones on the board, which stays of its size; every chain must have a liberty. A player's board: the
    last moves are not known."""
    clear(board, board.lines, board.komi)
    for p in range(CELLS):
        if colours[p] == BLACK or colours[p] == WHITE:
            put(board, p, np.int64(colours[p]))
    board.turn, board.ko, board.moves, board.passes = turn, 0, moves, passes


class Board(Parameters):
    """What a game of Phantom Go is played under."""

    size: int = parameter(9, "lines of the board", low=SMALLEST, high=LARGEST)
    komi: float = parameter(7.5, "White's compensation", low=-1000, high=1000)
    rules: str = parameter(
        OLYMPIAD,
        "olympiad: only their owner is told which stones were captured; atari: both are, and ataris are announced",
        choices=(OLYMPIAD, ANNOUNCED_ATARIS),
    )


def start(state: Any, lines: int = 9, komi: float = 7.5, rules: str = OLYMPIAD) -> None:
    if not SMALLEST <= lines <= LARGEST:
        raise ValueError(f"The board size must be from {SMALLEST} to {LARGEST}, not {lines}.")
    clear(state, checked_lines(lines), checked_komi(komi))
    state.announces = rules == ANNOUNCED_ATARIS


phantom_go = Game(
    "phantom-go",
    FIELDS,
    over=go_rules.over,
    mover=go_rules.mover,
    play=play,
    moves=go_rules.moves,
    result=go_rules.result,
    start=start,
    attempt=attempt,
    tries=tries,
    told=told,
    determinize=determinize,
    conditions=Board(),
    extends=go,
)
