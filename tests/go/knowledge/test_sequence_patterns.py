"""The compiled table says what a slow matcher says, pattern by pattern and mark by mark."""

import numpy as np
import pytest

from kaya.go.knowledge.nakade import centre_of_three, hole_at
from kaya.go.knowledge.sequence_patterns import (
    EXCEPTIONS,
    IN_HOLE,
    IN_HOLE_OF_3,
    PATTERNS,
    look_around,
    sequence_move,
    sequence_table,
)
from kaya.go.rules import BLACK, EMPTY, WHITE, parse_vertex, point
from kaya.go.rules.board import EDGE
from kaya.kernel import record, split_seed, zeros

from ...kernels import kept_kernel
from ..boards import drawn
from .positions import random_position

TABLE = record(("sequences", "u1", (1 << 16,)))
SQUARE = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
TURNS = [
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, -x),
]


def the_table():
    table = zeros(TABLE)
    table.sequences[0] = sequence_table()
    return table[0]


def fits(mark: str, colour: int, mover_is_x: int) -> bool:
    """Does a colour fit a mark, X being `mover_is_x`?"""
    x, o = mover_is_x, 3 - mover_is_x
    match mark:
        case "X":
            return colour == x
        case "O":
            return colour == o
        case ".":
            return colour == EMPTY
        case "-":
            return colour == EDGE
        case "x":
            return colour in (x, EMPTY)
        case "o":
            return colour in (o, EMPTY)
        case _:
            return colour != EDGE


def shows(rows: str, colours: dict[tuple[int, int], int], x: int) -> bool:
    """Are these rows seen around the point, however turned, with X of colour x?"""
    marks = dict(zip(SQUARE, rows.replace(" ", ""), strict=True))
    return any(
        all(fits(mark, colours[turn(*place)], x) for place, mark in marks.items() if place != (0, 0)) for turn in TURNS
    )


def matches(colours: dict[tuple[int, int], int], mover: int) -> bool:
    for name, rows, players in PATTERNS:
        for x in (BLACK, WHITE):
            allowed = ("X" in players and mover == x) or ("O" in players and mover != x)
            if allowed and shows(rows, colours, x) and not any(shows(e, colours, x) for e in EXCEPTIONS.get(name, ())):
                return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("edge", ["none", "side", "corner"])
def test_the_table_is_what_a_slow_matcher_finds(edge):
    chance, table, found = np.random.default_rng(1), sequence_table(), 0
    for _ in range(700):
        colours = {place: int(chance.integers(3)) for place in SQUARE}
        turn = TURNS[chance.integers(8)]
        for x, y in SQUARE:
            if (edge != "none" and y == 1) or (edge == "corner" and x == 1):
                colours[turn(x, y)] = EDGE
        colours[0, 0] = EMPTY
        code = 0
        for place, where in enumerate(w for w in SQUARE if w != (0, 0)):
            code |= colours[where] << 2 * place
        for mover in (BLACK, WHITE):
            expected = matches(colours, mover)
            found += expected
            assert bool(table[code] >> mover - 1 & 1) == expected
    assert (found > 60) == (edge != "corner")


@pytest.mark.slow
@pytest.mark.parametrize("lines", [2, 3, 5, 9])
def test_looking_around_the_last_move_finds_what_stands_there(lines):
    chance, table = np.random.default_rng(lines), the_table()
    holes = 0
    for _ in range(40):
        game = random_position(lines, int(chance.integers(1, 2 * lines * lines)), chance)
        board = game.states[0]
        if board.last == 0:
            continue
        found = int(look_around(board, table))
        for place, (dx, dy) in enumerate(w for w in SQUARE if w != (0, 0)):
            p, byte = int(board.last + dy * board.stride + dx), found >> 8 * place & 255
            if board.colour[p] != EMPTY:
                assert byte == 0
                continue
            colours = {(x, y): int(board.colour[p + y * board.stride + x]) for x, y in SQUARE}
            for mover in (BLACK, WHITE):
                assert bool(byte >> mover - 1 & 1) == matches(colours, mover)
                if hole_at(board, p, 3 - mover, 6)[1] >= 2:
                    assert byte >> IN_HOLE + mover - 1 & 1
                if centre_of_three(board, p, 3 - mover):
                    holes += 1
                    assert byte >> IN_HOLE_OF_3 + mover - 1 & 1, "no hole of three is overlooked"
    assert holes or lines == 2


@kept_kernel
def draw_many(board, table, into):
    for k in range(len(into)):
        into[k] = sequence_move(board, look_around(board, table))


def drawn_moves(game) -> dict[int, float]:
    states, into = game.states.copy(), np.zeros(20_000, np.int64)
    states.rng = split_seed(3)
    draw_many(states[0], the_table(), into)
    moves, counts = np.unique(into, return_counts=True)
    return dict(zip(moves.tolist(), (counts / len(into)).tolist(), strict=True))


def test_all_points_with_a_pattern_around_the_last_move_are_equally_likely():
    game = drawn("""
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .""")
    game.play(parse_vertex("D4", 7), WHITE)
    drawn_for_black = drawn_moves(game)
    expected = {parse_vertex(v, 7) for v in ("C4", "E4", "C5", "E5")}
    assert set(drawn_for_black) == expected, "hane on both sides of both stones"
    assert all(rate == pytest.approx(0.25, abs=0.02) for rate in drawn_for_black.values())


def test_without_a_pattern_nothing_is_drawn_and_eyes_are_not_filled():
    game = drawn("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .""")
    game.play(point(2, 2, 5))
    assert drawn_moves(game) == {0: 1.0}
    eye = drawn("""
        . . . . .
        . . O . .
        . O . O .
        . . O . .
        . . . . .""")
    eye.play(parse_vertex("B4", 5), BLACK)
    c3 = parse_vertex("C3", 5)
    assert int(look_around(eye.states[0], the_table())) >> 56 & 2, "C3 matches the cut, for White too"
    assert c3 not in drawn_moves(eye), "but it is White's own eye"
