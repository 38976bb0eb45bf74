"""Kriegspiel paper, section 6.1: how many nodes program C visits while B (k = 1) visits one.

By the text the factor is 10 to 20 on average. Some positions of a random game are searched for as long in turns, on one
core. A node is a try. It is visited when a simulation leads through it, and valued when it has a value: B values a try
by visiting it, C values all tries of a position when it is expanded, which are the nodes that B would have to visit for
it. The factors are those of nodes in a second of CPU time.
"""

import time
from collections.abc import Iterator
from typing import Any

from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.matches.contestants import Pace, make_contestant
from ...lab.screen import NameTable
from ...players import make_player
from ...search import Budget
from ...table import PlayerSeat, Table
from ..players import RandomPlayer
from ..players.searching import SearchingPlayer
from ..rules import KriegspielPosition, View

PAIRS = {
    "as written": ("kriegspiel-b-paper:k=1", "kriegspiel-c-paper"),
    "at its best": ("kriegspiel-b:k=1", "kriegspiel-c"),
}
PLIES = (8, 20, 40, 60)
SECONDS, TIMES = 2.0, 3
COUNTS = ("simulations", "visited", "valued")
PAPER = "10 to 20"


def positions() -> Iterator[KriegspielPosition]:
    """Positions of a random game, where both sides still have most of their pieces."""
    game = KriegspielPosition()
    table, left = Table(game, {side: PlayerSeat(RandomPlayer(seed=side)) for side in (1, 2)}), list(PLIES)
    while left:
        table.ask()
        if game.state.ply == left[0] and not game.tried:
            left.pop(0)
            yield game.copy()


def view_of_mover(game: KriegspielPosition) -> View:
    """What the player to move knows, who has heard all that its side was told."""
    return game.view_for(game.mover)


def counted(player: SearchingPlayer) -> list[int]:
    """Simulations of the last search, and the tries that were visited and that have a value."""
    tree = player.searches[0].tree
    nodes: Any = tree.nodes[: tree.used]
    tries = nodes[nodes.mover == 1]
    visited = tries.visits > 0
    simulations = player.searches[0].report().simulations
    return [simulations, int(visited.sum()), int((visited | (tries.heuristic != 0)).sum())]


def take(described: str, seconds: float, seed: int) -> Value:
    """What a second of CPU time brings."""
    used, sums = 0.0, [0, 0, 0]
    for game in positions():
        player, view = make_player(described, seed=seed, kind=SearchingPlayer), view_of_mover(game)
        player.choose(view, Budget(simulations=50))  # compiled, and the belief caught up
        began = time.process_time()
        player.choose(view, Budget(seconds=seconds))
        used += time.process_time() - began
        sums = [a + b for a, b in zip(sums, counted(player), strict=True)]
    return {name: n / used for name, n in zip(COUNTS, sums, strict=True)}


def measurements(scale: float) -> list[Measurement]:
    seconds = max(scale * SECONDS, 0.05)
    return [
        Measurement(
            f"{program}, {kind}",
            _described(name, seconds),
            lambda seed, n=name: take(n, seconds, seed),
            lambda: len(PLIES) * seconds,
            TIMES,
        )
        for kind, names in PAIRS.items()
        for program, name in zip("BC", names, strict=True)
    ]


def _described(name: str, seconds: float) -> dict:
    return {"player": make_contestant(name, Pace(seconds=seconds)).describe({}), "plies": list(PLIES)}


def table(title: str, measured: list[Measured]) -> NameTable:
    shown = NameTable("program", "paper", *(f"{name} a CPU-second" for name in COUNTS), "times", title=title)
    means = {m.label: [_mean(m, name) for name in COUNTS] for m in measured if m.values}
    for line in measured:
        cells = [f"{n:,.0f}" for n in means[line.label]] if line.values else [""] * len(COUNTS)
        shown.add_row(line.label, "", *cells, line.times)
    for kind in PAIRS:
        if f"B, {kind}" in means and f"C, {kind}" in means:
            factors = [c / b for b, c in zip(means[f"B, {kind}"], means[f"C, {kind}"], strict=True)]
            shown.add_row(f"C for one of B, {kind}", PAPER, *(f"{x:.1f}" for x in factors), "")
    return shown


def _mean(measured: Measured, name: str) -> float:
    return sum(value[name] for value in measured.values) / len(measured.values)


experiment = MeasuredExperiment(__name__, __doc__, measurements, table)
