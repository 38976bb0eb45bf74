"""A session at Go in a real terminal, as far as a program can have one."""

import pytest

from kaya.go.files.sgf import load

from ...terminal.pseudo_terminal import Terminal

pytestmark = pytest.mark.processes


class Go(Terminal):
    program = """
from kaya import Budget
from kaya.terminal.play import play
play("go", "uct", budget=Budget({budget}), seed=1, save="pty.sgf")
"""


def moves(folder) -> int:
    return len(load((folder / "pty.sgf").read_bytes()).moves)


def test_a_session_in_a_pseudo_terminal(tmp_path):
    with Go(tmp_path, "simulations=100") as terminal:
        terminal.say("E5", "uct plays")
        terminal.say("E5", "E5 is occupied.")
        terminal.say("nonsense", "There is no command")
        terminal.leave()
    assert "Saved as pty.sgf." in terminal.seen
    assert "●" in terminal.seen
    assert moves(tmp_path) == 2


def test_ctrl_c_makes_the_program_move_and_a_closed_terminal_saves_the_game(tmp_path):
    with Go(tmp_path, "seconds=300") as terminal:
        terminal.say("E5", "simulations")
        terminal.type("\x03")
        terminal.wait_for("uct plays")
        terminal.hang_up()
    assert moves(tmp_path) == 2
