"""Tuning: find better parameters for a player from games that are only won or lost, and prove it in games of their own.

Every trial is a match of two games with colours swapped, in the store like any other; its seed says which trial of
which tuning it is. Where there is a pool of opponents, each place that is tried meets all of them, one trial each.
Nothing else is remembered: who has the store has the tuning, and the same command goes on."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...kernel import split_seed
from ..matches.contestants import own_player
from ..matches.match import Match, Standing, Watcher, play_matches
from ..matches.store import Store, canonical
from ..matches.workers import Workers
from ..statistics.results import Interval
from .optimisers import METHODS, Believer, Trials, places
from .pool import Gain
from .space import Space, settings
from .surface import features, logistic

CONFIDENCE = 1.96  # deviations on either side: 95 %
DRAWS = 400  # surfaces from which the uncertainty of the optimum is read
FRESH = 1 << 40  # the number of the seed with which the best is confirmed: no trial has it


@dataclass(frozen=True)
class Rate:
    """A winning rate as it is believed, with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


@dataclass(frozen=True)
class Belief:
    """What the trials say: the best values, where the optimum lies with 95 % probability (a switch: how probable it is
    that it belongs on), and the winning rates against the opponent, at the best and with the defaults."""

    best: dict[str, Any]
    where: dict[str, Interval]
    rate: Rate
    default: Rate


@dataclass
class Trial:
    """One place that was tried, against one opponent."""

    number: int
    values: dict[str, Any]
    standing: Standing


class Tuning:
    """The tuning of a player against an opponent or a pool of them, as far as the store has it.

    `match` holds the player with its defaults, the first opponent, and the conditions; `others` are the rest of the
    pool."""

    def __init__(
        self, store: Store, match: Match, parameters: str, games: int, method: str = "bayes", others: Sequence[str] = ()
    ):
        if method not in METHODS:
            raise ValueError(f"There is no method {method!r}; there are: {', '.join(METHODS)}.")
        self.store, self.match, self.method = store, replace(match, games=2), method
        self.space = Space.read(parameters, own_player(match.first, match.conditions).parameters())
        self.pool = [match.second, *others]
        self.planned = -(-games // (2 * len(self.pool))) * len(self.pool)
        self.optimiser = METHODS[method](self.space, self.planned)
        self.sides = json.loads(canonical(self.match.sides()))
        against = [replace(self.match, second=other).sides()[1] for other in others]
        what = canonical([self.match.game, self.sides, self.match.conditions, str(self.space), method, *against])
        self.key = hashlib.sha256(what.encode()).hexdigest()[:16]
        self.believer = Believer()
        self.trials: dict[int, Trial] = {}
        self._recall()

    def trial_seed(self, number: int) -> int:
        """The seed of a trial; no other tuning has it."""
        return int(split_seed(int(self.key, 16), number)) >> 16

    def player(self, values: dict[str, Any]) -> str:
        """The tuned player with these values, as a match takes it."""
        return f"{self.match.first}{',' if ':' in self.match.first else ':'}{settings(values)}"

    def trial_match(self, values: dict[str, Any], number: int) -> Match:
        first, second = self.player(values), self.pool[number % len(self.pool)]
        return replace(self.match, first=first, second=second, seed=self.trial_seed(number))

    def _recall(self) -> None:
        """Find this tuning's trials in the store."""
        stored = self.store.matches()
        numbers = {self.trial_seed(k): k for k in range(len(stored))}
        names = [d.name for d in self.space.dimensions]
        found = []
        for match in stored:
            number = numbers.get(match.conditions.get("seed", -1))
            if number is None or _without(match.first, names) != _without(self.sides[0], names):
                continue
            values = {name: match.first["parameters"][name] for name in names}
            found.append((number, match.id, values))
        for number, identity, values in sorted(found, key=lambda f: f[:2]):
            points = dict(self.store.points(identity))
            self.trials[identity] = Trial(number, values, Standing(self.trial_match(values, number), identity, points))

    @property
    def played(self) -> int:
        return sum(len(t.standing.points) for t in self.trials.values())

    def seen(self) -> Trials:
        """The trials as optimisers see them, in their order: a place against the whole pool is one."""
        if not self.trials:
            return Trials.none(len(self.space))
        groups: dict[Any, list[Trial]] = {}
        for trial in self.trials.values():
            groups.setdefault((trial.number // len(self.pool), canonical(trial.values)), []).append(trial)
        places = [self.space.place(group[0].values) for group in groups.values()]
        points = [sum(sum(t.standing.points.values()) for t in group) for group in groups.values()]
        games = [sum(len(t.standing.points) for t in group) for group in groups.values()]
        return Trials(np.array(places), np.array(points), np.array(games, float))

    def _proposals(self) -> Iterator[Match]:
        while len(self.trials) < self.planned:
            number = len(self.trials)
            before = [t.values for t in self.trials.values() if t.number == number - 1 and number % len(self.pool)]
            if before:  # it meets the next of the pool
                values = before[0]
            else:
                unit = self.optimiser.propose(self.seen(), np.random.default_rng(self.trial_seed(number)))
                values = self.space.values(unit)
            self._proposed = number, values
            yield self.trial_match(values, number)

    def play(self, workers: Workers | None = None, watch: Watcher | None = None) -> None:
        """Play what is missing of the trials; `watch` hears of each game."""

        def heard(standing: Standing, result) -> None:
            if standing.id not in self.trials:
                self.trials[standing.id] = Trial(*self._proposed, standing)
            self.trials[standing.id].standing = standing
            if watch:
                watch(standing, result)

        begun = [t.standing.match for t in self.trials.values() if t.standing.left]
        play_matches(begun, self.store, workers=workers, watch=heard, further=self._proposals())

    def believed(self) -> Belief:
        """What the trials say so far. The surface decides, whichever method has made the trials."""
        trials, chance = self.seen(), np.random.default_rng(0)
        best = self.optimiser.recommend(trials)
        surface = self.believer.surface(trials, exact=True)
        candidates = places(self.space, chance, best[None])
        heights = features(candidates, surface.scales) @ surface.draw(chance, DRAWS).T
        tops = candidates[heights.argmax(0)]
        where = {}
        for dimension, column in zip(self.space.dimensions, tops.T, strict=True):
            if dimension.kind is bool:
                where[dimension.name] = Interval(float(column.mean()), float(column.mean()))
            else:
                low, high = np.quantile(column, [0.025, 0.975], method="inverted_cdf")
                where[dimension.name] = Interval(dimension.value(low), dimension.value(high))
        mean, deviation = surface.logits(np.stack([best, self.space.default]))
        rates = logistic(mean[:, None] + CONFIDENCE * deviation[:, None] * np.array([0.0, -1.0, 1.0]))
        return Belief(self.space.values(best), where, Rate(*map(float, rates[0])), Rate(*map(float, rates[1])))

    @cached_property
    def defaults(self) -> dict[str, Any]:
        return {d.name: d.default for d in self.space.dimensions}

    def confirmation(self, best: dict[str, Any], games: int) -> Match:
        """The best against the default, in games that no trial has played."""
        first, second = self.player(best), self.match.first
        return replace(self.match, first=first, second=second, games=games, seed=self.trial_seed(FRESH))

    def confirm(
        self,
        best: dict[str, Any],
        elo1: float,
        games: int,
        workers: Workers | None = None,
        watch: Watcher | None = None,
    ) -> Standing:
        """Play the best against the default until the sequential test of 0 against `elo1` Elo decides."""
        match = self.confirmation(best, games)
        (standing,) = play_matches(
            [match], self.store, workers=workers, watch=watch, enough=lambda s: s.sprt(0, elo1).verdict != "continue"
        )
        return standing

    def confirm_against_pool(
        self, best: dict[str, Any], games: int, workers: Workers | None = None, watch: Watcher | None = None
    ) -> Gain:
        """Let the best and the default meet every opponent of the pool in fresh games from the same openings."""
        each = max(games // (4 * len(self.pool)), 1) * 2
        matches = [
            replace(self.match, first=first, second=other, games=each, seed=self.trial_seed(FRESH))
            for first in (self.player(best), self.match.first)
            for other in self.pool
        ]
        standings = play_matches(matches, self.store, workers=workers, watch=watch)
        return Gain.of(standings[: len(self.pool)], standings[len(self.pool) :])

    def remember(self, belief: Belief, verdict: str) -> None:
        """Note in the store what came out, for reports."""
        who = {"player": self.match.first, "against": ", ".join(self.pool), "games": self.played}
        what = {"parameters": str(self.space), "method": self.method, "defaults": self.defaults, "verdict": verdict}
        self.store.note(f"tune:{self.key}", {**who, **what, **asdict(belief)})


def _without(side: dict[str, Any], names: list[str]) -> dict[str, Any]:
    return {**side, "parameters": {k: v for k, v in side.get("parameters", {}).items() if k not in names}}


def conclusion(found: Standing | Gain | None, elo1: float) -> tuple[str, str]:
    """What the fresh games prove: a word for the store, and a sentence for the user."""
    if found is None:
        return "none", "The default is the best that is known: there is nothing to confirm."
    if isinstance(found, Gain):
        proves = {"confirmed": "Confirmed", "refuted": "Not confirmed", "undecided": "Not decided"}[found.verdict]
        return found.verdict, f"{proves}: {found} of the points against the pool, {found.games} fresh games each."
    test = found.sprt(0, elo1)
    games = f"{found.results} in fresh games against the default"
    if test.verdict == "accept H1":
        return "confirmed", f"Confirmed: {games}; {test}."
    if test.verdict == "accept H0":
        return "refuted", f"Not confirmed: {games}; {test}. Keep the default."
    return "undecided", f"Not decided after {len(found.points)} games: {games}; {test}. More games may tell."
