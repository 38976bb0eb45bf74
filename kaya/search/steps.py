"""A search in steps: begun, advanced by so many simulations, left alone for as long as one likes, and shown again as it
was after fewer.

    steps = search.begin(position)
    steps.advance(100)      # a hundred simulations more
    steps.run_to(1000)      # until there are a thousand
    steps.run_to(250)       # back: as it was after 250
"""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from .budget import Budget
from .handle import SearchHandle
from .report import Report

if TYPE_CHECKING:
    from .strategy import Strategy
    from .tree import Tree


class Advancing(Protocol):
    """What is cut into steps: a search of a tree (`SearchHandle`), or what else a program does bit by bit."""

    @property
    def budget(self) -> Budget:
        """Its simulations are the most that there will be."""
        ...

    @property
    def simulations(self) -> int:
        """The steps so far, which are those of `report`, too."""
        ...

    def advance(self, limit: int, seconds: float | None = None) -> None:
        """On until there were so many, or so many seconds are over."""
        ...

    def report(self) -> Report: ...


class Steps:
    """A search that goes on when it is told to: one thread and one seed give the same tree, however it is cut into
    steps, so what was is found by searching again from the start. `begin` lays out a new tree, and `root` makes the
    position that it begins from. `unit` is what a step is called, one and several of them: a simulation, if the program
    does not search without a tree.

    >>> from kaya import Search, tictactoe
    >>> steps = Search(tictactoe).begin(tictactoe.new_game())
    >>> steps.advance(900).best, steps.simulations
    (4, 900)
    >>> len(steps.run_to(5).moves), steps.advance().simulations
    (5, 6)
    """

    def __init__(
        self,
        begin: Callable[[Any], Advancing],
        root: Callable[[], Any],
        unit: tuple[str, str] = ("simulation", "simulations"),
    ):
        self._begin, self._root, self.unit = begin, root, unit
        self.names: Callable[[int, bool], str] | None = None  # of moves and, if it is true, of what chance does
        self.restart()

    def restart(self) -> None:
        """As it was before the first simulation."""
        self.position = self._root()
        self._handle = self._begin(self.position)

    @property
    def has_tree(self) -> bool:
        return isinstance(self._handle, SearchHandle)

    @property
    def _grown(self) -> SearchHandle:
        if not isinstance(self._handle, SearchHandle):
            raise ValueError("This program searches without a tree: there is none to be looked into.")
        return self._handle

    @property
    def tree(self) -> "Tree":
        """The tree as it stands, in which strategies may be asked for their terms: see `explain`."""
        return self._grown.tree

    @property
    def strategies(self) -> "dict[str, Strategy]":
        """Those that grow it, fitted to the position."""
        return self._grown.strategies

    @property
    def simulations(self) -> int:
        """Those so far."""
        return self._handle.simulations

    @property
    def most(self) -> float:
        """The simulations that it was planned with; infinitely many if it was not."""
        return self._handle.budget.simulations or math.inf

    def report(self) -> Report:
        """What was found so far."""
        return self._handle.report()

    def last_line(self) -> tuple[list[tuple[int, int]], int]:
        """The last simulation, each step as who made it and what; and how many of these steps were in the tree."""
        return self._grown.last_line()

    def advance(self, count: int = 1, seconds: float | None = None) -> Report:
        """So many simulations more, fewer if the time is over before or the budget is used up."""
        if count < 0:
            raise ValueError(f"A search goes on by 0 simulations or more, not by {count}; run_to goes back.")
        self._handle.advance(int(min(self.simulations + count, self.most)), seconds)
        return self.report()

    def run_to(self, number: int, seconds: float | None = None) -> Report:
        """On, or back, until there were so many simulations; not so far if the time is over before."""
        if number < 0:
            raise ValueError(f"A search has 0 simulations or more, not {number}.")
        if number < self.simulations:
            self.restart()
        return self.advance(number - self.simulations, seconds)
