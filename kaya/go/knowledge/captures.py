"""Captures: what a move takes, and what it saves (Mango paper, section 2.3.3)."""

import numpy as np

from ...kernel import at, kernel
from ..rules.board import EDGE, EMPTY, in_atari

CAPTURED = 50_000  # per stone that a move captures
SAVED = 5_000  # per stone that it prevents from being captured


@kernel
def stones_in_atari(board, p, colour):
    """How many stones of this colour have the empty point p as their last liberty."""
    w = board.stride
    stones, one, two, three = 0, 0, 0, 0  # the chains that were counted already
    for d in (-w, w, -1, 1):
        q = p + d
        if board.colour[at(q)] == colour:
            head = np.int64(board.head[at(q)])
            if in_atari(board, head) and head != one and head != two and head != three:
                stones += np.int64(board.stones[at(head)])
                one, two, three = head, one, two
    return stones


@kernel
def capture_value(board, p, colour):
    """50,000 x stones captured by playing p, plus 5,000 x own stones that this takes out of atari.

    Own stones are saved when p gives their chain another liberty: two empty neighbours, a joined chain that has more,
    or the room that a capture makes."""
    w = board.stride
    taken, endangered, breathes = stones_in_atari(board, p, EDGE - colour), stones_in_atari(board, p, colour), 0
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        if v == EMPTY:
            breathes += 1
        elif v == colour and not in_atari(board, board.head[at(q)]):
            breathes += 2
    return CAPTURED * taken + SAVED * (endangered if breathes >= 2 or taken > 0 else 0)
