"""The usual programs are compiled behind the page, once: each game's by two processes that share the work (see
`compiling`), `RUNNING` at a time.

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
PARTS = ("all", "others")  # what the processes of a game compile; a person can play when the first one says so


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


@dataclass(eq=False)
class Part:
    """What one process does of that."""

    work: Work
    name: str
    process: asyncio.subprocess.Process | None = None


class Ahead:
    """Compiles for all games what people need first. `tell` is handed what pages are told of it."""

    def __init__(
        self, tell: Callable[[dict[str, Any]], None], wanted: Sequence[PageAdapter], command: Sequence[str] = ()
    ):
        self.tell = tell
        self._command = [*command] or [sys.executable, "-m", "kaya.web.compiling"]
        self._works = {work.name: work for work in map(Work, wanted)}
        self._waiting = [Part(work, name) for work in self._works.values() for name in PARTS]
        self._running = list[Part]()
        self._tasks: set[asyncio.Task[None]] = set()
        self._before = self._seen = progress.kernels
        self._changed, self._closed = 0.0, False

    def payload(self) -> dict[str, Any]:
        """The games that nobody can play yet without waiting, those that are compiled now first; and how many kernels
        of another program that somebody has asked for."""
        works = dict.fromkeys(part.work for part in (*self._running, *self._waiting))
        told = [work.payload() for work in works if not work.playable.is_set()]
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
        if (work := self._works.get(game)) is None or work.playable.is_set():
            return
        wanted = [part for part in self._waiting if part.work is work]
        others = [part for part in self._running if part.work is not work]
        others.sort(key=lambda part: (not part.work.playable.is_set(), part.work.share))
        for part in others[: max(len(self._running) + len(wanted) - RUNNING, 0)]:
            self._put_back(part)
        self._waiting = [*wanted, *(part for part in self._waiting if part not in wanted)]
        self._go_on()
        await work.playable.wait()

    def _put_back(self, part: Part) -> None:
        self._running.remove(part)
        self._waiting.append(part)
        _end(part.process)
        part.process = None

    def _go_on(self) -> None:
        while self._waiting and len(self._running) < RUNNING:
            part = self._waiting.pop(0)
            self._running.append(part)
            self._tasks.add(asyncio.create_task(self._compile(part)))

    async def _compile(self, part: Part) -> None:
        pipe, nowhere, work = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL, part.work
        work.began = work.began or time.monotonic()
        process = part.process = await asyncio.create_subprocess_exec(
            *self._command, work.name, part.name, stdin=pipe, stdout=pipe, stderr=nowhere
        )
        assert process.stdout
        if self._closed:
            _end(process)
        while line := (await process.stdout.readline()).decode().strip():
            if line == FIRST:
                work.playable.set()
            elif line.isdecimal():
                work.done += 1
        await process.wait()
        if part.process is process:  # else another game came first, and a later process goes on
            if part.name == PARTS[0]:
                work.playable.set()  # if it has failed, whoever plays compiles
            self._running.remove(part)
            self._go_on()

    async def close(self) -> None:
        self._closed = True
        self._waiting.clear()
        for part in self._running:
            _end(part.process)
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _end(process: asyncio.subprocess.Process | None) -> None:
    if process and process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
