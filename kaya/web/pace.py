"""How far a search goes on, and how fast: on until it is told otherwise, to a number, a step at a time, or back."""

import math
import time

from ..search import Steps

EVERY = 0.2  # seconds from one look at a search to the next
FIRST, MOST = 16, 20_000  # simulations between two looks: at first, and at most
SLOWEST, FASTEST = 1.0, 1000.0  # simulations a second, where they are bounded
ENDLESS = 1 << 30  # more than any search gets
WHATS = ("run", "pause", "step", "to", "rate")


class Pace:
    """A goal and a rate. A search that has reached its goal stands still; a goal that lies behind it leads back. The
    rate is in simulations a second, 0 where there is no bound."""

    def __init__(self, goal: float = math.inf, rate: float = 0.0, most: float = math.inf):
        self.most, self.rate = most, rate
        self.goal = min(goal, most)
        self._stride, self._owed = float(FIRST), 0.0

    def change(self, what: str, number: float, done: int) -> None:
        """What a page asks for when so many simulations are done; ValueError says what is accepted."""
        if what == "run":
            self.goal = self.most
        elif what == "pause":
            self.goal = done
        elif what == "step":
            self.goal = min(done + max(number, 1), self.most)
        elif what == "to":
            self.goal = min(number, self.most)
        elif what == "rate":
            self.rate = min(max(number, SLOWEST), FASTEST) if number else 0.0
        else:
            raise ValueError(f"A search can {', '.join(WHATS)}, not {what!r}.")

    def rests(self, done: int) -> bool:
        return done == self.goal

    def following(self, done: int) -> int:
        """How many simulations there are to be at the next look."""
        if done > self.goal:
            return int(self.goal)
        if self.rate:
            self._owed = min(self._owed + self.rate * EVERY, self.rate)
            due = int(self._owed)
            self._owed -= due
            return int(min(done + due, self.goal))
        return int(min(done + max(int(self._stride), 1), self.goal))

    def took(self, count: int, seconds: float) -> None:
        """So many simulations have taken so long: as many as there is time for come next."""
        if count > 0 and not self.rate:
            fits = count * EVERY / max(seconds, 1e-3)
            self._stride = min(max(fits, self._stride / 4, 1.0), self._stride * 4, MOST)

    def go_on(self, steps: Steps, seconds: float) -> None:
        """Search on in this thread for about so long, or back."""
        done = steps.simulations
        if self.rate:
            steps.run_to(self.following(done))
            time.sleep(seconds)
        else:
            steps.run_to(int(min(self.goal, done + ENDLESS)), seconds if self.goal > done else None)
        self.bound(steps.most)

    def bound(self, most: float) -> None:
        """No further than this: a search may be at its end before anybody knew where that is."""
        self.most = min(self.most, most)
        self.goal = min(self.goal, self.most)

    def payload(self, done: int, unit: tuple[str, str]) -> dict[str, object]:
        goal, most = (None if math.isinf(number) else int(number) for number in (self.goal, self.most))
        return {"done": done, "goal": goal, "most": most, "rate": self.rate, "rests": self.rests(done), "unit": unit}
