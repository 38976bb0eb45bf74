"""Urgencies kept from move to move are those of a fresh look at the board; moves are drawn in proportion to them."""

import numpy as np
import pytest
from rich.console import Console

from kaya.go.knowledge.captures import capture_value
from kaya.go.knowledge.patterns3 import CODES, HIGHEST, canonical, neighbourhood, shipped, swap_colours
from kaya.go.knowledge.urgency import (
    HALF,
    MOST,
    URGENCIES,
    base_urgencies,
    draw_move,
    draw_sensible_move,
    play_with_urgencies,
    start_urgencies,
)
from kaya.go.learning.patterns import learn_neighbourhoods
from kaya.go.rules import BLACK, WHITE, GoPosition, parse_vertex
from kaya.go.rules.board import is_playable
from kaya.kernel import record, split_seed, zeros
from kaya.kernel.views import record_over
from kaya.search.tree import new_work

from ...conftest import ROOT
from ...kernels import kept_kernel

TABLE = record(("urgencies", "u4", (CODES,)))
MADE_UP = np.random.default_rng(1).integers(1, HIGHEST + 1, 2 * CODES).astype(np.uint16)


def made_up_table():
    """Values that differ for every neighbourhood, so that no wrong lookup can hide."""
    table = zeros(TABLE)
    table.urgencies[0] = base_urgencies(MADE_UP)
    return table[0]


@kept_kernel
def play_and_compare(board, work, fresh, table, moves):
    """The first move after which the kept urgencies differ from fresh ones; -1 if none."""
    start_urgencies(board, work, table)
    for k in range(moves):
        play_with_urgencies(board, work, draw_move(board, work), table)
        start_urgencies(board, fresh, table)
        kept, anew = record_over(work.scratch, URGENCIES), record_over(fresh.scratch, URGENCIES)
        if np.any(kept.point != anew.point) or np.any(kept.block != anew.block):
            return k
        for i in range(board.empties):
            p = board.empty[i]
            if kept.pattern[p] != anew.pattern[p]:
                return k
        if board.passes >= 2:
            break
    return -1


@pytest.mark.slow
@pytest.mark.parametrize("lines", [2, 3, 5, 7, 9, 13, 19])
def test_urgencies_are_kept_up_to_date(lines):
    table = made_up_table()
    for seed in range(40 if lines < 13 else 8):
        states = GoPosition(lines).states.copy()
        states.rng = split_seed(seed)
        assert play_and_compare(states[0], new_work()[0], new_work()[0], table, 1500) == -1


@pytest.mark.slow
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_an_urgency_is_capture_value_plus_pattern_value(colour):
    table, chance = made_up_table(), np.random.default_rng(2)
    game = GoPosition(7)
    for _ in range(150):
        move = int(chance.choice(game.points))
        if game.is_legal(move):
            game.play(move)
        work, board = new_work(), game.states.copy()[0]
        start_urgencies(board, work[0], table)
        for p in game.points:
            expected = 0
            if game.colour_at(p) == 0 and is_playable(board, p, colour):
                pattern = int(MADE_UP[2 * neighbourhood(board, p) + colour - 1])
                expected = min(capture_value(board, p, colour) + pattern, MOST)
            assert int(work.scratch[0, p]) >> 32 * (colour - 1) & HALF == expected


def board_of(picture: str, turn: int = BLACK) -> GoPosition:
    """A board from rows of X, O and dots."""
    rows = picture.split()
    game = GoPosition(len(rows))
    stones = {"X": [], "O": []}
    for p, mark in zip(game.points, "".join(rows), strict=True):
        if mark in stones:
            stones[mark].append(p)
    game.place(black=stones["X"], white=stones["O"])
    game.set_turn(turn)
    return game


def value_at(game: GoPosition, vertex: str, colour: int) -> int:
    return int(capture_value(game.states[0], parse_vertex(vertex, game.lines), colour))


def test_captures_count_50_000_a_stone_and_rescues_5_000():
    game = board_of(""".X...
                       XOOX.
                       .XX..
                       .....
                       .....""")
    assert value_at(game, "C5", BLACK) == 2 * 50_000  # takes two stones
    assert value_at(game, "C5", WHITE) == 0, "they would still have one liberty"
    assert value_at(game, "E2", BLACK) == 0
    game = board_of(""".....
                       .XOX.
                       ..X..
                       .....
                       .....""")
    assert value_at(game, "C5", WHITE) == 5_000
    assert value_at(game, "C5", BLACK) == 50_000


def test_a_rescue_that_leaves_one_liberty_is_none():
    game = board_of("""OX...
                       .X...
                       X....
                       .....
                       .....""")
    assert value_at(game, "A4", WHITE) == 0
    assert value_at(game, "A4", BLACK) == 50_000


def test_a_chain_that_touches_the_point_twice_is_counted_once():
    game = board_of("""X.X..
                       OOO..
                       XXX..
                       .....
                       .....""")
    assert value_at(game, "D4", BLACK) == 0, "two liberties"
    game = board_of("""X.XX.
                       OOOX.
                       XXXX.
                       .....
                       .....""")
    assert value_at(game, "B5", BLACK) == 3 * 50_000 + 5_000, "and the stone in the corner is saved"


@kept_kernel
def draw_many(board, work, table, into, refuse):
    for k in range(len(into)):
        start_urgencies(board, work, table)
        into[k] = draw_sensible_move(board, work, refuse) if refuse >= 0.0 else draw_move(board, work)


def test_moves_are_drawn_in_proportion_to_their_urgency_twenty_times_beside_the_last():
    table = zeros(TABLE)
    table.urgencies[0] = base_urgencies(np.full(2 * CODES, 10, np.uint16))
    game = GoPosition(5)
    game.play(parse_vertex("C3", 5))
    states, into = game.states.copy(), np.zeros(60_000, np.int64)
    states.rng = split_seed(3)
    draw_many(states[0], new_work()[0], table[0], into, -1.0)
    near = np.isin(into, [parse_vertex(v, 5) for v in ("B3", "D3", "C2", "C4")]).mean()
    assert near == pytest.approx(4 * 20 / (4 * 20 + 20), abs=0.01)
    assert abs((into == parse_vertex("A1", 5)).mean() - 1 / 100) < 0.002


def test_a_move_that_gives_stones_away_is_refused():
    game = board_of(""".O...
                       .....
                       .....
                       .....
                       .....""")
    table = zeros(TABLE)
    table.urgencies[0] = base_urgencies(np.full(2 * CODES, 10, np.uint16))
    in_the_corner = {}
    for refuse in (-1.0, 0.0, 0.5, 1.0):
        states, into = game.states.copy(), np.zeros(20_000, np.int64)
        states.rng = split_seed(3)
        draw_many(states[0], new_work()[0], table[0], into, refuse)
        in_the_corner[refuse] = (into == parse_vertex("A5", 5)).mean()
    assert in_the_corner[-1.0] == pytest.approx(1 / 24, abs=0.005)
    assert in_the_corner[0.0] == pytest.approx(1 / 24, abs=0.005)
    assert in_the_corner[0.5] == pytest.approx(1 / 47, abs=0.004)  # 1/2 of 1, against 23 others
    assert in_the_corner[1.0] == 0


@pytest.mark.slow
def test_shipped_values_are_the_same_turned_mirrored_and_with_colours_exchanged():
    values = shipped().reshape(CODES, 2)
    codes = np.arange(CODES)
    assert (values[:, 0] == values[canonical(), 0]).all()
    assert (values[:, 1] == values[swap_colours(codes), 0]).all()
    assert values.min() >= 1
    assert values.max() == HIGHEST
    assert (swap_colours(swap_colours(codes)) == codes).all()


@pytest.mark.slow
def test_values_are_learned_from_games(tmp_path):
    console = Console(file=(tmp_path / "out").open("w"))
    learn_neighbourhoods([ROOT / "tests" / "go" / "games.txt"], 100, tmp_path / "values.npz", console)
    with np.load(tmp_path / "values.npz") as learned:
        assert learned["values"].max() == HIGHEST
        assert (canonical()[learned["codes"]] == learned["codes"]).all()
    with pytest.raises(ValueError, match="no games"):
        learn_neighbourhoods([], 5, tmp_path / "none.npz", console)


def test_the_neighbourhood_of_a_point():
    game = board_of("""XO...
                       .....
                       .....
                       .....
                       .....""")
    code = int(neighbourhood(game.states[0], parse_vertex("A4", 5)))
    north, south, west, east = (code >> 2 * k & 3 for k in range(4))
    assert (north, south, west, east) == (BLACK, 0, 3, 0)
    assert code >> 16 == 1, "the black stone in the corner is in atari"
