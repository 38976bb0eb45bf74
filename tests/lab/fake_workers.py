"""Workers without processes: some play no game, what it came to is decided as the task comes in; one plays here."""

from collections.abc import Callable, Iterator

import numpy as np

from kaya.lab.matches.store import GameResult
from kaya.lab.matches.workers import Bench, Task


class FakeWorkers:
    """`decide` gives the points of the first player in a game; games end in an order of their own."""

    def __init__(self, decide: Callable[[Task], float], size: int = 3):
        self.decide, self.size = decide, size
        self.tasks: list[Task] = []
        self.chance = np.random.default_rng(0)

    def submit(self, task: Task) -> None:
        self.tasks.append(task)

    def results(self, timeout: float | None = None) -> Iterator[tuple[Task, GameResult]]:
        task = self.tasks.pop(self.chance.integers(len(self.tasks)))
        points = self.decide(task)
        yield task, GameResult(task.number, task.first_side, points, "", "score", "", "", 0, task.seed, 0, 0, 0)

    def close(self) -> None:
        pass


class Here:
    """One worker, in this process."""

    size = 1

    def __init__(self):
        self.bench, self.tasks = Bench(), list[Task]()

    def submit(self, task: Task) -> None:
        self.tasks.append(task)

    def results(self, timeout: float | None = None) -> Iterator[tuple[Task, GameResult]]:
        task = self.tasks.pop()
        yield task, self.bench.play(task)

    def close(self) -> None:
        self.bench.close()
