"""Processes that play games: one per core. A worker that dies is replaced and its game played again."""

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ...games.registry import Loaded, find_bundle, find_game, imported, load_again
from ...kernel import split_seed
from ...table import Unusable
from .arena import FIRST, play_game
from .contestants import Contestant, Pace, make_contestant
from .store import GameResult


@dataclass(frozen=True)
class Task:
    """All that a worker needs to know to play one game."""

    match: int
    number: int
    game: str
    first: str
    second: str
    pace: Pace
    conditions: dict[str, Any]
    threads: int = 1
    loaded: tuple[Loaded, ...] = ()  # users' files

    @property
    def first_side(self) -> int:
        """Colours alternate: the first player moves first in even games."""
        return FIRST + self.number % 2

    @property
    def key(self) -> tuple[int, int]:
        """What no other task has."""
        return self.match, self.number

    @property
    def title(self) -> str:
        return f"Game {self.number}"

    @property
    def seed(self) -> int:
        """Of the players in this game."""
        return int(split_seed(self.conditions["seed"], self.number)) >> 2


class Bench:
    """The contestants of one process, kept from game to game."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Contestant] = {}

    def seat(self, described: str, role: int, task: Task) -> Contestant:
        # by role as well: a program that plays itself needs two processes
        key = described, role, task.pace, task.threads, task.game, task.loaded
        if key not in self._known:
            while len(self._known) >= MOST_SEATS:  # each keeps its tree: the oldest gives up its seat
                self._known.pop(next(iter(self._known))).close()
            contestant = make_contestant(described, task.pace, task.threads, task.game)
            if task.pace.clock:
                contestant.get_ready()
            self._known[key] = contestant
        return self._known[key]

    def play(self, task: Task) -> GameResult:
        load_again(task.loaded)
        moves = ()
        if task.conditions.get("openings") == "random":
            moves = imported(find_bundle(task.game).openings)(task.conditions, task.number // 2)
        first, second = self.seat(task.first, 1, task), self.seat(task.second, 2, task)
        sides = {1: first, 2: second} if task.first_side == 1 else {1: second, 2: first}
        which = task.seed, task.number, task.first_side
        return play_game(find_game(task.game), task.conditions, sides, task.pace, list(moves), *which)

    def close(self) -> None:
        for contestant in self._known.values():
            contestant.close()


MOST_SEATS = 8  # contestants that a process keeps
HOPELESS = 5  # workers that one game may end before it is given up


class Workers(Protocol):
    """Somewhere to play games: this machine's cores, or a cluster's."""

    size: int

    def submit(self, task: Task) -> None: ...
    def results(self, timeout: float | None = None) -> Iterator[tuple[Task, GameResult]]:
        """The games that have ended since, waiting for at least one; a task whose worker died is played again."""
        ...

    def close(self) -> None: ...


def _end_with(lifeline: Any, bench: Bench) -> None:
    """Wait until the other end of the pipe is gone, then end this process and its programs, whatever they are doing."""
    try:
        lifeline.recv()
    except (EOFError, OSError):
        bench.close()
        os._exit(1)


def _work(connection: Any, lifeline: Any) -> None:
    """The life of a worker: play what comes, until the process that hired it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bench = Bench()
    threading.Thread(target=_end_with, args=(lifeline, bench), daemon=True).start()
    try:
        while True:
            task = connection.recv()
            try:
                connection.send(bench.play(task))
            except Unusable as error:
                connection.send(error)
            except Exception as error:
                connection.send(RuntimeError(f"{error}\n{traceback.format_exc()}"))
    except (EOFError, OSError):
        pass
    finally:
        bench.close()


class LocalWorkers:
    def __init__(self, size: int | None = None):
        self.size = size or cores()
        self._context = multiprocessing.get_context("spawn")
        self._workers: dict[Any, tuple[Any, Task | None]] = {}
        self._waiting: list[Task] = []
        self._killer: Task | None = None  # the game that ended a worker
        self._deaths = 0  # and how often in a row
        for _ in range(self.size):
            self._hire()

    def _hire(self) -> None:
        ours, theirs = self._context.Pipe()
        life, lifeline = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, lifeline), daemon=True)
        process.start()
        theirs.close()
        lifeline.close()
        process.life = life  # type: ignore[attr-defined]
        self._workers[ours] = process, None

    def submit(self, task: Task) -> None:
        idle = next((c for c, (_, busy) in self._workers.items() if busy is None), None)
        if idle is None:
            self._waiting.append(task)
            return
        self._workers[idle] = self._workers[idle][0], task
        with contextlib.suppress(OSError):  # it died while idle: `results` will notice
            idle.send(task)

    def results(self, timeout: float | None = None) -> Iterator[tuple[Task, GameResult]]:
        for connection in multiprocessing.connection.wait(list(self._workers), timeout):
            process, task = self._workers[connection]
            try:
                answer = connection.recv()  # type: ignore[union-attr]
            except (EOFError, OSError):
                del self._workers[connection]
                process.join()
                self._deaths = self._deaths + 1 if task == self._killer else 1
                self._killer = task
                if self._deaths > HOPELESS:
                    raise RuntimeError(f"A game has ended {HOPELESS} workers one after the other: {task}.") from None
                self._hire()
                if task is not None:
                    self.submit(task)
                continue
            self._workers[connection] = process, None
            if self._waiting:
                self.submit(self._waiting.pop(0))
            if isinstance(answer, Exception):
                raise answer
            assert task is not None
            yield task, answer

    def close(self) -> None:
        for connection, (process, _) in self._workers.items():
            process.life.close()  # a worker ends with its lifeline, and its programs with it
            connection.close()
        for process, _ in self._workers.values():
            process.join(5)
            process.terminate()


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
