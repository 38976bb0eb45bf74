"""Lines of input, read ahead by a thread, so that a search can see that the next one has come."""

import re
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Any, BinaryIO

LONGEST = 1 << 16  # bytes of a line; no command needs more, and a flood must not fill the memory
CONTROL = re.compile("[\0-\x08\x0a-\x1f\x7f]")


@dataclass(frozen=True)
class Line:
    """One line as it came in, and when: the clock of a move starts here."""

    data: bytes
    arrived: float

    @property
    def text(self) -> str:
        """What is left of it by GTP's rules: no control characters, no comment, tabs as spaces."""
        text = CONTROL.sub("", self.data.decode("utf-8", "replace")).replace("\t", " ")
        return text.partition("#")[0].strip()

    @property
    def too_long(self) -> bool:
        return len(self.data) > LONGEST


class Lines:
    """A queue of lines. `waiting` says whether there is more to do; the end of input counts."""

    def __init__(self, input: BinaryIO):
        # Reading past the buffer: a thread that waits inside a buffer holds its lock, and Python cannot end then.
        self._input: Any = getattr(input, "raw", input)
        self._lines: deque[Line | None] = deque()
        self._change = threading.Condition()
        self.interrupted = threading.Event()
        threading.Thread(target=self._read, daemon=True, name="gtp-input").start()

    @property
    def waiting(self) -> bool:
        return bool(self._lines)

    def wait(self) -> None:
        """Until there is a line, or the end."""
        with self._change:
            self._change.wait_for(lambda: self._lines)

    def next(self) -> Line | None:
        """The next line; None at the end of input."""
        with self._change:
            self._change.wait_for(lambda: self._lines)
            return self._lines.popleft() if self._lines[0] is not None else None

    def _put(self, line: Line | None) -> None:
        with self._change:
            self._lines.append(line)
            self._change.notify_all()

    def _read(self) -> None:
        begun = bytearray()
        while True:
            try:
                data = self._input.read(1 << 16)
            except (OSError, ValueError):  # the other side is gone
                data = b""
            if data is None:  # nothing yet on an input that does not block
                time.sleep(0.01)
                continue
            if not data:
                break
            now = time.monotonic()
            *ended, rest = data.split(b"\n")
            for end in ended:
                self._add(begun, end)
                if begun.strip() == b"# interrupt":  # GoGui's way to cut a search short
                    self.interrupted.set()
                self._put(Line(bytes(begun), now))
                begun.clear()
            self._add(begun, rest)
        if begun:
            self._put(Line(bytes(begun), time.monotonic()))
        self._put(None)

    @staticmethod
    def _add(begun: bytearray, more: bytes) -> None:
        begun += more[: LONGEST + 1 - len(begun)]
