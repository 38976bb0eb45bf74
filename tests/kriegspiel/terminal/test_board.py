"""The chess board as text: every layout has every piece, and nothing is wider than the screen."""

import io

import pytest
from rich.color import Color
from rich.console import Console

from kaya.kriegspiel.files.pgn import load
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, View, square
from kaya.kriegspiel.rules.squares import KING, PAWN, ROOK
from kaya.kriegspiel.terminal.board import FEW, LARGE, SMALL, USUAL, WOOD, Marks, board_width, draw_board
from kaya.kriegspiel.terminal.review import Review, frames_of, review_picture
from kaya.kriegspiel.terminal.screen import game_picture, log_lines
from kaya.kriegspiel.terminal.sprites import SPRITES
from kaya.terminal.look import SIXTEEN, Look

from ...terminal.scripted import Script

PLAIN = Look(colours=False, unicode=False)
LOOKS = [PLAIN, Look(), Look(colours=False), Look(unicode=False), Look(palette=SIXTEEN)]
PIECES = {square("e1"): (KING, True), square("e2"): (PAWN, True), square("a8"): (ROOK, False)}
GAME = "1. e4 d5 {1 pawn try} 2. {tried e4f5} exd5 {pawn at d5 captured} 2... Qxd5 {pawn at d5 captured} 3. Nc3 Qe5+ *"


def test_a_board_without_colours_reads_like_a_diagram():
    marks = Marks(
        moved=frozenset({square("e2")}),
        goals=frozenset({square("e4")}),
        alarm=frozenset({square("e1")}),
        vain=frozenset({square("h1")}),
    )
    assert [line.plain for line in draw_board(PIECES, marks, PLAIN)] == [
        "8  r  .  .  .  .  .  .  . ",
        "7  .  .  .  .  .  .  .  . ",
        "6  .  .  .  .  .  .  .  . ",
        "5  .  .  .  .  .  .  .  . ",
        "4  .  .  .  .  *  .  .  . ",
        "3  .  .  .  .  .  .  .  . ",
        "2  .  .  .  . (P) .  .  . ",
        "1  .  .  .  . !K! .  .  x ",
        "   a  b  c  d  e  f  g  h ",
    ]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("cell", [SMALL, USUAL, LARGE])
@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_every_square_has_its_size(look, cell, side):
    lines = draw_board(PIECES, Marks(), look, side, cell)
    assert len(lines) == 8 * cell.height + 1
    assert {len(line.plain) for line in lines} == {board_width(cell)}
    assert lines[cell.height // 2].plain.startswith("8" if side == WHITE else "1")


def test_every_piece_has_a_picture_of_its_own():
    assert len(set(SPRITES)) == 7
    assert {len(row) for sprite in SPRITES[1:] for row in sprite} == {7}


def luminance(colour: str) -> float:
    parts = [part / 255 for part in Color.parse(colour).get_truecolor()]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_pieces_stand_out_from_every_square():
    for shade in (*WOOD.plain, *WOOD.moved, *WOOD.alarm):
        white, black, ground = (luminance(c) + 0.05 for c in (WOOD.white, WOOD.black, shade))
        assert white / ground > 2.4
        assert ground / black > 2.4
    assert not {FEW.white, FEW.black} & {*FEW.plain, *FEW.moved, *FEW.alarm}


def a_view() -> View:
    position = load(GAME).position
    view = View(KriegspielPosition().start_for(WHITE))
    for heard in position.announcements(WHITE):
        view.hear(heard)
    return view


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (100, 37), (120, 50), (30, 12)])
@pytest.mark.parametrize("look", LOOKS)
def test_the_whole_picture_fits_the_screen(size, look):
    console = Console(file=io.StringIO(), width=size[0], color_system=None)
    console.print(game_picture(a_view(), "kriegspiel-particles, level 10", look, size))
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= size[0]
    assert len(lines) <= max(size[1] - 2, 22)
    assert "Check: file check" in console.file.getvalue()


def test_the_log_has_all_that_was_said_and_the_own_moves():
    lines = [" ".join(line.plain.split()) for line in log_lines(a_view(), 60)]
    assert lines == [
        "1. White: e2e4",
        "1. Black: moved; 1 pawn try",
        "2. White: e4xf5 refused",
        "2. White: e4xd5; pawn at d5 captured",
        "2. Black: moved; pawn at d5 captured",
        "3. White: Nb1c3",
        "3. Black: moved; file check",
    ]
    assert max(len(line.plain) for line in log_lines(a_view(), 30)) <= 30
    joined = " ".join(" ".join(line.plain.split()) for line in log_lines(a_view(), 30))
    assert "2. Black: moved; pawn at d5 captured" in joined, "what is wrapped is not cut"


def test_a_review_has_what_each_knew():
    frames = frames_of(load(GAME).position)
    assert len(frames) == 7
    white, umpire, black = frames[4].boards
    assert set(umpire.pieces) == set(white.pieces) | set(black.pieces)
    assert {is_white for _, is_white in white.pieces.values()} == {True}
    assert {is_white for _, is_white in black.pieces.values()} == {False}
    assert frames[3].said[:2] == (
        "2. White: e4xf5 refused, e4xd5; pawn at d5 captured",
        "Black hears: moved; pawn at d5 captured",
    )
    assert square("f5") in frames[3].boards[0].marks.vain
    assert not frames[3].boards[2].marks.vain, "Black heard nothing of it"
    assert "White has captured: 1 pawn; lost: 1 pawn" in frames[4].said


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 15), ((110, 40), 15), ((200, 50), 31), ((50, 24), 36)])
def test_three_boards_stand_side_by_side_where_there_is_room(size, rows):
    console = Console(file=io.StringIO(), width=size[0], color_system=None)
    console.print(review_picture(frames_of(load(GAME).position)[-1], PLAIN, size))
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= size[0]
    assert len(lines) <= rows


def review(*lines: str) -> list[str]:
    """The prompts of a review with this script."""
    script = Script(*lines)
    Review(load(GAME), Console(file=io.StringIO(), width=80, color_system=None), script).run()
    return [prompt.replace("Half-move ", "").replace(" of 6 > ", "") for prompt in script.prompts]


def test_a_review_goes_on_and_back_and_to_any_move():
    assert review("", "", "back", "b", "b", "2", "2b", "3...", "start", "end", "quit") == [
        "0",
        "1",
        "2",
        "1",
        "0",
        "0",
        "3",
        "4",
        "The end; Enter leaves > ",
        "0",
        "The end; Enter leaves > ",
    ]
    assert review("end", "") == ["0", "The end; Enter leaves > "]
    assert review("7", "what", "", "q") == ["0", "0", "0", "1"]
    assert review() == ["0"]
