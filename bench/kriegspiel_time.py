"""What a move takes against its budget, all its tries together.

    python -m bench.kriegspiel_time --player kriegspiel-c --seconds 0.1 --moves 1000

The program plays both sides. A move's time is that of all tries until one is legal; wall-clock time and CPU time are
given, for a busy machine takes its time as well.
"""

import argparse
import time
from typing import Any

import numpy as np

from kaya.kriegspiel.rules import KriegspielPosition
from kaya.players import make_player
from kaya.search import Budget
from kaya.table import PlayerSeat
from kaya.table.ready import get_ready


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="kriegspiel-c")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--moves", type=int, default=1000)
    args = parser.parse_args()
    get_ready(make_player(args.player, game="kriegspiel"))  # as before any match
    walls, cpus, tries, seed = [], [], [], 0
    while len(walls) < args.moves:
        seed += 2
        game = KriegspielPosition()
        seats = {
            side: PlayerSeat(
                make_player(args.player, game="kriegspiel", seed=seed + side), Budget(seconds=args.seconds)
            )
            for side in (1, 2)
        }
        for side, seat in seats.items():
            seat.begin(game.start_for(side), side)
        wall = cpu = tried = 0
        while not game.over and len(walls) < args.moves:
            side, began, used = game.mover, time.monotonic(), time.process_time()
            move: Any = seats[side].choose().move
            wall, cpu, tried = wall + time.monotonic() - began, cpu + time.process_time() - used, tried + 1
            for who, told in game.attempt(move).items():
                seats[who].hear(told)
            if game.mover != side or game.over:
                for into, value in ((walls, wall), (cpus, cpu), (tries, tried)):
                    into.append(value)
                wall = cpu = tried = 0
    skip = 24  # the first moves come from a book
    for name, taken in (("wall", walls), ("CPU", cpus)):
        shares = np.array(taken[skip:]) / args.seconds
        print(
            f"{args.player}, {args.seconds} s a move, {name}: mean {shares.mean():.2f}, 99 of 100 within "
            f"{np.quantile(shares, 0.99):.2f}, worst of {len(shares)} {shares.max():.2f}"
        )
    print(f"tries a move {np.mean(tries):.1f}, most {max(tries)}")


if __name__ == "__main__":
    main()
