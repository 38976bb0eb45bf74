"""Kriegspiel in a real terminal, as far as a program can have one."""

from kaya.protocols.kriegspiel_pgn import load

from .pseudo_terminal import Terminal


class Table(Terminal):
    program = """
from kaya import Budget
from kaya.terminal.kriegspiel import play
play("kriegspiel-random", budget=Budget({budget}), seed=1, save="pty.pgn")
"""
    prompt = "White to move > "


class Slow(Table):
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
        terminal.say("e4", "Black: moved")
        terminal.say("e9", "There is no command")
        terminal.say("Ke8", "Your king cannot go to e8.")
        terminal.leave()
    assert "Saved as pty.pgn." in terminal.seen
    assert "♟" in terminal.seen
    assert plies(tmp_path) == 2


def test_a_terminal_without_unicode_and_colours_has_letters(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    with Table(tmp_path, "simulations=1", encoding="ascii") as terminal:
        terminal.say("e4", "Black: moved")
        terminal.leave("quit\n")
    assert "1  R  N  B  Q  K  B  N  R" in terminal.seen
    assert terminal.output.isascii()


def test_ctrl_c_while_it_thinks_saves_the_game(tmp_path):
    with Slow(tmp_path, "simulations=1") as terminal:
        for move in ("e4", "d4"):
            terminal.say(move, "thinks [Ctrl-C")
        terminal.type("\x03")
        terminal.end()
    assert "--resume pty.pgn" in terminal.seen
    assert plies(tmp_path) == 3


def test_a_closed_terminal_saves_the_game(tmp_path):
    with Table(tmp_path, "simulations=1") as terminal:
        terminal.say("e4", "Black: moved")
        terminal.hang_up()
    assert plies(tmp_path) == 2
