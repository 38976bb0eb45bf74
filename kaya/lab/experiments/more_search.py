"""Does more search make a program stronger? Each program against itself with fewer simulations.

A claim of no paper, and a gate: a program that more search makes weaker evaluates something wrongly."""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

from .played import MatchExperiment, Row

SIMULATIONS = (30, 1000, 10_000)
GAMES = 100


def with_simulations(player: str, simulations: int) -> str:
    return f"{player}{',' if ':' in player else ':'}simulations={simulations}"


def more_search(
    name: str, caption: str | None, players: Sequence[str], opened: Sequence[str] = (), **conditions: Any
) -> MatchExperiment:
    """Each of these players with 1,000 simulations a move against 30, and with 10,000 against 1,000. Games of those
    that are `opened` begin with random openings, even where the conditions have none."""

    def rows() -> list[Row]:
        made = []
        for player, (fewer, more) in product(players, pairwise(SIMULATIONS)):
            begun = {"openings": "random"} if player in opened else {}
            label = f"{player.partition(':')[0]}, {more:,} against {fewer:,}"
            sides = with_simulations(player, more), with_simulations(player, fewer)
            made.append(Row.of(label, *sides, {"games": GAMES, **conditions, **begun}, simulations=more))
        return made

    return MatchExperiment(name, caption, rows, ("program, simulations a move", "points of the one with more"))
