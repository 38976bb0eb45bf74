"""Kriegspiel in lines: Kaya as the program, and other programs at Kaya's table."""

import io
import random
import re
import sys
from pathlib import Path

import pytest

from kaya import Budget, __version__, make_player
from kaya.kriegspiel.protocol import KriegspielSeat, serve, starts
from kaya.kriegspiel.protocol.server import Server
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition
from kaya.kriegspiel.rules.messages import MOVED
from kaya.lab.matches.contestants import Pace, game_of, make_contestant
from kaya.table import Failure, PlayerSeat, Table

PROGRAM = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'kriegspiel_program.py'}"
FAKE = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "kriegspiel": print("info hello", "name Fake", "ready", sep="\\n", flush=True)
    if word == "new": print("ready", flush=True)
    if word == "go": {go}
"""
SAID = [
    "moved",
    "illegal",
    "pawn at e5 captured",
    "piece at e8 captured",
    "pawn at a2 captured",
    "rank check",
    "file check",
    "long-diagonal check",
    "short-diagonal check",
    "knight check",
    "1 pawn try",
    "16 pawn tries",
    "17 pawn tries",
    "checkmate",
    "stalemate",
    "insufficient material",
    "fifty moves",
    "threefold repetition",
    "",
    ":",
    "\0",
    "é",
    "\ud800",
    "9" * 400,
]


@pytest.fixture
def server() -> Server:
    return Server(make_player("kriegspiel-random", seed=1), Budget(simulations=1))


def random_positions(count: int):
    """Positions along random games."""
    chance = random.Random(3)
    for _ in range(count):
        position = KriegspielPosition()
        for _ in range(chance.randrange(60)):
            if position.over:
                break
            position.play(chance.choice(position.legal_moves()))
        if not position.over:
            yield KriegspielPosition(position.fen)


@pytest.mark.slow
def test_what_is_told_before_the_first_move_can_be_written_and_read():
    for position in random_positions(40):
        for side in (WHITE, BLACK):
            start = position.start_for(side)
            read = starts.read(starts.written(start))
            assert read.view().pieces == start.view().pieces
            assert (read.side, read.to_move, read.message, read.castling, read.enemy_pawns, read.enemy_pieces) == (
                start.side,
                start.to_move,
                start.message | MOVED,
                start.castling,
                start.enemy_pawns,
                start.enemy_pieces,
            )
    assert starts.written(KriegspielPosition().start_for(BLACK)) == "black"


def test_the_line_for_another_position_by_hand():
    start = starts.read("black men Kh8 Ra8 a7 castling - enemy 3 1 turn black: moved; file check")
    view = start.view()
    assert (view.side, view.to_move, view.enemy_pawns, view.enemy_pieces) == (BLACK, BLACK, 3, 1)
    assert {view.move_name(m)[:2] for m in view.tries()} == {"h8", "a8", "a7"}


def test_a_conversation(server):
    assert server.answer("kriegspiel 1") == ["name Kaya, kriegspiel-random", f"version {__version__}", "ready"]
    assert server.answer("new white") == ["ready"]
    (tried,) = server.answer("go simulations 5")
    assert tried.startswith("try ")
    assert server.answer("heard d2d4: moved") == []
    assert server.answer("go") == ["error The opponent is to move."]
    assert server.answer("heard moved; 1 pawn try") == []
    assert server.seat.view.pawn_tries == 1
    assert server.answer("heard d4e5: illegal") == []
    assert "try d4e5" not in server.answer("go seconds 0.01")
    assert server.answer("heard d4c5: moved; pawn at c5 captured") == []
    assert (server.seat.view.enemy_pawns, server.seat.view.to_move) == (7, BLACK)


def test_each_move_has_its_own_part_of_the_clock(server, monkeypatch):
    given = []
    choose = server.seat.player.choose
    monkeypatch.setattr(server.seat.player, "choose", lambda view, budget: given.append(budget.seconds) or choose(view))
    server.answer("new white")
    for line in ("go clock 60", "heard e2e4: moved", "heard moved", "go clock 60"):
        server.answer(line)
        server.seat.spent = server.seat.spent[0], server.seat.spent[1] and 1e6  # it took too long
    assert given[1] == pytest.approx(given[0], rel=0.1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "'hello' is no command: there are kriegspiel, new, heard, go and quit."),
        ("kriegspiel 2", "This is version 1 of the protocol, not 2."),
        ("new green", "A game begins with new white"),
        ("new white men Kx9 castling - enemy 8 7 turn white: moved", "'Kx9' is not a piece"),
        ("new white men e1 castling - enemy 8 7 turn white: moved", "A side has one king"),
        ("new white men Ke1 castling k enemy 8 7 turn white: moved", "White's castling rights are - or some of KQ"),
        ("new white men Ke1 castling - enemy 9 7 turn white: moved", "The opponent has at most 8 pawns"),
        ("heard nonsense", "'nonsense' is nothing that an umpire says."),
        ("heard stalemate; threefold repetition; checkmate", "'threefold repetition' is one thing too many: "),
        ("heard a1a8: fifty moves; checkmate", "'checkmate' is one thing too many: 'moved; fifty moves' was said"),
        ("heard 1 pawn try; 16 pawn tries", "'16 pawn tries' is one thing too many"),
        ("heard pawn at a2 captured; piece at b1 captured", "'piece at b1 captured' is one thing too many"),
        ("heard e2e5: moved", "that could not be tried"),
        ("heard moved", "White is to move"),
        ("heard e2: moved", "is not a move"),
        ("go seconds -1", "A limit is a number above 0, not '-1'."),
        ("go seconds nan", "A limit is a number above 0, not 'nan'."),
        ("go fast", "After go comes nothing"),
        ("go " + "x" * 2000, "A line has at most 1000 characters."),
    ],
)
def test_a_mistake_gets_a_sentence_and_the_game_goes_on(server, line, said):
    server.answer("new white")
    (answer,) = server.answer(line)
    assert answer.startswith("error ")
    assert said in answer
    assert server.answer("go")[0].startswith("try ")


def test_nobody_captures_a_king(server):
    server.answer("new black")
    assert server.answer("heard piece at e8 captured") == [
        "error The umpire cannot have said 'White: moved; piece at e8 captured': there is nothing to capture."
    ]


def odd_line(server: Server, chance: random.Random) -> str:
    """A line that an umpire might say, or one that is a little beside it."""
    moves = [server.seat.view.move_name(move) for move in server.seat.view.tries()] if server.side else []
    move = chance.choice([*moves, "e2e4", "a1a8", "h7h8q", "e9", ""])
    said = "; ".join(chance.choices(SAID, k=chance.choice((1, 1, 2, 3))))
    return chance.choice(
        (
            f"heard {said}",
            f"heard {move}: {said}",
            "heard moved",
            f"heard {move}: moved",
            f"heard {move}: illegal",
            "go",
            "go simulations 2",
            "go clock 0.001",
            f"go {said}",
            f"new {chance.choice(('white', 'black', said))}",
            f"new white men Ke1 {move[:2]} castling KQ enemy 8 7 turn black: {said}",
            f"{said} {move}",
        )
    )


@pytest.mark.slow
def test_odd_lines_get_answers_and_never_a_crash(server):
    chance, answers = random.Random(29), []
    for _ in range(1500):
        answers += server.answer(odd_line(server, chance))
    assert all(re.fullmatch(r"(error .+|try [a-h][1-8][a-h][1-8][nbrq]?|ready|resign)", answer) for answer in answers)
    assert not [answer for answer in answers if "broken down" in answer]
    assert {answer.split()[0] for answer in answers} == {"error", "try", "ready"}


def test_any_bytes_get_an_answer():
    out = io.StringIO()
    lines = [b"\xff\n", b"new \xc3\xa9\n", b"quit\n", b"go"]
    serve(make_player("kriegspiel-random"), Budget(simulations=1), lines, out)
    unknown, no_start = out.getvalue().splitlines()
    assert unknown == r"error '\\xff' is no command: there are kriegspiel, new, heard, go and quit."
    assert no_start.startswith("error A game begins with new white")


def test_before_a_game_there_is_nothing_to_try(server):
    assert server.answer("go") == ["error No game has begun: say new white or new black."]


@pytest.mark.processes
def test_a_program_plays_a_whole_game_at_kayas_table():
    """The example against a random player: each game comes to an end by the rules or is scored for its length."""
    seat = KriegspielSeat(PROGRAM, patience=300)
    assert seat.identity == {"name": "Any move", "version": "1", "command": PROGRAM}
    try:
        for side in (WHITE, BLACK):
            table = Table(KriegspielPosition(), {side: seat, 3 - side: PlayerSeat(make_player("kriegspiel-random"))})
            table.play()
            assert len(table.position.played) > 10
    finally:
        seat.close()


@pytest.mark.processes
def test_a_match_names_such_a_program():
    described = f'kriegspiel:"{PROGRAM}"'
    contestant = make_contestant(described, Pace(seconds=1.5))
    assert game_of(described) == "kriegspiel"
    try:
        assert contestant.describe({})["name"] == "Any move"
    finally:
        contestant.close()
    with pytest.raises(ValueError, match="needs a command"):
        make_contestant("kriegspiel:", Pace())


@pytest.mark.processes
@pytest.mark.parametrize(
    ("go", "said"),
    [
        ("sys.exit(1)", "crashed"),
        ("print('maybe', flush=True)", "answered nonsense: 'maybe'"),
        ("print('try e9', flush=True)", "illegal move 'e9'"),
        ("print('error I am lost', flush=True)", "says: I am lost"),
        ("time.sleep(900)", "hung: no answer to go in 0.5 s"),
    ],
)
def test_a_program_that_misbehaves_loses_for_a_reason(tmp_path, go, said):
    (tmp_path / "fake.py").write_text(FAKE.format(go=go))
    seat = KriegspielSeat(f"{sys.executable} {tmp_path / 'fake.py'}", patience=300.0)
    try:
        seat.begin(KriegspielPosition().start_for(WHITE), WHITE)
        seat.program.patience = 0.5 if "sleep" in go else 300.0
        with pytest.raises(Failure, match=said):
            seat.choose()
    finally:
        seat.close()


@pytest.mark.processes
def test_what_is_left_of_the_time_is_said(tmp_path):
    """The program answers with the line it was told, as an error."""
    (tmp_path / "fake.py").write_text(FAKE.format(go="print('error', line.strip(), flush=True)"))
    for told, limits in (("go simulations 7", {"simulations": 7}), ("go$", {})):
        seat = KriegspielSeat(f"{sys.executable} {tmp_path / 'fake.py'}", **limits)
        try:
            seat.begin(KriegspielPosition().start_for(WHITE), WHITE)
            with pytest.raises(Failure, match=told):
                seat.choose()
        finally:
            seat.close()


def test_a_command_that_is_not_there_gets_a_sentence():
    with pytest.raises(ValueError, match="'/no/such/program' cannot play: cannot be started: No such file"):
        _ = KriegspielSeat("/no/such/program").name
