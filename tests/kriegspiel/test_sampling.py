"""Random boards agree with what a player knows: a slow umpire on python-chess looks at each of them."""

from typing import Any

import chess
import numpy as np
import pytest

from bench.slow_umpire import SlowUmpire, direction
from kaya.kernel import plain, split_seed, zeros
from kaya.kriegspiel.knowledge.densities import densities
from kaya.kriegspiel.knowledge.sampling.boards import sample_board, sample_boards
from kaya.kriegspiel.knowledge.sampling.known import known_to
from kaya.kriegspiel.rules import (
    BLACK,
    START,
    WHITE,
    KriegspielPosition,
    View,
    message_text,
    move_name,
    parse_move,
    square,
)
from kaya.kriegspiel.rules.fen import write_fen
from kaya.kriegspiel.rules.game import kriegspiel
from kaya.kriegspiel.rules.messages import CHECK_NAMES, TRIES_AT
from kaya.kriegspiel.rules.squares import KING

from .positions import turns
from .tables import view_of

UNLAWFUL = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_OPPOSITE_CHECK
    | chess.STATUS_BAD_CASTLING_RIGHTS
)


def sampled(view: View, count: int, seed: int = 0) -> Any:
    """Boards for a view, those of them that contradict nothing."""
    boards = zeros(kriegspiel.dtype, count)
    boards[0].rng = split_seed(seed)
    found = sample_boards(known_to(view, densities())[0], plain(boards), 2000)
    return boards[:found]


def disagreements(view: View, board) -> list[str]:
    """What a player knows and is not so on a board, found slowly."""
    slow = SlowUmpire(write_fen(board))
    position, us = slow.board, view.side == WHITE
    enemy = [(s, p) for s, p in position.piece_map().items() if p.color != us]
    pawns = [s for s, p in enemy if p.piece_type == chess.PAWN]
    said = {d.removesuffix(" check") for bit, d in CHECK_NAMES.items() if view.checks & bit}
    king = position.king(us)
    assert king is not None
    whole = len(view.start.pieces) == 16 and view.start.enemy_pawns + view.start.enemy_pieces == 15
    wrong = {
        "it is lawful": not position.status() & UNLAWFUL,
        "it is the player's turn": position.turn == us,
        "the game goes on": not slow.end(),
        "own pieces": {s: p.piece_type for s, p in position.piece_map().items() if p.color == us} == view.pieces,
        "pieces": len(enemy) == view.enemy_pawns + view.enemy_pieces + 1,
        "pawns": len(pawns) <= view.enemy_pawns,
        "doubled pawns": len(pawns) - len({s % 8 for s in pawns}) <= (len(view.lost) if whole else 8),
        "pawn tries": slow.pawn_tries() == view.pawn_tries,
        "checks": {direction(king, a) for a in position.checkers()} == said,
        "refused tries": not any(position.is_legal(chess.Move.from_uci(move_name(m))) for m in view.tried),
        "a capture": _captured_there(view, dict(enemy)),
    }
    return [what for what, holds in wrong.items() if not holds]


def _captured_there(view: View, enemy: dict[int, chess.Piece]) -> bool:
    last = [a for a in view.log if a.legal][-1:]
    if not last or last[0].capture is None or last[0].by == view.side:
        return True
    behind = enemy.get(last[0].capture ^ 8)
    return last[0].capture in enemy or (behind is not None and behind.piece_type == chess.PAWN)


@pytest.mark.slow
def test_every_board_agrees_with_the_last_message_as_a_slow_umpire_sees_it():
    seen, found, looked_at = set(), 0, 0
    for view, position in turns(36, every=5, longest=100):
        assert disagreements(view, position.state) == [], "the true board agrees, of course"
        boards = sampled(view, 2, seed=looked_at)
        looked_at += 1
        found += len(boards) > 0
        for board in boards:
            assert disagreements(view, board) == [], (write_fen(board), message_text(view.message), view.tried)
        seen |= {name for bit, name in CHECK_NAMES.items() if view.checks & bit}
        seen |= {"refused"} & {"refused" if view.tried else ""} | {"tries"} & {"tries" if view.pawn_tries else ""}
    assert seen >= {"refused", "tries", "rank check", "file check", "knight check"}, "all of it was met"
    assert found > 0.97 * looked_at, (found, looked_at)


def test_boards_are_drawn_by_their_densities():
    position = KriegspielPosition()
    for name in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1", "f8e7", "d2d3", "d7d6"]:
        position.play(parse_move(name))
    view = view_of(position, WHITE)
    boards, table = sampled(view, 1000), densities()[BLACK, KING, 5]
    drawn = (boards.kind_at[:, [60, 62]] == KING).sum(axis=0)
    np.testing.assert_allclose(drawn / len(boards), table[[60, 62]] / table.sum(), atol=0.06)
    assert len(set(boards.hash.tolist())) > 700, "few are alike"


def test_captures_en_passant_are_thought_of():
    position = KriegspielPosition("4k3/8/8/8/3p4/8/4P3/4K2R w - - 0 1")
    position.play(parse_move("e2e4"))
    position.play(parse_move("d4e3"))
    view = view_of(position, WHITE)
    pawns = [
        {s for s in range(64) if int(b.of_colour[BLACK]) >> s & 1 and b.kind_at[s] == 1} for b in sampled(view, 400)
    ]
    assert {square("e3")} in pawns
    assert all(disagreements(view, b) == [] for b in sampled(view, 20))


def test_what_cannot_be_is_not_found_and_the_nearest_board_is_taken():
    view = view_of(KriegspielPosition("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), WHITE)
    known = known_to(view, densities())
    board = zeros(kriegspiel.dtype)
    board.rng = split_seed(1)
    assert sample_board(known[0], board[0], 50) == 0
    known[0].said = 5 << TRIES_AT  # of one pawn, and there is nothing to take
    assert sample_board(known[0], board[0], 50) == 1 << 20, "five cannot be placed at all"
    known[0].said, known[0].refused = 0, 1
    known[0].tried[0] = parse_move("e1d1")  # the bare king cannot be near
    wrong = sample_board(known[0], board[0], 200)
    assert wrong in (0, 1)
    assert KriegspielPosition(write_fen(board[0])).over is False


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_the_first_turn(side):
    position = KriegspielPosition(START)
    if side == BLACK:
        position.play(parse_move("e2e4"))
    view = view_of(position, side)
    assert all(disagreements(view, b) == [] for b in sampled(view, 20))
