"""Kriegspiel in a real terminal, as far as a program can have one."""

import pytest

from kaya.kriegspiel.files.pgn import load

from ...terminal.pseudo_terminal import Terminal

pytestmark = pytest.mark.processes


class Table(Terminal):
    program = """
from kaya import Budget
from kaya.terminal.play import play
play("kriegspiel", "kriegspiel-random", budget=Budget({budget}), seed=1, save="pty.pgn")
"""
    prompt = "White to move > "


class Slow(Terminal):
    """On its second move the program thinks until it is stopped."""

    program = """
import time
from kaya import Budget
from kaya.kriegspiel.players import RandomPlayer
from kaya.search import Report
from kaya.terminal.play import play
calm = RandomPlayer.decide

def slow(self, view, budget, *, stop=lambda: True, progress=lambda report: None):
    while view.ply == 3 and not stop():
        progress(Report.of_nothing())
        time.sleep(0.05)
    return calm(self, view, budget)

RandomPlayer.decide = slow
play("kriegspiel", "kriegspiel-random", budget=Budget({budget}), seed=1, save="pty.pgn")
"""


class Deaf(Slow):
    """And here it does not even stop; it says that it was told."""

    program = """
import os
import signal

def listen():  # print would take a lock, which whoever was interrupted may have
    told = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, lambda *given: (os.write(1, b"heard\\n"), told(*given)))
""" + Slow.program.replace("not stop()", "not (stop() and False)").replace(
        "    while", "    if view.ply == 3:\n        listen()\n    while"
    )


def plies(folder) -> int:
    return len(load((folder / "pty.pgn").read_text()).position.plies)


def test_a_session_in_a_pseudo_terminal_and_when_that_is_closed_the_game_is_saved(tmp_path):
    with Table(tmp_path, "simulations=1") as terminal:
        terminal.say("e4", "Black: moved")
        terminal.say("e9", "There is no command")
        terminal.say("Ke8", "Your king cannot go to e8.")
        terminal.hang_up()
    assert "♟" in terminal.seen
    assert plies(tmp_path) == 2


def test_a_terminal_without_unicode_and_colours_has_letters(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    with Table(tmp_path, "simulations=1", encoding="ascii") as terminal:
        terminal.say("e4", "Black: moved")
        terminal.leave()
    assert "Saved as pty.pgn." in terminal.seen
    assert "1  R  N  B  Q  K  B  N  R" in terminal.seen
    assert terminal.output.isascii()


def think(terminal: Terminal) -> None:
    """Play until the program thinks."""
    terminal.wait_for("White to move > ")
    terminal.type("e4\n")
    terminal.wait_for("Black: moved")
    terminal.wait_for("White to move > ")
    terminal.type("d4\n")
    terminal.wait_for("[Ctrl-C: play now]")


def test_ctrl_c_makes_the_program_move_at_once(tmp_path):
    with Slow(tmp_path, "simulations=1") as terminal:
        think(terminal)
        terminal.type("\x03")
        terminal.wait_for("2.   Black: moved")
        terminal.wait_for("White to move > ")
        terminal.type("quit\n")
        terminal.end()
    assert plies(tmp_path) == 4
    assert "simulations" not in terminal.seen, "a count that begins anew would tell of a refused try"


def test_ctrl_c_three_times_leaves_a_program_that_does_not_listen_and_saves_the_game(tmp_path):
    with Deaf(tmp_path, "simulations=1") as terminal:
        think(terminal)
        for _ in range(3):
            terminal.type("\x03")
            terminal.wait_for("heard")  # two at once would be one signal
        terminal.wait_for("--resume pty.pgn")
        terminal.end()
    assert plies(tmp_path) == 3
