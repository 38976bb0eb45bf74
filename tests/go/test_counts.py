"""Perft for Go: the numbers of legal positions (Tromp and Farnebäck, Combinatorics of Go) as the fast board counts."""

from itertools import product

import numpy as np
import pytest

from kaya.go.rules import BLACK, EMPTY, WHITE, GoPosition, go
from kaya.go.rules import board as rules
from kaya.kernel import zeros

from ..kernels import kept_kernel

LEGAL_POSITIONS = [(2, 57), (3, 12_675)]


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "legal"), LEGAL_POSITIONS)
def test_setting_up_stones_accepts_exactly_the_legal_positions(lines, legal):
    game = GoPosition(lines)
    points, accepted = game.points, 0
    for colours in product((EMPTY, BLACK, WHITE), repeat=lines * lines):
        try:
            game.place(
                black=[p for p, c in zip(points, colours, strict=True) if c == BLACK],
                white=[p for p, c in zip(points, colours, strict=True) if c == WHITE],
                empty=[p for p, c in zip(points, colours, strict=True) if c == EMPTY],
            )
        except ValueError:
            continue
        accepted += 1
        assert [game.colour_at(p) for p in points] == list(colours)
    assert accepted == legal


@kept_kernel
def code_of(board):
    """The position as a number, a digit per point."""
    code = 0
    for y in range(1, board.lines + 1):
        for x in range(1, board.lines + 1):
            code = 3 * code + board.colour[y * board.stride + x]
    return np.int64(code)


@kept_kernel
def reachable(boards, seen):
    """How many positions moves of either colour can reach; boards has room for all of them."""
    count, done = 1, 0
    seen[code_of(boards[0])] = True
    while done < count:
        for k in range(boards[done].empties):
            for colour in (BLACK, WHITE):
                p = np.int64(boards[done].empty[k])
                boards[done].ko = 0
                if rules.is_legal(boards[done], p, colour):
                    boards[count] = boards[done]
                    rules.put(boards[count], p, colour)
                    code = code_of(boards[count])
                    if not seen[code]:
                        seen[code] = True
                        count += 1
        done += 1
    return count


@pytest.mark.parametrize(("lines", "legal"), LEGAL_POSITIONS)
def test_moves_reach_exactly_the_legal_positions(lines, legal):
    boards = zeros(go.dtype, legal + 1)
    rules.clear(boards[0], lines, 0.0)
    assert reachable(boards, np.zeros(3 ** (lines * lines), np.bool_)) == legal
