"""Hex in a real browser: hexagons that are clicked."""

from math import sqrt

import pytest

from ..web.browser import opened, window
from ..web.page import served
from .slow_hex import empty_cell

pytestmark = pytest.mark.browser


def middle(page, name: str, size: int) -> tuple[float, float]:
    """Where a cell is on the screen."""
    box = page.evaluate("document.querySelector('.hex-board').getBoundingClientRect().toJSON()")
    column, row, unit = "abc".index(name[0]), int(name[1:]) - 1, box["width"] / (size + (size - 1) / 2 + 1.8)
    return box["x"] + unit * (column + row / 2 + 1.4), box["y"] + unit * (row * sqrt(3) / 2 + 1.25)


def turn(shown) -> dict:
    """What the page was told when it is the person's turn again, or the game is over; the turn is asked for once."""
    while True:
        games = [frame for frame in shown.frames if frame["say"] == "game"]
        if games and games[-1]["number"] > shown.asked and games[-1]["state"] in ("yours", "over"):
            shown.asked = games[-1]["number"]
            shown.until(games[-1]["state"])
            return games[-1]
        shown.page.wait_for_timeout(20)


def test_a_whole_game_by_clicks(tmp_path):
    with opened() as browser, served(tmp_path / "games") as server, window(browser, server.address) as shown:
        page = shown.page
        page.check("input[name=game][value=hex]", force=True)
        page.check("input[name=size][value=other]", force=True)
        page.fill("input[type=number] >> nth=0", "3")
        page.keyboard.press("Tab")
        page.check("input[type=checkbox][name=swap]")
        page.check("input[name=side][value=Blue]", force=True)
        page.click("#begin")
        shown.until("yours")
        assert page.locator(".hex-board .cell").count() == 9
        shown.asked = 1
        page.click("[data-tool=swap]")
        while (game := turn(shown))["state"] != "over":
            page.mouse.click(*middle(page, empty_cell(game["board"]), 3))
        assert page.locator(".hex-board .won").count() >= 3
        assert page.locator(".hex-board .last").count() == 1
        assert shown.faults == []
