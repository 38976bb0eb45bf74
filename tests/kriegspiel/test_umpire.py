"""What the umpire says: by hand, and over random games as a slow umpire on python-chess says it."""

import pytest

from bench.slow_umpire import SlowUmpire
from kaya.kriegspiel.rules import ILLEGAL, KriegspielPosition, message_text, move_name, parse_message, parse_move

from .games import random_games, scripted_games


def said(fen: str, move: str) -> str:
    return message_text(KriegspielPosition(fen).try_move(parse_move(move)))


@pytest.mark.parametrize(
    ("fen", "move", "message"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "moved"),
        ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "a2a8", "moved; rank check"),
        ("4k3/8/8/8/8/8/R7/3K4 w - - 0 1", "a2e2", "moved; file check"),
        ("4k3/7p/8/8/8/8/4B3/3K4 w - - 0 1", "e2b5", "moved; long-diagonal check"),  # a4 to e8, with five squares
        ("4k3/7p/8/8/8/8/4B3/3K4 w - - 0 1", "e2h5", "moved; short-diagonal check"),  # h5 to e8, with four
        ("4k3/8/8/8/4N3/8/4P3/3K4 w - - 0 1", "e4d6", "moved; knight check"),
        ("4k3/8/8/8/4N3/8/8/3KR3 w - - 0 1", "e4d6", "moved; file check; knight check"),  # a double check
        ("4k3/3p4/4P3/8/8/8/8/4K3 w - - 0 1", "e6d7", "moved; pawn at d7 captured; long-diagonal check"),
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", "moved; piece at d5 captured"),
        ("4k3/8/8/8/3p4/8/2P1P3/4K3 w - - 0 1", "c2c3", "moved; 1 pawn try"),
        ("4k3/8/8/8/3p4/8/2P1P3/4K3 w - - 0 1", "e2e4", "moved; 1 pawn try"),  # en passant counts
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "moved; pawn at e4 captured"),
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "moved"),  # en passant would uncover the king
        ("1r2k3/P1P5/8/8/8/8/8/4K3 b - - 0 1", "e8e7", "moved; 2 pawn tries"),  # eight moves, but two tries
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "moved; checkmate"),
        ("k7/2Q5/8/8/8/8/8/K7 w - - 0 1", "a1a2", "moved; stalemate"),
        ("k7/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2", "moved; piece at b2 captured; insufficient material"),
        ("k7/8/8/8/8/8/8/KR6 w - - 99 80", "b1c1", "moved; fifty moves"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "moved"),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "illegal"),
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "moved"),  # only the rook passes over an attacked square
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "illegal"),  # pinned
    ],
)
def test_messages_by_hand(fen, move, message):
    assert said(fen, move) == message


@pytest.mark.slow
def test_random_games_as_a_slow_umpire_on_python_chess_sees_them():
    ends = set()
    for game in [*random_games(54, 120, seed=5), *scripted_games()]:
        slow = SlowUmpire(game.fen)
        for name, message in zip(game.tried, game.said, strict=True):
            assert slow.try_move(name) == message, (slow.board.fen(), name)
        ends.add(game.said[-1].rpartition("; ")[2])
    assert {"checkmate", "stalemate", "insufficient material", "fifty moves", "threefold repetition"} <= ends


@pytest.mark.slow
def test_what_may_be_tried_is_what_own_pieces_and_pawn_tries_allow():
    for game in random_games(18, 30, seed=6):
        ours, slow = KriegspielPosition(game.fen), SlowUmpire(game.fen)
        for name, message in zip(game.tried, game.said, strict=True):
            if not ours.tried:
                assert {move_name(m) for m in ours.possible_tries()} == slow.tries()
            assert message_text(ours.try_move(parse_move(name))) == message
            slow.try_move(name)


def test_an_illegal_try_changes_nothing_and_is_not_to_be_repeated():
    game = KriegspielPosition("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1")
    before = game.states.tobytes()
    assert game.try_move(parse_move("e2e3")) == ILLEGAL
    assert game.states.tobytes() == before
    assert game.tried == [parse_move("e2e3")]
    with pytest.raises(ValueError, match="e2e3 was tried before in this turn"):
        game.try_move(parse_move("e2e3"))
    with pytest.raises(ValueError, match="e2d3 is impossible for all that the player knows"):
        game.try_move(parse_move("e2d3"))  # no pawn try was announced
    with pytest.raises(ValueError, match="e8e7 is impossible"):
        game.try_move(parse_move("e8e7"))


def test_the_third_time_a_position_comes_up_the_game_is_drawn():
    game = KriegspielPosition()
    for name in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"):
        assert message_text(game.try_move(parse_move(name))) == "moved"
    assert message_text(game.try_move(parse_move("f6g8"))) == "moved; threefold repetition"
    assert (game.outcome, game.ending) == ("1/2-1/2", "threefold repetition")
    with pytest.raises(ValueError, match="The game is over: threefold repetition"):
        game.try_move(parse_move("e2e4"))


def test_each_side_hears_its_own_part():
    game = KriegspielPosition("4k3/8/8/8/3p4/8/2P1P3/4K3 w - - 0 1")
    game.try_move(parse_move("e1d1"))
    game.try_move(parse_move("e8d8"))
    game.try_move(parse_move("d1d2"))
    game.try_move(parse_move("d4d3"))
    white = [str(a) for a in game.announcements(1)]
    black = [str(a) for a in game.announcements(2)]
    assert white == ["White: e1d1: moved", "Black: moved", "White: d1d2: moved", "Black: moved; 2 pawn tries"]
    assert black == ["White: moved", "Black: e8d8: moved", "White: moved", "Black: d4d3: moved"]
    assert game.try_move(parse_move("c2b3")) == ILLEGAL
    assert str(game.last_announcement(1)) == "White: c2b3: illegal"
    assert [str(a) for a in game.announcements(2)] == black, "a refusal is told to its author alone"


def test_moves_and_tries_are_taken_back_together():
    game = KriegspielPosition("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1")
    game.try_move(parse_move("e2e3"))
    game.try_move(parse_move("e1d1"))
    twin = game.copy()
    game.undo()
    assert (game.tried, game.plies) == ([parse_move("e2e3")], [])
    assert len(twin.plies) == 1


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black must have one king, not 0"),
        ("kk6/8/8/8/8/8/8/4K3 w - - 0 1", "A side must have one king, not more"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "This is no FEN such as 'rnbqkbnr.*: expected 8 columns per row"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "expected 8 rows"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "A pawn cannot stand on row 1 or 8"),
        ("4k3/8/8/8/8/8/8/x3K3 w - - 0 1", "invalid character in position part"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "expected 'w' or 'b' for turn part"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "A castling right needs king and rook at home"),
        ("4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1", "A castling right needs king and rook at home"),
        ("4k3/8/8/8/8/8/8/4K3 w xy - 0 1", "invalid castling part"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "No pawn can just have passed over the square for en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - x9 0 1", "invalid en passant part"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "from 0 to 100 and from 1 to 99999: not 101 and 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 100000", "from 0 to 100 and from 1 to 99999: not 0 and 100000"),
        ("4k3/8/8/8/8/8/8/4R2K w - - 0 1", "The player who is not to move is in check"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has more than 16 pieces or 8 pawns"),
        ("", "empty fen"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(fen, reason):
    with pytest.raises(ValueError, match=reason):
        KriegspielPosition(fen)


def test_messages_read_back_as_they_were_written():
    for text in (
        "illegal",
        "moved",
        "moved; pawn at a1 captured",
        "moved; piece at h8 captured; checkmate",
        "moved; rank check; knight check; 16 pawn tries",
        "moved; threefold repetition",
    ):
        assert message_text(parse_message(text)) == text
    with pytest.raises(ValueError, match="'hello' is nothing that an umpire says"):
        parse_message("moved; hello")
    with pytest.raises(ValueError, match="'99 pawn tries'"):
        parse_message("moved; 99 pawn tries")


def test_moves_read_back_as_they_were_written():
    assert [move_name(parse_move(name)) for name in ("e2e4", "a7b8q", "h2h1n")] == ["e2e4", "a7b8q", "h2h1n"]
    for wrong in ("e2", "e2e9", "e7e8k", "castle"):
        with pytest.raises(ValueError, match="is not a move: write it as e2e4"):
            parse_move(wrong)
