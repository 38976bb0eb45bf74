"""Move generation, proven by counting, and by python-chess in random positions."""

import chess
import numpy as np
import pytest

from kaya.kernel import kernel, zeros
from kaya.kriegspiel.rules import START, KriegspielPosition, kriegspiel, move_name, parse_move
from kaya.kriegspiel.rules.board import make
from kaya.kriegspiel.rules.moves import moves

from .games import random_games

# From the Chess Programming Wiki, "Perft Results"
KNOWN = [
    (START, 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
]


@kernel
def perft(boards, room, depth):
    """The number of games of `depth` plies from boards[depth]."""
    count = moves(boards[depth], room[depth])
    if depth == 1:
        return count
    games = 0
    for k in range(count):
        boards[depth - 1] = boards[depth]
        make(boards[depth - 1], np.int64(room[depth, k]))
        games += perft(boards, room, depth - 1)
    return games


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "depth", "games"), KNOWN)
def test_the_numbers_of_games_are_the_known_ones(fen, depth, games):
    boards = zeros(kriegspiel.dtype, depth + 1)
    boards[depth] = KriegspielPosition(fen).states[0]
    assert perft(boards, np.zeros((depth + 1, 512), np.int32), depth) == games


@pytest.mark.slow
def test_moves_and_positions_are_those_of_python_chess():
    for game in random_games(36, 30, seed=3):
        ours, authority = KriegspielPosition(game.fen), chess.Board(game.fen)
        for name in game.played:
            assert {move_name(m) for m in ours.legal_moves()} == {m.uci() for m in authority.legal_moves}
            authority.push_uci(name)
            ours.play(parse_move(name))
            assert ours.fen == authority.fen(en_passant="legal")
        assert ours.fen == game.end


@pytest.mark.slow
def test_hashes_made_step_by_step_are_those_of_the_positions():
    for game in random_games(18, 30, seed=4):
        ours = KriegspielPosition(game.fen)
        for name in game.played:
            ours.play(parse_move(name))
            assert ours.state.hash == KriegspielPosition(ours.fen).state.hash
