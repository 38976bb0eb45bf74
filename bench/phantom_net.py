"""What the network of Phantom Go costs: python -m bench.phantom_net [NETWORK]

Tries a CPU-second of games in step on 9x9, tried at random, with what both sides then know; and the CPU time that
`phantom-net` takes for a try in a game against itself."""

import sys
import time

import numba
import numpy as np

from kaya import Budget, PhantomGoPosition, make_player
from kaya.go.rules.board import PASS
from kaya.phantom_go.knowledge.network.network import SHIPPED
from kaya.phantom_go.knowledge.network.planes import ENEMY_BIT, NUMBERS, OWN_BIT, TRIED_BIT, VAIN_BIT
from kaya.phantom_go.learning.network.games import Games

LINES, AREA, COUNT, STEPS = 9, 81, 512, 400
TAKEN = sum(1 << bit for bit in (OWN_BIT, ENEMY_BIT, VAIN_BIT, TRIED_BIT))


def in_step() -> float:
    """Tries a CPU-second."""
    numba.set_num_threads(1)
    words, chance, spent = np.zeros((COUNT, AREA), np.uint32), np.random.default_rng(1), 0.0
    others = np.zeros((COUNT, NUMBERS), np.float32), np.zeros((COUNT, AREA), np.uint8), np.zeros(COUNT, np.uint8)
    games = Games(COUNT, 1, (words, *others), LINES)
    for k in range(STEPS + 1):  # kernels are compiled before
        drawn = np.where(words & TAKEN == 0, chance.random((COUNT, AREA)), 0.0)
        tried = np.where(drawn.max(1) > 0.0, drawn.argmax(1), AREA).astype(np.int16)
        began = time.process_time()
        games.step(tried, 0.5)
        spent += time.process_time() - began if k else 0.0
    return COUNT * STEPS / spent


def a_try(network: str) -> float:
    """Milliseconds."""
    name, position = f"phantom-net:network={network},temperature=1", PhantomGoPosition(LINES)
    players = {side: make_player(name, game="phantom-go", seed=side) for side in (1, 2)}
    views, spent = {side: position.start_for(side).view() for side in (1, 2)}, []
    while not position.over and len(spent) < STEPS:
        side = position.mover
        began = time.process_time()
        move = players[side].choose(views[side], Budget(simulations=1)).move
        spent.append(time.process_time() - began)
        for hearing, announcement in position.attempt(PASS if move is None else move).items():
            views[hearing].hear(announcement)
    return 1000 * float(np.mean(spent[2:]))  # networks are read before


def main() -> None:
    print(f"Games in step: {in_step():,.0f} tries a CPU-second.")
    print(f"A try of phantom-net: {a_try(sys.argv[1] if sys.argv[1:] else SHIPPED):.2f} ms of CPU time.")


if __name__ == "__main__":
    main()
