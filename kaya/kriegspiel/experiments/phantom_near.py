"""Kriegspiel paper, section 3: How near determinizations are, why A's idea works in Phantom Go and not in Kriegspiel.

A samples the opponent's pieces before each simulation, as all programs for Phantom Go do. Measured in games of programs
against themselves, when each side has made so many moves: how many of the opponent's pieces are on the right place of a
determinization, as the mean of some of them ("right"), with those that are known for certain among them ("known"); and
of the pieces that stand on the board, how many stand on the same place ten own moves later ("stay"). The Kriegspiel
paper (section 3) says it without numbers: stones, "once discovered permanently decrease uncertainty by a large factor,
information in Kriegspiel ages and quickly becomes old"."""

import functools
from typing import Any

import numpy as np

from ...games.registry import find_bundle, find_game, imported
from ...games.umpire import Umpired
from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.matches.contestants import Pace, make_contestant
from ...lab.screen import NameTable
from ...players import make_player
from ...search import Budget
from ...table import PlayerSeat, Table

GAMES = {"Phantom Go": ("phantom-go", "phantom-late"), "Kriegspiel": ("kriegspiel", "kriegspiel-c")}
MOVES = (5, 10, 20, 30)  # of each side
LATER = 10
SIMULATIONS, SAMPLES, TIMES = 100, 50, 20
NUMBERS = ("right", "known", "stay")


def asked(game: str, service: str) -> Any:
    """A service of a game: `places(position, side)`, where a side has pieces on the umpire's board, and
    `determinizations(view, count, seed)`, where the opponent's are on so many determinizations, and where they are
    known to be."""
    return imported(find_bundle(game).services[service])


def take(game: str, player: str, seed: int) -> Value:
    """One game: at each time the shares for the side to move, and later where the opponent's pieces still were."""
    position = find_game(game).new_game()
    assert isinstance(position, Umpired)
    seats = {
        side: PlayerSeat(
            make_player(player, game=game, seed=seed % 1000 + side), Budget(simulations=SIMULATIONS, nodes=20_000)
        )
        for side in (1, 2)
    }
    table, found, stood = Table(position, seats), dict[str, dict[int, float]](), dict[int, set[int]]()
    found = {name: {} for name in NUMBERS}
    while not table.over and len(position.plies) <= 2 * (max(MOVES) + LATER):
        made, side = len(position.plies) // 2, position.mover
        if len(position.plies) % 2 == 0 and not position.tried:
            true = asked(game, "places")(position, 3 - side)
            if made in MOVES and true:
                sampled, known = asked(game, "determinizations")(seats[side].view, SAMPLES, seed)
                if sampled:
                    found["right"][made] = float(np.mean([len(s & true) for s in sampled])) / len(true)
                found["known"][made] = len(known & true) / len(true)
                stood[made] = true
            if made - LATER in stood:
                found["stay"][made - LATER] = len(stood[made - LATER] & true) / len(stood[made - LATER])
        table.ask()
    return {name: {str(t): share for t, share in by_time.items()} for name, by_time in found.items()}


def measurements(scale: float) -> list[Measurement]:
    times = max(round(scale * TIMES), 1)
    return [
        Measurement(label, _described(game, player), functools.partial(take, game, player), lambda: 5.0, times)
        for label, (game, player) in GAMES.items()
    ]


def _described(game: str, player: str) -> dict[str, Any]:
    described = make_contestant(player, Pace(SIMULATIONS), game=game).describe({})
    return {"player": described, "moves": list(MOVES), "later": LATER, "guesses": SAMPLES}


def table(title: str, measured: list[Measured]) -> NameTable:
    shown = NameTable("game", "own moves", "right", "known", f"stay for {LATER} moves", "games", title=title)
    for line in measured:
        for t in MOVES:
            cells = []
            for name in NUMBERS:
                shares = [value[name][str(t)] for value in line.values if str(t) in value[name]]
                cells.append(f"{100 * np.mean(shares):.0f} %" if shares else "")
            shown.add_row(line.label, str(t), *cells, line.times)
    return shown


experiment = MeasuredExperiment(__name__, __doc__, measurements, table)
