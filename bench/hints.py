"""What a hint says of winning, against the games won from there: python -m bench.hints GAME [GAMES] [FILE]

The player that gives hints plays itself with `SIMULATIONS` a move, after random openings as in matches. Before one
move in `EVERY`, at random, the hint of the page is asked for, by what the side to move knows. FILE keeps each game as a
line, and a second run goes on where the first ended. Printed are, in bins, what the search found and what the hint
makes of it (`PageAdapter.chance`), and how many of the games the side that was told so scored; a draw counts half."""

import itertools
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kaya import Budget, make_player
from kaya.games.registry import imported
from kaya.players import analyst
from kaya.table import PlayerSeat, Table
from kaya.web.actions import advice
from kaya.web.adapter import adapter_of
from kaya.web.pool import best_player

SIMULATIONS = {"kriegspiel": 2000, "phantom-go": 60}
EVERY = 12
BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.001)


def play(game: str, seed: int, thinker: Any) -> dict[str, Any]:
    """A game, with what was said of it: the side, the number of the move, and the chance."""
    chance, name = random.Random(seed), analyst(game)
    players = {side: make_player(name, game=game, seed=2 * seed + side) for side in (1, 2)}
    for player in players.values():
        if "level" in player.parameters():
            player.set("level", 10)
    adapter, said = adapter_of(game), []
    conditions = {condition.name: condition.default for condition in adapter.offered()}
    position = adapter.start(conditions, 0)
    budget = Budget(simulations=SIMULATIONS[game], memory=64 << 20)
    table = Table(position, {side: PlayerSeat(player, budget) for side, player in players.items()})
    for move in imported(adapter.bundle.openings)({**conditions, "seed": 0}, seed):
        table.put(move)
    heard = -1
    while not table.over and not table.position.too_long:
        number, side = len(table.position.played), table.mover
        if number != heard and chance.random() < 1 / EVERY:
            thinker.forget()
            _, rate, _ = advice(thinker, table.position.view_for(side))
            if rate is not None:
                said.append((side, number, rate))
        heard = number
        table.ask()
    verdict = table.verdict or table.position.verdict()
    return {
        "seed": seed,
        "moves": len(table.position.played),
        "first": verdict.points,
        "how": verdict.how,
        "said": said,
    }


def show(games: list[dict[str, Any]], chance: Callable[[float], float] = float) -> None:
    """Bins of what was said, each with an interval over games: the same moments, of games drawn anew."""
    rows = [
        (number, chance(rate), game["first"] if side == 1 else 1.0 - game["first"])
        for number, game in enumerate(games)
        for side, _, rate in game["said"]
    ]
    of_game, said, won = (np.array(column) for column in zip(*rows, strict=True))
    drawn = np.random.default_rng(1).integers(len(games), size=(1000, len(games)))
    print(f"{len(games)} games, {len(rows)} hints\nsaid            mean   won    interval       cases")
    for low, high in itertools.pairwise(BINS):
        inside = (said >= low) & (said < high)
        if inside.any():
            count, sums = (np.bincount(of_game, w, len(games))[drawn].sum(1) for w in (inside, inside * won))
            least, most = np.quantile(sums[count > 0] / count[count > 0], (0.025, 0.975))
            print(
                f"{low:.1f} to {min(high, 1.0):.1f}      {said[inside].mean():.2f}   {won[inside].mean():.2f}   "
                f"[{least:.2f}, {most:.2f}]   {inside.sum()}"
            )


def main(game: str, games: int = 200, file: str = "") -> None:
    kept = Path(file) if file else None
    done = [json.loads(line) for line in kept.read_text().splitlines()] if kept and kept.exists() else []
    thinker = best_player(game)
    for seed in range(len(done), games):
        done.append(play(game, seed, thinker))
        if kept:
            with kept.open("a") as out:
                out.write(json.dumps(done[-1]) + "\n")
    print("the winning rate of the search:")
    show(done)
    print("what a hint says:")
    show(done, adapter_of(game).chance)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200, *sys.argv[3:4])
