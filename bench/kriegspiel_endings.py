"""How often a bare king is mated, in how many moves, and what a try costs.

    python -m bench.kriegspiel_endings --games 200 --material Q R BB

Each material is played from random legal places against two kings: one moves at random, one sees everything, takes what
is not guarded and stays in the middle. At the start the king can be anywhere, or, with `--known`, his square is known.
"""

import argparse
import random
import time
from collections import Counter

import numpy as np

from kaya.kriegspiel.knowledge.endings.finish import finish
from kaya.kriegspiel.rules import View

from .endings import clever_king, play_out, random_ending, random_king


def measure(material: str, defender, games: int, known: bool, seed: int) -> str:
    """One row: mates, how the others ended, moves to mate, milliseconds a try."""
    ends: Counter[str] = Counter()
    lengths: list[int] = []
    spent: list[float] = []

    def timed(view: View, budget) -> int | None:
        began = time.process_time()
        move = finish(view, budget)
        spent.append(time.process_time() - began)
        return move

    for k in range(games):
        chance = random.Random(f"{seed} {material} {k}")
        game = random_ending(material, chance, known)
        moves = play_out(game, defender, chance, timed)
        ends[game.ending] += 1
        if game.ending == "checkmate":
            lengths.append(moves)
    mates = ends.pop("checkmate", 0)
    others = ", ".join(f"{n} {end}" for end, n in ends.items()) or "none"
    mean, most = (np.mean(lengths), max(lengths)) if lengths else (0, 0)
    name = f"K{material} {defender.__name__.split('_')[0]} {'known' if known else 'anywhere'}"
    return (
        f"{name:24} {mates}/{games} = {mates / games:6.1%}  not: {others:40} "
        f"moves {mean:4.1f}, most {most:2}  {1000 * np.mean(spent):5.1f} ms a try, most {1000 * max(spent):.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--material", nargs="+", default=["Q", "R", "BB", "RR", "P"])
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for material in args.material:
        for defender in (random_king, clever_king):
            print(measure(material, defender, args.games, args.known, args.seed), flush=True)


if __name__ == "__main__":
    main()
