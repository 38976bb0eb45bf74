"""A network made ready for evaluation: weights in the order in which kernels read them, and the compiled function."""

import functools
import math
import threading
import weakref
from typing import Any

import numpy as np
from numba import types

from ..kernel import INTERPRETED, kernel, numba_type, record, zeros
from ..kernel.addresses import address_of, aligned_memory, call_at, word_at
from ..kernel.vectors import WIDTH, block_rows, panel
from .evaluation import evaluate, evaluate_moves, parts
from .file import KINDS, LARGEST, MOST_BLOCKS, MOVES_POLICY, SMALLEST, Network
from .plain import Answer, MovesAnswer, evaluate_plainly, moves_plainly
from .winograd import TILES, tap_weights

HEADER = record(("plans", "i8", (LARGEST + 1,)))
"""What the address of a network leads to: for each size of the board the address of a plan, or 0."""
NO_PLAN = float("nan")

_PLAIN = "policy.pool", "policy.w", "pass.w", "value1.w", "value1.b", "value2.w", "own.w"
_NUMBERS = "pass.b", "value2.b", "own.b", "optimistic.pass.b"
_OPTIONAL = "optimistic.w", "optimistic.pass.w", "score.w", "score.b", "short.w", "short.b", "belief.w", "belief.b"
SCORE, SPREAD, SHORT, ERROR, SAID_NUMBERS = range(5)
"""Where the numbers of the other heads are written: not a number where the network has not learned them."""


def _field(name: str) -> str:
    return name.replace(".", "_")


@functools.cache
def plan(channels: int, tile: int, planes: int) -> np.dtype:
    """The record that the compiled function gets: its own address first, addresses of weights, and three fields that
    are there for the sake of their types."""
    addresses = ("function", "blocks", "panel", "head", "weights", "biases", "head_w", "head_b")
    addresses += tuple(map(_field, (*_PLAIN, *_OPTIONAL)))
    return record(
        *((name, "i8") for name in addresses),
        *((_field(name), "f4") for name in _NUMBERS),
        ("pools", "i8", (MOST_BLOCKS,)),
        ("channels", "u1", (channels,)),
        ("tile", "u1", (tile,)),
        ("planes", "u1", (planes,)),
    )


def reading(channels: int) -> int:
    """What it costs to bring a weight from the cache, in multiplications of it: more where vectors are wide, as these
    are faster, and more again where the weights of a network fill the cache. With that for vectors of 4 the tile chosen
    is within 3 % of the fastest, on a Neoverse N1 with 32, 64 and 128 channels on all boards; with that for vectors of
    16 it is the fastest, on a Xeon with 64 and 96 channels on all boards. Vectors of 8 are not measured."""
    return 24 if WIDTH == 16 and channels >= 112 else WIDTH // 2


def best_tile(lines: int, channels: int) -> int:
    """The tile by which a board is evaluated fastest. A layer has (m + 2)^2 products, one for each tap, of as many
    rows as there are tiles (or as the smallest block has), and reads as many matrices of weights."""
    least = block_rows(channels)[0]
    return min(TILES, key=lambda m: (m + 2) ** 2 * (max(least, (-(-lines // m)) ** 2) + reading(channels)))


class Evaluator:
    """A network that kernels can evaluate by `address`.

        ready = Evaluator(Network.read(path))
        memory = aligned_memory(ready.memory(9))                     # for each thread
        value = evaluate_at(ready.address, memory.ctypes.data, 9, planes, policy, optimistic, ownership, numbers)

    All that the address leads to lives as long as the evaluator. `tile` is for tests and measurements."""

    def __init__(self, network: Network, tile: int | None = None):
        self.network = network
        self._tile = tile
        self._header = zeros(HEADER)
        self._plans: dict[int, np.recarray] = {}
        self._alive: list[Any] = []
        self._making = threading.Lock()
        _known[self.address] = self

    @property
    def address(self) -> int:
        return self._header.ctypes.data

    def memory(self, lines: int) -> int:
        """How many bytes a thread needs for boards of up to so many lines, which are made ready by this call; smaller
        boards are evaluated, too, but may be faster after a call of their own."""
        if not SMALLEST <= lines <= LARGEST:
            raise ValueError(f"A network evaluates boards of {SMALLEST} to {LARGEST} lines, not of {lines}.")
        tile = self._tile or best_tile(lines, self.network.channels)
        with self._making:  # another thread may already evaluate by the plan that a second one would replace
            if tile not in self._plans:
                self._plans[tile] = self._plan(tile)
        known = self._header.plans[0]
        known[lines] = self._plans[tile].ctypes.data
        for fewer in range(SMALLEST, lines):
            known[fewer] = known[fewer] or known[lines]
        channels, head = self.network.channels, self._head
        every = [(n, t) for n in range(SMALLEST, lines + 1) for t in TILES]
        return max(parts(channels, t, head, n)[-1] for n, t in every)

    @property
    def _head(self) -> int:
        """The columns of all heads, filled up to whole panels."""
        columns, width = self.network.arrays["head.b"].size, panel(self.network.channels)
        return math.ceil(columns / width) * width

    def evaluate(self, planes: np.ndarray) -> "Answer | MovesAnswer":
        """What the network says of a position given as planes (n, n, P)."""
        lines, depth = len(planes), self.network.planes
        if planes.shape != (lines, lines, depth):
            raise ValueError(f"Planes must have the shape (n, n, {depth}), not {planes.shape}.")
        memory = aligned_memory(self.memory(lines))
        flat, points = np.ascontiguousarray(planes, np.float32).reshape(-1), lines * lines
        if self.network.policy == MOVES_POLICY:
            moves, none = np.empty(points * points, np.float32), np.empty(0, np.float32)
            belief = np.full(points * KINDS, np.nan, np.float32)
            value = evaluate_at(self.address, memory.ctypes.data, lines, flat, moves, none, belief, none)
            return MovesAnswer(moves.reshape(points, points), value, belief.reshape(points, KINDS))
        policy, optimistic = np.empty((2, points + 1), np.float32)
        ownership, numbers = np.empty(points, np.float32), np.empty(SAID_NUMBERS, np.float32)
        answers = policy, optimistic, ownership, numbers
        value = evaluate_at(self.address, memory.ctypes.data, lines, flat, *answers)
        return Answer(policy, value, ownership.reshape(lines, lines), optimistic, *map(float, numbers))

    def _plan(self, tile: int) -> np.recarray:
        channels, arrays, depth = self.network.channels, self.network.arrays, self.network.planes
        made = zeros(plan(channels, tile, depth))
        net: Any = made[0]
        convolutions = ["stem", *(f"block{i}.conv{k}" for i in range(self.network.blocks) for k in (1, 2))]
        net.blocks, net.panel, net.head = self.network.blocks, panel(channels), self._head
        net.weights = self._keep(*(_panels(tap_weights(arrays[f"{c}.w"], tile), channels) for c in convolutions))
        net.biases = self._keep(*(arrays[f"{c}.b"] for c in convolutions))
        head = np.zeros((1, channels, net.head), np.float32)
        head[0, :, : arrays["head.b"].size] = arrays["head.w"]
        net.head_w, net.head_b = self._keep(_panels(head, channels)), self._keep(arrays["head.b"])
        for name in _PLAIN:
            if name in arrays:
                net[_field(name)] = self._keep(arrays[name])
        for name in _NUMBERS:
            net[_field(name)] = arrays.get(name, 0.0)
        for name in _OPTIONAL:
            if name in arrays and name.partition(".")[0] in self.network.learned:
                net[_field(name)] = self._keep(arrays[name].T)
        for i in range(self.network.blocks):
            if (pool := arrays.get(f"block{i}.pool")) is not None:
                net.pools[i] = self._keep(pool)
        if not INTERPRETED:
            net.function = _compiled(channels, tile, depth, self.network.policy)
        return made

    def _keep(self, *arrays: np.ndarray) -> int:
        """The address of a copy of these arrays, one after the other."""
        memory = aligned_memory(4 * sum(a.size for a in arrays)).view(np.float32)
        np.concatenate([a.reshape(-1) for a in arrays], out=memory, casting="same_kind")
        self._alive.append(memory)
        return memory.ctypes.data


_known: "weakref.WeakValueDictionary[int, Evaluator]" = weakref.WeakValueDictionary()


def _panels(matrices: np.ndarray, channels: int) -> np.ndarray:
    """Matrices (k, depth, columns) as products read them: (k, panels, depth, columns of a panel)."""
    count, depth, _ = matrices.shape
    return matrices.reshape(count, depth, -1, panel(channels)).transpose(0, 2, 1, 3)


@functools.cache
def _compiled(channels: int, tile: int, planes: int, policy: str) -> int:
    """The address of `evaluate` for networks of so many channels and planes."""
    arguments = (numba_type(plan(channels, tile, planes)), *(types.int64,) * 7)
    kernel = evaluate_moves if policy == MOVES_POLICY else evaluate
    kernel.compile(arguments)
    compiled = kernel.overloads[arguments]
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)


@kernel
def _address_if_any(array):
    return address_of(array) if len(array) else 0


@kernel
def evaluate_at(address, memory, lines, planes, policy, optimistic, ownership, numbers):
    """Evaluate a position by the network at an address: the value, -1 to 1 for the player to move. Written are the
    logits of the policy and of the optimistic one (n n + 1, pass last), the ownership (n n) and the numbers of the
    other heads (see `SCORE`); or, if its policy is of moves, their logits (n n, n n), and in place of the ownership
    the belief (n n, 7). Nothing is written into arrays of length 0. `memory` is the address of this thread's own (see
    `Evaluator.memory`). A board that is larger than any that the evaluator was asked about has no value: NaN."""
    plan = word_at(address + 8 * lines) if SMALLEST <= lines <= LARGEST else 0
    if plan == 0:
        return NO_PLAN
    others = _address_if_any(optimistic), _address_if_any(ownership), _address_if_any(numbers)
    return call_at(word_at(plan), (plan, memory, lines, address_of(planes), _address_if_any(policy), *others))


if INTERPRETED:

    def evaluate_at(address, memory, lines, planes, policy, optimistic, ownership, numbers):
        network = _known[int(address)].network
        seen = np.asarray(planes)[: lines * lines * network.planes].reshape(lines, lines, network.planes)
        if network.policy == MOVES_POLICY:
            moves = moves_plainly(network, seen)
            policy[:] = moves.policy.reshape(-1)[: len(policy)]
            ownership[:] = moves.belief.reshape(-1)[: len(ownership)]
            return moves.value
        said = evaluate_plainly(network, seen)
        policy[: lines * lines + 1] = said.policy
        others = said.optimistic, said.ownership.reshape(-1), (said.score, said.spread, said.short, said.error)
        for array, values in zip((optimistic, ownership, numbers), others, strict=True):
            if len(array):
                array[: len(values)] = values
        return said.value
