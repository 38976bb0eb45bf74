"""The samplers: their chess program against minimax, their pool against all boards that could be, their engine."""

import sys
import warnings
from pathlib import Path

import chess
import numpy as np
import pytest

from bench.slow_umpire import SlowUmpire
from kaya.kernel import plain
from kaya.kriegspiel.knowledge.sampling import chess_engine
from kaya.kriegspiel.knowledge.sampling.chess_engine import (
    INFINITE,
    MATE,
    QUIET,
    alpha_beta,
    evaluate,
    new_work,
    score_moves,
)
from kaya.kriegspiel.knowledge.sampling.pool import Pool
from kaya.kriegspiel.players import RandomPlayer, uci
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, move_name, parse_move
from kaya.kriegspiel.rules.board import make
from kaya.kriegspiel.rules.fen import write_fen
from kaya.kriegspiel.rules.moves import danger, moves
from kaya.players import make_player, players_of
from kaya.search import Budget

from ..conftest import run_python
from .tables import played, view_of
from .test_hidden import findings

SAMPLERS = ("kriegspiel-los", "kriegspiel-aosp", "kriegspiel-hs")
FEW = Budget(simulations=6)
ENGINE = f"{sys.executable} {Path(__file__).with_name('fake_uci.py')}"


# --- the chess program


def legal(states: np.recarray) -> list[int]:
    into = np.zeros(512, np.int32)
    return into[: moves(states[0], into)].tolist()


def minimax(states: np.recarray, depth: int, ply: int) -> int:
    """The value by looking at everything: all moves, then all captures and promotions to a queen."""
    listed, in_check = legal(states), bool(danger(states[0])[1])
    if not listed:
        return ply - MATE if in_check else 0
    board = chess.Board(write_fen(states[0]))
    if board.is_insufficient_material():
        return 0
    quiet = depth <= 0 and not in_check
    if depth <= -QUIET:
        return int(evaluate(states[0]))
    values = [int(evaluate(states[0]))] if quiet else []
    for move in listed:
        name = move_name(move)
        if quiet and not (board.is_capture(chess.Move.from_uci(name)) or name.endswith("q")):
            continue
        after = states.copy()
        make(after[0], move)
        values.append(-minimax(after, depth - 1, ply + 1))
    return max(values)


POSITIONS = (
    "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
    "r3k3/1P6/8/8/3n4/8/4P3/R3K3 w Q - 0 1",
    "8/8/8/2pP4/8/k7/8/K6r w - c6 0 1",  # en passant, and a check
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",  # mate in one
    "k7/2Q5/8/8/8/8/8/K7 b - - 0 1",  # stalemate
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
)


@pytest.mark.slow
@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("depth", [0, 1])
def test_alpha_beta_is_minimax(fen, depth):
    states, work = KriegspielPosition(fen).states.copy(), new_work()
    work["boards"][0, 0] = states.view(np.ndarray)[0]
    assert alpha_beta(work.view(np.recarray)[0], 0, depth, -INFINITE, INFINITE) == minimax(states, depth, 0)


def test_evaluation_by_hand():
    """A knight on d4 against nothing: 320, its place 6 * 6 - 20 = 16, 8 squares; kings in the ending cancel out."""
    board = KriegspielPosition("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1").state
    assert evaluate(board) == 320 + 16 + 8 * 4
    flipped = KriegspielPosition("4k3/8/8/3n4/8/8/8/4K3 b - - 0 1").state
    assert evaluate(flipped) == 320 + 16 + 8 * 4


def best(fen: str, depth: int = 2) -> str:
    states = KriegspielPosition(fen).states.copy()
    tries = np.array(legal(states))
    sums, counts = np.zeros(len(tries)), np.zeros(len(tries), np.int64)
    score_moves(new_work()[0], plain(states), 0, 1, tries, depth, 400.0, sums, counts)
    assert (counts == 1).all()
    assert (abs(sums) <= 1).all()
    return move_name(int(tries[np.argmax(sums)]))


def test_it_takes_a_hanging_queen_and_mates_in_one():
    assert best("rnb1kbnr/pppp1ppp/8/4p1q1/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1") == "c1g5"
    assert best("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1") == "d1d8"
    assert best("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1") == "h5f7"
    assert best("4k3/8/1p6/2p5/8/8/8/2Q1K3 w - - 0 1", 1) != "c1c5", "the pawn is protected"


# --- the pool


def all_boards(position: KriegspielPosition, side: int) -> set[str]:
    """Every board that agrees with all that a side has heard, by slow umpires: what each ply could have been."""
    boards = {chess.STARTING_FEN}
    for announcement in position.announcements(side):
        after = set()
        for fen in boards:
            own = announcement.by == side
            names = [move_name(announcement.move)] if own else [m.uci() for m in chess.Board(fen).legal_moves]
            for name in names:
                slow = SlowUmpire(fen)
                said = slow.try_move(name)
                if own:
                    said = "; ".join(part for part in said.split("; ") if "pawn tr" not in part)
                if f"{said}" == str(announcement).split(": ")[-1]:
                    after.add(slow.board.fen(en_passant="legal"))
        boards = after
    return {" ".join(fen.split()[:4]) for fen in boards}


SCRIPTS = (
    "e2e4 d7d5 e4f5 e4d5 d8d5 b1c3 d5e5",  # a pawn try, a refusal, captures, a check
    "g1f3 e7e5 f3e5 d7d6 e5f7 e8f7",
    "a2a3 b7b5 a3a4",
)


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_the_pool_is_all_boards_that_agree_with_all_announcements(script, side):
    position = KriegspielPosition()
    for name in script.split():
        position.try_move(parse_move(name))
    view = view_of(position, side)
    pool = Pool(20_000, position.start_for(side))
    pool.follow(view)
    assert pool.complete
    found = [" ".join(write_fen(b).split()[:4]) for b in pool.boards[: pool.count].view(np.recarray)]
    assert len(found) == len(set(found)), "none is there twice"
    assert set(found) == all_boards(position, side)
    small = Pool(25, position.start_for(side), seed=1)
    small.follow(view)
    kept = {" ".join(write_fen(b).split()[:4]) for b in small.boards[: small.count].view(np.recarray)}
    assert kept <= set(found), "what a small pool keeps agrees as well"
    assert small.count <= 25
    assert small.complete == (small.count == pool.count and small.complete)


def test_a_pool_that_is_told_the_impossible_dies_out():
    position = KriegspielPosition()
    position.play(parse_move("e2e4"))
    view = view_of(position, BLACK)
    pool = Pool(100, position.start_for(BLACK))
    pool.follow(view)
    assert pool.count == 20
    pool.boards[:20] = pool.boards[0]
    pool.count = 0
    pool.follow(view)
    assert pool.count == 0


# --- the players


@pytest.mark.parametrize("name", SAMPLERS)
def test_a_capture_is_answered(name):
    """Black's only piece has just captured on d5; the rook on d1 takes it back."""
    position = KriegspielPosition("3qk3/8/8/3P4/8/8/8/3RK3 b - - 0 1")
    position.play(parse_move("d8d5"))
    player = make_player(name, seed=1)
    assert move_name(player.choose(view_of(position, WHITE), Budget(simulations=20)).move) == "d1d5"


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLERS)
@pytest.mark.usefixtures("freed_memory_changes")
def test_whole_games_are_played_by_the_rules_and_a_seed_repeats_them(name):
    records = []
    for _ in range(2):
        player = make_player(name, seed=7)
        if "pool" in player.parameters():
            player.set("pool", 300)
        table = played(player, RandomPlayer(seed=8), 40, budget=FEW)
        records.append([(p.tried, p.move) for p in table.position.plies])
    assert records[0] == records[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLERS)
def test_nothing_of_the_other_side_hangs_on_it_but_determinizations(name):
    player = make_player(name, seed=3)
    table = played(player, RandomPlayer(seed=4), 21, budget=Budget(simulations=2))
    for kept in ("pool", "_boards", "_work"):  # a determinization may happen to be true
        vars(player).pop(kept, None)
    assert findings(table.seats[WHITE], WHITE, table.position) == []


def test_seconds_are_kept():
    player, view = make_player("kriegspiel-hs"), view_of(KriegspielPosition(), WHITE)
    player.choose(view, FEW)
    assert player.choose(view, Budget(simulations=10**9, seconds=0.1)).report.simulations < 10**9


def test_a_game_that_begins_elsewhere_is_played_too():
    position = KriegspielPosition("4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1")
    for name in SAMPLERS:
        assert make_player(name).choose(view_of(position, WHITE), FEW).move in position.possible_tries()


# --- an engine


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    monkeypatch.setattr(uci, "PATIENCE", 300.0)


def playing(engine: str):
    player = make_player("kriegspiel-los")
    player.set("engine", engine)
    return player


@pytest.mark.processes
def test_an_engine_evaluates_the_moves():
    player, view = playing(ENGINE), view_of(KriegspielPosition(), WHITE)
    assert move_name(player.choose(view, FEW).move) == "h2h4", "the last of all names, which the engine says mates"
    player.close()


@pytest.mark.processes
def test_an_engine_that_dies_does_not_lose_the_game():
    player, view = playing(f"{ENGINE} 2"), view_of(KriegspielPosition(), WHITE)
    with pytest.warns(UserWarning, match=r"The engine .* has stopped\. Kaya's own chess program goes on\."):
        assert player.choose(view, FEW).move
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert player.choose(view, FEW).move, "and is not spoken of again"


@pytest.mark.processes
def test_an_engine_that_hangs_does_not_stop_the_game(monkeypatch):
    player = playing(f"{ENGINE} 2 hangs")
    monkeypatch.setattr(uci, "PATIENCE", 0.2)
    with pytest.warns(UserWarning, match=r"The engine .* does not answer\. Kaya's own chess program goes on\."):
        assert player.choose(view_of(KriegspielPosition(), WHITE), FEW).move


@pytest.mark.processes
def test_python_ends_although_nobody_has_closed_the_engine():
    code = f"from kaya.kriegspiel.players.uci import UciEngine; e = UciEngine({ENGINE!r}); print(e._most)"
    run = run_python(code)
    assert (run.stdout, run.stderr, run.returncode) == ("256\n", "", 0)


@pytest.mark.processes
def test_engines_that_cannot_be_used_are_refused_in_a_sentence(monkeypatch):
    with pytest.raises(ValueError, match=r"The engine 'no-such-engine' cannot be used"):
        playing("no-such-engine")
    with pytest.raises(ValueError, match="has no option MultiPV"):
        playing(f"{ENGINE} 9 no-multipv")
    with pytest.raises(ValueError, match="has stopped"):
        playing(f"{sys.executable} -c pass")
    with pytest.raises(ValueError, match=r"The engine ' ' cannot be used"):
        playing(" ")
    with pytest.raises(ValueError, match=r"The engine '\"open' cannot be used: No closing quotation\."):
        uci.UciEngine('"open')
    monkeypatch.setattr(uci, "PATIENCE", 0.2)
    with pytest.raises(ValueError, match="does not answer"):
        playing(f"{ENGINE} 9 mute")


def test_parameters_and_names():
    assert set(SAMPLERS) <= set(players_of("kriegspiel"))
    player = make_player("kriegspiel-hs:depth=1,thin=50")
    assert (player.parameters()["depth"].value, player.parameters()["thin"].value) == (1, 50)
    with pytest.raises(ValueError, match="depth must be a whole number from 1 to 6"):
        make_player("kriegspiel-los:depth=9")
    assert chess_engine.LAST_PLY >= 6 + QUIET
