"""What a match result is worth: winning rate, Elo difference and likelihood of superiority, each with its interval.

`Score` holds games, `Pentanomial` pairs of games (same opening, colours swapped). Both are counts of independent
trials whose score lies between 0 and 1, and share every formula of `Results`.

    >>> print(Score(wins=1234, losses=766))
    61.7 % ± 2.1 (2000 games), +83 Elo [+67, +98]
    >>> print(Pentanomial((2, 5, 20, 14, 9)))
    61.5 % ± 7.5 (50 pairs), +81 Elo [+22, +132]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import copysign, inf, isfinite, log, log10, sqrt
from operator import add
from statistics import NormalDist

import numpy as np

POINTS = (0.0, 0.5, 1.0)  # what a game can bring: loss, draw, win


@dataclass(frozen=True)
class Interval:
    """The values from `low` to `high`, both included. `low, high = interval` works too."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    @property
    def width(self) -> float:
        return self.high - self.low


@dataclass(frozen=True)
class Elo:
    """An Elo difference with its interval. An end, or the value itself, may be infinite."""

    value: float
    low: float
    high: float

    @property
    def interval(self) -> Interval:
        return Interval(self.low, self.high)

    def __neg__(self) -> Elo:
        return Elo(-self.value, -self.high, -self.low)

    def __str__(self) -> str:
        return f"{signed(self.value)} Elo [{signed(self.low)}, {signed(self.high)}]"


def signed(elo: float) -> str:
    """A number of Elo as it is printed: +83, -7, +0, +∞."""
    return f"{round(elo):+d}" if isfinite(elo) else f"{'-' if elo < 0 else '+'}∞"


def quantile(confidence: float) -> float:
    """z of a two-sided interval: Phi^-1((1 + confidence) / 2), 1.96 for 95 %."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}: it must lie between 0 and 1, for example 0.95")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def score_interval(mean: float, variance: float, trials: float, confidence: float = 0.95) -> Interval:
    """The interval of the mean of independent trials, each scoring between 0 and 1.

    With q = z² / n:  (m + q/2 ± sqrt(q s² + q²/4)) / (1 + q).

    For wins and losses s² = m (1 - m) and this is Wilson's score interval (E. B. Wilson, "Probable inference, the law
    of succession, and statistical inference", JASA 22, 1927). With draws it is the same score test, n (m - μ)² ≤ z²
    Var(μ), for the trinomial variance Var(μ) = μ (1 - μ) - d/4 where the share of draws d is taken as the observed one
    times n / (n + z²); solving for μ gives back Wilson's formula with the empirical variance s². That discount of the
    draws keeps the interval open (of width q / (1 + q)) when every game was drawn. As s² ≤ m (1 - m), it stays within
    [0, 1], contains m, and is never wider than Wilson's. Without trials it is [0, 1]."""
    z2 = quantile(confidence) ** 2
    if trials == 0:
        return Interval(0.0, 1.0)
    q = z2 / trials
    centre, half = mean + q / 2, sqrt(q * variance + q * q / 4)
    low = 0.0 if mean == 0 else (centre - half) / (1 + q)
    high = 1.0 if mean == 1 else (centre + half) / (1 + q)
    return Interval(min(max(low, 0.0), mean), max(min(high, 1.0), mean))


def wilson(successes: float, games: float, confidence: float = 0.95) -> Interval:
    """Wilson's score interval of a proportion (Wilson 1927; see `score_interval`):

    (p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n).

    0 games give [0, 1]; no success gives exactly [0, z² / (n + z²)], all successes exactly [n / (n + z²), 1]."""
    if not 0 <= successes <= games:
        raise ValueError(f"{successes} successes of {games} games: successes must lie between 0 and the games")
    rate = successes / games if games else 0.5
    return score_interval(rate, rate * (1 - rate), games, confidence)


def expected_score(elo: float) -> float:
    """The winning rate of a player who is `elo` stronger: 1 / (1 + 10^(-elo / 400)) (A. E. Elo, "The Rating of
    Chessplayers", 1978, in its logistic form)."""
    power = 10 ** (-abs(elo) / 400)
    return 1 / (1 + power) if elo >= 0 else power / (1 + power)


def elo_difference(rate: float) -> float:
    """The logistic Elo difference of a winning rate: 400 log10(rate / (1 - rate)); the inverse of `expected_score`."""
    if not 0 <= rate <= 1:
        raise ValueError(f"the winning rate is {rate}: it must lie between 0 and 1")
    return 400 * (log10(rate) - log10(1 - rate)) if 0 < rate < 1 else copysign(inf, rate - 0.5)


class Results:
    """Independent trials scored 0 … 1 in equal steps; `counts` has how many reached each score, lowest first."""

    counts: tuple[int, ...]
    trial: str  # what a trial is called

    @property
    def trials(self) -> int:
        """The number of independent trials."""
        return sum(self.counts)

    @property
    def games_per_trial(self) -> int:
        return (len(self.counts) - 1) // 2

    @property
    def games(self) -> int:
        return self.trials * self.games_per_trial

    @property
    def points(self) -> float:
        """Points won: a win is 1, a draw 1/2."""
        return sum(i * n for i, n in enumerate(self.counts)) / 2

    @property
    def rate(self) -> float:
        """Points per game. 1/2 without games: the limit of Wilson's centre."""
        return self.points / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """The empirical variance of one trial's score per game: the mean of (score - rate)². 0 without trials."""
        if not self.trials:
            return 0.0
        steps = len(self.counts) - 1
        return sum(n * (i / steps - self.rate) ** 2 for i, n in enumerate(self.counts)) / self.trials

    def interval(self, confidence: float = 0.95) -> Interval:
        """The interval of the rate: `score_interval`, which is Wilson's where trials are only won or lost."""
        return score_interval(self.rate, self.variance, self.trials, confidence)

    def elo(self, confidence: float = 0.95) -> Elo:
        """The Elo difference: `elo_difference` of the rate and of the two ends of its interval. With 0 % the value and
        the low end are -∞, with 100 % the value and the high end +∞; the other end is finite."""
        low, high = self.interval(confidence)
        return Elo(elo_difference(self.rate), elo_difference(low), elo_difference(high))

    def los(self) -> float:
        """Likelihood of superiority: how probable it is that this side is the stronger one.

        Phi(z) for the z at which an end of the interval reaches 1/2 (`score_interval` solved for q = z²/n):
        q = 2 δ² / (s² + sqrt(s⁴ + δ²)), δ = rate - 1/2. So it is above 97.5 % exactly when the 95 % interval of the Elo
        difference lies above 0; for many trials it is the usual Phi(δ √n / s)."""
        delta, variance = self.rate - 0.5, self.variance
        if delta == 0:
            return 0.5
        q = 2 * delta**2 / (variance + sqrt(variance**2 + delta**2))
        return NormalDist().cdf(copysign(sqrt(q * self.trials), delta))

    def percentage(self) -> str:
        """The rate with its 95 % interval and the trials: "61.7 % ± 2.1 (2000 games)"."""
        if not self.trials:
            return f"no {self.trial}s"
        low, high = self.interval()
        half, trials = (high - low) / 2, f"{self.trials} {self.trial}{'s' if self.trials != 1 else ''}"
        if half <= self.rate <= 1 - half:
            spread = f"± {100 * half:.1f}"
        else:
            spread = f"[{100 * low:.1f}, {100 * high:.1f}]"
        return f"{100 * self.rate:.1f} % {spread} ({trials})"

    def __str__(self) -> str:
        return f"{self.percentage()}, {self.elo()}" if self.trials else self.percentage()


@dataclass(frozen=True)
class Score(Results):
    """Games won, drawn and lost, from one side's view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    trial = "game"

    def __post_init__(self):
        check_counts("wins, draws and losses", (self.wins, self.draws, self.losses))

    @classmethod
    def of(cls, *points: float) -> Score:
        """The score of these games, each 0, 0.5 or 1 point: `Score.of(1, 0, 0.5, 1)`."""
        check_points(points)
        return cls(points.count(1), points.count(0.5), points.count(0))

    @property
    def counts(self) -> tuple[int, int, int]:
        """Losses, draws, wins."""
        return self.losses, self.draws, self.wins

    def swapped(self) -> Score:
        """The same games from the other side's view."""
        return Score(self.losses, self.draws, self.wins)

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def los(self) -> float:
        """Likelihood of superiority, exactly: the probability that wins outnumber losses in the long run, after a
        uniform prior on wins / (wins + losses). Draws say nothing about it.

        P(Beta(w + 1, l + 1) > 1/2) = Σ_{k=0..w} C(w + l + 1, k) / 2^(w + l + 1)

        (Chess Programming Wiki, "Match Statistics"; its 1/2 (1 + erf((w - l) / sqrt(2 (w + l)))) is the normal
        approximation)."""
        if self.wins > self.losses:
            return 1 - self.swapped().los()
        if self.wins == self.losses:
            return 0.5
        n, k = self.wins + self.losses + 1, np.arange(1, self.wins + 1)
        logarithms = np.concatenate(([0.0], np.cumsum(np.log((n - k + 1) / k)))) - n * log(2)
        return float(np.exp(logarithms).sum())


@dataclass(frozen=True)
class Pentanomial(Results):
    """Pairs of games of the same opening with colours swapped, counted by the points a pair brought this side:
    0, 1/2, 1, 1 1/2, 2.

    The two games of a pair are not independent (an opening may favour one colour), pairs are. Counting pairs makes
    the interval right, and smaller where openings decide games (the pentanomial of M. Van den Bergh's fishtest)."""

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    trial = "pair"

    def __post_init__(self):
        if len(self.counts) != 5:
            raise ValueError(f"a pentanomial has 5 counts (pairs with 0, 1/2, 1, 1 1/2, 2 points), not {self.counts}")
        check_counts("the counts of a pentanomial", self.counts)
        object.__setattr__(self, "counts", tuple(self.counts))

    @classmethod
    def of(cls, *pairs: tuple[float, float]) -> Pentanomial:
        """The counts of these pairs: `Pentanomial.of((1, 0), (1, 0.5))`."""
        for pair in pairs:
            if len(pair) != 2:
                raise ValueError(f"a pair has the points of two games, not {pair}")
            check_points(pair)
        found = [int(2 * (first + second)) for first, second in pairs]
        return cls(tuple(map(found.count, range(5))))

    def swapped(self) -> Pentanomial:
        """The same pairs from the other side's view."""
        return Pentanomial(self.counts[::-1])

    def __add__(self, other: Pentanomial) -> Pentanomial:
        return Pentanomial(tuple(map(add, self.counts, other.counts)))


def check_counts(what: str, counts: tuple[int, ...]):
    if any(isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 0 for n in counts):
        raise ValueError(f"{what} are {', '.join(map(str, counts))}: they must be whole numbers, 0 or more")


def check_points(points: tuple[float, ...]):
    wrong = [p for p in points if p not in POINTS]
    if wrong:
        raise ValueError(f"a game brought {wrong[0]} points: it brings 0 (lost), 0.5 (drawn) or 1 (won)")
