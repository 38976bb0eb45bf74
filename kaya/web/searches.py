"""Which searches run: a few at a time, the others wait for their turn.

A program's move comes before a search that somebody only looks into: while one waits, the look that has run longest
gives way. Each has its share of the memory.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

MEMORY = 64 << 20  # bytes of a tree
LOOK_MEMORY = 192 << 20  # of one that somebody looks into
PATIENCE = 3.0  # seconds that a look runs at least before it gives way


@dataclass(eq=False)
class Turn:
    """One that runs, or waits. `give_way` is called when others wait: None if it does not."""

    give_way: Callable[[], None] | None = None
    waits: Callable[[int], None] | None = None  # told how many are ahead
    since: float = 0.0
    ready: asyncio.Event = field(default_factory=asyncio.Event)


class Searches:
    """The turns of one server."""

    def __init__(self, most: int):
        self.most = most
        self.running: list[Turn] = []
        self.waiting: list[Turn] = []

    @asynccontextmanager
    async def turn(self, give_way: Callable[[], None] | None = None, waits: Callable[[int], None] | None = None
                   ) -> AsyncIterator[None]:  # fmt: skip
        """Inside of it a search may run."""
        turn = Turn(give_way, waits)
        self.waiting.append(turn)
        self.waiting.sort(key=lambda t: t.give_way is not None)  # moves first, else in the order of coming
        self._next()
        try:
            while not turn.ready.is_set():
                self._ask_to_give_way()
                try:
                    await asyncio.wait_for(turn.ready.wait(), 0.5)
                except TimeoutError:
                    if turn.waits and turn in self.waiting:
                        turn.waits(self.waiting.index(turn))
            yield
        finally:
            (self.running if turn.ready.is_set() else self.waiting).remove(turn)
            self._next()

    def _next(self) -> None:
        while self.waiting and len(self.running) < self.most:
            turn = self.waiting.pop(0)
            turn.since = time.monotonic()
            self.running.append(turn)
            turn.ready.set()

    def _ask_to_give_way(self) -> None:
        """Somebody waits: the look that has run longest, and long enough, ends."""
        looks = [t for t in self.running if t.give_way and time.monotonic() - t.since > PATIENCE]
        if looks:
            look = min(looks, key=lambda t: t.since)
            assert look.give_way is not None
            look.give_way()
