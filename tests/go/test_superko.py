"""Cycles longer than two moves: playouts know simple ko only, the real game forbids every repetition."""

from kaya.go.rules import BLACK, PASS, WHITE, parse_vertex
from kaya.go.rules.board import is_legal

from .boards import drawn

KO = """
    . X O . .
    X O . O .
    . X O . .
    . . . . .
    . . . . ."""


def test_send_two_return_one_is_forbidden():
    game = drawn("""
        . X . X .
        O O X . .
        . . . . .
        . . . . .
        . . . . .""")
    game.play(parse_vertex("A5", 5))
    game.play(parse_vertex("C5", 5))
    assert game.captured(BLACK) == 2
    back = parse_vertex("B5", 5)
    assert is_legal(game.state, back, BLACK)
    assert game.why_illegal(back) == "superko"
    assert back not in game.legal_moves()
    game.play(parse_vertex("E1", 5))
    game.play(parse_vertex("D1", 5))
    assert game.why_illegal(back) == ""
    assert back in game.legal_moves()


def test_triple_ko_ends_with_the_sixth_capture():
    game = drawn("""
        X O . O . X . X O
        . X O . . . X O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X O . . . . . .
        X O . O . . . . .""")
    for vertex in ("C9", "G9", "C1", "B9", "H9"):
        assert game.why_illegal(parse_vertex(vertex, 9)) == ""
        game.play(parse_vertex(vertex, 9))
    assert (game.captured(BLACK), game.captured(WHITE)) == (2, 3)
    last = parse_vertex("B1", 9)
    assert is_legal(game.state, last, WHITE)
    assert game.why_illegal(last) == "superko"
    assert last not in game.legal_moves()


def test_superko_looks_at_stones_only_whoever_is_to_move():
    game = drawn(KO)
    ko, stone = parse_vertex("C4", 5), parse_vertex("B4", 5)
    game.play(ko)
    assert game.why_illegal(stone) == "ko"
    game.play(PASS)
    assert game.why_illegal(stone, WHITE) == "superko"
    game.set_turn(WHITE)
    assert game.why_illegal(stone) == "superko"


def test_undo_forgets_the_positions_it_takes_back():
    game = drawn(KO)
    ko = parse_vertex("C4", 5)
    game.play(ko)
    game.undo()
    assert game.why_illegal(ko) == ""
    game.play(ko)


def test_setting_up_stones_forgets_the_past():
    game = drawn(KO)
    game.play(parse_vertex("C4", 5))
    game.place()
    game.set_turn(WHITE)
    assert game.why_illegal(parse_vertex("B4", 5)) == ""
