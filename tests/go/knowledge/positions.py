"""Random positions, as the kernels and as the slow board see them."""

import numpy as np

from kaya.go.rules import EMPTY, GoPosition, column_row, point

from ..slow_board import SlowBoard


def random_position(lines: int, moves: int, chance: np.random.Generator) -> GoPosition:
    """A position after so many random legal moves."""
    game = GoPosition(lines)
    for _ in range(moves):
        move = int(chance.choice(game.points))
        if game.is_legal(move):
            game.play(move)
    return game


def slow(game: GoPosition) -> SlowBoard:
    """The same stones on the slow board."""
    board = SlowBoard(game.lines)
    board.stones = {column_row(p, game.lines): game.colour_at(p) for p in game.points if game.colour_at(p) != EMPTY}
    board.turn = game.mover
    return board


def of_slow(p: tuple[int, int], lines: int) -> int:
    return point(*p, lines)
