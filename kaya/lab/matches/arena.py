"""The arena: one game of a match, at a table, as a result for the store. Whoever fails in any way loses, and why is
written down. A player that is Unusable ends the match instead."""

import time
from typing import Any

from ...games.game import Game
from ...protocols.formats import written
from ...table import Failure, Record, Table, Unusable
from .contestants import Contestant, Pace
from .store import GameResult, commit, hardware

FIRST = 1  # the side that moves first
LONGEST_REASON = 200  # characters


def play_game(
    game: Game,
    conditions: dict[str, Any],
    contestants: dict[int, Contestant],
    pace: Pace,
    opening: list[str],
    seed: int,
    number: int,
    first_side: int,
) -> GameResult:
    """Play one game between contestants[1] and contestants[2]; `first_side` is where the match's first player sits."""
    began = time.monotonic()
    names = {side: c.describe(conditions)["name"] for side, c in contestants.items()}
    position = game.new_game(**{d.name: conditions[d.name] for d in game.conditions.describe() if d.name in conditions})
    clocks = {side: clock for side in contestants if (clock := pace.new_clock())}
    for side, contestant in contestants.items():
        contestant.reseed(seed + side)
    table: Table | None = None
    try:
        table = Table(position, contestants, clocks)
        for move in opening:
            table.put(move)
        verdict = table.play()
        reason = verdict.how
    except Unusable:
        raise
    except Failure as failure:
        side = failure.side or position.mover
        verdict = position.lost_by(side, "T" if str(failure) == "time" else "F")
        reason = f"{names[side]}: {failure}"
        contestants[side].close()
    seconds = table.seconds if table else {1: [], 2: []}
    first, second = seconds[first_side], seconds[3 - first_side]
    slowest = max(first, default=0.0), max(second, default=0.0)
    return GameResult(
        number=number,
        first_side=first_side,
        points=verdict.points if first_side == FIRST else 1 - verdict.points,
        outcome=verdict.outcome,
        reason=" ".join(reason.split())[:LONGEST_REASON],
        opening=" ".join(opening),
        record=written(Record(position, names, verdict.outcome)),
        plies=len(first) + len(second),
        seed=seed,
        seconds_first=sum(first),
        seconds_second=sum(second),
        seconds_all=time.monotonic() - began,
        details={"hardware": hardware(), "commit": commit(), "slowest_first": slowest[0], "slowest_second": slowest[1]},
    )
