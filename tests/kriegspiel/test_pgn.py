"""Games of Kriegspiel as PGN: what is written is read back, other programs can read it, and faults have a place."""

import io

import chess.pgn
import pytest

from kaya.kriegspiel.files.pgn import KriegspielRecord, load, load_all, save
from kaya.kriegspiel.rules import KriegspielPosition, move_name, parse_move
from kaya.kriegspiel.rules.notation import parse_san

from .games import random_games


def replayed(game) -> KriegspielPosition:
    position = KriegspielPosition(game.fen)
    for name in game.tried:
        position.try_move(parse_move(name))
    return position


def test_a_game_by_hand():
    position = KriegspielPosition()
    for name in ("e2e4", "d7d5", "e4f5", "e4d5", "d8d5", "b1c3", "d5e5"):
        position.try_move(parse_move(name))
    text = save(KriegspielRecord(position, "Ann", 'Bo "the\nrook"', "1-0", "2026.11.15"))
    assert " ".join(text.partition("\n\n")[2].split()) == (
        "1. e4 d5 {1 pawn try} 2. {tried e4f5} exd5 {pawn at d5 captured} 2... Qxd5 {pawn at d5 captured} "
        "3. Nc3 Qe5+ {file check} 1-0"
    )
    back = load(text)
    assert (back.white, back.black, back.result, back.date) == ("Ann", 'Bo "the rook"', "1-0", "2026.11.15")
    assert back.other["Rules"] == "Kriegspiel"
    assert back.position.plies == position.plies


def test_random_games_are_read_back_and_python_chess_reads_the_same():
    for game in random_games(18, 24, seed=10):
        position = replayed(game)
        text = save(KriegspielRecord(position, result=position.outcome))
        assert max(map(len, text.splitlines())) <= 100
        back = load(text).position
        assert (back.fen, back.plies, back.tried) == (position.fen, position.plies, position.tried)
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None
        assert not theirs.errors
        assert [m.uci() for m in theirs.mainline_moves()] == [move_name(m) for m in position.played]


@pytest.mark.slow
def test_every_legal_move_is_read_as_python_chess_writes_it():
    for game in random_games(18, 16, seed=11):
        position, board = KriegspielPosition(game.fen), chess.Board(game.fen)
        for name, message in zip(game.tried, game.said, strict=True):
            if message == "illegal":
                continue
            assert {parse_san(position.state, board.san(m)): m.uci() for m in board.legal_moves} == {
                m: move_name(m) for m in position.legal_moves()
            }
            position.play(parse_move(name))
            board.push_uci(name)


def test_several_games_comments_of_others_and_variations():
    text = "% made by hand\n1. e4 {best by test} (1. d4 (1. c4) d5) $1 e5 ; a comment\n\n2. ... Nf3!? *\n"
    text += '\n[White "B"]\n\n1.d4 0-1\n; the end\n'
    first, second = load_all(text.encode())
    assert [move_name(m) for m in first.position.played] == ["e2e4", "e7e5", "g1f3"]
    assert (second.white, second.result, len(second.position.played)) == ("B", "0-1", 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "There is no game in this file."),
        ("1. e4 e5\n2. Ke3 *", "Line 2, column 4: Ke3 is not legal here."),
        ("1. e4 xx *", "Line 1, column 7: 'xx' is not a move."),
        ("1. e4 {oh *", "Line 1, column 7: a comment has no end."),
        ("1. e4 } *", "Line 1, column 7: '}' means nothing."),
        ("1. e4 -- *", "Line 1, column 7: '0000' is not a move"),
        ("1. e4 ) *", "Line 1, column 7: a variation ends that has not begun."),
        ("1. e4 ( e5", "Line 1, column 11: a variation has no end."),
        ('[White "A"\n1. e4 *', r'Line 1, column 1: a tag must be written as \[Name "value"\].'),
        ('[Result "2-0"]\n1. e4', "Line 1, column 1: a result is one of 1-0, 0-1, 1/2-1/2, .*, not '2-0'."),
        ('[White "A"]\n[FEN "8/8"]\n*', "Line 2, column 1: This is no FEN such as .* expected 8 rows"),
        ("1. {tried e2e4} e4 *", "Line 1, column 4: e2e4 cannot have been refused: it is legal here."),
        ("1. {tried e7e5} e4 *", "Line 1, column 4: e7e5 is impossible for all that the player knows."),
        ("1. {tried e9} e4 *", "Line 1, column 4: 'e9' is not a move: write it as e2e4"),
        ("1. e4 {rank check} *", "Line 1, column 7: the umpire says 'moved' here, not 'rank check'."),
        ("1. f3 e5 2. g4 Qh4# 1-0", "Line 1, column 21: the game ended by checkmate with 0-1, not 1-0."),
        ("1. f3 e5 2. g4 Qh4# 3. e4 0-1", "Line 1, column 24: e4 comes after the end of the game: checkmate."),
        ('[FEN "4k3/8/8/8/8/3K4/8/R6R w - - 0 1"]\n1. Re1 *', "Line 2, column 4: Re1 is ambiguous."),
    ],
)
def test_faults_are_told_with_their_place(text, fault):
    with pytest.raises(ValueError, match=f"^{fault}"):
        load(text)
