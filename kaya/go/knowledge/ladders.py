"""Ladders: is a chain with one or two liberties caught, if it is given atari on every move?

The attacker plays a liberty of the chain so that it has one left; the defender plays there, or captures a chain beside
his own that is in atari. All else loses at once, so both sides' moves are complete. Three liberties on the attacker's
turn are an escape; so is a ladder longer than the reader looks, or wider than its number of moves.
"""

import numpy as np

from ...kernel import INTERPRETED, at, kernel, zeros
from ..rules import go
from ..rules.board import EDGE, in_atari, is_legal, last_liberty, put
from .liberties import first_liberties

LEVELS = 128  # moves in a row; across the whole board of 19 lines a ladder takes about 70
NODES = 400  # moves of the attacker that are tried in all
MOST_ANSWERS = 24  # that are tried against one of them
BOARD = go.dtype
PLAYED, CAUGHT, ESCAPED = 0, 1, 2
ATTACKS, ANSWERS, ANSWER = (
    2,
    3,
    4,
)  # in a frame, after the two liberties: attacks begun, answers to this one, answers tried


@kernel
def answers(board, stone, into):
    """Write the moves that may save a chain in atari into `into`: its last liberty, then captures. How many."""
    w, colour, head = board.stride, np.int64(board.colour[at(stone)]), np.int64(board.head[at(stone)])
    enemy = EDGE - colour
    into[0] = last_liberty(board, head)
    count, p = 1, head
    while True:
        for d in (-w, w, -1, 1):
            q = p + d
            if board.colour[at(q)] == enemy and in_atari(board, board.head[at(q)]) and count < MOST_ANSWERS:
                capture, new = last_liberty(board, board.head[at(q)]), True
                for k in range(count):
                    new &= into[k] != capture
                if new:
                    into[count] = capture
                    count += 1
        p = np.int64(board.next_in_chain[at(p)])
        if p == head:
            break
    legal = 0
    for k in range(count):
        if is_legal(board, into[k], colour):
            into[legal] = into[k]
            legal += 1
    return legal


@kernel
def advance(boards, tries, frames, level, stone, failed):
    """The next move on boards[level], where the chain has two liberties. If the attack under way has failed the next
    one is begun; then its next answer is played on boards[level + 2]. PLAYED; or CAUGHT if there is no answer left, or
    ESCAPED if no attack is."""
    colour, frame = np.int64(boards[level].colour[at(stone)]), frames[level]
    while failed:
        if frame[ATTACKS] == 2 or frames[LEVELS, 0] == 0:
            return ESCAPED
        move = frame[frame[ATTACKS]]
        frame[ATTACKS] += 1
        if is_legal(boards[level], move, EDGE - colour):
            failed = False
            frames[LEVELS, 0] -= 1
            boards[level + 1] = boards[level]
            put(boards[level + 1], move, EDGE - colour)
            frame[ANSWER], frame[ANSWERS] = 0, answers(boards[level + 1], stone, tries[level])
    if frame[ANSWER] == frame[ANSWERS]:
        return CAUGHT
    boards[level + 2] = boards[level + 1]
    put(boards[level + 2], tries[level, frame[ANSWER]], colour)
    frame[ANSWER] += 1
    return PLAYED


@kernel
def catching_move(boards, stone):
    """A move of the opponent on boards[0] that catches the chain of `stone`, or 0. Behind it the boards of the moves
    under way are stacked: a recursive kernel would be shorter, but failed when it came from the cache."""
    tries, frames = np.empty((LEVELS, MOST_ANSWERS), np.int64), np.empty((LEVELS + 1, 5), np.int64)
    frames[LEVELS, 0] = NODES
    level = 0
    while True:
        board = boards[level]
        colour = board.colour[at(stone)]
        count, one, two = first_liberties(board, np.int64(board.head[at(stone)]))
        if count == 2 and level + 3 <= LEVELS:
            frames[level, 0], frames[level, 1], frames[level, ATTACKS] = one, two, 0
            failed = True
        else:
            failed = count != 1 or not is_legal(board, one, EDGE - colour)
            if level == 0:
                return 0 if failed else one
            level -= 2
        step = advance(boards, tries, frames, level, stone, failed)
        while step != PLAYED:
            if level == 0:
                return frames[0, frames[0, ATTACKS] - 1] if step == CAUGHT else 0
            level -= 2
            step = advance(boards, tries, frames, level, stone, step == ESCAPED)
        level += 2


if INTERPRETED:

    def stack_of_boards():
        return zeros(BOARD, LEVELS)

else:

    @kernel
    def stack_of_boards():
        return np.empty(LEVELS, BOARD)


@kernel
def ladder_capture(board, stone):
    """A move by which the opponent, if he is to move, catches the chain of `stone` in a ladder or at once; 0 if there
    is none."""
    if first_liberties(board, np.int64(board.head[at(stone)]))[0] > 2:
        return 0
    boards = stack_of_boards()
    boards[0] = board
    if board.turn == board.colour[at(stone)]:
        boards[0].ko = 0
    return catching_move(boards, stone)


@kernel
def saves(board, stone, move):
    """Does the chain of `stone` escape for good, as far as ladders go, if its owner plays this legal move?"""
    boards = stack_of_boards()
    boards[0] = board
    put(boards[0], move, np.int64(board.colour[at(stone)]))
    return catching_move(boards, stone) == 0
