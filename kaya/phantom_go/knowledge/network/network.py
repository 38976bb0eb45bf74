"""A network that plays Phantom Go, and what it says of what a player knows."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from ....kernel import kernel
from ....kernel.addresses import aligned_memory
from ....network import Evaluator, KnownNetworks, evaluate_at
from ...rules import View
from .information import Information
from .planes import NUMBERS, PLANES, describe, fill_planes

NETWORKS = KnownNetworks("phantom-go", Path(__file__).parent, planes=PLANES)
SHIPPED = "phantom9"


@kernel
def ask(network, memory, information, points, numbers, planes, policy, belief):
    """Evaluate an information state: its value for the player to move."""
    describe(information, points, numbers)
    fill_planes(information.lines, points, numbers, planes)
    return evaluate_at(network, memory, information.lines, planes, policy, policy[:0], belief, policy[:0])


class Said(NamedTuple):
    """The value for the player to move, the logit of each try, and the chance of a stone of the opponent on each point,
    row by row."""

    value: float
    logits: np.ndarray
    belief: np.ndarray


class Asking:
    """A network that is asked about one game."""

    def __init__(self, ready: Evaluator, lines: int):
        self.ready, self.lines, area = ready, lines, lines * lines
        self.memory = aligned_memory(ready.memory(lines))
        self.points, self.numbers = np.zeros(area, np.uint32), np.zeros(NUMBERS, np.float32)
        self.planes = np.zeros(area * PLANES, np.float32)
        self.policy, self.belief = np.zeros(area + 1, np.float32), np.zeros(area, np.float32)

    def __call__(self, information: Information, tries: list[int]) -> Said:
        """What it says of what is known."""
        room = self.points, self.numbers, self.planes, self.policy, self.belief
        value = ask(self.ready.address, self.memory.ctypes.data, information.record, *room)
        places = [self.place(move) for move in tries]
        return Said(float(value), self.policy[places].astype(np.float64), (1.0 + self.belief) / 2.0)

    def place(self, move: int) -> int:
        """Where a try stands in the policy: the pass is the last."""
        return place_of_try(move, self.lines)


def place_of_try(move: int, lines: int) -> int:
    return (move // (lines + 1) - 1) * lines + move % (lines + 1) - 1 if move else lines * lines


def followed(information: Information, heard: int, view: View) -> int:
    """Hear all that a view has heard after its first `heard` announcements; how many it are now."""
    for announcement in view.log[heard:]:
        information.hear(announcement)
    return len(view.log)
