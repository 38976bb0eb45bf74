"""The client at the other end of standard input."""

import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 0.5  # seconds between two looks


@contextmanager
def while_there(input_: int = 0, leave: Callable[[], None] = lambda: os._exit(1)) -> Iterator[None]:
    """End the program if its client goes away meanwhile, without having asked for anything: compiling cannot be
    interrupted, and a server that gives up starts another one. What was asked before is still answered."""
    done = threading.Event()

    def watch() -> None:
        looks = select.poll()
        looks.register(input_, select.POLLIN)
        while not done.wait(EVERY):
            states = [state for _, state in looks.poll(0)]
            if any(state & select.POLLHUP and not state & select.POLLIN for state in states):
                leave()
                return

    if hasattr(select, "poll"):  # Windows has none
        threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        done.set()
