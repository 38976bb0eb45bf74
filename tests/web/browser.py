"""A real browser: Debian's Chromium, or the one that Playwright has brought, driven by Playwright."""

import json
import shutil
from contextlib import contextmanager
from typing import Any

import pytest

from .page import HANGS

LETTERS = "ABCDEFGHJKLMNOPQRST"


def chromium() -> str | None:
    """Where it is; None for Playwright's own. Without any, the test is skipped and says so."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found:
        return found
    from playwright.sync_api import Error, sync_playwright

    try:
        with sync_playwright() as driver:
            driver.chromium.launch().close()
    except Error:
        pytest.skip("there is no Chromium: apt-get install chromium, or playwright install chromium")
    return None


class Window:
    """A page of the browser on a game, with all that was sent to it."""

    def __init__(self, page: Any):
        self.page, self.faults = page, list[str]()
        self.frames: list[dict[str, Any]] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _frame(self, payload: Any) -> None:
        self.frames.append(json.loads(payload if isinstance(payload, str) else payload["body"]))

    def until(self, state: str) -> None:
        self.page.wait_for_selector(f".game[data-state={state}]")

    def hear(self, times: int, **fields: Any) -> None:
        """Wait until so many messages with these fields have come."""
        while sum(all(frame.get(k) == v for k, v in fields.items()) for frame in self.frames) < times:
            self.page.wait_for_timeout(20)

    def _box(self, what: str) -> Any:
        """Where it is, in one step: a board is drawn anew whenever a search has found something."""
        return self.page.evaluate(f"document.querySelector('{what}').getBoundingClientRect().toJSON()")

    def point(self, name: str, size: int) -> tuple[float, float]:
        box = self._box(".go-board")
        unit = box["width"] / (size + 1.25)
        x, y = LETTERS.index(name[0]), size - int(name[1:])
        return box["x"] + unit * (x + 1.125), box["y"] + unit * (y + 1.125)

    def click(self, name: str, size: int) -> None:
        self.page.mouse.click(*self.point(name, size))

    def square(self, name: str) -> tuple[float, float]:
        box = self._box(".chess-board")
        unit = box["width"] / 8.6
        return box["x"] + unit * (ord(name[0]) - 96), box["y"] + unit * (8 - int(name[1]) + 0.6)

    def stones(self, colour: str) -> int:
        return self.page.locator(f".go-board .stones .{colour}").count()


@contextmanager
def opened():
    """A browser without a page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def window(browser: Any, address: str, ready: str = "#begin", **options: Any):
    """A page of it, as of somebody who was never here, when it shows what it is to show."""
    context = browser.new_context(viewport=options.pop("size", {"width": 1280, "height": 800}), **options)
    try:
        context.set_default_timeout(1000 * HANGS)
        made = Window(context.new_page())
        made.page.goto(address)
        made.page.wait_for_selector(ready)
        yield made
    finally:
        context.close()
