"""A program in a process of its own, spoken to in lines; started anew when it has died.

Whatever it does wrong (it crashes, hangs, talks without end) is a Failure: it loses its game, and the match goes on."""

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from ..search import Clock
from ..table import Failure

LONGEST_ANSWER = 1 << 20  # bytes


class Outside:
    """A program by its command; `patience` is after how many seconds one that does not answer counts as hung."""

    def __init__(self, command: str, patience: float = 300.0):
        self.command, self.patience = command, patience
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{command!r} is not a command: {str(error).lower()}.") from None
        self._process: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)  # and whatever it has started
            process.wait()

    def fail(self, reason: str) -> Failure:
        """End it, for this reason."""
        self.close()
        return Failure(reason)

    @property
    def running(self) -> bool:
        """Has it been started, and not ended by us since?"""
        return self._process is not None

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
            process = subprocess.Popen(self.words, stdin=pipe, stdout=pipe, stderr=nowhere, start_new_session=True)
        except OSError as error:
            raise Failure(f"cannot be started: {error.strerror}") from None
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, args=(process, self._lines), daemon=True).start()
        return process

    @staticmethod
    def _read(process: subprocess.Popen[bytes], lines: "queue.Queue[bytes]") -> None:
        assert process.stdout is not None
        while line := process.stdout.readline(LONGEST_ANSWER):  # a line may have no end
            lines.put(line)
        lines.put(b"")  # the end

    def say(self, text: str) -> None:
        """Send a line; what comes back until the next one is its answer."""
        self._process = self._process or self._start()
        assert self._process.stdin is not None
        self._asked, self._length, self._deadline = text.split()[0], 0, time.monotonic() + self.patience
        try:
            self._process.stdin.write(f"{text}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise self.fail("crashed") from None

    def line(self) -> str:
        """The next line of its answer, without its end; Failure if it does not come in time."""
        try:
            line = self._lines.get(timeout=max(self._deadline - time.monotonic(), 0.001))
        except queue.Empty:
            raise self.fail(f"hung: no answer to {self._asked} in {self.patience:g} s") from None
        if time.monotonic() > self._deadline:  # it talks, but does not come to an end
            raise self.fail(f"hung: no end of its answer to {self._asked} in {self.patience:g} s")
        if not line:
            raise self.fail("crashed")
        self._length += len(line)
        if self._length > LONGEST_ANSWER:
            raise self.fail(f"answered nonsense: more than {LONGEST_ANSWER >> 20} MB to {self._asked}")
        return line.decode("utf-8", "replace").rstrip("\r\n")


class OutsideSeat(ABC):
    """A program outside in a seat at a table. A protocol brings what is said. `patience` is after how many seconds a
    program that does not answer counts as hung; `clock`, `seconds` and `simulations` are what it is told that it may
    use, as far as its protocol has words for them."""

    needs: ClassVar[str]  # the sentence if there is no command

    def __init__(
        self,
        command: str,
        *,
        patience: float = 300.0,
        clock: Clock | None = None,
        seconds: float | None = None,
        simulations: int | None = None,
    ):
        self.program = Outside(command, patience)
        self.clock, self.seconds, self.simulations = clock, seconds, simulations
        if not self.program.words:
            raise ValueError(self.needs)
        self._identity: dict[str, Any] | None = None

    @abstractmethod
    def _identify(self) -> dict[str, str]:
        """Ask the program for its name and version."""

    @property
    def identity(self) -> dict[str, Any]:
        """Its name, version and command; ValueError if it does not say them."""
        if self._identity is None:
            try:
                self._identity = {**self._identify(), "command": self.program.command}
            except Failure as failure:
                raise ValueError(f"{self.program.command!r} cannot play: {failure}.") from None
        return self._identity

    @property
    def name(self) -> str:
        return self.identity["name"]

    def describe(self, conditions: dict[str, Any]) -> dict[str, Any]:
        """What makes it play as it does, as far as we know."""
        return self.identity

    def reseed(self, seed: int) -> None:
        """Its random numbers are its own business."""
        return

    def get_ready(self) -> None:
        """It has no kernels to compile."""
        return

    def close(self) -> None:
        self.program.close()
