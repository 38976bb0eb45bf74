"""Whether a player can reach what it must not know: everything that hangs on it is walked and looked at."""

import gc
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import chess
import numpy as np

from kaya.games.umpire import Start, Umpired, View
from kaya.table import Table


def reachable(start: Any) -> Iterator[Any]:
    """Everything that can be had from an object: attributes, slots, closures, what the garbage collector knows it
    refers to, the arrays that an array is a view of, and the globals of Kaya's modules."""
    modules = [m for m in sys.modules.values() if issubclass(type(m), types.ModuleType)]
    foreign = {id(vars(m)) for m in modules if not _ours(m.__name__)}
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
    """Of the package: what other tests have left in their modules is nobody's at the table."""
    return module.startswith("kaya")


def _not_ours(thing: Any) -> bool:
    if isinstance(thing, types.ModuleType):
        return not _ours(thing.__name__)
    if isinstance(thing, type):
        return not _ours(thing.__module__)
    return isinstance(thing, types.FrameType) or type(thing).__module__.startswith(("numba", "llvmlite", "_pytest"))


@dataclass
class Secrets:
    """What tells one side's pieces, in all forms that a program could keep them in: kinds by square, numbers, pieces of
    memory, and texts."""

    pieces: Mapping[int, int]
    numbers: set[int] = field(default_factory=set)
    memory: list[bytes] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def findings(player: Any, side: int, secrets: Secrets) -> list[str]:
    """In what ways the other side's pieces can be read from something that this player, or its seat, reaches."""
    return list(_leaks(player, side, secrets))


def _leaks(player: Any, side: int, secrets: Secrets) -> Iterator[str]:
    for thing in reachable(player):
        if isinstance(thing, (Umpired, Table, chess.Board)):
            yield f"a {type(thing).__name__}"
        elif isinstance(thing, (View, Start)) and thing.side != side:
            yield "the opponent's view"
        elif isinstance(thing, (int, np.integer)) and int(thing) in secrets.numbers:
            yield "a word of the umpire's board"
        elif isinstance(thing, str) and any(text in thing for text in secrets.texts):
            yield "the umpire's board as text"
        elif isinstance(thing, (bytes, bytearray, np.ndarray, np.void)):
            content = bytes(thing) if isinstance(thing, (bytes, bytearray)) else thing.tobytes()
            if any(piece in content for piece in secrets.memory):
                yield "the umpire's board as bytes"
        elif isinstance(thing, dict):
            if dict(thing) == secrets.pieces:
                yield "the pieces by square"
        elif isinstance(thing, (tuple, list, set, frozenset)) and _says(thing, secrets.pieces):
            yield "the squares of the pieces"


def _says(things: Any, pieces: Mapping[int, int]) -> bool:
    """Are these the squares of the pieces, or squares and kinds?"""
    numbers = (t if isinstance(t, tuple) else (t,) for t in things)
    if len(things) != len(pieces) or not all(isinstance(n, (int, np.integer)) for some in numbers for n in some):
        return False
    return set(things) in (set(pieces), set(pieces.items()))


CARELESS: dict[str, Callable[[Table, Secrets], Any]] = {
    "the table": lambda table, secrets: table,
    "a closure": lambda table, secrets: lambda: table.position,
    "the opponent's view": lambda table, secrets: table.seats[2].view,
    "the state": lambda table, secrets: table.position.states,
    "a part of it": lambda table, secrets: table.position.states.rng[:1],
    "a number": lambda table, secrets: {"goal": [min(secrets.numbers)]} if secrets.numbers else table,
    "a piece of memory": lambda table, secrets: b"diary" + secrets.memory[0],
    "a text": lambda table, secrets: f"diary:\n{secrets.texts[0]}",
    "the places": lambda table, secrets: list(secrets.pieces),
}
"""What a careless umpire could give away, in any game."""


def found_when(leak: str, table: Table, secrets: Secrets) -> bool:
    """Is anything found on player 1's seat when that is given to its player?"""
    seat: Any = table.seats[1]
    seat.player.friend = CARELESS[leak](table, secrets)
    try:
        return any(_leaks(seat, 1, secrets))
    finally:
        del seat.player.friend
