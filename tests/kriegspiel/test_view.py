"""What a player makes of the umpire's messages: its own pieces are always right, and nothing else is claimed."""

import pytest

from kaya.kriegspiel.rules import BLACK, WHITE, Announcement, KriegspielPosition, parse_message, parse_move, square
from kaya.kriegspiel.rules.messages import FILE, KNIGHT_CHECK

from .games import random_games
from .tables import announce, view_of, views_of


def own_pieces(game: KriegspielPosition, side: int) -> dict[int, int]:
    own = int(game.state.of_colour[side])
    return {s: int(game.state.kind_at[s]) for s in range(64) if own >> s & 1}


@pytest.mark.slow
def test_views_follow_random_games():
    for record in random_games(36, 60, seed=8):
        game = KriegspielPosition(record.fen)
        views = views_of(game)
        for name in record.tried:
            mover = game.mover
            assert views[mover].my_turn
            assert views[mover].tries() == game.possible_tries()
            assert views[3 - mover].tries() == []
            announce(game, parse_move(name), views)
        for side, view in views.items():
            assert view.log == game.announcements(side)
            assert view.pieces == own_pieces(game, side)
            assert view.board.of_colour[3 - side] == 0
            assert int(view.board.castling) == int(game.state.castling) & (3 if side == WHITE else 12)
            assert view.ply == game.state.ply
            assert view.over == game.over
            other = own_pieces(game, 3 - side)
            assert view.enemy_pawns + view.enemy_pieces + 1 == len(other)


def test_captures_checks_and_pawn_tries_are_noted():
    game = KriegspielPosition("4k3/8/8/3p4/4P1n1/8/8/4K3 w - - 0 1")
    view = view_of(game, WHITE)
    assert (view.pawn_tries, view.checks, view.tried) == (1, 0, [])
    assert parse_move("e4f5") in view.tries()
    for name in ("e4f5", "e4d5", "g4f2", "e1f2"):
        announce(game, parse_move(name), {WHITE: view})
    assert [str(a) for a in view.log] == [
        "White: e4f5: illegal",
        "White: e4d5: moved; pawn at d5 captured",
        "Black: moved",
        "White: e1f2: moved; piece at f2 captured",
    ]
    assert view.captured() == "captured: 1 pawn, 1 piece; lost: nothing"
    assert (view.enemy_pawns, view.enemy_pieces) == (0, 0)


def test_a_lost_piece_leaves_the_view_and_a_lost_rook_its_castling():
    game = KriegspielPosition("4k3/8/8/8/8/6n1/8/R3K2R b KQ - 0 1")
    view = view_of(game, WHITE)
    announce(game, parse_move("g3h1"), {WHITE: view})
    assert square("h1") not in view.pieces
    assert view.captured() == "captured: nothing; lost: 1 rook"
    castlings = {parse_move("e1g1"), parse_move("e1c1")}
    assert castlings & set(view.tries()) == {parse_move("e1c1")}


def test_checks_are_those_of_the_own_turn():
    game = KriegspielPosition("4k3/8/8/8/4N3/8/8/3KR3 w - - 0 1")
    views = views_of(game)
    announce(game, parse_move("e4d6"), views)
    assert views[BLACK].checks == FILE | KNIGHT_CHECK
    assert views[WHITE].checks == 0


def test_what_cannot_have_been_said_is_refused():
    view = view_of(KriegspielPosition(), WHITE)
    with pytest.raises(ValueError, match="White is to move"):
        view.hear(Announcement(1, BLACK, parse_message("moved")))
    for move, message in (("e4e5", "moved"), ("e4e5", "illegal"), ("e2e5", "moved"), ("e2d3", "illegal")):
        with pytest.raises(ValueError, match=f"'White: {move}: {message}': that could not be tried"):
            view.hear(Announcement(1, WHITE, parse_message(message), parse_move(move)))
    assert view.log == []
    view.hear(Announcement(1, WHITE, parse_message("moved"), parse_move("e2e4")))
    with pytest.raises(ValueError, match="there is nothing to capture"):
        view.hear(Announcement(2, BLACK, parse_message("moved; pawn at e5 captured")))
