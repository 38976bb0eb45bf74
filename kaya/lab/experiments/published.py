"""What a published page counts already: it outlives the store that its games are in."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..matches.match import Standing

PLAYED = ("line", "program", "first", "second", "conditions", "simulations", "threads")
"""What tells the lines of a page apart, whatever their seeds."""


@dataclass
class Published(Standing):
    """A match as a page counts it: games in stores that are not at hand besides, or instead of, those in this one."""

    own: Standing | None = None  # what the store has of it, if that counts
    others: list[dict[str, Any]] = field(default_factory=list)  # what the page says of the other games


def lines_of(page: Path | None) -> dict[str, list[dict[str, Any]]]:
    """The lines of a page's NAME.json by what was played in them, one for each seed; none if there is no page yet."""
    if page is None or not (file := page.with_suffix(".json")).is_file():
        return {}
    found: dict[str, list[dict[str, Any]]] = {}
    try:
        for line in json.loads(file.read_text(encoding="utf-8"))["lines"]:
            found.setdefault(identity(line), []).append({"effort": 1.0} | line)
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{file} does not hold the counts of a published page.") from None
    return found


def identity(line: dict[str, Any]) -> str:
    played = line | {"conditions": {**line["conditions"], "seed": None}}
    return json.dumps([played[name] for name in PLAYED], sort_keys=True, default=str)


def with_page(standing: Standing, kept: list[dict[str, Any]]) -> Standing:
    """The games in the store and those of other seeds that a page counted; of the same seed whichever are more."""
    seed, games = standing.match.conditions["seed"], len(standing.points)
    counted = [(line, line["won"] + line["drawn"] + line["lost"]) for line in kept]
    others = [line for line, count in counted if line["conditions"]["seed"] != seed or count > games]
    if not others:
        return standing
    own = standing if games and all(line["conditions"]["seed"] != seed for line in others) else None
    points = dict(standing.points) if own else {}
    for line in others:
        start = 2 * (max(points, default=-1) // 2 + 1)
        points |= {start + n: p for n, p in game_points(line).items()}
    return Published(standing.match, standing.id, points, own=own, others=others)


def game_points(counts: dict[str, Any]) -> dict[int, float]:
    """Points by game number with these counts; games of a pair are neighbours, of unknown pairs no two are."""
    if counts["pairs"] is None:
        points = [1.0] * counts["won"] + [0.5] * counts["drawn"] + [0.0] * counts["lost"]
        return {2 * n: p for n, p in enumerate(points)}
    none, half, one, more, both = counts["pairs"]
    drawn_twice = (counts["drawn"] - half - more) // 2
    pairs = [(0.0, 0.0)] * none + [(0.0, 0.5)] * half + [(0.5, 0.5)] * drawn_twice
    pairs += [(0.0, 1.0)] * (one - drawn_twice) + [(0.5, 1.0)] * more + [(1.0, 1.0)] * both
    return dict(enumerate(p for pair in pairs for p in pair))
