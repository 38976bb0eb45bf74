"""Phantom Go over GTP: a program under an umpire, and outside programs at Kaya's table."""

import io
import sys
from pathlib import Path

import pytest

from kaya.lab.matches.contestants import Pace, game_of, make_contestant
from kaya.phantom_go.gtp import serve
from kaya.phantom_go.rules import PhantomGoPosition
from kaya.players import make_player
from kaya.search import Budget
from kaya.table import PlayerSeat, Table
from tests.terminal.scripted import run_command

ROOT = Path(__file__).resolve().parents[2]


def session(*lines: str) -> list[str]:
    output = io.BytesIO()
    serve(
        make_player("phantom-random", seed=3),
        budget=Budget(simulations=10),
        lines=5,
        input=io.BytesIO("\n".join(lines).encode()),
        output=output,
    )
    return output.getvalue().decode().removesuffix("\n\n").split("\n\n")


def test_a_game_under_an_umpire():
    answers = session(
        "clear_board",
        "genmove black",
        "play black C3",
        "phantom-heard white moved",
        "5 genmove b",
        "phantom-heard black D4: refused",
        "phantom-heard black D3: moved",
        "phantom-heard white passed",
        "showboard",
    )
    assert [a[0] for a in answers] == list("=========")
    assert answers[4].startswith("=5 ")
    assert "X X" in answers[8], answers[8]
    assert "O" in answers[8], "the refusal has shown a stone"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("phantom-heard white moved; 1 captured at C3", "The umpire cannot have said 'White: moved; 1 captured at C3'"),
        ("phantom-heard white E5: moved", "the program plays black: only its own moves are told with their point"),
        ("phantom-heard black moved", "the program plays black: only its own"),
        ("phantom-heard white flew", "'flew' is nothing that an umpire of Phantom Go says"),
        ("phantom-refused A1", "The umpire cannot have said 'Black: point 31, refused': White is to move"),
        ("phantom-refused Z1", "syntax error: 'Z1' is not a point"),
        ("genmove white", "the program plays black in this game"),
        ("genmove black", "it is the opponent's turn"),
        ("boardsize 4", "size must be a whole number from 5 to 19, not 4"),
        ("phantom-rules chess", "rules must be olympiad or atari, not 'chess'"),
        ("undo", "unknown command"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_the_game_goes_on(line, why):
    answers = session("genmove black", "play black C3", line, "phantom-heard white moved", "genmove black")
    assert answers[2].startswith(f"? {why}"), answers[2]
    assert answers[-1].startswith("= ") or line.startswith(("boardsize", "phantom-rules"))


@pytest.mark.parametrize(
    ("words", "lines"), [(["phantom-go"], 9), (["phantom-go", "--size", "13"], 13), (["go", "--player", "uct"], 19)]
)
def test_the_usual_board_is_the_games_own(words, lines, monkeypatch, capsys):
    began = []
    for place in ("kaya.phantom_go.gtp.serve", "kaya.go.gtp.serve"):
        monkeypatch.setattr(place, lambda player, *, lines, **rest: began.append(lines))
    assert run_command(monkeypatch, capsys, "gtp", "--game", *words)[0] == 0
    assert began == [lines]


@pytest.mark.processes
def test_an_outside_program_sits_at_the_table(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    command = f"{sys.executable} -m kaya.cli gtp --game phantom-go --player phantom-random --seed 2"
    assert game_of(f"gtp:{command}") == ""
    seat = make_contestant(f"gtp:{command}", Pace(), game="phantom-go")
    try:
        own = PlayerSeat(make_player("phantom-random", seed=1), Budget(simulations=10))
        table = Table(PhantomGoPosition(5, rules="atari"), {1: seat, 2: own})
        verdict = table.play()
        assert verdict.outcome[:2] in ("B+", "W+")
        assert sum(len(ply.tried) for ply in table.position.plies), "some tries were refused"
    finally:
        seat.close()
    with pytest.raises(ValueError, match=r"^A program behind gtp: plays go or phantom-go, not kriegspiel\.$"):
        make_contestant("gtp:cat", Pace(), game="kriegspiel")
