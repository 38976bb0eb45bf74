"""Mates in the dark: the exact solver against a slow one, against open endings, and what it says of sets by hand."""

import random

import chess
import numpy as np
import pytest

from kaya.kriegspiel.clinic.defence import solver
from kaya.kriegspiel.knowledge.endings.tables import UNWON, pair_place, table_of
from kaya.kriegspiel.knowledge.forced.sets import all_boards, boards_of
from kaya.kriegspiel.rules import WHITE, KriegspielPosition, move_name, parse_move, square
from kaya.kriegspiel.rules.fen import write_fen
from kaya.kriegspiel.rules.squares import ROOK

from . import slow_mates


def boards_with(fens: list[str]) -> np.ndarray:
    return np.concatenate([KriegspielPosition(fen).states for fen in fens]).view(np.ndarray)


def somewhere(men: str, kings: str) -> list[str]:
    """White's men, as `Kf3 Ra2`, and a board for each place of Black's king."""
    found = []
    for king in kings.split():
        board = chess.Board(None)
        for man in men.split():
            board.set_piece_at(chess.parse_square(man[-2:]), chess.Piece.from_symbol(man[:-2]))
        board.set_piece_at(chess.parse_square(king), chess.Piece.from_symbol("k"))
        found.append(board.fen())
    return found


@pytest.mark.parametrize(
    ("men", "kings", "n", "right"),
    [
        ("Kg3 Ra2", "h1", 1, "a2a1"),
        ("Kf3 Ra2", "h1", 2, "f3g3"),
        ("Kf3 Ra2", "h1 g1 f1", 3, "a2a1 f3f2"),  # in the order of their names, as below
        ("Kf3 Qb2", "h1 g1 f1", 2, "b2e2 b2g2 f3f2"),
        ("Kf3 Qe4", "h2 g1 f1 d1", 5, "e4d3 e4e2 f3e2"),  # not e1, where he would be in check
    ],
)
def test_the_number_of_moves_and_the_first_tries(men, kings, n, right):
    boards = boards_with(somewhere(men, kings))
    assert solver().moves_to_mate(boards, 6) == n
    if right:
        assert sorted(map(move_name, solver().right_tries(boards, n))) == right.split()


def drawn_set(chance: random.Random) -> list[str]:
    """White's king before the edge, its men anywhere, and one to three places of Black's king on the edge; now and then
    with a pawn whose place is not known either."""
    men = chance.choice(("Q", "R", "RR", "QR", "QP", "RP", "BN", "QRp", "RRp"))
    while True:
        board = chess.Board(None)
        for man in men.replace("p", ""):
            squares = chess.SQUARES[40:56] if man == "P" else chess.SQUARES
            board.set_piece_at(chance.choice(squares), chess.Piece.from_symbol(man))
        board.set_piece_at(chess.C3, chess.Piece.from_symbol("K"))
        fens = []
        for king in chance.sample((chess.A1, chess.B1, chess.C1, chess.D1), chance.randint(1, 3)):
            twin = board.copy()
            twin.set_piece_at(king, chess.Piece.from_symbol("k"))
            if "p" in men:
                free = [s for s in chess.SQUARES[8:56] if not twin.piece_at(s)]
                twin.set_piece_at(chance.choice(free), chess.Piece.from_symbol("p"))
            fens.append(twin.fen())
        legal = [fen for fen in fens if chess.Board(fen).is_valid() and not chess.Board(fen).is_check()]
        if legal and len({slow_mates.pawn_tries(chess.Board(fen)) for fen in legal}) == 1:
            return legal


def agreed(chance: random.Random, n: int) -> bool | None:
    """Is a set solved in n? The slow solver must say the same of it, and of every first try."""
    fens = drawn_set(chance)
    boards, slow = boards_with(fens), frozenset(fens)
    known = solver().solved(boards, n)
    assert known == slow_mates.solved(slow, n), fens
    for move, right in solver().verdicts(boards, n).items():
        assert right == slow_mates.is_right(slow, chess.Move.from_uci(move_name(move)), n), (fens, move_name(move))
    return known


def test_the_solver_agrees_with_a_slow_one_on_mates_in_one():
    chance = random.Random(1)
    assert 2 <= sum(agreed(chance, 1) for _ in range(40)) <= 38


@pytest.mark.slow
def test_the_solver_agrees_with_a_slow_one_on_mates_in_two():
    chance = random.Random(2)
    assert 1 <= sum(agreed(chance, 2) for _ in range(12)) <= 11


def test_with_a_king_that_is_seen_it_agrees_with_the_table_of_the_rook():
    table, chance, counts = table_of(ROOK), random.Random(3), [0] * 5
    while min(counts[1:]) < 3:
        king, rook, other = (chance.choice(range(64)) for _ in range(3))
        fen = somewhere(f"K{chess.square_name(king)} R{chess.square_name(rook)}", chess.square_name(other))[0]
        if len({king, rook, other}) < 3 or not chess.Board(fen).is_valid():
            continue
        n = int(table[pair_place(king, rook) << 6 | other])
        if n <= 4 and counts[n] < 4:
            counts[n] += 1
            boards = boards_with([fen])
            assert solver().moves_to_mate(boards, n) in (n, None), "in the dark it may take longer"
            assert not solver().solved(boards, n - 1)
        assert n <= 16 or n == UNWON


def test_all_boards_of_a_start_and_what_is_left_of_them():
    view = KriegspielPosition("8/8/8/8/8/5K2/R7/7k b - - 0 1").start_for(WHITE).view()
    boards = all_boards(view.start)
    assert len(boards) == 64 - 9 - 1 - 11, "not next to the king, and said to be in no check"
    position = KriegspielPosition("8/8/8/8/8/5K2/R7/7k b - - 0 1")
    for move in ("h1g1", "a2a1"):
        view.hear(position.attempt(parse_move(move))[WHITE])
    kings = {s for board in boards_of(view) for s in range(64) if board["kind_at"][s] == 6 and s != square("f3")}
    assert square("g1") in kings
    assert kings <= set(range(1, 8)), "on the first rank, where the rook gives check"
    fens = {write_fen(board) for board in boards_of(view).view(np.recarray)}
    assert position.fen.split()[0] in {fen.split()[0] for fen in fens}
