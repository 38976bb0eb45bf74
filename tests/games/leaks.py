"""Whether a player can reach what it must not know: everything that hangs on it is walked and looked at."""

import gc
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import chess
import numpy as np

from kaya.games.umpire import Start, Umpired, View
from kaya.table import Table


def reachable(start: Any) -> Iterator[Any]:
    """Everything that can be had from an object: attributes, slots, closures, what the garbage collector knows it
    refers to, the arrays that an array is a view of, and the globals of Kaya's modules."""
    foreign = {id(vars(m)) for m in gc.get_objects() if issubclass(type(m), types.ModuleType) and not _ours(m.__name__)}
    seen: dict[int, Any] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or id(thing) in foreign or _not_ours(thing):
            continue
        seen[id(thing)] = thing  # kept, so that no other object gets this id
        yield thing
        waiting += gc.get_referents(thing)
        waiting += getattr(thing, "__dict__", {}).values()
        for name in getattr(type(thing), "__slots__", ()):
            if isinstance(name, str) and hasattr(thing, name):
                waiting.append(getattr(thing, name))
        if isinstance(thing, (np.ndarray, np.generic)) and thing.base is not None:
            waiting.append(thing.base)


def _ours(module: str) -> bool:
    return module.startswith(("kaya", "tests"))


def _not_ours(thing: Any) -> bool:
    if isinstance(thing, types.ModuleType):
        return not _ours(thing.__name__)
    if isinstance(thing, type):
        return not _ours(thing.__module__)
    return isinstance(thing, types.FrameType) or type(thing).__module__.startswith(("numba", "llvmlite", "_pytest"))


@dataclass
class Secrets:
    """What tells one side's men, in all forms that a program could keep them in: kinds by square, numbers, pieces of
    memory, and texts."""

    men: Mapping[int, int]
    numbers: set[int] = field(default_factory=set)
    memory: list[bytes] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def findings(player: Any, side: int, secrets: Secrets) -> list[str]:
    """In what ways the other side's men can be read from something that this player, or its seat, reaches."""
    found = []
    for thing in reachable(player):
        if isinstance(thing, (Umpired, Table, chess.Board)):
            found.append(f"a {type(thing).__name__}")
        elif isinstance(thing, (View, Start)) and thing.side != side:
            found.append("the other's view")
        elif isinstance(thing, (int, np.integer)) and int(thing) in secrets.numbers:
            found.append("a word of the umpire's board")
        elif isinstance(thing, str) and any(text in thing for text in secrets.texts):
            found.append("the umpire's board as text")
        elif isinstance(thing, (bytes, bytearray, np.ndarray, np.void)):
            content = bytes(thing) if isinstance(thing, (bytes, bytearray)) else thing.tobytes()
            if any(piece in content for piece in secrets.memory):
                found.append("the umpire's board as bytes")
        elif isinstance(thing, dict):
            if dict(thing) == secrets.men:
                found.append("the men by square")
        elif isinstance(thing, (tuple, list, set, frozenset)) and _says(thing, secrets.men):
            found.append("the squares of the men")
    return found


def _says(things: Any, men: Mapping[int, int]) -> bool:
    """Are these the squares of the men, or squares and kinds?"""
    if len(things) != len(men) or not all(isinstance(t, (int, np.integer, tuple)) for t in things):
        return False
    return set(things) in (set(men), set(men.items()))
