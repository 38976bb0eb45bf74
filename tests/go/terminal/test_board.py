"""The board as text: every layout has every stone, and nothing is wider than the screen."""

import io
import itertools

import pytest
from rich.console import Console

from kaya import GoPosition
from kaya.go.rules import BLACK, WHITE, parse_vertex
from kaya.go.terminal.board import Marks, board_width, draw_board, star_points
from kaya.go.terminal.screen import counted_marks, facts_room, game_picture, hint_table
from kaya.search import MoveReport, Report
from kaya.terminal.look import Look

PLAIN, COLOURED = Look(colours=False, unicode=False), Look()


def game(lines: int, *vertices: str) -> GoPosition:
    position = GoPosition(lines)
    for name in vertices:
        position.play(parse_vertex(name, lines))
    return position


def picture(position: GoPosition, marks: Marks, look: Look = PLAIN, room: int = 80) -> str:
    return "\n".join(row.plain for row in draw_board(position, marks, look, room))


def test_a_board_without_colours_reads_like_a_diagram():
    position = game(5, "C3", "B2")
    assert picture(position, Marks(parse_vertex("B2", 5))).splitlines() == [
        "    A B C D E",
        " 5  . . . . .  5",
        " 4  . . . . .  4",
        " 3  . . X . .  3",
        " 2  .(O). . .  2",
        " 1  . . . . .  1",
        "    A B C D E",
    ]


def test_dead_stones_and_territory_have_marks_of_their_own():
    position = game(5, "C3", "B2")
    marks = Marks(owners={parse_vertex("A1", 5): WHITE, parse_vertex("E5", 5): BLACK}, dead=frozenset(position.played))
    text = picture(position, marks)
    assert [text.count(mark) for mark in "xobwXO"] == [1, 1, 1, 1, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("look", [PLAIN, COLOURED, Look(colours=False), Look(unicode=False)])
def test_the_board_fits_the_screen(look):
    stones = "●" if look.colours and look.unicode else "XO"
    for lines, room in itertools.product(range(2, 20), (22, 30, 40, 80, 200)):
        position = game(lines, "A1", "B2")
        rows = draw_board(position, Marks(position.played[-1]), look, room)
        assert len(rows) in (lines + 1, lines + 2)
        assert max(len(row.plain) for row in rows) <= board_width(lines, room) <= room
        board = [row.plain[2 : 2 * lines + 4] for row in rows[1 : lines + 1]]
        assert sum(row.count(stone) for row in board for stone in stones) == 2


def test_colours_tell_black_from_white():
    rows = draw_board(game(9, "C3", "G7"), Marks(), COLOURED)
    styles = {str(span.style) for row in rows for span in row.spans if "●" in row.plain[span.start : span.end]}
    assert len(styles) == 2


@pytest.mark.parametrize(("lines", "count"), [(2, 0), (3, 0), (5, 1), (7, 5), (9, 5), (12, 4), (13, 9), (19, 9)])
def test_star_points(lines, count):
    assert len(star_points(lines)) == count


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 50), (24, 10)])
def test_the_whole_picture_fits_the_width(size):
    console = Console(file=io.StringIO(), width=size[0], color_system=None)
    position = game(19, "Q16", "D4")
    names = {BLACK: "you", WHITE: "uct, level 10"}
    console.print(game_picture(position, names, Marks(position.played[-1]), PLAIN, size))
    text = console.file.getvalue()
    assert max(map(len, text.splitlines())) <= size[0]
    assert text.count("X") >= 1


def test_counting_marks_every_point_that_is_somebodys():
    position = game(3, "B2", "pass", "B1", "pass", "B3")
    assert set(counted_marks(position, frozenset()).owners.values()) == {BLACK}


def test_a_terminal_is_looked_at():
    assert Look.of(Console(file=io.StringIO(), color_system=None)).colours is False
    assert Look.of(Console(file=io.StringIO(), color_system="truecolor", force_terminal=True)).colours is True
    assert Look.of(Console(file=io.StringIO(), color_system="truecolor", no_color=True)).colours is False


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("lines", [9, 19])
def test_hints_name_moves_in_full(lines, columns):
    names = ["A1", "J9", "C7"] if lines == 9 else ["Q16", "K10", "C17"]
    line = tuple(parse_vertex(name, lines) for name in names)
    report = Report(line[0], [MoveReport(line[0], 123_456, 0.5, (*line, *line))], 1, 1, 1.0, 1)
    output = io.StringIO()
    console = Console(file=output, width=columns, color_system=None)
    table = hint_table(report, lines, 3, facts_room(lines, columns))
    console.print(game_picture(GoPosition(lines), {1: "", 2: ""}, Marks(), Look.of(console), (columns, 60), [table]))
    shown = output.getvalue()
    assert "…" not in shown
    assert names[0] in shown
    assert "75.0 %" in shown
    assert "123456" in shown
    told = {word for row in shown.splitlines() if "123456" in row for word in row.partition("123456")[2].split()}
    assert told <= set(names)
