"""Finishing a won game: where the king can be is known exactly, and he is mated."""

import random

import chess
import pytest

from bench.endings import clever_king, play_out, random_ending, random_king
from bench.slow_umpire import SlowUmpire
from kaya.kriegspiel.knowledge.endings.finish import finish
from kaya.kriegspiel.knowledge.endings.king_set import ending_of
from kaya.kriegspiel.knowledge.endings.progress import comebacks
from kaya.kriegspiel.knowledge.endings.tables import UNWON, bishops_place, pair_place, table_of
from kaya.kriegspiel.players import KriegspielPlayer, RandomPlayer
from kaya.kriegspiel.rules import (
    BLACK,
    WHITE,
    KriegspielPosition,
    View,
    kriegspiel,
    message_text,
    move_name,
    parse_move,
    square,
)
from kaya.kriegspiel.rules.squares import BISHOP, PAWN, QUEEN, ROOK
from kaya.search import Budget

from .games import random_games
from .tables import announce, view_of, views_of


def king_set(view: View) -> set[int]:
    """As squares of the real board."""
    word, over = int(ending_of(view)[0].king_set), 56 if view.side == BLACK else 0
    return {s ^ over for s in range(64) if word >> s & 1}


class Walks:
    """All kings' walks that agree with what White has heard, followed one by one under the slow umpire."""

    def __init__(self, fen: str):
        board = chess.Board(fen)
        lone = board.king(chess.BLACK)
        assert lone is not None
        board.remove_piece_at(lone)
        self.boards: dict[int, chess.Board] = {}
        for s in chess.SQUARES:
            if board.piece_at(s) is None:
                twin = board.copy()
                twin.set_piece_at(s, chess.Piece(chess.KING, chess.BLACK))
                if not twin.was_into_check():
                    self.boards[s] = twin

    def hear_own(self, name: str, said: str) -> None:
        self.boards = {s: after for s, b in self.boards.items() for heard, after in [answer(b, name)] if heard == said}

    def hear_other(self, said: str) -> None:
        moved = [(m, *answer(b, m.uci())) for b in self.boards.values() for m in b.legal_moves]
        self.boards = {m.to_square: after for m, heard, after in moved if heard == said}


def answer(board: chess.Board, name: str) -> tuple[str, chess.Board]:
    umpire = SlowUmpire(board.fen())
    return umpire.try_move(name), umpire.board


@pytest.mark.slow
@pytest.mark.parametrize("material", ["R", "Q", "BB", "NP", "PPP", "QNP"])
def test_the_king_set_is_that_of_all_walks(material):
    for seed in range(2):
        chance = random.Random(f"{material} {seed}")
        game = random_ending(material, chance)
        view, walks = view_of(game, WHITE), Walks(game.fen)
        assert king_set(view) == set(walks.boards)
        while not game.over and len(game.plies) < 14:
            mover = game.mover
            move = chance.choice(view.tries()) if mover == WHITE else clever_king(game, chance)
            message = game.try_move(move)
            view.hear(game.last_announcement(WHITE))
            if mover == WHITE:
                walks.hear_own(move_name(move), message_text(kriegspiel.told(game.state, message)))
            else:
                walks.hear_other(message_text(message))
            if not game.over:
                assert king_set(view) == set(walks.boards), f"after {move_name(move)} in {game.fen}"


@pytest.mark.slow
def test_the_set_holds_the_king_in_whole_games():
    for record in random_games(27, 60, seed=11):
        game = KriegspielPosition(record.fen)
        views = views_of(game)
        for name in record.tried:
            announce(game, parse_move(name), views)
            if len(game.plies) % 6 == 0 and not game.over:
                board = chess.Board(game.fen)
                assert board.king(chess.BLACK) in king_set(views[WHITE])
                assert board.king(chess.WHITE) in king_set(views[BLACK])


def test_a_whole_game_begins_with_the_king_at_home():
    game = KriegspielPosition()
    assert king_set(view_of(game, WHITE)) == {square("e8")}
    assert king_set(view_of(game, BLACK)) == {square("e1")}


def test_tables_know_the_longest_mates_of_chess():
    """Queen 10 moves, rook 16, two bishops 19."""
    assert max(n for n in set(table_of(QUEEN).tolist()) if n != UNWON) == 10
    assert max(n for n in set(table_of(ROOK).tolist()) if n != UNWON) == 16
    assert max(n for n in set(table_of(BISHOP).tolist()) if n != UNWON) == 19
    mate = bishops_place(square("b6"), square("e5"), square("e6")) << 6 | square("a8")
    assert table_of(BISHOP)[mate] == 1  # Bd5


def test_tables_know_which_pawns_are_won():
    pawns = table_of(PAWN)

    def moves(king: str, pawn: str, other: str) -> int:
        return int(pawns[pair_place(square(king), square(pawn)) << 6 | square(other)])

    assert moves("a1", "h5", "d5") == 3  # he is outside the square of the pawn
    assert moves("a1", "h5", "e5") == UNWON
    assert moves("e6", "e5", "e8") < UNWON  # on the sixth row in front of the pawn
    assert moves("e5", "e4", "e7") == UNWON  # he has the opposition, and it is White's move
    assert moves("g6", "h5", "h8") == UNWON  # a rook's pawn


FIXED = {
    "queen": "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
    "queen far": "7Q/8/8/8/4k3/8/8/K7 w - - 0 1",
    "rook": "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
    "rook inside": "8/2K5/8/8/4k3/8/R7/8 w - - 0 1",
    "rooks": "8/8/8/3k4/8/8/8/KR5R w - - 0 1",
    "pawn": "8/8/8/8/1k6/8/6P1/6K1 w - - 0 1",
    "Black": "kq6/8/8/8/3K4/8/8/8 b - - 0 1",
}


@pytest.mark.slow
@pytest.mark.parametrize("start", FIXED)
@pytest.mark.parametrize("defender", [random_king, clever_king])
def test_mate_from_fixed_starts(start, defender):
    game = KriegspielPosition(FIXED[start])
    moves = play_out(game, defender, random.Random(1), side=game.mover)
    assert game.ending == "checkmate", game.fen
    assert moves <= 50


def test_a_side_is_as_good_as_the_other():
    white = view_of(KriegspielPosition("8/8/8/3k4/8/8/8/KR6 w - - 0 1"), WHITE)
    black = view_of(KriegspielPosition("kr6/8/8/8/3K4/8/8/8 b - - 0 1"), BLACK)
    over = 56 | 56 << 6
    assert finish(white) == (finish(black) or 0) ^ over
    assert finish(white) == finish(white, Budget(seconds=10)), "one position, one try"


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/3k4/8/8/8/KN6 w - - 0 1",  # cannot mate
        "8/8/8/3k4/3p4/8/8/KBR5 w - - 0 1",  # he has a pawn
        "8/8/8/3k4/8/8/8/KB1B4 w - - 0 1",  # bishops of one shade
        "7k/8/8/8/8/8/8/KQ6 b - - 0 1",  # not our turn
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ],
)
def test_what_it_does_not_know_it_leaves(fen):
    assert finish(view_of(KriegspielPosition(fen), WHITE)) is None


def test_a_player_finishes_unless_it_says_no():
    class Lost(KriegspielPlayer):
        name = "lost"

        def decide(self, view, budget, **watching):
            raise AssertionError("it should know how to finish")

    view = view_of(KriegspielPosition(FIXED["queen"]), WHITE)
    decision = Lost().choose(view)
    assert decision.move in view.tries()
    assert decision.reason == "the way to mate is known"
    assert not RandomPlayer().manners.finishes


def test_coming_back_is_counted():
    game = KriegspielPosition()
    view = view_of(game, WHITE)
    for name in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"):
        announce(game, parse_move(name), {WHITE: view})
    back, on, pawn = (parse_move(name) for name in ("f3g1", "f3e5", "e2e4"))
    assert comebacks(view, [back, on, pawn]) == [1, 0, 0]
    for name in ("e2e4", "f6g8"):
        announce(game, parse_move(name), {WHITE: view})
    assert comebacks(view, [back]) == [0], "a pawn's move cannot be taken back"
