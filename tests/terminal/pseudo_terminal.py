"""A terminal for tests, as far as a program can have one."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")


class Terminal:
    """A process with a pseudo-terminal of its own."""

    program = ""  # with {budget} in it
    prompt = "to move > "

    def __init__(self, folder: Path, budget: str, columns: int = 80, encoding: str = "utf-8"):
        self.master, slave = pty.openpty()
        root = Path(__file__).parents[2]
        environment = {
            **os.environ,
            "PYTHONPATH": str(root),
            "TERM": "xterm-256color",
            "COLUMNS": str(columns),
            "LINES": "30",
            "PYTHONIOENCODING": encoding,
            "KAYA_QUIET": "1",
        }
        command = [sys.executable, "-c", self.program.format(budget=budget)]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, preexec_fn=self._lead
        )
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

    def wait_for(self, text: str | None, seconds: float = 900) -> None:
        """Read until this text comes after what was waited for before; None: until the end."""
        deadline = time.monotonic() + seconds
        while text is None or (place := self.seen.find(text, self.place)) < 0:
            assert time.monotonic() < deadline, f"{text!r} did not come:\n{self.seen}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.output += os.read(self.master, 65536)
                except OSError:  # the other end is closed
                    if text is None:
                        return
                    deadline = 0.0
        self.place = place + len(text)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def say(self, text: str, answer: str) -> None:
        """Type a line when asked, and wait for what is said to it."""
        self.wait_for(self.prompt)
        self.type(f"{text}\n")
        self.wait_for(answer)

    def leave(self, how: str = "\x04") -> None:
        """End the session when asked, by Ctrl-D if not otherwise; it ends well."""
        self.wait_for(self.prompt)
        self.type(how)
        self.end()

    def hang_up(self) -> None:
        """Tell the process that its terminal is closed. A signal that comes between the prompt and the reading of a
        line is seen only when something wakes the reader, as a closed terminal would: here the next signal does."""
        self.wait_for(self.prompt)
        for _ in range(180):
            self.process.send_signal(signal.SIGHUP)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
                break
        self.end(well=False)

    def end(self, well: bool = True) -> None:
        """Read until the process ends, with success if it ends `well`; never with a traceback."""
        self.wait_for(None)
        status = self.process.wait(900)
        assert status == 0 or not well
        assert "Traceback" not in self.seen
