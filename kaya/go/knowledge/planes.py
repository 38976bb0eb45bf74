"""What a network sees of a Go board: 16 planes of n x n points, row by row from the top left, for the player to move.

The planes are made in two steps. `describe` writes a byte for each point, its code, and a few facts that concern the
whole board; that is small enough to keep millions of positions. `write_planes` makes planes of both.
"""

import numba
import numpy as np

from ...kernel import at, kernel
from ...kernel.compile import get_thread_id, on_all_processors
from ..rules.board import CELLS, EMPTY, LARGEST, LATEST, PASS, WHITE, clear, is_legal, play

PLANES = (
    "own",
    "opponent",
    "board",
    "own 1 liberty",
    "own 2 liberties",
    "own 3 liberties",
    "opponent 1 liberty",
    "opponent 2 liberties",
    "opponent 3 liberties",
    "last move",
    "move before",
    "third last",
    "fourth last",
    "ko",
    "komi",
    "passed",
)
OWN, OPPONENT, BOARD, OWN_LIBERTIES, OPPONENT_LIBERTIES, LAST, KO, KOMI, PASSED = 0, 1, 2, 3, 6, 9, 13, 14, 15
DEPTH = len(PLANES)
MOST_LIBERTIES = 4  # that are told apart: four stand for more
LAST_MOVES = 4
FACTS = 8  # the last moves and the ko as places, or -1; whether the last move was a pass; twice the komi; the turn
KO_FACT, PASSED_FACT, KOMI_FACT, TURN_FACT = 4, 5, 6, 7
KOMI_UNIT = 30.0  # of twice the komi: the plane is the mover's komi / 15


def _places() -> np.ndarray:
    """[lines, point]: where a point stands among those of the board, row by row; -1 for a pass, and off the board."""
    table = np.full((LARGEST + 1, CELLS), -1, np.int16)
    for lines in range(1, LARGEST + 1):
        rows, columns = np.divmod(np.arange(lines * lines), lines)
        table[lines, (rows + 1) * (lines + 1) + columns + 1] = np.arange(lines * lines)
    return table


PLACES = _places()


@kernel
def place_of(board, point):
    """Where a point stands among those of the board, row by row; -1 for a pass."""
    return np.int64(PLACES[at(board.lines), at(point)])


@kernel
def count_liberties(board, counts):
    """How many liberties each chain has, at its head: every empty point is one of each chain beside it. `counts` is all
    zeros before; there is nothing to foretell here, which costs a processor less than looking at chains one by one."""
    w = board.stride
    for k in range(board.empties):
        p = np.int64(board.empty[at(k)])
        north = np.int64(board.head[at(p - w)]) if board.colour[at(p - w)] != EMPTY else 0
        west = np.int64(board.head[at(p - 1)]) if board.colour[at(p - 1)] != EMPTY else 0
        east = np.int64(board.head[at(p + 1)]) if board.colour[at(p + 1)] != EMPTY else 0
        south = np.int64(board.head[at(p + w)]) if board.colour[at(p + w)] != EMPTY else 0
        counts[at(north)] += 1
        counts[at(west)] += west != north
        counts[at(east)] += (east != north) & (east != west)
        counts[at(south)] += (south != north) & (south != west) & (south != east)


@kernel
def describe(board, codes, facts):
    """Write the code of each point: 0 if it is empty, 1 to 4 for a stone of the player to move whose chain has so many
    liberties, 4 standing for more, 5 to 8 for one of the opponent's; and the facts."""
    w, n, place, liberties = board.stride, board.lines, 0, np.zeros(CELLS, np.uint16)
    count_liberties(board, liberties)
    for y in range(1, n + 1):
        for p in range(y * w + 1, y * w + 1 + n):
            code = min(np.int64(liberties[at(board.head[at(p)])]), MOST_LIBERTIES)
            code += 0 if board.colour[at(p)] == board.turn else MOST_LIBERTIES
            codes[at(place)] = code if board.colour[at(p)] != EMPTY else 0
            place += 1
    for k in range(LAST_MOVES):
        move = board.latest[at((board.moves - 1 - k) & LATEST - 1)] if board.moves > k else PASS
        facts[k] = place_of(board, np.int64(move))
    facts[KO_FACT] = place_of(board, board.ko)
    facts[PASSED_FACT] = board.passes
    facts[KOMI_FACT] = np.int64(np.round(2.0 * board.komi))
    facts[TURN_FACT] = board.turn


@kernel
def write_planes(board, codes, facts, into):
    """Describe a board and write its planes, into[place * DEPTH + plane]."""
    describe(board, codes, facts)
    planes_of(board.lines, codes, facts, into)


@kernel
def planes_of(lines, codes, facts, into):
    """Write the planes of a board that was described."""
    komi = np.float32((facts[KOMI_FACT] if facts[TURN_FACT] == WHITE else -facts[KOMI_FACT]) / KOMI_UNIT)
    for place in range(lines * lines):
        base, code = place * DEPTH, np.int64(codes[at(place)])
        for k in range(DEPTH):
            into[at(base + k)] = 0.0
        into[at(base + BOARD)], into[at(base + KOMI)], into[at(base + PASSED)] = 1.0, komi, facts[PASSED_FACT] > 0
        if code > MOST_LIBERTIES:
            into[at(base + OPPONENT)] = 1.0
            if code < 2 * MOST_LIBERTIES:
                into[at(base + OPPONENT_LIBERTIES + code - MOST_LIBERTIES - 1)] = 1.0
        elif code > 0:
            into[at(base + OWN)] = 1.0
            if code < MOST_LIBERTIES:
                into[at(base + OWN_LIBERTIES + code - 1)] = 1.0
    for k in range(LAST_MOVES):
        if facts[k] >= 0:
            into[at(np.int64(facts[k]) * DEPTH + LAST + k)] = 1.0
    if facts[KO_FACT] >= 0:
        into[at(np.int64(facts[KO_FACT]) * DEPTH + KO)] = 1.0


@on_all_processors
def describe_games(lines, komi, starts, moves, boards, codes, facts, targets):
    """Describe every position of recorded even games before its move, and write the move's place (the pass being behind
    all) into `targets`. Game g has the moves from starts[g] to before starts[g + 1]; there is a board for each
    thread. A game is cut at an illegal move: the targets behind it are -1."""
    for g in numba.prange(len(starts) - 1):
        board = boards[get_thread_id()]
        clear(board, lines, komi)
        legal = True
        for k in range(starts[g], starts[g + 1]):
            move = np.int64(moves[k])
            if legal and move != PASS:
                legal = 0 < move < CELLS and board.colour[move] == EMPTY and is_legal(board, move, board.turn)
            targets[k] = -1
            if legal:
                describe(board, codes[k], facts[k])
                targets[k] = lines * lines if move == PASS else place_of(board, move)
                play(board, move)
