"""A player of Kriegspiel: it keeps a view of the game from what it is told, and says what to try next."""

from typing import Any

from ...games.kriegspiel import Announcement, Start, View
from ...kernel import NoParameters, Parameters
from ...knowledge.kriegspiel.endings.finish import finish
from ...search import Budget
from ..player import Adjustable


class KriegspielPlayer(Adjustable):
    """What all programs share; each brings its own `decide`, and its parameters as a record, `Settings`, whose values
    are in `p`.

    The umpire hands it values: its own pieces at the start, and each announcement that is meant for it."""

    name = "kriegspiel"
    finishes = True  # a bare king is mated by `finish`, which knows how
    Settings: type[Parameters] = NoParameters

    def __init__(self, *, threads: int = 1, seed: int = 0):
        self.threads, self.seed = threads, seed
        self.p: Any = self.Settings()
        self.view: View | None = None
        self.words: dict[str, str] = {}  # what was set that is no number

    def settings(self) -> dict[str, Parameters]:
        return {**super().settings(), "player": self.p}

    def _change(self, role: str, field: str, value: Any) -> None:
        if role == "player":
            self.p = self.p.changed(**{field: value})
        else:
            super()._change(role, field, value)

    def begin(self, start: Start) -> None:
        """A new game."""
        self.view = View(start)

    def hear(self, announcement: Announcement) -> None:
        assert self.view is not None, "a game has begun"
        self.view.hear(announcement)

    def choose(self, budget: Budget | None = None) -> int:
        """The move to try next."""
        assert self.view is not None, "a game has begun"
        move = finish(self.view, budget) if self.finishes else None
        return self.decide(self.view, budget) if move is None else move

    def decide(self, view: View, budget: Budget | None) -> int:
        raise NotImplementedError
