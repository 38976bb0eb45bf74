"""Optimisers for outcomes that are only won or lost. Each is a function of the trials so far and nothing else, so that
whoever has the games can go on: a proposal needs no memory of the proposals before.

`bayes` believes in a response surface and tries where it is high, the closer to the top the more it knows (after R.
Coulom's CLOP, "Confident local optimization for noisy black-box parameter tuning", 2011).
`cem` is the cross-entropy method, with which MoGo's coefficients were tuned (section 3, footnote 3), and Mango's (G.
Chaslot et al., "Cross-entropy for Monte-Carlo tree search", 2008).

Winning rate missing at the recommended place, in %, mean and standard error (`tests/lab/test_tune.py: regret`, its four
surfaces, 16 seeds, 200 trials of two games): bayes 3.0 ± 0.4, cem 6.5 ± 1.1, random search 8.5 ± 1.1. One of them, a
plain with a hill, makes most of the difference; where two must fit each other (`valley`) cem loses less, 2.7 to 4.3."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from .space import Space
from .surface import OPEN, Scales, Surface, features, times

ENOUGH = 20  # games before the scales of the surface are chosen
GROWTH = 1.3  # they are chosen anew when there are so many times more games
PATIENCE = 0.03  # and the surface is drawn anew when there are this share more
PLACES = 300  # among which the highest point is looked for
NEAR = (0.02, 0.08, 0.2)  # deviations, in parts of the range, of the places around a good one
SWEEPS, STEPS = 2, 30  # of Gibbs sampling, and the values tried in each step


@dataclass(frozen=True)
class Trials:
    """What was tried: places in the unit cube, points won there, and in how many games; 0 while they are played."""

    units: np.ndarray
    points: np.ndarray
    games: np.ndarray

    @classmethod
    def none(cls, dimensions: int) -> "Trials":
        return cls(np.zeros((0, dimensions)), np.zeros(0), np.zeros(0))

    def finished(self) -> "Trials":
        over = self.games > 0
        return Trials(self.units[over], self.points[over], self.games[over])

    def __len__(self) -> int:
        return len(self.units)

    def __getitem__(self, part: slice) -> "Trials":
        return Trials(self.units[part], self.points[part], self.games[part])


class Optimiser(Protocol):
    """Where to try next, and what is the best."""

    def __init__(self, space: Space, planned: int): ...
    def propose(self, trials: Trials, chance: np.random.Generator) -> np.ndarray: ...
    def recommend(self, trials: Trials) -> np.ndarray: ...


class Believer:
    """The surface that trials show, kept up to date without more work than is worth it."""

    def __init__(self) -> None:
        self._scales: tuple[float, Scales] = 0, OPEN  # after how many games they were chosen
        self._surface: tuple[float, Surface] | None = None

    def surface(self, trials: Trials, exact: bool = False) -> Surface:
        """The posterior after all games, or, unless it must be exact, after nearly all."""
        done = trials.finished()
        games = float(done.games.sum())
        if self._surface and not exact and self._surface[0] <= games <= self._surface[0] * (1 + PATIENCE):
            return self._surface[1]
        if games >= ENOUGH and (exact or not self._scales[0] <= games < self._scales[0] * GROWTH):
            self._scales = games, Surface.fitted(done.units, done.points, done.games).scales
        self._surface = games, Surface(done.units, done.points, done.games, self._scales[1])
        return self._surface[1]


def places(space: Space, chance: np.random.Generator, centres: np.ndarray) -> np.ndarray:
    """Where an optimum is looked for: all over the cube, and close to some centres."""
    anywhere = chance.random((PLACES, len(space)))
    around = [
        np.clip(c + s * chance.standard_normal((PLACES // (3 * len(centres)), len(space))), 0, 1)
        for c in centres
        for s in NEAR
    ]
    return space.snap(np.concatenate([anywhere, *around, centres]))


def safest(space: Space, surface: Surface, caution: float) -> np.ndarray:
    """Where mean - caution · deviation of the logit is highest: the best of many places, then of those around it."""
    chance, found = np.random.default_rng(0), space.default[None]
    for _ in range(3):
        candidates = places(space, chance, found)
        mean, deviation = surface.logits(candidates)
        found = candidates[np.argmax(mean - caution * deviation)][None]
    return found[0]


class Bayes:
    """Trials are drawn from the density exp(q(x) / τ), with q the mean logit of the response surface and

        τ = H σ,   σ = 2 / sqrt(games)

    the deviation that the logit of a rate near one half has after so many games: what is worse than the best by less
    than can be known yet is tried about as often. So it starts everywhere and closes in, but keeps the spread without
    which a curved surface cannot be seen to be curved (CLOP weighs by exp((q - mean q) / H σ) to the same end). One
    trial in five is anywhere, lest a wrong surface confirm itself. The best is where the surface is high even
    `caution` deviations below its mean."""

    heat, caution, anywhere = 1.5, 1.5, 0.2  # H, how sure the best must be, and the share of trials that is anywhere

    def __init__(self, space: Space, planned: int):
        self.space, self.believer = space, Believer()

    def propose(self, trials: Trials, chance: np.random.Generator) -> np.ndarray:
        if chance.random() < self.anywhere:
            return self.space.snap(chance.random(len(self.space)))
        surface = self.believer.surface(trials)
        warmth = self.heat * 2 / np.sqrt(trials.games.sum() + 4)

        def pick(candidates: np.ndarray) -> np.ndarray:  # one, with probability as exp(q / τ): the Gumbel trick
            snapped = self.space.snap(candidates)
            mean = times(features(snapped, surface.scales), surface.mean)
            return snapped[np.argmax(mean / warmth + chance.gumbel(size=len(mean)))]

        found = pick(chance.random((PLACES, len(self.space))))
        for k in [*range(len(self.space))] * SWEEPS:
            line = np.repeat(found[None], STEPS, axis=0)
            line[:, k] = chance.random(STEPS)
            found = pick(line)
        return found

    def recommend(self, trials: Trials) -> np.ndarray:
        return safest(self.space, self.believer.surface(trials, exact=True), self.caution)


class CrossEntropy:
    """The cross-entropy method (R. Rubinstein, 1999; P.-T. de Boer et al., "A tutorial on the cross-entropy method",
    2005). Trials are drawn from a normal distribution for each parameter. After each generation of N trials, with γ the
    (1 - ρ) quantile of their points, mean and deviation move to those of the elite {x : points(x) ≥ γ}:

        μ ← α μ_elite + (1 - α) μ,   σ ← α σ_elite + (1 - α) σ.

    The best is μ."""

    generations, elite, smoothing = 8, 0.1, 0.7  # planned, ρ, α: the best of those measured on synthetic surfaces

    def __init__(self, space: Space, planned: int):
        self.space = space
        self.size = max(planned // self.generations, 10)

    def distribution(self, trials: Trials) -> tuple[np.ndarray, np.ndarray]:
        """μ and σ after the generations that are finished."""
        done = trials.finished()
        mean, deviation = np.full(len(self.space), 0.5), np.full(len(self.space), 0.4)
        for start in range(0, len(done) - self.size + 1, self.size):
            generation = done[start : start + self.size]
            rates = generation.points / generation.games
            best = generation.units[rates >= np.quantile(rates, 1 - self.elite)]
            mean, deviation = self._moved(mean, best.mean(0)), self._moved(deviation, best.std(0))
        return mean, deviation

    def _moved(self, before: np.ndarray, elite: np.ndarray) -> np.ndarray:
        return self.smoothing * elite + (1 - self.smoothing) * before

    def propose(self, trials: Trials, chance: np.random.Generator) -> np.ndarray:
        mean, deviation = self.distribution(trials)
        drawn = mean + deviation * chance.standard_normal((50, len(self.space)))
        inside = drawn[((drawn >= 0) & (drawn <= 1)).all(1)]
        return self.space.snap(inside[0] if len(inside) else np.clip(drawn[0], 0, 1))

    def recommend(self, trials: Trials) -> np.ndarray:
        return self.space.snap(self.distribution(trials)[0])


METHODS: dict[str, Callable[[Space, int], Optimiser]] = {"bayes": Bayes, "cem": CrossEntropy}
