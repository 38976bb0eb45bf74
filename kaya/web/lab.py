"""The lab in the browser: the standings of a results store, live, and its whole report."""

import asyncio
import time
from pathlib import Path
from typing import Any

from ..extras import need
from ..lab.report.reading import PlayedMatch, StoreFacts, conditions, read_store
from ..lab.statistics.sprt import sprt
from .messages import Page

EVERY = 2.0  # seconds from one reading of the store to the next
RUNNING = 120.0  # seconds since its last game in which a match counts as running
GAMES = 200  # in the report's viewer
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""The report is one file: what it needs is in it."""


async def watch(store: Path, page: Page, elo0: float, elo1: float) -> None:
    """Tell a page how the matches stand, whenever a game has been added, for as long as it shows them."""
    before: tuple[int, float] | None = None
    while True:
        try:
            facts = await asyncio.to_thread(read_store, store, 0)
            now = facts.games, facts.ended
            if now != before:
                page.send({"say": "lab", "store": store.name, "matches": standings(facts, elo0, elo1)}, "lab")
            before = now
        except ValueError as error:
            page.send({"say": "lab", "store": store.name, "matches": [], "text": str(error)}, "lab")
        await asyncio.sleep(EVERY)


def standings(facts: StoreFacts, elo0: float, elo1: float) -> list[dict[str, Any]]:
    return [standing(m, elo0, elo1) for m in sorted(facts.matches, key=lambda m: -m.ended)]


def standing(match: PlayedMatch, elo0: float, elo1: float) -> dict[str, Any]:
    """A match: its score, the interval of the winning rate, Elo, and where a sequential test of these bounds stands."""
    results, score = match.results, match.score
    low, high = results.interval()
    elo, test = results.elo(), sprt(results, elo0, elo1)
    told = {name: getattr(match, name) for name in ("id", "game", "ended")}
    told |= {name: getattr(score, name) for name in ("wins", "draws", "losses", "games")}
    told |= {"first": str(match.first), "second": str(match.second), "conditions": conditions(match)}
    told |= {"rate": results.rate, "low": low, "high": high, "elo": str(elo), "llr": round(test.llr, 2)}
    told |= {"bounds": [round(test.lower, 2), round(test.upper, 2)], "verdict": test.verdict}
    return told | {"running": time.time() - match.ended < RUNNING}


def report(store: Path) -> str:
    """The whole report as a page; ValueError if there is no store, or what draws it is not installed."""
    need("lab", "The report")
    from ..lab.report.page import make_page

    return make_page(read_store(store, GAMES))
