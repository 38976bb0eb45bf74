"""What self-play costs the processors: `python -m bench.self_play` prints CPU time an evaluation, without the network.

Games are searched in step as `kaya learn zero` does it, on one processor, with answers that are prepared: logits of
random policies, about as sharp as a trained network's. `--network` has one answer instead; its time is not counted.
First the games are brought to all stages. Needs PyTorch."""

import argparse
import time
from typing import Any

import numba
import numpy as np
import torch

from kaya.go.knowledge.network import network_file
from kaya.go.learning.network.positions import Planes
from kaya.go.learning.network.self_play import Half, OnProcessors, SelfPlay
from kaya.network import Network

SHARPNESS, POOL = 3.0, 8  # standard deviation of the logits; how many answers are prepared for each game


class Prepared:
    """Answers at once, each time another of those that are prepared."""

    def __init__(self, half: Half, chance: np.random.Generator):
        shape = half.answers[0].shape
        self.pool = [
            (SHARPNESS * chance.standard_normal(shape, np.float32), 0.5 * chance.standard_normal(shape[0], np.float32))
            for _ in range(POOL)
        ]
        self.asked = 0

    def ask(self, half: Half) -> None:
        self.asked += 1
        half.answers = self.pool[self.asked % POOL]

    def wait(self) -> None:
        pass


class Timed:
    """Somebody who answers, and the CPU time that it takes."""

    def __init__(self, answers: Any):
        self.answers, self.seconds = answers, 0.0

    def ask(self, half: Half) -> None:
        began = time.process_time()
        self.answers.ask(half)
        self.seconds += time.process_time() - began

    def wait(self) -> None:
        self.answers.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.self_play", description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=[9, 13], help="lines of the boards")
    parser.add_argument("--games", type=int, default=1024, help="at a time")
    parser.add_argument("--moves", type=int, default=24, help="in each game")
    parser.add_argument("--simulations", type=int, default=32, help="of a full search; three of four have a quarter")
    parser.add_argument("--network", help="a network's file or name, as go9; prepared answers if none is given")
    options = parser.parse_args()
    numba.set_num_threads(1)
    torch.set_num_threads(1)
    for lines in options.sizes:
        planes = Planes(lines, "cpu", torch.float32)
        play = SelfPlay(planes, options.games, 7.5, options.simulations, 1, wide=0.12, handicap=0.12)
        answering: list[Any]
        if options.network:
            network = Network.read(network_file(options.network))
            answering = [Timed(OnProcessors(network, lines)) for _ in play.halves]
        else:
            answering = [Timed(Prepared(half, np.random.default_rng(1))) for half in play.halves]
        play.stagger(answering)
        for answers in answering:
            answers.seconds = 0.0
        evaluations, positions, began = 0, 0, time.process_time()
        for move in range(options.moves):
            full = move % 4 == 0
            simulations = options.simulations if full else max(2, options.simulations // 4)
            learned = play.move(simulations, answering, full)
            evaluations += options.games * (simulations + 1)
            positions += len(learned["result"]) if learned else 0
        taken = time.process_time() - began - sum(answers.seconds for answers in answering)
        print(
            f"{lines}x{lines}: {1e6 * taken / evaluations:.3f} us an evaluation, {evaluations / taken:,.0f} a CPU-s "
            f"({evaluations:,} evaluations, {play.finished:,} games over, {positions:,} positions)",
            flush=True,
        )


if __name__ == "__main__":
    main()
