"""Which searches run: a few at a time, the others wait for their turn.

A program's move comes before an analysis: while one waits, the analysis that has run longest gives way. Each search has
its share of the memory."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

MEMORY = 64 << 20  # bytes of a tree
ANALYSIS_MEMORY = 192 << 20  # of an analysis's
PATIENCE = 3.0  # seconds that an analysis runs at least before it gives way


@dataclass(eq=False)
class Slot:
    """The place of a search that runs, or waits. `give_way` is called when others wait; None if it does not."""

    give_way: Callable[[], None] | None = None
    waits: Callable[[int], None] | None = None  # is told how many are ahead
    since: float = 0.0
    ready: asyncio.Event = field(default_factory=asyncio.Event)


class Scheduler:
    def __init__(self, most: int):
        self.most = most
        self.running: list[Slot] = []
        self.waiting: list[Slot] = []

    @asynccontextmanager
    async def slot(
        self, give_way: Callable[[], None] | None = None, waits: Callable[[int], None] | None = None
    ) -> AsyncIterator[None]:
        slot = Slot(give_way, waits)
        self.waiting.append(slot)
        self.waiting.sort(key=lambda t: t.give_way is not None)  # moves first, else in the order of coming
        self._next()
        try:
            while not slot.ready.is_set():
                self._ask_to_give_way()
                try:
                    await asyncio.wait_for(slot.ready.wait(), 0.5)
                except TimeoutError:
                    if slot.waits and slot in self.waiting:
                        slot.waits(self.waiting.index(slot))
            yield
        finally:
            (self.running if slot.ready.is_set() else self.waiting).remove(slot)
            self._next()

    def _next(self) -> None:
        while self.waiting and len(self.running) < self.most:
            slot = self.waiting.pop(0)
            slot.since = time.monotonic()
            self.running.append(slot)
            slot.ready.set()

    def _ask_to_give_way(self) -> None:
        """Somebody waits: the analysis that has run longest, and long enough, ends."""
        analyses = [t for t in self.running if t.give_way and time.monotonic() - t.since > PATIENCE]
        if analyses:
            longest = min(analyses, key=lambda t: t.since)
            assert longest.give_way is not None
            longest.give_way()
