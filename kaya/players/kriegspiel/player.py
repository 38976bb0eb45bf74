"""A player of Kriegspiel: it keeps a view of the game from what it is told, and says what to try next."""

from typing import Any

from ...games.kriegspiel import Announcement, Start, View
from ...search import Budget


class KriegspielPlayer:
    """What all programs share; each brings its own `decide`.

    The umpire hands it values: its own pieces at the start, and each announcement that is meant for it."""

    name = "kriegspiel"

    def __init__(self, *, threads: int = 1, seed: int = 0):
        self.threads, self.seed = threads, seed
        self.view: View | None = None

    def set(self, name: str, value: Any) -> None:
        """Set a parameter; ValueError says what is accepted."""
        raise ValueError(f"{self.name} has no parameter {name!r}.")

    def parameters(self) -> dict[str, Any]:
        """Its parameters and their values."""
        return {}

    def begin(self, start: Start) -> None:
        """A new game."""
        self.view = View(start)

    def hear(self, announcement: Announcement) -> None:
        assert self.view is not None, "a game has begun"
        self.view.hear(announcement)

    def choose(self, budget: Budget | None = None) -> int:
        """The move to try next."""
        assert self.view is not None, "a game has begun"
        return self.decide(self.view, budget)

    def decide(self, view: View, budget: Budget | None) -> int:
        raise NotImplementedError
