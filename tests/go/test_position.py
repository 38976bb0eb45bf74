"""The real game: setting up, handicap, komi, undo, out-of-turn moves, prisoners, hashes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaya.go.rules import BLACK, EMPTY, PASS, WHITE, GoPosition, go, parse_vertex
from kaya.go.rules.zobrist import zobrist

from .boards import at_vertices, drawn


def snapshot(game: GoPosition) -> tuple:
    return game.states.tobytes(), list(game.played), list(game._hashes), game.legal_moves(), str(game)


@pytest.mark.slow
@given(lines=st.integers(2, 19), choices=st.lists(st.integers(0, 400), max_size=30))
def test_undo_restores_everything_bit_by_bit(lines, choices):
    game, past = GoPosition(lines), []
    for choice in choices:
        if game.over:
            break
        past.append(snapshot(game))
        moves = game.legal_moves()
        game.play(moves[choice % len(moves)])
    while past:
        game.undo()
        assert snapshot(game) == past.pop()
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()


def test_undo_after_a_move_out_of_turn_gives_the_turn_back():
    game = GoPosition(9)
    before = snapshot(game)
    game.play(parse_vertex("E5", 9), WHITE)
    assert (game.colour_at(parse_vertex("E5", 9)), game.mover) == (WHITE, BLACK)
    game.undo()
    assert snapshot(game) == before


def test_a_copy_goes_its_own_way():
    game = GoPosition(5)
    game.play(parse_vertex("C3", 5))
    before, twin = snapshot(game), game.copy()
    twin.play(parse_vertex("D3", 5))
    twin.komi = 0.5
    assert snapshot(game) == before
    game.undo()
    assert twin.played == at_vertices("C3 D3", 5)


def test_positions_compare_by_value():
    one, other = GoPosition(9), GoPosition(9)
    assert one == other
    assert one != GoPosition(9, komi=6.5)
    assert one != GoPosition(5)
    assert one != "a position"
    one.play("E5")
    assert one != other
    other.play("E5")
    assert one == other == one.copy()
    other.set_turn(BLACK)
    assert one != other, "another is to move"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_games_that_differ_only_in_whose_moves_they_were_are_told_apart():
    in_turn, twice, given_back, passed_on = (GoPosition(9) for _ in range(4))
    a, b = at_vertices("C3 D4", 9)
    for game in (in_turn, twice, given_back, passed_on):
        game.play(a)
    in_turn.play(b)
    twice.play(b, BLACK)
    given_back.play(b)
    given_back.set_turn(WHITE)
    passed_on.set_turn(BLACK)
    passed_on.play(b)
    assert in_turn.played == twice.played == given_back.played
    assert len({(*game.line, game.mover) for game in (in_turn, twice, given_back)}) == 3
    assert passed_on.line == twice.line == [(BLACK, a), (BLACK, b)]
    assert in_turn.line == given_back.line == [(BLACK, a), (WHITE, b)]


def test_setting_up_refuses_chains_without_a_liberty_and_changes_nothing():
    game = drawn("""
        . X .
        . . .
        . . O""")
    before = snapshot(game)
    for black, white in (("B3 A2", "A3"), ("A1 B2 C3 A3 B3 C2 A2 B1 C1", "")):
        with pytest.raises(ValueError, match="no liberty"):
            game.place(black=at_vertices(black, 3), white=at_vertices(white, 3))
        assert snapshot(game) == before


@pytest.mark.parametrize("off_board", [-30, -1, 0, 20, 399, 424, 100_000])
def test_setting_up_refuses_points_off_the_board(off_board):
    game = GoPosition(9)
    with pytest.raises(ValueError, match="on the board"):
        game.place(black=[off_board])


def test_setting_up_captures_nothing_and_starts_the_game_anew():
    game = GoPosition(3)
    game.play(parse_vertex("B2", 3))
    game.place(white=at_vertices("A3", 3), empty=at_vertices("B2", 3), black=at_vertices("B3", 3))
    assert (game.stones(BLACK), game.stones(WHITE)) == (at_vertices("B3", 3), at_vertices("A3", 3))
    assert game.played == []
    assert game.mover == WHITE
    assert (game.captured(BLACK), game.captured(WHITE)) == (0, 0)


@pytest.mark.parametrize("move", [-1, 1, 10, 20, 110, 424, 10_000])
def test_a_move_off_the_board_is_refused_in_one_sentence(move):
    with pytest.raises(ValueError, match=f"Point {move} is not allowed: not on the board."):
        GoPosition(9).play(move)


def test_refused_moves_say_why():
    game = drawn("""
        . X O . .
        X O . O .
        . X O . .
        . . . . X
        . . . X .""")
    ko, corner = at_vertices("B4 E1", 5)
    assert game.why_illegal(ko) == "occupied"
    assert game.why_illegal(corner, WHITE) == "suicide"
    assert game.why_illegal(corner, BLACK) == ""
    game.play(parse_vertex("C4", 5))
    assert game.captured(WHITE) == 1
    with pytest.raises(ValueError, match=r"^B4 is not allowed: ko\.$"):
        game.play(ko)
    assert game.why_illegal(ko, BLACK) == ""
    game.play(PASS)
    game.play(PASS)
    assert game.why_illegal(ko, resume=True) == "superko"


@pytest.mark.parametrize("lines", [-1, 0, 1, 20, 25, 9.5, "9", None])
def test_a_board_size_out_of_range_is_refused(lines):
    for start in (GoPosition, go.start):
        with pytest.raises(ValueError, match="board size must be from 2 to 19"):
            start(lines)


@pytest.mark.parametrize("komi", [float("nan"), float("inf"), -1001])
def test_komi_out_of_range_is_refused(komi):
    game = GoPosition(9)
    with pytest.raises(ValueError, match="Komi must be"):
        game.komi = komi
    with pytest.raises(ValueError, match="Komi must be"):
        GoPosition(9, komi)
    assert game.komi == 7.5


@pytest.mark.parametrize(
    ("komi", "score", "result"),
    [(7.5, -0.5, -1), (7, 0, 0), (6.75, 0.25, 1), (0, 7, 1), (-3.5, 10.5, 1), (7.25, -0.25, -1), (-0.0, 7, 1)],
)
def test_komi_may_be_whole_fractional_or_negative(komi, score, result):
    game = drawn(
        """
        . X O . O
        X X O O .
        . X X O O
        X X . X O
        . X X X X""",
        komi,
    )
    assert (game.score(), game.result) == (score, result)


def test_komi_changes_in_the_whole_game_and_survives_undo():
    game = GoPosition(9)
    game.play(parse_vertex("E5", 9))
    game.komi = -4.25
    game.undo()
    assert (game.komi, game.score()) == (-4.25, 4.25)


def test_area_counts_dead_stones_for_the_other_side():
    game = drawn(
        """
        . . X O .
        . O X O .
        . . X O .
        X X X O .
        . . X O .""",
        komi=0,
    )
    assert game.score() == 7 + 2 - 6 - 5
    assert game.score(without=at_vertices("B4", 5)) == 15 - 10
    score, owner = game.area()
    assert score == game.score()
    assert [owner[p] for p in at_vertices("A5 B4 A1 E5", 5)] == [EMPTY, WHITE, BLACK, WHITE]


def test_an_empty_board_belongs_to_nobody():
    assert GoPosition(19, komi=0).score() == 0


def test_captured_counts_stones_of_both_colours_also_after_moves_out_of_turn():
    game = GoPosition(9)
    for vertex, colour in (("A1", BLACK), ("A2", WHITE), ("J1", WHITE), ("B1", WHITE), ("J2", BLACK), ("H1", BLACK)):
        game.play(parse_vertex(vertex, 9), colour)
    assert (game.captured(BLACK), game.captured(WHITE)) == (1, 1)
    game.undo()
    assert (game.captured(BLACK), game.captured(WHITE)) == (1, 0)


def test_two_passes_end_the_game():
    game = GoPosition(9)
    game.play(PASS)
    assert not game.over
    game.play(PASS)
    assert game.over
    assert game.legal_moves() == []
    ended = snapshot(game)
    for move in (parse_vertex("E5", 9), "E5", PASS, 10_000):
        assert not game.is_legal(move)
        assert game.why_illegal(move) == "the game is over"
        with pytest.raises(ValueError, match="The game is over: take a move back, or play with resume=True"):
            game.play(move)
    assert snapshot(game) == ended


def test_a_game_can_be_resumed_after_two_passes():
    game = GoPosition(9)
    game.play(PASS)
    game.play(PASS)
    ended = snapshot(game)
    assert game.why_illegal("E5", resume=True) == ""
    game.play(PASS, resume=True)
    assert game.over
    game.play("E5", WHITE, resume=True)
    assert not game.over
    game.play("D5")
    game.undo()
    game.undo()
    game.undo()
    assert snapshot(game) == ended


def test_moves_can_be_given_by_name():
    game = GoPosition(9)
    game.play("E5")
    game.play("pass")
    game.play(" d4 ", WHITE)
    assert game.played == [*at_vertices("E5", 9), PASS, *at_vertices("D4", 9)]
    assert game.why_illegal("E5") == "occupied"
    assert (game.is_legal("E5"), game.is_legal("E6")) == (False, True)
    assert [game.move_name(m) for m in game.played] == ["E5", "pass", "D4"]
    assert game.parse_move("j9") == parse_vertex("J9", 9)
    for ask in (game.play, game.is_legal, game.why_illegal, game.parse_move):
        with pytest.raises(ValueError, match="'Z9' is not a point: give A1 to J9"):
            ask("Z9")
    with pytest.raises(TypeError, match="A move is a point of the board or its name"):
        game.play(1.5)  # type: ignore[arg-type]


def test_legal_moves_are_all_points_that_are_no_own_eye_and_a_pass():
    game = drawn("""
        . X . X .
        X X X X O
        . O . O O
        O O O O .
        . O . O .""")
    assert set(game.legal_moves()) == {*at_vertices("E5 A3 C3 E2 E1", 5), PASS}
    assert all(game.is_legal(p) for p in at_vertices("A5 C5", 5))  # filling an eye is legal, if unwise
    assert not any(game.is_legal(p) for p in at_vertices("A1 C1", 5))
    game.set_turn(WHITE)
    assert set(game.legal_moves()) == {*at_vertices("E5 A3 C3 E2 E1", 5), PASS}


def test_equal_positions_have_equal_hashes_whatever_led_to_them():
    one, other = GoPosition(9), GoPosition(9)
    for vertex in ("C3", "G7", "C7"):
        one.play(parse_vertex(vertex, 9))
    for vertex in ("C7", "G7", "C3"):
        other.play(parse_vertex(vertex, 9))
    assert zobrist(one.state) == zobrist(other.state)
    other.set_turn(BLACK)
    assert zobrist(one.state) == zobrist(other.state)  # positional: whoever is to move
    game = GoPosition(5)
    for vertex in ("A1", "B1", "E5", "A2"):  # White captures A1
        game.play(parse_vertex(vertex, 5))
    twin = GoPosition(5)
    twin.place(black=at_vertices("E5", 5), white=at_vertices("B1 A2", 5))
    assert zobrist(game.state) == zobrist(twin.state)


def test_every_stone_changes_the_hash():
    hashes = set()
    for lines in (9, 19):
        for p in GoPosition(lines).points:
            for colour in (BLACK, WHITE):
                game = GoPosition(lines)
                game.play(p, colour)
                hashes.add((lines, int(zobrist(game.state))))
    assert len(hashes) == 2 * (81 + 361)
