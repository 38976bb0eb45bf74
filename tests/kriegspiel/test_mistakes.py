"""The suite of mistakes: what is judged, what is found in games, and that each position is what it claims to be."""

from collections import Counter

import chess
import pytest

from bench.kriegspiel_mistakes import (
    AHEAD,
    JUDGED,
    KINDS,
    Mistake,
    Runner,
    can_be_stopped,
    gain,
    is_guarded,
    is_left,
    lead,
    mistakes,
    passed_pawn,
    read_suite,
    solvable,
    solved,
    stands_still,
    takes_free,
)
from kaya.kriegspiel.files.pgn import KriegspielRecord
from kaya.kriegspiel.rules import KriegspielPosition
from kaya.search import Budget

TAKEN = "e2e4 d7d5 e4d5 d8d5 b1c3 d5d2"  # a queen gives check where three men can take her, and nothing else helps


def after(moves: str, fen: str = chess.STARTING_FEN) -> chess.Board:
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    return board


def move(name: str) -> chess.Move:
    return chess.Move.from_uci(name)


@pytest.mark.parametrize(
    ("fen", "name", "won"),
    [
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 9),
        ("4k3/8/4p3/3r4/8/8/3Q4/4K3 w - - 0 1", "d2d5", -4),  # the queen is taken back
        ("4k3/8/4p3/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),  # and so is the pawn
        ("3rk3/8/8/3n4/8/8/3R4/4K3 w - - 0 1", "d2d5", -2),
        ("3rk3/8/8/3n4/8/1B6/3R4/4K3 w - - 0 1", "b3d5", 3),  # a rook does not take what a rook protects
    ],
)
def test_a_capture_wins_what_is_left_when_nobody_goes_on(fen, name, won):
    assert gain(chess.Board(fen), move(name)) == won


def test_a_man_is_lost_to_a_pawn_where_it_goes_unless_it_has_taken_as_much():
    board = chess.Board("4k3/8/4p3/3n1p2/8/2N5/8/4K3 w - - 0 1")
    assert is_guarded(board, move("c3e4"))
    assert not is_guarded(board, move("c3d5"))
    assert not is_guarded(board, move("c3b5"))


def test_who_has_just_taken_something_takes_more_unless_it_is_seen_to():
    board = after("b8b2", "1r2k3/8/8/8/8/8/1P1N4/R6K b - - 0 1")
    assert is_left(board, move("a1c1"))
    assert not is_left(board, move("a1d1"))
    quiet = chess.Board(board.fen())  # the same, but nothing was taken just now
    assert not is_left(quiet, move("a1c1"))


def test_a_free_man_is_one_that_a_pawn_can_take_or_that_has_just_taken():
    board = after(TAKEN)
    assert takes_free(board, move("c1d2"))
    assert not takes_free(chess.Board(board.fen()), move("c1d2"))
    assert takes_free(chess.Board("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1"), move("e4d5"))
    assert not takes_free(chess.Board("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1"), move("e4d5"))


@pytest.mark.parametrize(
    ("fen", "pawn", "stopped"),
    [
        ("8/8/8/8/6k1/8/p7/4K2R w - - 0 1", "a2", True),  # castling is none of it: the rook comes to the first row
        ("8/8/8/8/6k1/p7/8/4K1N1 w - - 0 1", "a3", False),
        ("8/8/8/2k5/8/p7/8/1K6 w - - 0 1", "a3", True),
        ("4k3/P7/8/8/8/8/8/r3K3 b - - 0 1", "a7", True),
        ("8/8/8/8/6k1/p7/1P6/4K1N1 w - - 0 1", None, None),  # not passed
        ("8/8/8/p7/6k1/8/8/4K1N1 w - - 0 1", None, None),  # not near
    ],
)
def test_a_passed_pawn_is_stopped_or_not(fen, pawn, stopped):
    board = chess.Board(fen)
    found = passed_pawn(board)
    assert (None if found is None else chess.square_name(found)) == pawn
    if pawn:
        assert can_be_stopped(board, Runner.before(board), [10_000]) is stopped
        assert board.fen() == fen


def test_a_player_is_told_all_that_was_said_and_judged_by_the_move_that_is_allowed():
    for kind in ("guarded", "announced", "free"):
        assert solved(Mistake(kind, "", "", TAKEN.split()), "kriegspiel-random", Budget(simulations=1), seed=1)
    pawn = "a2a4 b7b5 a4b5 a7a6 b5a6 b8c6 a6a7 c6a5 a1a5 a8a7 b2b4 a7a8 a5b5 a8a1 b5b8 a1b1 b8b5 b1c1 b5b8"
    assert not solved(Mistake("free", "", "", pawn.split()), "kriegspiel-random", Budget(simulations=1), seed=1)


def test_mistakes_are_found_by_what_came_of_them():
    position = KriegspielPosition()
    for name in ("e2e4", "e7e5", "e4e5", "g1f3", "b8c6", "f3d4", "e5d4"):
        position.attempt(position.parse_move(name))
    found = list(mistakes(KriegspielRecord(position, "someone:careless=on", "another")))
    assert found == [Mistake("guarded", "someone", "f3d4", ["e2e4", "e7e5", "e4e5", "g1f3", "b8c6"])]


def test_the_positions_are_what_they_claim_to_be():
    suite = read_suite()
    counts = Counter(mistake.kind for mistake in suite)
    assert set(counts) == set(KINDS)
    assert min(counts.values()) >= 10
    assert len(set(map(str, suite))) == len(suite) >= 60
    shortest = min(suite, key=lambda mistake: len(mistake.tries))
    assert shortest.position.fen.split()[:2] == shortest.board.fen().split()[:2]
    for mistake in suite:
        board = mistake.board
        assert board.is_legal(move(mistake.move))
        if mistake.kind in JUDGED:
            assert not JUDGED[mistake.kind](board, move(mistake.move))
            assert solvable(mistake.kind, board)
        elif mistake.kind == "passed":
            assert passed_pawn(board) is not None
        else:
            assert lead(board, board.turn) >= AHEAD
            assert not stands_still(board, [move(mistake.move)])
