"""Liberties that a move leaves are those that the slow board counts; bad self-ataris are told from useful ones."""

import numpy as np
import pytest

from kaya.go.knowledge.liberties import captures_by, first_liberties, stones_after, sums_after
from kaya.go.knowledge.self_atari import connection_instead, is_bad_self_atari, self_atari_liberty
from kaya.go.rules import BLACK, EMPTY, WHITE, GoPosition, column_row, parse_vertex

from ..boards import drawn
from .positions import of_slow, random_position, slow


def self_atari_stones(board, p: int, colour: int) -> int:
    """How many stones `colour` puts into atari by playing p itself, the new one included; 0 for none."""
    return int(stones_after(board, p, colour)) if self_atari_liberty(board, p, colour) != 0 else 0


@pytest.mark.slow
@pytest.mark.parametrize("lines", [3, 5, 6])
def test_what_a_move_leaves_is_what_the_slow_board_counts(lines):
    chance = np.random.default_rng(lines)
    seen = {"self-atari": 0, "capture": 0}
    for _ in range(60):
        game = random_position(lines, int(chance.integers(lines * lines * 2)), chance)
        board, other = game.states[0], slow(game)
        for p in game.points:
            where = column_row(p, lines)
            if game.colour_at(p) != EMPTY:
                liberties = {of_slow(q, lines) for q in other.chain(other.stones, where)[1]}
                count, one, two = first_liberties(board, int(board.head[p]))
                assert count == min(len(liberties), 3)
                assert {int(q) for q in (one, two) if q} <= liberties
                continue
            for colour in (BLACK, WHITE):
                after = other.after(where, colour)
                if after is None:
                    assert sums_after(board, p, colour) == 0
                    continue
                chain, liberties = other.chain(after, where)
                lone = of_slow(next(iter(liberties)), lines) if len(liberties) == 1 else 0
                assert self_atari_liberty(board, p, colour) == lone
                assert stones_after(board, p, colour) == len(chain)
                assert self_atari_stones(board, p, colour) == (len(chain) if lone else 0)
                taken = len(after) < len(other.stones) + 1
                assert captures_by(board, p, colour) == taken
                seen["self-atari"] += lone != 0
                seen["capture"] += taken
    assert min(seen.values()) > 20


def bad(game: GoPosition, vertex: str, colour: int = BLACK) -> bool:
    return bool(is_bad_self_atari(game.states[0], parse_vertex(vertex, game.lines), colour))


def test_a_stone_given_away_is_bad():
    game = drawn("""
        . . O . .
        . O . . .
        . . O . .
        . . . . .
        O . . . .""")
    assert bad(game, "C4"), "one liberty, and nothing gained"
    assert bad(game, "A2") is False, "two liberties"
    assert not bad(game, "C4", WHITE), "with its neighbours it has more"


def test_a_ko_is_taken_although_the_stone_is_in_atari_then():
    game = drawn("""
        . O X . .
        O . O X .
        . O X . .
        . . . . .
        . . . . .""")
    assert self_atari_stones(game.states[0], parse_vertex("B4", 5), BLACK) == 1
    assert not bad(game, "B4")


def test_a_snapback_is_no_mistake():
    snapback = """
        X . . O X
        X O O O X
        {} X X X .
        . . . . .
        . . . . ."""
    assert self_atari_stones(drawn(snapback.format(".")).states[0], parse_vertex("C5", 5), BLACK) == 1
    assert not bad(drawn(snapback.format(".")), "C5")
    another_liberty = drawn("""
        X . . O X
        . O O O X
        X X X X .
        . . . . .
        . . . . .""")
    assert bad(another_liberty, "C5"), "White has A4 left when he has captured"


def test_a_throw_in_is_no_mistake_where_it_makes_a_false_eye():
    throw_in = """
        O . . O .
        O {} O O .
        . . O . .
        . . . . .
        . . . . ."""
    assert not bad(drawn(throw_in.format("X")), "C5")
    assert bad(drawn(throw_in.format("O")), "C5"), "White has a good eye there in any case"


def test_filling_a_hole_is_bad_unless_its_shape_is_one_eye():
    three = drawn("""
        . . X O .
        O O O O .
        . . . . .
        . . . . .
        . . . . .""")
    assert self_atari_stones(three.states[0], parse_vertex("B5", 5), BLACK) == 2
    assert not bad(three, "B5"), "two stones in a hole of three: the capture leaves one eye"
    row = drawn("""
        . . X X X O
        O O O O O O
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .""")
    assert self_atari_stones(row.states[0], parse_vertex("B6", 6), BLACK) == 4
    assert bad(row, "B6"), "four in a row captured are two eyes"
    square = drawn("""
        . X X O . .
        O X . O . .
        O O O O . .
        . . . . . .
        . . . . . .
        . . . . . .""")
    assert self_atari_stones(square.states[0], parse_vertex("C5", 6), BLACK) == 4
    assert not bad(square, "C5"), "a square of four captured is one eye"
    outside = drawn("""
        . O . . .
        . X . . .
        O . O . .
        . O . . .
        . . . . .""")
    assert self_atari_stones(outside.states[0], parse_vertex("B3", 5), BLACK) == 0
    outside = drawn("""
        . O . . .
        . X O . .
        O . O . .
        . O . . .
        . . . . .""")
    assert self_atari_stones(outside.states[0], parse_vertex("B3", 5), BLACK) == 2
    assert bad(outside, "B3"), "A4, the liberty left, is open to A5: this is no hole"


APPROACH = """
    . . . . . .
    . . . . . .
    X X X X X {}
    O O O O O {}
    . . . O X .
    . . . O . O"""


@pytest.mark.parametrize(
    ("f4", "f3", "instead"),
    [(".", "X", "F2"), (".", "O", "pass"), ("O", "X", "pass"), (".", ".", "pass")],
    ids=["connects", "nothing to connect with", "the connection is a self-atari", "an empty point is no group"],
)
def test_a_self_atari_is_replaced_by_the_connection_behind_it(f4, f3, instead):
    """As in Figure 5: Black has to connect at F2 before he can play E1, if F3 is his."""
    board = drawn(APPROACH.format(f4, f3)).states[0]
    e1, f2 = parse_vertex("E1", 6), parse_vertex("F2", 6)
    assert self_atari_liberty(board, e1, BLACK) == f2
    assert connection_instead(board, e1, BLACK) == parse_vertex(instead, 6)
    assert connection_instead(board, parse_vertex("A6", 6), BLACK) == 0, "no self-atari"


def test_where_the_only_liberty_is_a_captured_stone_there_is_no_connection():
    game = drawn("""
        . O X . .
        O . O X .
        . O X . .
        . . . . .
        . . . . .""")
    b4 = parse_vertex("B4", 5)
    assert self_atari_liberty(game.states[0], b4, BLACK) == parse_vertex("C4", 5)
    assert connection_instead(game.states[0], b4, BLACK) == 0
