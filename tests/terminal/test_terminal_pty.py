"""A sitting in a real terminal, as far as a program can have one."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kaya.protocols.sgf import load

pty = pytest.importorskip("pty")

PROGRAM = """
from kaya import Budget
from kaya.terminal.play import play
play("go", "uct", budget=Budget({budget}), seed=1, save="pty.sgf")
"""


class Terminal:
    """A process with a pseudo-terminal of its own."""

    program = PROGRAM

    def __init__(self, folder: Path, budget: str, columns: int = 80, encoding: str = "utf-8"):
        self.master, slave = pty.openpty()
        root = Path(__file__).parents[2]
        environment = {**os.environ, "PYTHONPATH": str(root), "TERM": "xterm-256color", "COLUMNS": str(columns),
                       "LINES": "30", "PYTHONIOENCODING": encoding, "KAYA_QUIET": "1"}  # fmt: skip
        command = [sys.executable, "-c", self.program.format(budget=budget)]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment,
                                        preexec_fn=self._lead)  # fmt: skip
        os.close(slave)
        self.output, self.place = b"", 0

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    @staticmethod
    def _lead() -> None:
        import fcntl
        import termios

        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C reaches the process

    @property
    def seen(self) -> str:
        """All that was shown, without the codes for colours."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.output.decode("utf-8", "replace"))

    def wait_for(self, text: str, seconds: float = 90) -> None:
        """Read until this text comes after what was waited for before."""
        deadline = time.monotonic() + seconds
        while (place := self.seen.find(text, self.place)) < 0:
            assert time.monotonic() < deadline, f"{text!r} did not come:\n{self.seen}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.output += os.read(self.master, 65536)
                except OSError:  # the other end is closed
                    deadline = 0.0
        self.place = place + len(text)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())


def test_a_sitting_in_a_pseudo_terminal(tmp_path):
    with Terminal(tmp_path, "simulations=100") as terminal:
        terminal.wait_for("to move > ")
        terminal.type("E5\n")
        terminal.wait_for("uct plays")
        terminal.wait_for("to move > ")
        terminal.type("E5\n")
        terminal.wait_for("E5 is occupied.")
        terminal.type("nonsense\n")
        terminal.wait_for("There is no command")
        terminal.wait_for("to move > ")
        terminal.type("\x04")
        terminal.wait_for("Saved as pty.sgf.")
        assert terminal.process.wait(30) == 0
    assert "●" in terminal.seen
    assert "Traceback" not in terminal.seen
    assert len(load((tmp_path / "pty.sgf").read_bytes()).moves) == 2


def test_ctrl_c_makes_the_program_move_and_a_closed_terminal_saves_the_game(tmp_path):
    with Terminal(tmp_path, "seconds=300") as terminal:
        terminal.wait_for("to move > ")
        terminal.type("E5\n")
        terminal.wait_for("simulations")
        terminal.type("\x03")
        terminal.wait_for("uct plays", seconds=30)
        terminal.wait_for("to move > ")
        terminal.process.send_signal(signal.SIGHUP)
        terminal.process.wait(30)
    assert "Traceback" not in terminal.seen
    assert len(load((tmp_path / "pty.sgf").read_bytes()).moves) == 2
