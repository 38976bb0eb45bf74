"""A first visit: python -m bench.first [GAME…]

For each game the page's server is started with an empty compile cache. A page asks for a game against the usual program
as soon as it is there, and plays its first move; printed are the seconds from the click that begins the game to the
program's reply, what was said of the progress, and the same for a second game."""

import os
import sys
import tempfile
import time
from typing import Any

from .web import Page, kaya_web

MOVES = {"go": "E5", "kriegspiel": "e4", "phantom-go": "E5"}


def first_reply(page: Page, game: str) -> tuple[float, float]:
    """Seconds until the board is there, and until the program has replied."""
    began = time.monotonic()
    page.say("new", game=game)
    shown: dict[str, Any] = page.wait("game")
    there = time.monotonic() - began
    page.say("play", id=shown["id"], move=MOVES[game])
    while shown["state"] != "yours" or shown["number"] < 2:
        shown = page.wait("game")
    return there, time.monotonic() - began


def main(games: list[str]) -> None:
    for game in games:
        with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as folder:
            os.environ["KAYA_CACHE"] = cache
            began = time.monotonic()
            with kaya_web(folder) as (_, port):
                page = Page(port)
                ready = time.monotonic() - began
                there, replied = first_reply(page, game)
                told = [m["games"][0] for m in page.heard if m["say"] == "compiling" and m["games"]]
                again = first_reply(Page(port), game)[1]
                print(
                    f"{game}: page after {ready:.1f} s; from the click to the board {there:.1f} s, to the reply "
                    f"{replied:.1f} s; a second game {again:.1f} s; {len(told)} words on the progress, as {told[-2:]}",
                    flush=True,
                )


if __name__ == "__main__":
    os.environ.setdefault("KAYA_QUIET", "1")
    main(sys.argv[1:] or list(MOVES))
