"""Variations: moves that a person tries out and that were not played, from any position of an open game."""

import contextlib
from collections.abc import Callable
from typing import Any

from ..table.table import Line

MOST = 100  # variations of a game; the oldest go


class Variations:
    """After how many moves each leaves the game, and its moves by name; a beginning of another one is a part of it."""

    def __init__(self, stored: list[Any]):
        self.all = [(ply, tuple(path)) for ply, path in stored[:MOST]]

    def add(self, ply: int, path: tuple[str, ...]) -> None:
        if path and not any(at == ply and known[: len(path)] == path for at, known in self.all):
            others = [(at, known) for at, known in self.all if at != ply or path[: len(known)] != known]
            self.all = [*others, (ply, path)][-MOST:]

    def drop(self, ply: int, path: tuple[str, ...]) -> None:
        self.all = [line for line in self.all if line != (ply, path)]

    def forget_after(self, number: int) -> None:
        self.all = [(ply, path) for ply, path in self.all if ply <= number]

    def written(self, position_at: Callable[[int, tuple[str, ...]], Any]) -> dict[int, list[Line]]:
        """As a record has them, by the number of the move that each replaces; what cannot be played is left out."""
        found: dict[int, list[Line]] = {}
        for ply, path in self.all:
            with contextlib.suppress(ValueError):
                line = position_at(ply, path).line[ply:]
                found.setdefault(ply + 1, []).append(tuple(line))
        return found

    def stored(self) -> list[Any]:
        return [[ply, list(path)] for ply, path in self.all]
