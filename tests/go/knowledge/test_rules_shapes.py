"""Each shape is where the docs show it and nowhere else; the table agrees with a slow look at the drawings."""

import re
from pathlib import Path

import numpy as np
import pytest

from kaya.go.knowledge.shapes import SHAPES, shapes_at
from kaya.go.rules import BLACK, WHITE, GoPosition, parse_vertex, point
from kaya.go.strategies import by_rules

from ..boards import drawn
from ..slow_board import SlowBoard
from .positions import of_slow, random_position, slow

TABLE = by_rules.record
DOCS = Path(__file__).parents[3] / "docs" / "mogo.md"
SHOWN = dict(re.findall(r"### `(\w+)`.*?```\n(.*?)```", DOCS.read_text(), re.DOTALL))


def shapes_of(game: GoPosition, move: int, colour: int = BLACK) -> set[str]:
    found = int(shapes_at(game.states[0], move, colour, TABLE))
    return {name for k, name in enumerate(SHAPES) if found >> k & 1}


def test_the_docs_show_every_shape_with_its_weight():
    assert list(SHOWN) == list(SHAPES)
    weights = {d.name: d.value for d in by_rules.parameters.describe()}
    for name, weight in re.findall(r"### `(\w+)`, weight (\S+)", DOCS.read_text()):
        assert float(weight.replace("−", "-")) == weights[name]


def flipped(picture: str, turns: int, exchange: bool) -> str:
    """A picture turned and mirrored, the colours exchanged or not."""
    cells = np.array([row.split() for row in picture.strip().splitlines()])
    cells = np.rot90(cells if turns < 4 else cells.T, turns % 4)
    text = "\n".join(" ".join(row) for row in cells)
    return text.translate(str.maketrans("XO", "OX")) if exchange else text


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SHAPES if name != "threat"])
@pytest.mark.parametrize("turns", range(8))
def test_a_shape_is_at_the_crosses_of_the_docs_and_nowhere_else(name, turns):
    for exchange in (False, True):
        picture = flipped(SHOWN[name], turns, exchange)
        rows = [row.split() for row in picture.splitlines()]
        game, colour = drawn(picture.replace("+", ".")), WHITE if exchange else BLACK
        points = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell in ".+"]
        for x, y in points:
            expected = rows[y][x] == "+"
            assert (name in shapes_of(game, point(x, y, game.lines), colour)) == expected, (name, x, y, exchange)
        assert any(rows[y][x] == "+" for x, y in points)


NEARLY = [
    ("territory_line", "C4", ". . . . . . .\n" * 7, "the third line", True),
    ("territory_line", "D4", ". . . . . . .\n" * 7, "the fourth line", False),
    ("territory_line", "B4", ". . . . . . .\n" * 7, "the second line", False),
    ("line_of_death", "B2", ". . . . .\n" * 5, "the second line", False),
    ("line_of_death", "A1", ". . . . .\n" * 5, "the corner is the first line", True),
    (
        "peep_connect",
        "C3",
        """
        . . . . .
        . . O . .
        . X . X .
        . X X X .
        . . . . .""",
        "one string already",
        False,
    ),
    (
        "peep_connect",
        "C3",
        """
        . . . . .
        . . . . .
        . X . X .
        . . . . .
        . . . . .""",
        "nobody peeps",
        False,
    ),
    (
        "peep_connect",
        "C1",
        """
        . . . . .
        . . . . .
        . . . . .
        . . O . .
        . X . X .""",
        "at the edge",
        True,
    ),
    (
        "hane",
        "C2",
        """
        . . . . .
        . . . . .
        . X O . .
        . X . . .
        . . . . .""",
        "an extension: the stone below is one's own",
        False,
    ),
    (
        "hane",
        "C2",
        """
        . . . . .
        . . . . .
        . . O . .
        . . . . .
        . . . . .""",
        "a contact play: no own stone to reach from",
        False,
    ),
    (
        "hane",
        "C1",
        """
        . . . . .
        . . . . .
        . . . . .
        . X O . .
        . . . . .""",
        "on the first line",
        True,
    ),
    (
        "connect",
        "C3",
        """
        . . . . .
        . O X . .
        . X . X .
        . . . . .
        . . . . .""",
        "three strings meet: nobody can cut there and live",
        False,
    ),
    (
        "connect",
        "C3",
        """
        . . . . .
        . . X . .
        . X . . .
        . . . . .
        . . . . .""",
        "the other point is still open",
        False,
    ),
    (
        "connect",
        "C3",
        """
        X X X . . .
        X . X . . .
        X O X . . .
        X X . . . .
        . . . . . .
        . . . . . .""",
        "one string already",
        False,
    ),
    (
        "wall",
        "D3",
        """
        . . . . . .
        . . . . . .
        . O O . . .
        . X X . O .
        . . . . . .
        . . . . . .""",
        "an enemy stone is in the way",
        False,
    ),
    (
        "wall",
        "D3",
        """
        . . . . . .
        . . . . . .
        . . O . . .
        . X X . . .
        . . . . . .
        . . . . . .""",
        "a single enemy stone",
        False,
    ),
    (
        "wall",
        "D3",
        """
        . . . . . .
        . . . . . .
        . O O O . .
        . X X . . .
        . . . . . .
        . . . . . .""",
        "the enemy is one stone ahead",
        True,
    ),
    (
        "bad_kogeima",
        "D3",
        """
        . . . . . .
        . . . . . .
        . X . . . .
        . . . . . .
        . . . . . .
        . . . . . .""",
        "nobody is in it",
        False,
    ),
    (
        "bad_kogeima",
        "D3",
        """
        . . . . . .
        . . . . . .
        . X O . . .
        . . X . . .
        . . . . . .
        . . . . . .""",
        "the other point is one's own",
        False,
    ),
    (
        "bad_kogeima",
        "A3",
        """
        . . . . . .
        . . . . X .
        . . . . O .
        . . . . . .
        . . . . . .
        . . . . . .""",
        "from one end of a row to the other",
        False,
    ),
    (
        "empty_triangle",
        "C3",
        """
        . . . . .
        . . X . .
        . X . . .
        . . . O .
        . . . . .""",
        "an enemy stone is near",
        False,
    ),
    (
        "empty_triangle",
        "C3",
        """
        . . . . .
        . X X . .
        . X . . .
        . . . . .
        . . . . .""",
        "the square is filled",
        False,
    ),
    (
        "empty_triangle",
        "A1",
        """
        . . . . .
        . . . . .
        . . . . .
        X . . . .
        . X . . .""",
        "in the corner",
        True,
    ),
    (
        "cut",
        "C3",
        """
        . . . . .
        . X O . .
        . O . O .
        . . . . .
        . . . . .""",
        "a tiger's mouth",
        False,
    ),
    (
        "cut",
        "C3",
        """
        . . . . .
        . . O . .
        . O . . .
        . . . . .
        . . . . .""",
        "the other point is still open",
        False,
    ),
    (
        "cut",
        "C3",
        """
        O O O . . .
        O . O . . .
        O X O . . .
        O O . . . .
        . . . . . .
        . . . . . .""",
        "one string already",
        False,
    ),
]


@pytest.mark.parametrize(("name", "move", "picture", "why", "matches"), NEARLY)
def test_shapes_and_what_is_nearly_one(name, move, picture, why, matches):
    game = drawn(picture)
    assert (name in shapes_of(game, parse_vertex(move, game.lines))) == matches, why


ALLOWED = {"X": "X", "O": "O", ".": ".", "-": "-", "o": "O.", ",": "X.-", ";": "O.-"}


def turned_drawings():
    """Every drawing in its 8 turns, by multiplying with i: (name, [(offset, mark), …])."""
    for name, drawings in SHAPES.items():
        for rows in (drawing.split() for drawing in drawings):
            middle = len(rows) // 2
            marks = {complex(x - middle, y - middle): m for y, row in enumerate(rows) for x, m in enumerate(row)}
            for turn in (1, 1j, -1, -1j):
                for mirror in (False, True):
                    yield name, [(turn * (o.conjugate() if mirror else o), m) for o, m in marks.items() if m in ALLOWED]


TURNED = list(turned_drawings())


def slow_shapes(board: SlowBoard, here: tuple[int, int], colour: int) -> set[str]:
    """The drawings laid over the board."""

    def content(offset: complex) -> str:
        p = here[0] + round(offset.real), here[1] + round(offset.imag)
        if not board.on_board(p):
            return "-"
        return {0: ".", colour: "X"}.get(board.stones.get(p, 0), "O")

    def strings(of: int) -> set[frozenset]:
        beside = [p for p in board.neighbours[here] if board.stones.get(p) == of]
        return {frozenset(board.chain(board.stones, p)[0]) for p in beside}

    found = {name for name, marks in TURNED if all(content(offset) in ALLOWED[mark] for offset, mark in marks)}
    if min(*here, board.lines - 1 - here[0], board.lines - 1 - here[1]) != 2:
        found.discard("territory_line")
    if len(strings(colour)) < 2:
        found -= {"peep_connect", "connect"}
    if len(strings(BLACK + WHITE - colour)) < 2:
        found.discard("cut")
    return found


@pytest.mark.slow
def test_the_table_agrees_with_the_drawings():
    chance, seen = np.random.default_rng(5), set()
    sizes = ((4, 4), (6, 8), (7, 16), (9, 12), (9, 30), (13, 60), (19, 60))
    games = [random_position(lines, moves, chance) for lines, moves in sizes]
    for game in games + [drawn(picture.replace("+", ".")) for picture in SHOWN.values()]:
        board, lines = slow(game), game.lines
        for here in board.points:
            if here not in board.stones:
                for colour in (BLACK, WHITE):
                    expected = slow_shapes(board, here, colour)
                    assert shapes_of(game, of_slow(here, lines), colour) == expected
                    seen |= expected
    assert seen == set(SHAPES) - {"threat"}
