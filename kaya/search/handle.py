"""A search under way: what it has found so far, how to end it, and how it comes to its end by itself.

thinking = search.start(position, Budget(seconds=5))
while not thinking.wait(0.5):
    print(thinking.report().best)
report = thinking.result()
"""

import atexit
import math
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from ..games.game import Game
from .budget import Budget
from .final_move import place_among_seen, robust_child
from .loop import Roles, loop_for
from .parallel import Workers
from .report import Report, move_reports, root_moves, root_priors
from .strategy import Strategy, fitted, memory_for
from .tree import MOVED, Tree, new_work

ENDLESS = 1 << 62  # simulations
MOST_VISITS = (1 << 31) - 1  # that a node can count
SLICE, PATIENCE = 0.01, 100  # a final-move rule that asks for more simulations gets them in slices of this share of
# the search, until it is content; a rule that never is gets so many times the search
HURRY = 0.02  # seconds for which no thread is started: the search looks at the clock between small steps
PER_SECOND = 2500  # simulations that any machine can do: the first step of such a search is a half of them
LATE = 0.5  # the share of a search after which `is_late`
CHECKS = 20  # how often a search looks whether it may end early
SHORT = 2000  # so few simulations need no thread of their own to be interrupted
EVALUATION = 40  # simulations that one takes the time of which evaluates its leaf by a network


def found_in(tree: Tree, strategies: Mapping[str, Strategy], seconds: float, longest: int = 20) -> Report:
    """What the tree says as it stands; a search may be growing it."""
    found = root_moves(tree)
    moves = move_reports(tree, longest, found)
    chosen = moves[place_among_seen(tree, found, strategies) or 0] if moves else None
    return Report(
        chosen.move if chosen else None,
        moves,
        int(tree.nodes[0].visits),
        simulations_in(tree),
        seconds,
        min(tree.used, tree.capacity),
        tree.full,
        chosen,
        root_priors(tree),
        tree.move_name,
        tree.picture,
    )


def simulations_in(tree: Tree) -> int:
    """The simulations of the last search."""
    return int(min(tree.head["started"][0], tree.head["limit"][0]))


class Searcher(Protocol):
    """What belongs to a search, whatever position it thinks of."""

    game: Game
    strategies: dict[str, Strategy]
    virtual_loss: float
    asking: bool


class SearchHandle:
    """A search of one position, made by `Search.start`. It runs in threads that end with the program."""

    def __init__(
        self,
        search: Searcher,
        tree: Tree,
        boards: list[np.recarray],
        budget: Budget,
        settle: bool,
        began: float,
        before_root: int = 0,
        lay_root: Callable[[], None] | None = None,
    ):
        self.tree, self.game, self.budget = tree, search.game, budget
        self._before_root, self._lay_root = before_root, lay_root
        self.strategies: dict[str, Strategy] = (
            fitted(search.strategies, boards[0][0]) if boards else {**search.strategies}
        )
        self._cost = EVALUATION if self.strategies["simulate"].evaluates else 1
        memory = memory_for(self.strategies, boards[0][0]) if boards else 0
        self._works = [new_work(memory) for _ in boards]  # of each thread, for all of the search
        self._boards, self._began = boards, began
        self._virtual_loss = search.virtual_loss if len(boards) > 1 else 0.0
        most_visited = self.strategies["final"].function is robust_child.function
        self._may_settle = settle and most_visited and budget.seconds is None
        self._stop: Callable[[], bool] | None = None
        self._progress: Callable[[Report], None] | None = None
        self._every, self._in_background = 0.1, False
        self._late_at = math.inf  # when the share LATE of the time is over
        self._ended, self._stopping = threading.Event(), False
        self._found: Report | None = None
        self._error: BaseException | None = None
        tree.head["started"], tree.head["limit"], tree.head["asking"] = 0, 0, search.asking
        tree.head["evaluating"] = self.strategies["simulate"].evaluates

    @property
    def done(self) -> bool:
        return self._ended.is_set()

    @property
    def stopping(self) -> bool:
        """Was it told to end?"""
        return self._stopping

    @property
    def simulations(self) -> int:
        """Those so far."""
        return simulations_in(self.tree)

    def report(self) -> Report:
        """What was found so far, or in the end."""
        return self._found or found_in(self.tree, self.strategies, time.monotonic() - self._began)

    def stop(self) -> None:
        """End after the simulations in progress; this does not wait for it. May be called from any thread."""
        self._stopping = True
        self.tree.head.stop = 1

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, at most so long; whether it has come. Ctrl-C ends the search, too."""
        try:
            return self._ended.wait(seconds)
        except BaseException:
            self.stop()
            raise

    def result(self) -> Report:
        """Wait for the end and hand over what was found, or raise the error that ended it."""
        self.wait()
        if self._error is not None:
            raise self._error
        assert self._found is not None
        return self._found

    def run_in_background(self) -> None:
        """Search in a thread of its own."""
        self._in_background = True
        try:
            threading.Thread(target=self.run, daemon=True).start()
        except BaseException:  # Ctrl-C while it started
            self.stop()
            raise

    def run(
        self,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[Report], None] | None = None,
        every: float = 0.1,
    ) -> None:
        """Search in this thread; `stop` is asked and `progress` told `every` so many seconds. An error is kept for
        `result`."""
        self._stop, self._progress, self._every = stop, progress, every
        _running.add(self)
        try:
            if self._boards:
                try:
                    self._search()
                finally:
                    self.tree.nodes[0].next = 0
            self._found = self.report()
        except BaseException as error:
            self._error = error
        finally:
            self._ended.set()

    def advance(self, limit: int, seconds: float | None = None) -> None:
        """Search on in this thread until there were so many simulations, or so many seconds are over; then whoever
        likes may look at the tree, or begin another search."""
        self._ended.set()
        done, root = self.simulations, self.tree.nodes[0]
        if not self._boards or done >= limit:
            return
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            if done < self._before_root:
                done = self._start_root(limit, deadline)
            if self._before_root <= done < limit:
                root.next = self._late_from(done)
                self._simulate(done, limit, deadline)
        finally:
            root.next = 0

    def last_line(self) -> tuple[list[tuple[int, int]], int]:
        """The last simulation, each step as who made it and what; and how many of these steps were in the tree."""
        if not self._works or not self.simulations:
            return [], 0
        work, line = self._works[0][0], []
        nodes: Any = self.tree.nodes
        for index in work.path[1 : int(work.depth) + 1].tolist():
            node = nodes[int(nodes[index].first) if nodes[index].count == MOVED else index]
            line.append((int(node.mover), int(node.move)))
        noted = work.noted[: int(work.length)].tolist()
        return line + [(step & 3, step >> 2) for step in noted], len(line)

    def _late_from(self, done: int) -> int:
        """The visits of the root after which the second half begins; 0 if nobody knows how long the search will be."""
        total = self.budget.simulations or ENDLESS
        if total >= ENDLESS:
            return 0
        return min(int(self.tree.nodes[0].visits) - done + math.ceil(LATE * total), MOST_VISITS)

    def _search(self) -> None:
        """Spend the budget, in steps if the search may end early; and what the final-move rule asks for on top."""
        seconds, total = self.budget.seconds, self.budget.simulations or ENDLESS
        deadline = None if seconds is None else self._began + seconds
        done = self._start_root(total)
        if deadline is not None and seconds is not None and seconds < HURRY:
            self._hurry(done, total, deadline)
            return
        if deadline is not None and seconds is not None:
            self._late_at = self._began + LATE * seconds
        self.tree.nodes[0].next = self._late_from(done)
        step = max(total // CHECKS, SHORT // self._cost) if self._may_settle else total
        while done < total and not (done and (self._is_told() or self._is_settled(total - done))):
            limit = min(done + step, total)
            self._simulate(done, limit, deadline)
            done = simulations_in(self.tree)
            if done < limit:
                break
        while not done:  # stopped at once: a move is chosen all the same
            self._simulate(0, 1, heed=False)
            done = simulations_in(self.tree)
        more, most = max(1, int(SLICE * done)), PATIENCE * done if seconds is None else 0
        while done < most and not self._is_told():
            if place_among_seen(self.tree, root_moves(self.tree), self.strategies) is not None:
                break
            self._simulate(done, done + more)
            done = simulations_in(self.tree)

    def _start_root(self, total: int, deadline: float | None = None) -> int:
        """Let the simulation strategy choose at the root while that has too few visits for all its moves (`T_root`),
        then lay them out; how many simulations there were then. Steps may end before."""
        done, in_steps = self.simulations, self.done
        if self._before_root and self._lay_root:
            self._simulate(done, min(self._before_root, total), deadline)
            done = simulations_in(self.tree)
            if in_steps and done < self._before_root:
                return done
            self._lay_root()
            while not len(root_moves(self.tree).visits):  # all that was chosen is forbidden in the real game
                self._simulate(done, done + 1, heed=False)
                done = simulations_in(self.tree)
        return done

    def _hurry(self, done: int, total: int, deadline: float) -> None:
        """Search for some milliseconds, in steps that take about half of the time that is left."""
        self._stop, began, late = None, time.monotonic(), deadline - LATE * (deadline - self._began)
        step = max(1, int(0.5 * (deadline - began) * PER_SECOND / self._cost))
        while step and done < total:
            self._simulate(done, min(done + step, total))
            done, now = simulations_in(self.tree), time.monotonic()
            step = int(step * min(0.5 * max(deadline - now, 0.0) / max(now - began, 1e-6), 8.0))
            step = min(step, SHORT // self._cost)  # more would be given to a thread
            began = now
            if now >= late:
                self.tree.nodes[0].next = 1

    def _is_told(self) -> bool:
        return self._stopping or bool(self._stop and self._stop())

    def _is_settled(self, left: int) -> bool:
        """Would the most visited move be so even if all simulations that are left went to the next?"""
        visits = root_moves(self.tree).visits
        return len(visits) == 1 or int(visits[0]) - int(visits[1]) > left

    def _simulate(self, done: int, limit: int, deadline: float | None = None, heed: bool = True) -> None:
        """Simulate up to the limit, or until the deadline, or until told to stop if that is to be heeded. The random
        numbers of the boards go on where they were, and what strategies remember stays."""
        head = self.tree.head
        head["stop"], head["started"], head["limit"] = 0, done, limit
        if heed and self._stopping:  # asked after the line above, which may just have overruled it
            return
        job = self._job()
        watched = self._stop or self._progress or deadline is not None
        if len(self._boards) == 1 and not watched and (self._in_background or limit - done <= SHORT // self._cost):
            job(self._boards[0], self._works[0][0])
            return
        workers = Workers(head, job, self._boards, self._works)
        workers.start()
        try:
            while not workers.wait(self._pause(deadline)):
                if (deadline is not None and time.monotonic() >= deadline) or self._is_told():
                    break
                if time.monotonic() >= self._late_at:
                    self.tree.nodes[0].next, self._late_at = 1, math.inf
                if self._progress:
                    self._progress(self.report())
        finally:
            workers.stop()

    def _pause(self, deadline: float | None) -> float:
        """Seconds until there is something to look after."""
        pause = self._every if self._progress or self._stop else 3600.0
        return pause if deadline is None else min(pause, max(min(deadline, self._late_at) - time.monotonic(), 0.0))

    def _job(self) -> Callable[[Any, Any], None]:
        """What a thread does; strategies and loop are compiled where they are not yet."""
        chosen = [self.strategies[role] for role in Roles._fields]
        pointers = tuple(s.pointer(self.game, self.strategies["policy"]) for s in chosen)
        parameters = tuple(s.values for s in chosen)
        loop, head, nodes = loop_for(self.game), self.tree.head[0], self.tree.nodes
        return lambda states, work: loop(head, nodes, states, work, self._virtual_loss, pointers, parameters)


_running: "weakref.WeakSet[SearchHandle]" = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """A program that ends does not leave threads behind in compiled code."""
    for thinking in [t for t in _running if not t.done]:
        thinking.stop()
        thinking.wait(1.0)
