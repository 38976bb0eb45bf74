"""The rules of Hex against the slow version, its player, and its files."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kaya_hex.files import load, save
from kaya_hex.openings import FAIR, opening_of, unfairness
from kaya_hex.playouts import saved_bridge
from kaya_hex.position import HexPosition
from kaya_hex.rules import AROUND, hex_game

from kaya import Budget, PlayerSeat, Table, make_player
from kaya.protocols.formats import format_of, game_of
from kaya.table import Record

from ..kernels import kept_kernel
from .slow_hex import SlowHex

answer = kept_kernel(getattr(saved_bridge, "py_func", saved_bridge))


def played(size: int, *moves: str, swap: bool = False) -> HexPosition:
    game = HexPosition(size, swap)
    for move in moves:
        game.play(move)
    return game


def random_game(size: int, swap: bool, seed: int, moves: int = 1000) -> HexPosition:
    game, choose = HexPosition(size, swap), random.Random(seed)
    while not game.over and len(game.played) < moves:
        game.play(choose.choice(game.legal_moves()))
    return game


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(3, 19), st.booleans(), st.integers(0, 1000))
def test_a_game_goes_as_the_slow_version_says(size, swap, seed):
    fast, slow, choose = HexPosition(size, swap), SlowHex(size, swap), random.Random(seed)
    every = max(size * size // 12, 1)
    while not fast.over:
        if slow.played % every == 0 or slow.played < 3:
            assert {fast.move_name(m) for m in fast.legal_moves()} == slow.moves
            assert (fast.mover, fast.result) == (slow.turn, 0.0)
            assert all(fast.colour_at(c, r) == slow.stones.get((c, r), 0) for c in range(size) for r in range(size))
        move = "swap" if swap and slow.played == 1 and seed % 2 else fast.move_name(choose.choice(fast.legal_moves()))
        assert slow.winner == 0 or slow.played % every
        fast.play(move)
        slow.play(move)
    assert fast.result == {1: 1.0, 2: -1.0}[slow.winner]
    assert fast.legal_moves() == []
    assert_connects(fast)


def assert_connects(game: HexPosition) -> None:
    """The winning chain goes from edge to edge, stone by stone."""
    chain, winner = game.winning_chain(), int(game.state.winner)
    assert all(game.state.colour[cell] == winner for cell in chain)
    assert all(b - a in AROUND for a, b in itertools.pairwise(chain))
    ends = {game.move_name(cell)[1:] if winner == 1 else game.move_name(cell)[0] for cell in (chain[0], chain[-1])}
    assert ends == ({"1", str(game.lines)} if winner == 1 else {"a", "abcdefghijklmnopqrs"[game.lines - 1]})


@pytest.mark.parametrize("text", ["", "a", "a0", "f1", "a6", "aa", "a1b", "²", "swap-it", "pass"])
def test_what_is_no_cell_is_said_in_one_sentence(text):
    with pytest.raises(ValueError, match=r"is not a move: write a letter and a number, from a1 to e5\."):
        HexPosition(5).parse_move(text)


def test_a_first_stone_is_taken_over_once_and_mirrored():
    game = played(5, "b4", "swap", swap=True)
    assert (game.colour_at(1, 3), game.colour_at(3, 1), game.mover) == (0, 2, 1)
    for late in (game, played(5, "b4"), played(5, swap=True)):
        with pytest.raises(ValueError, match=r"swap is not a legal move here\."):
            late.play("swap")
    with pytest.raises(ValueError, match=r"size must be a whole number from 3 to 19, not 20\."):
        hex_game.new_game(size=20)


@pytest.mark.parametrize(
    ("moves", "saves"),
    [
        ("c2 e5 b4 b3", "c3"),  # c2 and b4 with c3 and b3 between them
        ("c2 e5 b4 c3", "b3"),
        ("c2 e5 e4 c1", "d1"),  # the edge is a stone
        ("c2 e5 e4 a5", ""),
        ("c2 b3 b4 c3", ""),  # the other cell is taken
    ],
)
def test_an_intrusion_into_a_bridge_is_answered(moves, saves):
    game = played(5, *moves.split())
    cell = answer(
        game.states[0],
    )
    assert (game.move_name(cell) if cell else "") == saves


def test_the_player_beats_plain_search_with_as_many_simulations():
    points = 0.0
    for seed in range(4):
        side = 1 + seed % 2
        own, other = make_player("hex", seed=seed), make_player("mcts", game="hex", seed=seed)
        seats = {side: PlayerSeat(own, Budget(200)), 3 - side: PlayerSeat(other, Budget(200))}
        verdict = Table(hex_game.new_game(size=6), seats).play()
        points += verdict.points if side == 1 else 1 - verdict.points
    assert points == 4


def test_openings_are_fair_first_stones_and_always_the_same():
    found = [opening_of({"size": 7, "swap": False, "seed": 1}, number) for number in range(6)]
    assert found == [opening_of({"size": 7, "swap": False, "seed": 1}, number) for number in range(6)]
    assert len(set(found)) > 2
    assert all(len(moves) == 1 and unfairness(7, HexPosition(7).parse_move(moves[0])) <= FAIR for moves in found)
    assert opening_of({"size": 5, "swap": True, "seed": 1}, 0) == ()


# Files


@pytest.mark.slow
@settings(max_examples=12)
@given(st.integers(3, 13), st.booleans(), st.integers(0, 99), st.integers(0, 40), st.text(max_size=8))
def test_a_game_reads_back_as_it_was(size, swap, seed, moves, name):
    game = random_game(size, swap, seed, moves)
    outcome = game.verdict().outcome if game.over else ""
    text = save(Record(game, {1: "A]", 2: "B\\"}, outcome, comments={1: name} if moves else {})).decode()
    assert game_of(text) == "hex"
    again = load(text.encode())
    assert (str(again.position), again.position.played) == (str(game), game.played)
    assert (again.position.conditions["size"], again.outcome) == (size, outcome)
    assert again.names == {1: "A]", 2: "B\\"}
    assert format_of("hex").write(again).decode() == save(again).decode()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nothing", "This is not a game in SGF"),
        ("(;GM[1];B[aa])", "This is not a game of Hex: that has GM\\[11\\]"),
        ("(;GM[11]SZ[40])", "The board must have from 3 to 19 lines, not '40'"),
        ("(;GM[11]SZ[5];B[f1])", "Move 1, B\\[f1\\], cannot be: 'f1' is not a move"),
        ("(;GM[11]SZ[5];B[a1];B[a2])", "Move 2, B\\[a2\\], cannot be: it is not this side's turn"),
        ("(;GM[11]SZ[5];B[a1];W[a1])", "Move 2, W\\[a1\\], cannot be: a1 is not a legal move here"),
        ("(;GM[11]SZ[5]AB[a1])", "Stones that are set up cannot be read"),
    ],
)
def test_a_bad_file_gets_one_sentence(text, says):
    with pytest.raises(ValueError, match=says):
        load(text.encode())
