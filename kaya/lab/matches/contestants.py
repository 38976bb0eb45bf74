"""Who may sit at the board: Kaya's own players, and any program that speaks GTP.

    uct:C=0.5,simulations=2000            a player of Kaya's, its parameters, and its budget where it has its own
    gtp:"gnugo --mode gtp --level 10"     a program

A contestant hears what the referee says and answers when asked; it never sees the referee's board.
"""

import contextlib
import functools
import os
import queue
import re
import shlex
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import Any, Protocol

from ... import __version__
from ...games.go import BLACK, WHITE, GoPosition, parse_vertex, vertex
from ...kernel.cache import sources_hash
from ...players import make_player, time_budget
from ...players.kriegspiel import KRIEGSPIEL_PLAYERS, make_kriegspiel_player
from ...players.player import Adjustable
from ...search import Budget, Clock
from .kriegspiel import KriegspielContestant

COLOURS = {BLACK: "black", WHITE: "white"}
RESIGN = "resign"


class Failure(Exception):
    """A contestant crashed, hung or answered nonsense: it loses the game, for this reason."""

    side: int | None = None  # whose failure it was, where that is not the side to move


@dataclass(frozen=True)
class Pace:
    """How long a contestant may think: simulations or seconds a move, or a clock; where nothing is given, as it likes.
    `patience` is when a contestant that does not answer counts as hung."""

    simulations: int | None = None
    seconds: float | None = None
    clock: str | None = None
    patience: float = 300.0

    def new_clock(self) -> Clock | None:
        """`300`: that many seconds for all moves. `300+30/5`: then 5 moves in each 30 seconds; `300+3x10`: then three
        times 10 seconds, a move each."""
        if self.clock is None:
            return None
        found = re.fullmatch(r"([\d.]+)(?:\+(?:([\d.]+)/(\d+)|(\d+)x([\d.]+)))?", self.clock)
        if not found:
            raise ValueError(f"{self.clock!r} is not a clock: write 300, 300+30/5 or 300+3x10.")
        main, period, stones, periods, byoyomi = found.groups()
        if stones:
            return Clock(float(main), float(period), int(stones))
        if byoyomi:
            return Clock(float(main), float(byoyomi), 1, int(periods))
        return Clock(float(main))


class Contestant(Protocol):
    """One side of a match."""

    game: str  # what it plays

    def describe(self, conditions: dict[str, Any]) -> dict[str, Any]:
        """Everything that makes it play under these conditions as it does: name, version, parameters, budget."""
        ...

    def begin(self, conditions: dict[str, Any], side: int, seed: int) -> None:
        """A new game: `side` is 1 or 2."""
        ...

    def hear(self, side: int, move: str) -> None:
        """The referee says that a move was made, its own included."""
        ...

    def choose(self, clock: Clock | None) -> str:
        """Its move, in the game's notation, or "resign"."""
        ...

    def close(self) -> None: ...


def make_contestant(described: str, pace: Pace, threads: int = 1) -> Contestant:
    """A contestant from its description; ValueError says what is accepted."""
    if described.startswith("gtp:"):
        command = described.removeprefix("gtp:").strip()
        quoted = len(command) > 1 and command[0] == command[-1] and command[0] in "\"'"
        return GtpContestant(command[1:-1] if quoted else command, pace)
    if described.partition(":")[0] in KRIEGSPIEL_PLAYERS:
        rest, own = _own_budget(described)
        return KriegspielContestant(rest, _budget(own, pace), threads)
    return KayaContestant(described, pace, threads)


def own_player(described: str, conditions: dict[str, Any]) -> Adjustable:
    """Kaya's own player behind a contestant's description, of whichever game, as it plays under these conditions;
    ValueError if it is another program."""
    if described.startswith("gtp:"):
        raise ValueError("Only Kaya's own players declare parameters: a GTP program has none that could be set.")
    rest, _ = _own_budget(described)
    if rest.partition(":")[0] in KRIEGSPIEL_PLAYERS:
        return make_kriegspiel_player(rest)
    player = make_player(rest)
    player.fit(conditions.get("size", 0))
    return player


class KayaContestant:
    """A player of Kaya's own, in this process."""

    game = "go"

    def __init__(self, described: str, pace: Pace, threads: int = 1):
        rest, own = _own_budget(described)
        self.player = make_player(rest, threads=threads)
        self.budget = _budget(own, pace)

    def describe(self, conditions: dict[str, Any]) -> dict[str, Any]:
        self.player.fit(conditions.get("size", 0))
        return {
            "name": self.player.name, "version": __version__, "sources": _sources(),
            "strategies": {role: chosen for role, (chosen, _) in self.player.choices().items()},
            "parameters": {name: d.value for name, d in self.player.parameters().items()},
            "simulations": self.budget.simulations, "seconds": self.budget.seconds,
            "threads": self.player.search.threads,
        }  # fmt: skip

    def begin(self, conditions: dict[str, Any], side: int, seed: int) -> None:
        self.position = GoPosition(conditions["size"], conditions["komi"])
        self.player.search.seed = seed
        self.player.forget()

    def hear(self, side: int, move: str) -> None:
        self.position.play(parse_vertex(move, self.position.lines), side)

    def choose(self, clock: Clock | None) -> str:
        budget = self.budget if clock is None else time_budget(self.position, clock, self.budget)
        decision = self.player.choose(self.position, budget)
        return RESIGN if decision.move is None else vertex(decision.move, self.position.lines)

    def close(self) -> None:
        pass


@functools.cache
def _sources() -> str:
    return sources_hash()


def _own_budget(described: str) -> tuple[str, dict[str, str]]:
    """A player's description without the budget of its own, and that budget."""
    name, _, changes = described.partition(":")
    settings = [c.strip() for c in changes.split(",") if c.strip()]
    own = {k: v for k, _, v in (s.partition("=") for s in settings) if k in ("simulations", "seconds")}
    rest = ",".join(s for s in settings if s.partition("=")[0] not in own)
    return f"{name}:{rest}", own


def _budget(own: dict[str, str], pace: Pace) -> Budget:
    try:
        simulations = int(own["simulations"]) if "simulations" in own else None
        seconds = float(own["seconds"]) if "seconds" in own else None
    except ValueError:
        raise ValueError(f"simulations and seconds must be numbers, not {', '.join(own.values())}.") from None
    if simulations is None and seconds is None:
        simulations, seconds = pace.simulations, pace.seconds
    if simulations is None and seconds is None and pace.clock is None:
        simulations = 1000
    return Budget(simulations=simulations, seconds=seconds)


class GtpContestant:
    """A program that speaks GTP, in a process of its own; started anew when it has died."""

    game = "go"

    def __init__(self, command: str, pace: Pace):
        self.command, self.pace = command, pace
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{command!r} is not a command: {str(error).lower()}.") from None
        if not self.words:
            raise ValueError('A GTP program needs a command: gtp:"gnugo --mode gtp".')
        self._own = ""  # the move it made last, which it need not be told
        self._process: subprocess.Popen[bytes] | None = None
        self._identity: dict[str, Any] | None = None

    def describe(self, conditions: dict[str, Any]) -> dict[str, Any]:
        if self._identity is None:
            try:
                name, version = self._say("name"), self._say("version")
            except Failure as failure:
                raise ValueError(f"{self.command!r} cannot play: {failure}.") from None
            self._identity = {"name": name, "version": version, "command": self.command}
        return self._identity

    def begin(self, conditions: dict[str, Any], side: int, seed: int) -> None:
        self._say(f"boardsize {conditions['size']}")
        self._say("clear_board")
        self._say(f"komi {conditions['komi']:g}")
        self.side = side
        if clock := self.pace.new_clock():
            self._say(f"time_settings {clock.main:g} {clock.period:g} {clock.stones}", may_fail=True)
        elif self.pace.seconds is not None:
            self._say(f"time_settings 0 {self.pace.seconds:g} 1", may_fail=True)

    def hear(self, side: int, move: str) -> None:
        if not (side == self.side and move.lower() == self._own):  # it knows its own move
            self._say(f"play {COLOURS[side]} {move}")
        self._own = ""

    def choose(self, clock: Clock | None) -> str:
        if clock is not None:
            self._say(f"time_left {COLOURS[self.side]} {max(int(clock.left), 0)} {clock.stones_left}", may_fail=True)
        answer = self._say(f"genmove {COLOURS[self.side]}").strip()
        self._own = answer.lower()
        return self._own if self._own in (RESIGN, "pass") else answer

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)  # and whatever it has started
            process.wait()

    def _start(self) -> None:
        self.close()
        try:
            self._process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise Failure(f"cannot be started: {error.strerror}") from None
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, args=(self._process, self._lines), daemon=True).start()

    @staticmethod
    def _read(process: subprocess.Popen[bytes], lines: "queue.Queue[bytes]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put(b"")  # the end

    def _say(self, text: str, may_fail: bool = False) -> str:
        """Send a command and wait for the whole answer."""
        if self._process is None:
            self._start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(f"{text}\n".encode())
            process.stdin.flush()
        except OSError:
            self.close()
            raise Failure("crashed") from None
        answer: list[str] = []
        deadline = time.monotonic() + self.pace.patience
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                self.close()
                raise Failure(f"hung: no answer to {text.split()[0]} in {self.pace.patience:g} s") from None
            if time.monotonic() > deadline:  # it talks, but does not come to an end
                self.close()
                raise Failure(f"hung: no end of its answer to {text.split()[0]} in {self.pace.patience:g} s")
            if not line:
                self.close()
                raise Failure("crashed")
            words = line.decode("utf-8", "replace").rstrip("\r\n")
            if words or answer:
                if not words:
                    break
                answer.append(words)
                if not answer[0].startswith(("=", "?")):
                    self.close()
                    raise Failure(f"answered nonsense: {answer[0][:60]!r}")
        body = "\n".join([answer[0][1:].strip(), *answer[1:]])
        if answer[0].startswith("?"):
            if may_fail:
                return ""
            raise Failure(f"refused {text.split()[0]}: {body[:80]}")
        return body
