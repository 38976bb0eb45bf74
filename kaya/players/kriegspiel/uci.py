"""A chess engine in another process, spoken to by UCI: what it says of every legal move of a board."""

import contextlib
import queue
import re
import shlex
import subprocess
import threading
import time

PATIENCE = 10.0  # seconds to wait for an answer
MOST_MOVES = 256
_SCORE = re.compile(r"\bscore (cp|mate) (-?\d+)\b.*\bpv ([a-h][1-8][a-h][1-8][nbrq]?)\b")
MATE = 30_000


class EngineError(Exception):
    """The engine cannot be started, has died, or does not answer."""


class UciEngine:
    """`values(fen, depth)` is the value of each legal move, in hundredths of a pawn, by its name."""

    def __init__(self, command: str):
        self.command = command
        try:
            pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
            self._process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, stderr=nowhere, text=True)
        except (OSError, ValueError) as error:
            raise EngineError(f"The engine {command!r} cannot be started: {error}.") from None
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._say("uci")
            options = self._until("uciok")
            if not any(line.startswith("option name MultiPV ") for line in options):
                raise EngineError(f"The engine {command!r} cannot judge all moves: it has no option MultiPV.")
            self._say(f"setoption name MultiPV value {MOST_MOVES}")
            self._say("isready")
            self._until("readyok")
        except EngineError:
            self.close()
            raise

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)  # nothing more will come

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            raise EngineError(f"The engine {self.command!r} has stopped.") from None

    def _until(self, word: str) -> list[str]:
        """The lines up to one that begins with a word."""
        heard, deadline = [], time.monotonic() + PATIENCE
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                raise EngineError(f"The engine {self.command!r} does not answer.") from None
            if line is None:
                raise EngineError(f"The engine {self.command!r} has stopped.")
            if line.startswith(word):
                return heard
            heard.append(line)

    def values(self, fen: str, depth: int) -> dict[str, int]:
        self._say(f"position fen {fen}")
        self._say(f"go depth {depth}")
        found = {}
        for line in self._until("bestmove"):
            if score := _SCORE.search(line):
                number = int(score[2])
                found[score[3]] = number if score[1] == "cp" else (MATE - number if number > 0 else -MATE - number)
        return found

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(EngineError):
            self._say("quit")
        try:
            self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in filter(None, (self._process.stdin, self._process.stdout)):
            with contextlib.suppress(OSError):
                pipe.close()
