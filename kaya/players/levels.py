"""Levels for people."""

from typing import Any, Protocol, runtime_checkable

from ..kernel import Parameters, parameter
from ..search import Budget

TOP = 10


class Strength(Parameters):
    """How strong a player shows itself."""

    level: int = parameter(TOP, "strength for people: 1, a beginner, to 10, all that the player can", low=1, high=TOP)


class HasLevel:
    """A player that keeps its level as a record; it names "strength" among its `records`."""

    strength: Any = Strength()  # type: ignore[call-arg]  # its fields have defaults, which `parameter` hides

    @property
    def level(self) -> int:
        return self.strength.level


@runtime_checkable
class Levelled(Protocol):
    """A player with levels of its own, which are set as the parameter `level`."""

    @property
    def level(self) -> int: ...

    def set(self, name: str, value: Any) -> None: ...

    def budget(self, lines: int) -> Budget:
        """What it is to think of a move at its level, on a board of so many lines."""
        ...
