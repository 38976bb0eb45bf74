"""Many positions evaluated by a network on all processors: what a GPU does for self-play, for machines without one."""

import numba
import numpy as np

from ....kernel.compile import get_thread_id, on_all_processors
from ....network import Evaluator, aligned_memory, evaluate_at
from ...knowledge.planes import DEPTH, planes_of


@on_all_processors
def answer(address, memories, lines, codes, facts, planes, logits, values):
    """Evaluate the positions described by `codes` and `facts`; logits and values of each. Every thread has memory and
    planes."""
    for k in numba.prange(len(codes)):
        t = get_thread_id()
        planes_of(lines, codes[k], facts[k], planes[t])
        none = logits[k, :0]
        values[k] = evaluate_at(address, memories[t], lines, planes[t], logits[k], none, none, none)


class Answers:
    """The room that threads need to answer for boards of one size."""

    def __init__(self, lines: int):
        threads: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
        self.lines, self.room = lines, aligned_memory(64)
        self.planes = np.zeros((threads, lines * lines * DEPTH), np.float32)
        self.memories = np.zeros(threads, np.int64)

    def __call__(
        self, ready: Evaluator, codes: np.ndarray, facts: np.ndarray, logits: np.ndarray, values: np.ndarray
    ) -> None:
        """Fill in logits and values of these positions."""
        each = -(-ready.memory(self.lines) // 64) * 64
        if len(self.room) < each * len(self.memories):
            self.room = aligned_memory(each * len(self.memories))
            self.memories[:] = self.room.ctypes.data + each * np.arange(len(self.memories))
        answer(ready.address, self.memories, self.lines, codes, facts, self.planes, logits, values)
