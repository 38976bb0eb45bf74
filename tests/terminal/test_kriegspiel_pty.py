"""Kriegspiel in a real terminal, as far as a program can have one."""

import signal

from kaya.protocols.kriegspiel_pgn import load

from .test_terminal_pty import Terminal


class Table(Terminal):
    program = """
from kaya import Budget
from kaya.terminal.kriegspiel import play
play("kriegspiel-random", budget=Budget({budget}), seed=1, save="pty.pgn")
"""


class Slow(Terminal):
    """The program thinks for ever."""

    program = """
import time
from kaya import Budget
from kaya.players.kriegspiel import RandomPlayer
from kaya.terminal.kriegspiel import play
calm = RandomPlayer.decide
RandomPlayer.decide = lambda self, view, budget: time.sleep(300) if view.ply == 3 else calm(self, view, budget)
play("kriegspiel-random", budget=Budget({budget}), seed=1, save="pty.pgn")
"""


def plies(folder) -> int:
    return len(load((folder / "pty.pgn").read_text()).position.plies)


def test_a_sitting_in_a_pseudo_terminal(tmp_path):
    with Table(tmp_path, "simulations=1") as terminal:
        terminal.wait_for("White to move > ")
        terminal.type("e4\n")
        terminal.wait_for("Black: moved")
        terminal.wait_for("White to move > ")
        terminal.type("e9\n")
        terminal.wait_for("There is no command")
        terminal.wait_for("White to move > ")
        terminal.type("Ke8\n")
        terminal.wait_for("Your king cannot go to e8.")
        terminal.wait_for("White to move > ")
        terminal.type("\x04")
        terminal.wait_for("Saved as pty.pgn.")
        assert terminal.process.wait(30) == 0
    assert "♟" in terminal.seen
    assert "Traceback" not in terminal.seen
    assert plies(tmp_path) == 2


def test_a_terminal_without_unicode_and_colours_has_letters(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    with Table(tmp_path, "simulations=1", encoding="ascii") as terminal:
        terminal.wait_for("White to move > ")
        terminal.type("e4\n")
        terminal.wait_for("Black: moved")
        terminal.wait_for("White to move > ")
        terminal.type("quit\n")
        assert terminal.process.wait(30) == 0
    assert "1  R  N  B  Q  K  B  N  R" in terminal.seen
    assert terminal.output.isascii()


def test_ctrl_c_while_it_thinks_saves_the_game(tmp_path):
    with Slow(tmp_path, "simulations=1") as terminal:
        for move in ("e4", "d4"):
            terminal.wait_for("White to move > ")
            terminal.type(f"{move}\n")
            terminal.wait_for("thinks [Ctrl-C")
        terminal.type("\x03")
        terminal.wait_for("--resume pty.pgn")
        assert terminal.process.wait(30) == 0
    assert plies(tmp_path) == 3


def test_a_closed_terminal_saves_the_game(tmp_path):
    with Table(tmp_path, "simulations=1") as terminal:
        terminal.wait_for("White to move > ")
        terminal.type("e4\n")
        terminal.wait_for("Black: moved")
        terminal.wait_for("White to move > ")
        terminal.process.send_signal(signal.SIGHUP)
        terminal.process.wait(30)
    assert "Traceback" not in terminal.seen
    assert plies(tmp_path) == 2
