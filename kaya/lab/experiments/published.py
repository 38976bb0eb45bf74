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
    """A match as a page counts it, whose games are in a store that is not at hand."""

    line: dict[str, Any] = field(default_factory=dict)  # what the page says of it


def lines_of(page: Path | None) -> dict[str, dict[str, Any]]:
    """The lines of a page's NAME.json by what was played in them; none if there is no page yet."""
    if page is None or not (file := page.with_suffix(".json")).is_file():
        return {}
    try:
        lines = json.loads(file.read_text(encoding="utf-8"))["lines"]
        return {identity(line): line for line in lines}
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{file} does not hold the counts of a published page.") from None


def identity(line: dict[str, Any]) -> str:
    played = line | {"conditions": {**line["conditions"], "seed": None}}
    return json.dumps([played[name] for name in PLAYED], sort_keys=True, default=str)


def fuller(standing: Standing, kept: dict[str, Any] | None) -> Standing:
    """The standing of more games: that in the store, or what a page counted."""
    if kept is None or kept["won"] + kept["drawn"] + kept["lost"] <= len(standing.points):
        return standing
    return Published(standing.match, standing.id, game_points(kept), line=kept)


def game_points(counts: dict[str, Any]) -> dict[int, float]:
    """Points by game number that give these counts back. Games of a pair have neighbouring numbers; where the pairs are
    not known, no two numbers are neighbours."""
    if counts["pairs"] is None:
        points = [1.0] * counts["won"] + [0.5] * counts["drawn"] + [0.0] * counts["lost"]
        return {2 * n: p for n, p in enumerate(points)}
    none, half, one, more, both = counts["pairs"]
    drawn_twice = (counts["drawn"] - half - more) // 2
    pairs = [(0.0, 0.0)] * none + [(0.0, 0.5)] * half + [(0.5, 0.5)] * drawn_twice
    pairs += [(0.0, 1.0)] * (one - drawn_twice) + [(0.5, 1.0)] * more + [(1.0, 1.0)] * both
    return dict(enumerate(p for pair in pairs for p in pair))
