"""A network that plays Kriegspiel, and what it says of what a player knows."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from ....kernel import kernel
from ....kernel.addresses import aligned_memory
from ....network import Evaluator, KnownNetworks, evaluate_at
from ....network.file import KINDS, MOVES_POLICY
from ...rules import View
from ...rules.squares import BLACK
from .information import Information
from .planes import NUMBERS, PLANES, WORDS, describe, fill_planes

LINES = 8

NETWORKS = KnownNetworks("kriegspiel", Path(__file__).parent, planes=PLANES, policy=MOVES_POLICY)
SHIPPED = "kriegspiel"


@kernel
def ask(network, memory, information, words, numbers, planes, policy, belief):
    """Evaluate an information state: its value for the player to move. Nothing is written into a policy or a belief of
    length 0."""
    describe(information, words, numbers)
    fill_planes(words, numbers, planes)
    return evaluate_at(network, memory, LINES, planes, policy, policy[:0], belief, policy[:0])


class Said(NamedTuple):
    """The value for the player to move, the logit of each try, and on each square the chance of each kind of enemy
    piece, 0 being none."""

    value: float
    logits: np.ndarray
    belief: np.ndarray


class Asking:
    """A network that is asked about one game."""

    def __init__(self, ready: Evaluator):
        self.ready, self.memory = ready, aligned_memory(ready.memory(LINES))
        self.words, self.numbers = np.zeros(WORDS, np.uint64), np.zeros(NUMBERS, np.float32)
        self.planes, self.policy = np.zeros(64 * PLANES, np.float32), np.zeros(64 * 64, np.float32)
        self.belief = np.zeros(64 * KINDS, np.float32)

    def __call__(self, information: Information, tries: list[int], pawn_tries: int | None = None) -> Said:
        """What it says of what is known; as if so many pawn tries had been announced, where that is given."""
        if pawn_tries:
            information = information.told(pawn_tries)
        room = self.words, self.numbers, self.planes, self.policy, self.belief
        value = ask(self.ready.address, self.memory.ctypes.data, information.record, *room)
        turn = 56 if information.record.metaposition[0].side == BLACK else 0
        moves, squares = np.array(tries, np.int64), np.arange(64) ^ turn
        logits = self.policy.reshape(64, 64)[(moves & 63) ^ turn, (moves >> 6 & 63) ^ turn]
        belief = np.exp(self.belief.reshape(64, KINDS)[squares])
        return Said(float(value), logits, belief / belief.sum(axis=1, keepdims=True))


def followed(information: Information, heard: int, view: View) -> int:
    """Hear all that a view has heard after its first `heard` announcements; how many it are now."""
    for announcement in view.log[heard:]:
        information.hear(announcement)
    return len(view.log)
