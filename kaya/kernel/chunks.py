"""Long work of a kernel in chunks. A kernel cannot be interrupted, so the clock is looked at between two chunks."""

import time
from collections.abc import Iterator

NEVER = float("inf")
SECONDS = 0.004  # that a chunk should take
SMALLEST = 8  # pieces of work in a chunk, at least


class Chunks:
    """How work of one kind is cut: into chunks of about SECONDS each, by what the last ones took on this machine, be
    it idle or busy."""

    def __init__(self) -> None:
        self.size = SMALLEST

    def of(self, count: int, deadline: float = NEVER) -> Iterator[tuple[int, int]]:
        """Where each chunk of so many pieces begins and ends, until the deadline by the monotonic clock has passed; the
        first is always given. Where there is no deadline, all is one chunk."""
        done, began = 0, time.monotonic()
        while done < count and (done == 0 or began < deadline):
            size = self.size if deadline < NEVER else count
            yield done, min(done + size, count)
            now = time.monotonic()
            if done + size <= count and deadline < NEVER:
                fitting = int(size * SECONDS / max(now - began, 1e-6))
                self.size = max(min(fitting, 2 * size), SMALLEST)
            done, began = done + size, now
