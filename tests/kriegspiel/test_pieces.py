"""What all programs of Kriegspiel share: the pieces at home, sets of squares, and the value of a turn."""

from math import isclose

import numpy as np
import pytest

from kaya.kriegspiel.knowledge.pieces import COUNTS, HOMES, is_usual
from kaya.kriegspiel.knowledge.sets import as_array, neighbours, squares_where
from kaya.kriegspiel.knowledge.turn import NEVER, next_best, value_of_turn
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition
from kaya.kriegspiel.rules.squares import KING, PAWN


@pytest.mark.parametrize("colour", [WHITE, BLACK])
def test_the_men_at_home_are_those_of_a_new_game(colour):
    board = KriegspielPosition().state
    for kind in range(PAWN, KING + 1):
        assert HOMES[colour, kind] == board.of_kind[kind] & board.of_colour[colour]
        assert int(HOMES[colour, kind]).bit_count() == COUNTS[kind]


@pytest.mark.parametrize(
    ("fen", "usual"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", True),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", True),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9", False),  # others may have moved and come back
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1", False),
        ("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", False),
    ],
)
def test_a_game_is_usual_that_begins_as_chess_does(fen, usual):
    assert is_usual(KriegspielPosition(fen).start_for(WHITE)) is usual


def test_the_neighbours_of_a_set_are_a_kings_steps_from_its_squares():
    chance = np.random.default_rng(1)
    for _ in range(20):
        squares = int(chance.integers(1 << 63)) & int(chance.integers(1 << 63))
        seen = np.flatnonzero(as_array(squares))
        stepped = squares_where(lambda x, y, seen=seen: any(max(abs(x - s % 8), abs(y - s // 8)) == 1 for s in seen))
        assert int(neighbours(np.uint64(squares))) == stepped


def test_a_turn_is_worth_its_tries_in_their_order():
    values, chances = np.array([1.0, 3.0, NEVER, 3.0, 2.0]), np.array([0.5, 0.5, 1.0, 0.2, 0.8])
    order = [next_best(values, 5, -1)]
    while order[-1] >= 0:
        order.append(next_best(values, 5, order[-1]))
    assert order == [1, 3, 4, 0, -1], "of equals the first; what is never tried is not among them"
    exact = 0.5 * 3 + 0.5 * 0.2 * 3 + 0.4 * 0.8 * 2 + 0.08 * 0.5 * 1
    assert isclose(value_of_turn(values, chances, 5, -1, 9.0, 0.0), exact + 0.04 * 1), "the last counts for the rest"
    assert isclose(value_of_turn(values, chances, 5, -1, 9.0, 0.5), 0.5 * 3 + 0.5 * 3)
    assert isclose(value_of_turn(values, chances, 5, 1, 9.0, 0.0), 0.2 * 3 + 0.8 * 0.8 * 2 + 0.16 * 0.5 + 0.08)
    assert value_of_turn(values, chances, 0, -1, 9.0, 0.0) == 9.0
