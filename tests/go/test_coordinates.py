"""Names of points, and where handicap stones go."""

import pytest

from kaya.go.rules import BLACK, PASS, WHITE, GoPosition, column_row, parse_sgf_point, parse_vertex, point, vertex
from kaya.go.rules.coordinates import handicap_points

from .boards import at_vertices

SIZES = range(2, 20)
NINE = {  # section 4.1.1 of the GTP 2 draft on the sizes in use; the order of the stones is that of the table
    9: "C3 G7 C7 G3 C5 G5 E3 E7 E5",
    11: "C3 J9 C9 J3 C6 J6 F3 F9 F6",
    13: "D4 K10 D10 K4 D7 K7 G4 G10 G7",
    15: "D4 M12 D12 M4 D8 M8 H4 H12 H8",
    17: "D4 O14 D14 O4 D9 O9 J4 J14 J9",
    19: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
}
FOUR = {
    7: "C3 E5 C5 E3",
    8: "C3 F6 C6 F3",
    10: "C3 H8 C8 H3",
    12: "C3 K10 C10 K3",
    14: "D4 L11 D11 L4",
    16: "D4 N13 D13 N4",
    18: "D4 P15 D15 P4",
}


@pytest.mark.parametrize("lines", SIZES)
def test_names_of_points_go_there_and_back(lines):
    names = set()
    for y in range(lines):
        for x in range(lines):
            p = point(x, y, lines)
            assert column_row(p, lines) == (x, y)
            assert parse_vertex(vertex(p, lines), lines) == p
            assert parse_vertex(f" {vertex(p, lines).lower()} ", lines) == p
            assert parse_sgf_point(chr(97 + x) + chr(97 + y), lines) == p
            names.add(vertex(p, lines))
    assert len(names) == lines * lines
    assert not any("I" in name for name in names)
    assert list(GoPosition(lines).points) == [point(x, y, lines) for y in range(lines) for x in range(lines)]


def test_corners_have_the_names_they_have_everywhere():
    assert [vertex(point(*xy, 19), 19) for xy in ((0, 0), (18, 0), (0, 18), (18, 18))] == ["A19", "T19", "A1", "T1"]
    assert [column_row(parse_sgf_point(name, 9), 9) for name in ("aa", "ia", "ai")] == [(0, 0), (8, 0), (0, 8)]
    assert parse_vertex("Pass", 9) == parse_sgf_point("", 9) == parse_sgf_point("tt", 19) == PASS
    assert vertex(PASS, 9) == "pass"


@pytest.mark.parametrize(
    "text", ["", "I5", "K1", "A0", "A10", "A01", "A-1", "5A", "AA", "A1.0", "Z9", "A²", "é1", "\0"]
)
def test_what_is_no_vertex_gets_a_sentence_that_says_what_is(text):
    with pytest.raises(ValueError, match=r"is not a point: give A1 to J9 \(no I\), or pass\."):
        parse_vertex(text, 9)


@pytest.mark.parametrize("text", ["a", "aaa", "aj", "ja", "AA", "a1", "t", "{a"])
def test_what_is_no_sgf_point_is_refused(text):
    with pytest.raises(ValueError, match="is not a point of a 9x9 board"):
        parse_sgf_point(text, 9)


@pytest.mark.parametrize("lines", SIZES)
def test_fixed_handicap_follows_the_table_of_gtp(lines):
    most = 9 if lines in NINE else 4 if lines in FOUR else 0
    for count in range(-1, 12):
        if 2 <= count <= most:
            order = at_vertices((NINE.get(lines) or FOUR[lines]), lines)
            corners, sides, middle = order[:4], order[4:8], order[8:]
            expected = corners[:count] if count < 5 else corners + sides[: (count - 4) // 2 * 2]
            assert handicap_points(count, lines) == expected + (middle if count in (5, 7, 9) else [])
            game = GoPosition(lines)
            game.fixed_handicap(count)
            assert sorted(game.stones(BLACK)) == sorted(handicap_points(count, lines))
            assert (game.mover, game.played) == (WHITE, [])
        else:
            no_stones = "A handicap of 1 has no stones: Black moves first, and komi is 0.5."
            with pytest.raises(ValueError, match=no_stones if count == 1 else f"A {lines}x{lines} board takes"):
                handicap_points(count, lines)


def test_free_handicap_stones_stand_anywhere_and_white_begins():
    game = GoPosition(2)
    game.free_handicap(at_vertices("A1 A2 B2", 2))
    assert (len(game.stones(BLACK)), game.mover) == (3, WHITE)
    assert set(game.legal_moves()) == {parse_vertex("B1", 2), PASS}


@pytest.mark.parametrize(
    ("stones", "message"),
    [
        ([], "from 2 to 80"),
        ([11], "from 2 to 80"),
        ([11, 11], "different points"),
        ([11, PASS], "different points"),
        ([11, 10], "on the board"),
        ([11, 5000], "on the board"),
        (GoPosition(9).points, "from 2 to 80"),
    ],
)
def test_free_handicap_that_cannot_be_is_refused(stones, message):
    game = GoPosition(9)
    with pytest.raises(ValueError, match=message):
        game.free_handicap(stones)
    assert (game.stones(BLACK), game.mover) == ([], BLACK)


def test_handicap_stones_only_go_on_an_empty_board():
    played, passed, set_up = GoPosition(9), GoPosition(9), GoPosition(9)
    played.play(11)
    passed.play(PASS)
    set_up.place(white=[11])
    for game in (played, passed, set_up):
        with pytest.raises(ValueError, match="empty board"):
            game.fixed_handicap(2)
