"""A program at thought, in the terminal."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.text import Text

from ..search import Report
from .look import Look


@contextmanager
def thinking(console: Console, who: str, move_name: Callable[[int], str] | None = None) -> Iterator[dict[str, Any]]:
    """Show a search at work, and give what `choose` is to be called with. Ctrl-C makes the search stop and answer at
    once; pressed three times, it interrupts. Without `move_name` nothing of the search is shown: in a game with hidden
    information even a count that begins anew would tell of a refused try.

    The line appears with the first report, a tenth of a second after the start: quick moves do not flicker."""
    stopped, pressed = threading.Event(), 0
    status = Status(f"{who} thinks…", console=console, spinner="dots" if Look.of(console).unicode else "line")

    def show(report: Report) -> None:
        if console.is_terminal:
            text = _thoughts(who, report, move_name) if move_name else f"{who} thinks…"
            status.update(Text(text if console.width < 64 else f"{text} [Ctrl-C: play now]"))
            status.start()

    def stop(*_: Any) -> None:
        nonlocal pressed
        pressed += 1
        if pressed > 2:
            raise KeyboardInterrupt
        stopped.set()

    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, stop) if main else None
    try:
        yield {"stop": stopped.is_set, "progress": show}
    finally:
        status.stop()
        if main:
            signal.signal(signal.SIGINT, before)


def _thoughts(who: str, report: Report, move_name: Callable[[int], str]) -> str:
    best = "" if report.best is None else f", {move_name(report.best)}"
    rate = f" {100 * report.winning_rate:.0f} %{best}," if report.chosen else ""
    return f"{who}:{rate} {report.simulations} simulations"
