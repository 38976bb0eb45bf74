"""A typed move is understood by the own pieces alone, or answered with one sentence."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, View, move_name, parse_move
from kaya.kriegspiel.terminal.commands import ELSEWHERE, HELP, KRIEGSPIEL, parse
from kaya.kriegspiel.terminal.reading import own_name, read_try
from kaya.kriegspiel.terminal.session import Session
from kaya.terminal.commands import Command

from ...go.terminal.test_commands import sentence
from ..games import random_games

# Knights on b1 and f3, rooks on a1 and h1, pawns that could capture, castle and promote; the enemies are not seen.
RICH = "r3k3/P6p/8/1p1Pp3/3n4/5N2/1P2P1P1/RN2K2R w KQ e6 0 1"


def view_of(fen: str, *tried: str, side: int = WHITE) -> View:
    game = KriegspielPosition(fen)
    for name in tried:
        game.try_move(parse_move(name))
    view = View(game.start_for(side))
    for heard in game.announcements(side):
        view.hear(heard)
    return view


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("e2e4", "e2e4"),
        ("e2-e4", "e2e4"),
        ("E2E4", "e2e4"),
        ("e4", "e2e4"),
        ("e3!?", "e2e3"),
        ("Nd2", None),
        ("Nbd2", "b1d2"),
        ("Nb1d2", "b1d2"),
        ("N3d2", "f3d2"),
        ("Nfd2", "f3d2"),
        ("nfd2", "f3d2"),
        ("NC3", "b1c3"),
        ("Nxc3+", "b1c3"),
        ("N:e5", "f3e5"),
        ("Ng1", "f3g1"),
        ("dxe6", "d5e6"),
        ("de6", "d5e6"),
        ("dxe6 e.p.", "d5e6"),
        ("exd3", "e2d3"),
        ("d5xc6", "d5c6"),
        ("d6", "d5d6"),
        ("O-O", "e1g1"),
        ("0-0", "e1g1"),
        ("o-o", "e1g1"),
        ("e1g1", "e1g1"),
        ("Rf1", "h1f1"),
        ("Kf1", "e1f1"),
        ("a8=Q", "a7a8q"),
        ("a8=n", "a7a8n"),
        ("a7a8r", "a7a8r"),
        ("axb8=B", "a7b8b"),
        ("bxc3", "b2c3"),
        ("b4", "b2b4"),
        ("rg1", "h1g1"),
        ("ra5", "a1a5"),
        ("Ra1a6", "a1a6"),
    ],
)
def test_moves_are_understood_as_they_are_written(typed, move):
    view = view_of(RICH)
    if move is None:
        with pytest.raises(ValueError, match=f"'{typed}' could be Nb1d2 or Nf3d2."):
            read_try(view, typed)
    else:
        assert move_name(read_try(view, typed)) == move


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("e3e4", "You have no piece on e3."),
        ("Nf3g1x", "'Nf3g1x' is not a move: write it as e2e4, e4, Nf3, exd5, O-O or e8=Q."),
        ("Ne2", "Your own pawn stands on e2."),
        ("Nh8", "No knight of yours can go to h8."),
        ("f3f4", "Your knight on f3 cannot go to f4."),
        ("Qd1", "You have no queen."),
        ("Kg1", "Your king cannot go to g1."),
        ("e5", "No pawn of yours can go to e5."),
        ("a8", "Say what the pawn becomes, as in a7a8=Q; N, B and R are the others."),
        ("e4=Q", "Nothing can become another piece on e4."),
        ("Nd4=Q", "A knight stays what it is."),
        ("O-O-O", "Castling is impossible: king or rook has moved, or a piece of yours stands between them."),
        ("f3h4h5", "'f3h4h5' is not a move: write it as e2e4, e4, Nf3, exd5, O-O or e8=Q."),
    ],
)
def test_a_move_that_cannot_be_tried_gets_one_sentence(typed, says):
    with pytest.raises(ValueError, match=re.escape(says)) as caught:
        read_try(view_of(RICH), typed)
    assert str(caught.value) == says


def test_without_a_pawn_try_no_pawn_captures():
    with pytest.raises(ValueError, match="no pawn try, so no pawn of yours can capture"):
        read_try(view_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "exd3")


def test_a_bishop_may_have_a_small_letter_unless_a_pawn_is_meant():
    view = view_of("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")
    assert move_name(read_try(view, "bc3")) == "b2c3"
    assert move_name(read_try(view, "Bc3")) == "d2c3"
    assert move_name(read_try(view, "be3")) == "d2e3"


def test_what_was_refused_is_not_taken_for_another_move():
    # Both knights reach d2 by the look of it; the one on b1 is pinned by a rook that its owner does not see.
    view = view_of("4k3/8/8/8/8/5N2/8/rN2K3 w - - 0 1", "b1d2")
    with pytest.raises(ValueError, match="'Nd2' could be Nf3d2 or Nb1d2"):
        read_try(view, "Nd2")
    with pytest.raises(ValueError, match="Nb1d2 was refused before in this turn"):
        read_try(view, "Nbd2")
    assert move_name(read_try(view, "Nfd2")) == "f3d2"


@pytest.mark.slow
def test_every_try_can_be_typed_in_both_notations():
    for record in random_games(3, 8, seed=5):
        game = KriegspielPosition(record.fen)
        for name in record.tried:
            view = View(game.start_for(game.mover))
            for heard in game.announcements(game.mover):
                view.hear(heard)
            for move in view.tries():
                assert read_try(view, move_name(move)) == move
                assert read_try(view, own_name(view, move)) == move
            game.try_move(parse_move(name))


def test_black_types_the_same_letters():
    view = view_of("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", side=BLACK)
    assert move_name(read_try(view, "O-O-O")) == "e8c8"
    with pytest.raises(ValueError, match="'Rd8' could be Ra8d8") as caught:
        read_try(view_of("r6r/8/4k3/8/8/8/8/4K3 b - - 0 1", side=BLACK), "Rd8")
    assert "Rh8d8" in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("e4", Command("play", "e4")),
        ("Nf3", Command("play", "Nf3")),
        ("e2 e4", Command("play", "e2e4")),
        ("0-0", Command("play", "0-0")),
        ("play Nf3", Command("play", "Nf3")),
        ("TRIES g1", Command("tries", "g1")),
        ("save my game", Command("save", "my game")),
        ("?", Command("help")),
        ("q", Command("quit")),
        ("", None),
    ],
)
def test_commands_are_understood(typed, meant):
    assert parse(typed) == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("undo", "Nothing can be taken back: the umpire has answered."),
        ("undo 2", "Nothing can be taken back: the umpire has answered."),
        ("DRAW", "There are no draw offers"),
        ("trise", r"Did you mean tries\?"),
        ("xyzzy", "Type a move such as e2e4, or help."),
        ("log 3", "log stands alone"),
        ("play", "as in: play e2e4"),
    ],
)
def test_wrong_commands_get_one_sentence(typed, says):
    with pytest.raises(ValueError, match=says):
        parse(typed)


def test_every_command_is_explained_and_done():
    assert all(hasattr(Session, f"_do_{name}") for name in KRIEGSPIEL.names)
    assert next(iter(HELP)) == "e2e4"
    assert not set(ELSEWHERE) & KRIEGSPIEL.names


@pytest.mark.slow
@settings(max_examples=120)
@given(st.text(max_size=12) | st.from_regex(r"[PNBRQKa-h]?[a-h]?[1-8]?[x-]?[a-h][1-8](=?[NBRQ])?", fullmatch=True))
def test_no_text_brings_anything_but_a_sentence_or_a_try(text):
    view = view_of(RICH)
    said = sentence(understood, view, text)
    assert "\n" not in said
    assert len(said) < 160


def understood(view: View, text: str) -> None:
    command = parse(text)
    assert command is None or command.name != "play" or read_try(view, command.argument) in view.tries()
