"""Light playouts from a position: who will own which point, what the score will be, which stones are dead."""

from dataclasses import dataclass

import numpy as np

from ...kernel import at, kernel
from .board import BLACK, CELLS, WHITE, area_of, over, play, random_move
from .chains import chains

LENGTH = 3  # a playout is stopped after 3 x lines x lines moves


@kernel
def light_playout(board):
    """Play random moves to the end of the game."""
    limit = board.moves + LENGTH * board.lines * board.lines
    while not over(board) and board.moves < limit:
        play(board, random_move(board))


@kernel
def sum_playouts(boards, playouts, owned, sums):
    """Play `playouts` games from boards[0] on boards[1]. owned[p] becomes the number of games in which Black owns p
    minus White's; sums: the score, its square, Black's wins less White's."""
    owner = np.zeros(CELLS, np.uint8)
    board = boards[1]
    for _ in range(playouts):
        rng = board.rng
        boards[1] = boards[0]
        board.rng = rng
        board.passes = 0
        light_playout(board)
        score = area_of(board, owner)
        for p in range(CELLS):
            owned[at(p)] += (owner[at(p)] == BLACK) - np.int64(owner[at(p)] == WHITE)
        margin = score - board.komi
        sums[0] += margin
        sums[1] += margin * margin
        sums[2] += (margin > 0) - np.int64(margin < 0)


@dataclass(frozen=True)
class Estimate:
    """What playouts say about a position, for Black: `ownership[p]` from -1 to +1 for every cell of the board arrays,
    the mean `score` with komi and its standard deviation, and the mean result from -1 to +1."""

    ownership: np.ndarray
    score: float
    deviation: float
    value: float
    playouts: int


def estimate(boards: np.recarray, playouts: int) -> Estimate:
    """Evaluate boards[0] by light playouts; boards[1] is played on and brings the random numbers."""
    owned, sums = np.zeros(CELLS, np.int64), np.zeros(3)
    sum_playouts(boards, playouts, owned, sums)
    mean, square, value = sums / playouts
    return Estimate(owned / playouts, float(mean), float(np.sqrt(max(square - mean * mean, 0))), float(value), playouts)


def dead_stones(boards: np.recarray, ownership: np.ndarray, limit: float = 0.3) -> list[int]:
    """The stones of chains whose points mostly end as the opponent's. A chain lives or dies as a whole."""
    board, dead = boards[0], []
    for chain in chains(board):
        sign = 1 if board.colour[chain[0]] == BLACK else -1
        if sign * ownership[chain].mean() < -limit:
            dead += chain
    return sorted(dead)
