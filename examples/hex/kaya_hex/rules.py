"""The rules of Hex: a record, and kernels over it.

Red (player 1) connects the upper edge with the lower one, Blue (player 2) the left edge with the right one. A cell is
its number on a board of WIDTH x WIDTH with a frame: cell(column, row) = (row + 1) WIDTH + column + 1, the same on
boards of all sizes. The frame has the colours of the four edges, so that an edge is a stone to whoever touches it.

Stones that are connected have the same root (union-find, Tarjan 1975), the edges included: Red has won when both of its
edges have. So `over` is a comparison, and `play` looks at six neighbours.
"""

import numpy as np

from kaya import Game, Parameters, kernel, parameter
from kaya.kernel import at

MOST = 19  # lines of the largest board
WIDTH = MOST + 2
CELLS = WIDTH * WIDTH
EMPTY, RED, BLUE, CORNER = 0, 1, 2, 3
SWAP = 0  # the move that takes the first stone over
AROUND = (-WIDTH, -WIDTH + 1, 1, WIDTH, WIDTH - 1, -1)  # the six neighbours, clockwise

# fmt: off
FIELDS = [
    ("lines", "i8"),
    ("turn", "i8"),
    ("played", "i8"),
    ("winner", "i8"),               # 0 while there is none
    ("last", "i8"),                 # the cell that was played last
    ("swap", "i8"),                 # whether the second move may be SWAP
    ("left", "i8"),                 # cells that are empty,
    ("empty", "i2", MOST * MOST),   # these,
    ("place", "i2", CELLS),         # and where each of them stands in that list
    ("colour", "u1", CELLS),
    ("above", "i2", CELLS),         # towards the root of a chain, which is above itself
]
# fmt: on


@kernel
def root(state, cell):
    """The root of a chain; the way to it is halved."""
    while state.above[at(cell)] != cell:
        up = state.above[at(cell)]
        state.above[at(cell)] = state.above[at(up)]
        cell = np.int64(state.above[at(cell)])
    return cell


@kernel
def put(state, cell, colour):
    """A stone on an empty cell; who has connected the own edges with it, has won."""
    state.colour[at(cell)] = colour
    state.left -= 1
    last, place = state.empty[at(state.left)], state.place[at(cell)]
    state.empty[at(place)] = last
    state.place[at(last)] = place
    own = np.int64(cell)
    for step in AROUND:
        if state.colour[at(cell + step)] == colour:
            other = root(state, cell + step)
            if other != own:
                state.above[at(own)] = other
                own = other
    end = state.lines + 1
    first, second = (1, end * WIDTH + 1) if colour == RED else (WIDTH, WIDTH + end)
    if root(state, first) == root(state, second):
        state.winner = colour


@kernel
def take_over(state):
    """The first stone becomes the other's, mirrored on the long diagonal: there it is to Blue what it was to Red."""
    cell = state.last
    mirrored = cell % WIDTH * WIDTH + cell // WIDTH
    state.colour[at(cell)], state.above[at(cell)] = EMPTY, cell
    state.empty[at(state.left)], state.place[at(cell)] = cell, state.left
    state.left += 1
    put(state, mirrored, BLUE)
    state.last = mirrored


@kernel
def over(state):
    return state.winner != 0


@kernel
def mover(state):
    return state.turn


@kernel
def play(state, move):
    if move == SWAP:
        take_over(state)
    else:
        put(state, move, state.turn)
        state.last = move
    state.turn = RED + BLUE - state.turn
    state.played += 1


@kernel
def moves(state, into):
    """All empty cells; and SWAP, where that may be."""
    for k in range(state.left):
        into[at(k)] = state.empty[at(k)]
    count = state.left
    if state.swap and state.played == 1:
        into[at(count)] = SWAP
        count += 1
    return count


@kernel
def result(state):
    return 1.0 if state.winner == RED else (-1.0 if state.winner == BLUE else 0.0)


class Conditions(Parameters):
    """What a game of Hex is played under."""

    size: int = parameter(11, "lines of the board", low=3, high=MOST)
    swap: bool = parameter(False, "whether Blue may take the first stone over (the swap rule)")


def cell(column: int, row: int) -> int:
    return (row + 1) * WIDTH + column + 1


def column_row(number: int) -> tuple[int, int]:
    return number % WIDTH - 1, number // WIDTH - 1


def start(state, size: int = 11, swap: bool = False) -> None:
    """The empty board, and its frame: each edge is one chain."""
    state.lines, state.swap, state.turn, end = size, swap, RED, size + 1
    state.above[:] = np.arange(CELLS)
    state.colour[:] = CORNER
    board = state.colour.reshape(WIDTH, WIDTH)
    board[1:end, 1:end] = EMPTY
    chains = state.above.reshape(WIDTH, WIDTH)
    for colour, edge in (
        (RED, np.s_[0, 1:end]),
        (RED, np.s_[end, 1:end]),
        (BLUE, np.s_[1:end, 0]),
        (BLUE, np.s_[1:end, end]),
    ):
        board[edge] = colour
        chains[edge] = chains[edge][0]
    cells = np.flatnonzero(state.colour == EMPTY)
    state.left = len(cells)
    state.empty[: len(cells)] = cells
    state.place[cells] = np.arange(len(cells))


hex_game = Game(
    "hex", FIELDS, over=over, mover=mover, play=play, moves=moves, result=result, start=start, conditions=Conditions()
)
