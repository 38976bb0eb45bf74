"""The beliefs of the nodes of a tree. A node holds the model (Figures 6 and 8): it is not computed on every descent.

A belief is found by the belief before it, the try and the umpire's message. The memory begins with a table of keys and
places; the beliefs follow.
"""

import numpy as np

from ....kernel import INTERPRETED, at, kernel, record
from ....kernel.addresses import aligned_memory, fill_from, keep_at
from ....kernel.views import record_at

ROOM = 8192  # beliefs
SLOTS = 2 * ROOM
TABLE = record(("used", "i8"), ("key", "i8", SLOTS), ("place", "i4", SLOTS))
BELIEFS = TABLE.itemsize  # bytes before the first one
NOT_STORED = -1
MIX = np.uint64(0x9E3779B97F4A7C15)  # spreads keys over the table


def new_memory(size: int) -> np.ndarray | None:
    """Memory for the beliefs of a tree, each of so many bytes."""
    return None if INTERPRETED else aligned_memory(BELIEFS + ROOM * size)


def clear(memory: np.ndarray) -> int:
    """Forget all beliefs; the address for `state.stored`."""
    memory[:BELIEFS] = 0
    memory[:BELIEFS].view(TABLE)["used"] = 1  # place 0 is the root's
    return memory.ctypes.data


@kernel
def slot_of(table, key):
    """Where a key lies in the table, or where it should."""
    slot = np.int64(np.uint64(key) * MIX >> np.uint64(33)) & (SLOTS - 1)
    while table.key[at(slot)] not in (0, key):
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@kernel
def key_of(state, message):
    """The belief before, the try and the message as one number that is not 0."""
    return (state.place << 40 | (state.pending & 0xFFFF) << 24 | message) + 1


@kernel
def recall(state, message, size):
    """Make the state the belief after this message, if it is stored. The random numbers and what was drawn stay."""
    if state.stored == 0 or state.place == NOT_STORED:
        return False
    table = record_at(state.stored, TABLE)
    place = np.int64(table.place[at(slot_of(table, key_of(state, message)))])
    if place == 0:
        return False
    rng, chance, expected = state.rng, state.chance, state.expected
    fill_from(state, state.stored + BELIEFS + place * size)
    state.rng, state.chance, state.expected = rng, chance, expected
    return True


@kernel
def store(state, key, size):
    """Keep the belief that was reached, if there is room."""
    if state.stored == 0 or state.place == NOT_STORED:
        return
    table = record_at(state.stored, TABLE)
    if table.used >= ROOM:
        state.place = NOT_STORED
        return
    slot, state.place = slot_of(table, key), table.used
    table.key[at(slot)], table.place[at(slot)] = key, state.place
    table.used += 1
    keep_at(state.stored + BELIEFS + state.place * size, state)
