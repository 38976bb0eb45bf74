"""Problems put before players: each thinks from scratch, with the same seeds, and solves a problem or does not."""

import functools
import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from ...games.registry import Loaded, load_again, loaded
from ...kernel import split_seed
from ...players import make_player
from ...search import Budget
from ..statistics.results import Interval, wilson
from .problem import Answer, Problem


@dataclass(frozen=True)
class Outcome:
    """What a player did with a problem."""

    problem: Any
    player: str
    seed: int
    answer: Any
    seconds: float

    @property
    def solved(self) -> bool:
        return self.passed(self.problem.measures[0])

    def passed(self, measure: str) -> bool:
        return self.answer.passed(measure)


@dataclass(frozen=True)
class Count:
    """Solved of how many, and how long that took."""

    solved: int = 0
    total: int = 0
    seconds: float = 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.solved, self.total)

    def __str__(self) -> str:
        if not self.total:
            return "–"
        low, high = self.interval
        return f"{self.solved}/{self.total}  {100 * self.solved / self.total:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"


def without(player: str, setting: str) -> str:
    """The player with one thing switched off: `without("mogo", "nakade")` is `mogo:nakade=off`."""
    setting = setting if "=" in setting else f"{setting}=off"
    return f"{player},{setting}" if ":" in player else f"{player}:{setting}"


class Examination:
    """All problems before all players, `seeds` times each.

    examination = Examination(clinic_of("go").shipped(), ["mango", "mango:PB=off"], Budget(simulations=1000))
    for outcome in examination.run():
        print(outcome.problem.name, outcome.solved)
    """

    def __init__(
        self, problems: Sequence[Any], players: Sequence[str], budget: Budget, *, seeds: int = 1, seed: int = 0
    ):
        if not problems:
            raise ValueError("There is no position to examine.")
        self.players = list(dict.fromkeys(players))
        for player in self.players:
            _seat(player, problems[0].game)  # a wrong name is found before the first position
        self.problems, self.budget, self.outcomes = list(problems), budget, list[Outcome]()
        self.tasks = [
            (k, player, int(split_seed(seed, s)) >> 2)
            for k in range(len(self.problems))
            for s in range(seeds)
            for player in self.players
        ]

    @property
    def categories(self) -> list[str]:
        return list(dict.fromkeys(p.category for p in self.problems))

    @property
    def measures(self) -> tuple[str, ...]:
        """What is counted of each outcome."""
        return self.problems[0].measures

    def run(self, jobs: int = 1) -> Iterator[Outcome]:
        """Examine, and hand out every outcome as it comes. With more than one job, processes share the work."""
        if jobs == 1:
            for task in self.tasks:
                yield self._keep(task, _examine(self.problems[task[0]], task[1], self.budget, task[2]))
            return
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(
            min(jobs, len(self.tasks)), mp_context=context, initializer=_deaf, initargs=(loaded(),)
        )
        try:
            waiting = {
                pool.submit(_examine, self.problems[k], player, self.budget, seed): (k, player, seed)
                for k, player, seed in self.tasks
            }
            for done in as_completed(waiting):
                yield self._keep(waiting[done], done.result())
        except BrokenProcessPool:
            raise ValueError("A process that examined positions ended by itself: try fewer --jobs.") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _keep(self, task: tuple[int, str, int], found: tuple[Answer, float]) -> Outcome:
        outcome = Outcome(self.problems[task[0]], task[1], task[2], *found)
        self.outcomes.append(outcome)
        return outcome

    def count(self, player: str, category: str | None = None, measure: str = "") -> Count:
        """What a player solved so far, of one category or of all; or what it passed by another measure."""
        found = [o for o in self.outcomes if o.player == player and category in (None, o.problem.category)]
        passed = sum(o.passed(measure) if measure else o.solved for o in found)
        return Count(passed, len(found), sum(o.seconds for o in found))

    def only(self, player: str, other: str) -> list[Outcome]:
        """What `player` solved and `other`, with the same seed, did not."""
        missed = {(o.problem, o.seed) for o in self.outcomes if o.player == other and not o.solved}
        return [o for o in self.outcomes if o.player == player and o.solved and (o.problem, o.seed) in missed]

    def failed(self) -> list[Outcome]:
        return [o for o in self.outcomes if not o.solved]


def _examine(problem: Problem, player: str, budget: Budget, seed: int) -> tuple[Answer, float]:
    """What a player answers, and the seconds that took."""
    chosen, began = _seat(player, problem.game), time.monotonic()
    chosen.seed = seed
    chosen.forget()
    return problem.put_to(chosen, budget), time.monotonic() - began


@functools.lru_cache(maxsize=8)
def _seat(described: str, game: str) -> Any:
    player = make_player(described, game=game)
    if "resign" in player.parameters():
        player.set("resign", False)
    return player


def _deaf(files: tuple[Loaded, ...]) -> None:
    """Ctrl-C is for the process that the user sees; users' files are for all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_again(files)
