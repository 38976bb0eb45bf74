"""The usual programs are compiled behind the page, once: each game's by a process of its own, `RUNNING` at a time.

A game that somebody has chosen comes first; if need be what was compiled for another one waits, and goes on from where
it was. What a process has compiled lies in the cache, and a file there says which games are done, so that a server
that is started again begins no process."""

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..games.registry import bundles
from ..kernel import CACHE_FOLDER, INTERPRETED
from ..kernel.progress import progress
from .adapter import PageAdapter, adapter_of

RUNNING = 2  # processes at a time
SAID = 0.5  # seconds from one word on the progress to the next
REST = 3.0  # without a kernel, after which others are another program's
FIRST, ALL = "first", "all"  # what a process says when a person can play, and when nothing is left


def mark(game: str) -> Path:
    """The file that says that this game's usual program is compiled."""
    return CACHE_FOLDER / f"{game}.compiled"


def uncompiled() -> list[PageAdapter]:
    """The games whose usual programs are worth a word and are not compiled yet."""
    known = [] if INTERPRETED else [adapter_of(bundle.name) for bundle in bundles()]
    return [game for game in known if game.kernels and not mark(game.bundle.name).exists()]


@dataclass(eq=False)
class Work:
    """What is to be compiled for a game: kernels that are done, of about so many."""

    game: PageAdapter
    done: int = 0
    began: float = 0.0
    process: asyncio.subprocess.Process | None = None
    playable: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def name(self) -> str:
        return self.game.bundle.name

    @property
    def share(self) -> float:
        return 1.0 if self.playable.is_set() else min(self.done / self.game.kernels, 0.99)

    def payload(self) -> dict[str, Any]:
        """The share that is done, and about how many seconds are left: as long for each kernel as so far."""
        told: dict[str, Any] = {"game": self.name, "title": self.game.title, "share": round(self.share, 3)}
        if self.began and self.share > 0.05:
            told["left"] = max(round((time.monotonic() - self.began) * (1 / self.share - 1)), 1)
        return told


class Ahead:
    """Compiles for all games what people need first. `tell` is handed what pages are told of it."""

    def __init__(
        self, tell: Callable[[dict[str, Any]], None], wanted: Sequence[PageAdapter], command: Sequence[str] = ()
    ):
        self.tell = tell
        self._command = [*command] or [sys.executable, "-m", "kaya.web.compiling"]
        self._waiting, self._running = [Work(game) for game in wanted], list[Work]()
        self._tasks: set[asyncio.Task[None]] = set()
        self._before = self._seen = progress.kernels
        self._changed, self._closed = 0.0, False

    def payload(self) -> dict[str, Any]:
        """The games that nobody can play yet without waiting, those that are compiled now first; and how many kernels
        of another program that somebody has asked for."""
        told = [work.payload() for work in (*self._running, *self._waiting) if not work.playable.is_set()]
        if progress.depth or progress.kernels != self._seen:
            self._seen, self._changed = progress.kernels, time.monotonic()
        elif time.monotonic() - self._changed > REST:
            self._before = progress.kernels
        if progress.kernels > self._before and not told:
            told.append({"game": "", "title": "", "share": 0.0, "kernels": progress.kernels - self._before})
        return {"say": "compiling", "games": told}

    async def run(self) -> None:
        """Tell pages how far it is, for as long as the server runs."""
        self._go_on()
        told = self.payload()
        while True:
            await asyncio.sleep(SAID)
            if (now := self.payload()) != told:
                told = now
                self.tell(now)

    async def wait_for(self, game: str) -> None:
        """Until this game's usual program is compiled, which comes first now."""
        work = next((w for w in (*self._running, *self._waiting) if w.name == game), None)
        if work is None:
            return
        if work in self._waiting:
            self._waiting.remove(work)
            self._waiting.insert(0, work)
            if len(self._running) >= RUNNING:
                self._put_back(min(self._running, key=lambda w: (not w.playable.is_set(), w.share)))
            self._go_on()
        await work.playable.wait()

    def _put_back(self, work: Work) -> None:
        self._running.remove(work)
        self._waiting.append(work)
        _end(work.process)
        work.process, work.began = None, 0.0

    def _go_on(self) -> None:
        while self._waiting and len(self._running) < RUNNING:
            work = self._waiting.pop(0)
            self._running.append(work)
            self._tasks.add(asyncio.create_task(self._compile(work)))

    async def _compile(self, work: Work) -> None:
        pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        work.began, work.done = time.monotonic(), 0
        process = work.process = await asyncio.create_subprocess_exec(
            *self._command, work.name, stdin=pipe, stdout=pipe, stderr=nowhere
        )
        assert process.stdout
        if self._closed:
            _end(process)
        while line := (await process.stdout.readline()).decode().strip():
            if line == FIRST:
                work.playable.set()
            elif line.isdecimal():
                work.done = int(line)
        await process.wait()
        if work.process is process:  # else another game came first, and a later process goes on
            work.playable.set()  # if it has failed, whoever plays compiles
            self._running.remove(work)
            self._go_on()

    async def close(self) -> None:
        self._closed = True
        self._waiting.clear()
        for work in self._running:
            _end(work.process)
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _end(process: asyncio.subprocess.Process | None) -> None:
    if process and process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
