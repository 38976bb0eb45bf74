"""Each feature is where it must be, and nowhere else."""

import numpy as np
import pytest

from kaya.go.knowledge import features as f
from kaya.go.knowledge.features import GROUPS, LEVELS
from kaya.go.learning.prediction import WORK
from kaya.go.rules import BLACK, parse_vertex
from kaya.kernel import zeros

from ..boards import drawn


def levels(picture: str, move: str, last: str | None = None, before: str | None = None, ko: str | None = None):
    """The names of the levels of a move of Black."""
    game = drawn(picture)
    board, lines = game.states[0], game.lines
    board.last = parse_vertex(last, lines) if last else 0
    board.before_last = parse_vertex(before, lines) if before else 0
    board.ko = parse_vertex(ko, lines) if ko else 0
    work = zeros(WORK)
    f.count_liberties(board, work[0])
    word = int(f.features(board, parse_vertex(move, lines), BLACK, work[0]))
    return {group: GROUPS[group][word >> f.BITS * k & LEVELS - 1] for k, group in enumerate(list(GROUPS)[: f.IN_WORD])}


CAPTURE = """
. . . . . . .
. X O X . . .
. . X . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . ."""

NET = """
. . . . . . .
. . O X . . .
. O X . . . .
. . O . . . .
. . . . . . .
. . . . X . .
. . . . . . ."""


@pytest.mark.parametrize(
    ("picture", "move", "last", "wanted"),
    [
        (CAPTURE, "C7", None, ("capture", "one stone")),
        (CAPTURE, "C7", "C6", ("capture", "of the last move")),
        (CAPTURE, "A1", None, ("capture", "none")),
        (NET, "D5", "C4", ("extension", "new atari, to 3+")),
        (NET, "D5", "G1", ("extension", "old atari, to 3+")),
        (NET, "D5", None, ("extension", "old atari, to 3+")),
        (NET, "A1", None, ("extension", "none")),
        (NET, "C7", None, ("atari", "on one stone")),
    ],
)
def test_captures_and_extensions(picture, move, last, wanted):
    group, level = wanted
    assert levels(picture, move, last)[group] == level


def test_capturing_what_has_own_stones_in_atari_frees_them():
    picture = """
    . . X . .
    O X O X .
    . O . . .
    . . . . .
    . . . . ."""
    assert levels(picture, "C3")["capture"] == "frees own stones"
    assert levels(picture, "C3", last="C4")["capture"] == "of the last move, frees own stones"


def test_taking_a_ko():
    picture = """
    . X O . .
    X O . O .
    . X O . .
    . . . . .
    . . . . ."""
    assert levels(picture, "C4")["capture"] == "takes a ko"


def test_self_atari_by_the_size_of_the_chain():
    picture = """
    . O . . .
    . . O . .
    O O X . .
    . . O O .
    . . . . ."""
    assert levels(picture, "A5")["self-atari"] == "of 1 stone"
    assert levels(picture, "E1")["self-atari"] == "none"
    picture = """
    . . X O .
    O O O O .
    . . . . .
    . . . . .
    . . . . ."""
    assert levels(picture, "B5")["self-atari"] == "of 2 to 4 stones"


ATARI = """
. . . . . . .
. . . O X . .
. . . X . . .
. . . . . . .
. O O . . . .
. X . . . . .
. . . . . . ."""


def test_atari_and_its_kinds():
    assert levels(ATARI, "C6")["atari"] == "on one stone"
    assert levels(ATARI, "C6", last="D6")["atari"] == "on the last move"
    assert levels(ATARI, "C6", ko="G1")["atari"] == "in a ko"
    assert levels(ATARI, "G7")["atari"] == "none"
    assert levels(ATARI, "B4")["atari"] == "none"
    picture = """
    . X . . .
    X O . . .
    . . O X .
    . . X . .
    . . . . ."""
    assert levels(picture, "C4")["atari"] == "on two chains"


def test_support_and_pressure_count_liberties():
    picture = """
    . . . . . . .
    . O O O . . .
    O X X . . . .
    . O O . . . .
    . . . . . . .
    . . . . X O .
    . . . . . . ."""
    assert levels(picture, "D5")["extension"] == "old atari, to 2 liberties"
    assert levels(picture, "F3")["pressure"] == "2 left"
    assert levels(picture, "F3", last="F2")["pressure"] == "2 liberties left, last move"
    assert levels(picture, "E3")["support"] == "3 to 4+"
    assert levels(picture, "A7")["support"] == "none"


def test_distances_and_lines():
    picture = "\n".join(". . . . . . . . ." for _ in range(9))
    got = levels(picture, "C3", last="D3", before="D5")
    assert got["last move"] == "2 opening"
    assert got["move before"] == "5 opening"
    assert got["border"] == "line 3 opening"
    assert levels(picture, "A5", last="J9")["last move"] == "18+ opening"
    assert levels(picture, "A5")["last move"] == "none opening"
    assert levels(picture, "A5")["border"] == "line 1 opening"


def test_liberties_are_counted_exactly():
    game = drawn(NET)
    work = zeros(WORK)
    f.count_liberties(game.states[0], work[0])
    board = game.states[0]
    assert work[0].scratch[board.head[parse_vertex("C5", 7)]] == 1
    assert work[0].scratch[board.head[parse_vertex("E2", 7)]] == 4
    assert np.all(np.array([len(levels) for levels in GROUPS.values()]) <= LEVELS)
