"""A tiny experiment, and games of it without playing them."""

from dataclasses import replace

from kaya.lab.experiments.played import MatchExperiment, Row
from kaya.lab.matches.match import Match
from kaya.lab.matches.store import GameResult, Store

TINY = Match("uct:simulations=60", "uct:simulations=5", games=40, size=5, komi=0.5)
tiny = MatchExperiment(
    "tiny",
    "No paper: a tiny table.\n\nAnd what is said below.",
    x_label="simulations",
    rows=lambda: [
        Row("60 against 5", TINY, paper=0.9, paper_games=100, x=60),
        Row("again", replace(TINY, komi=1.5), x=70),
    ],
)


def add_games(store: Store, match: Match, points: list[float], sources: str = "", record: str = "") -> int:
    first, second = match.sides()
    if sources:
        first, second = ({**side, "sources": sources} for side in (first, second))
    identity = store.match(match.game, first, second, match.conditions)
    for number, p in enumerate(points):
        store.add(
            identity,
            GameResult(
                number,
                1 + number % 2,
                p,
                "*",
                "",
                "",
                record,
                4,
                0,
                0.0,
                0.0,
                9.0,
                {"commit": "abc", "hardware": {"machine": "m", "cores": 2}},
            ),
        )
    return identity
