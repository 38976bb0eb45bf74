"""Kriegspiel paper, section 5.3: from program C to B step by step, by what their tries lose.

The two differ in the simulation (drawn messages or the weighted average), the backup (the average or the maximum) and
UCT's c. Games tell such differences slowly. Here each program chooses a try in positions of games between C and
minimax, and what the try loses, if it is legal, is counted in pieces: the difference to the best try, both by the
values that C finds with 3,000 simulations. So this takes C's side, and what is beyond its values is not seen.
"""

import functools
from typing import Any

import numpy as np

from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.experiments.played import mean_text
from ...lab.matches.contestants import Pace, make_contestant
from ...lab.screen import NameTable
from ...players import make_player
from ...search import Budget
from ...table import PlayerSeat, Table
from ..players import KriegspielPlayer
from ..players.searching import SearchingPlayer
from ..rules import KriegspielPosition, View
from .kriegspiel_speed import view_of_mover

REFERENCE, SIMULATIONS = "kriegspiel-c-paper", 3000
SIDES = {"kriegspiel-c-paper": 100, "kriegspiel-minimax-paper": 1000}  # who plays, with so many simulations
PLIES = range(9, 100, 10)  # after so many plies, so that White and Black are to move in turn
GAMES = 40
SECONDS = 2.0  # for a game, roughly
STEPS = {
    "C, as written": ("kriegspiel-c-paper", 1000),
    "C, 30 simulations": ("kriegspiel-c-paper", 30),
    "C, the average as backup": ("kriegspiel-c-paper:backup=average", 1000),
    "C, drawn messages, the average as backup": (
        "kriegspiel-c-paper:backup=average,simulate=messages_for_k_moves",
        1000,
    ),
    "B, k = 1, as written": ("kriegspiel-b-paper:k=1", 2000),
    "B, 8,000 simulations": ("kriegspiel-b-paper:k=1", 8000),
    "B, the tree follows every message": ("kriegspiel-b-paper:k=1,silence=off", 2000),
    "B, the maximum as backup": ("kriegspiel-b-paper:k=1,backup=maximum", 2000),
    "B, UCT's constant 0.03": ("kriegspiel-b-paper:k=1,C=0.03", 2000),
    "B, UCT's constant 0.2": ("kriegspiel-b-paper:k=1,C=0.2", 2000),
    "B, one recapture at the most": ("kriegspiel-b-paper:k=1,string=1", 2000),
    "B, the best child at the end": ("kriegspiel-b-paper:k=1,final=max_child", 2000),
    "B, k = 3": ("kriegspiel-b-paper:k=3", 790),
    "B, k = 7": ("kriegspiel-b-paper:k=7", 330),
    "B, k = 10": ("kriegspiel-b-paper:k=10", 240),
    "minimax, as written": ("kriegspiel-minimax-paper", 10_000),
}


def views(seed: int) -> list[View]:
    """What the sides to move know at some plies of one game."""
    game, found = KriegspielPosition(), []
    names = list(SIDES) if seed % 2 else list(SIDES)[::-1]
    players = [make_player(name, seed=seed % 1000 + k, kind=KriegspielPlayer) for k, name in enumerate(names)]
    budgets = [Budget(simulations=SIDES[name]) for name in names]
    seats = {side: PlayerSeat(p, b) for side, p, b in zip((1, 2), players, budgets, strict=True)}
    table = Table(game, seats)
    while not table.over and len(game.plies) < PLIES.stop:
        if len(game.plies) in PLIES and not game.tried:
            found.append(view_of_mover(game))
        table.ask()
    return found


@functools.cache
def valued(seed: int) -> list[tuple[View, dict[int, float]]]:
    """These views, each with C's values of its tries, in pieces."""
    found = []
    for view in views(seed):
        player = make_player(REFERENCE, seed=1, kind=SearchingPlayer)
        report = player.choose(view, Budget(simulations=SIMULATIONS)).report
        values = {m.move: m.value * float(player.p.scale) for m in report.moves}
        if len(values) > 1:
            found.append((view, values))
    return found


def take(described: str, simulations: int, seed: int) -> Value:
    """What the tries lose in the positions of one game."""
    player, lost = make_player(described, seed=1, kind=KriegspielPlayer), []
    for view, values in valued(seed):
        move = player.choose(view, Budget(simulations=simulations)).move
        lost.append(max(values.values()) - values.get(move or 0, min(values.values())))
    return {"lost": lost}


def measurements(scale: float) -> list[Measurement]:
    times = max(round(scale * GAMES), 1)
    return [
        Measurement(label, _described(*who), functools.partial(take, *who), lambda: SECONDS, times)
        for label, who in STEPS.items()
    ]


def _described(name: str, simulations: int) -> dict[str, Any]:
    described = make_contestant(name, Pace(simulations), game="kriegspiel").describe({})
    return {"player": described, "plies": list(PLIES), "reference": SIMULATIONS}


def table(title: str, measured: list[Measured]) -> NameTable:
    shown = NameTable("program", "simulations", "pieces lost a move", "best try", "positions", "games", title=title)
    for line in measured:
        lost = [x for value in line.values for x in value["lost"]]
        cells = [mean_text(lost, 3), f"{100 * np.mean(np.array(lost) == 0):.0f} %"] if lost else ["", ""]
        shown.add_row(line.label, f"{STEPS[line.label][1]:,}", *cells, str(len(lost)), line.times)
    return shown


experiment = MeasuredExperiment(__name__, __doc__, measurements, table)
