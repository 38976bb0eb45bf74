"""The sequential probability ratio test: play until the match has said which of two strengths it believes.

H0 says the player is `elo0` stronger than its opponent, H1 says `elo1`. After every game (or pair of games) the log of
the likelihood ratio of H1 to H0 is compared with two bounds; the first one crossed decides (A. Wald, "Sequential tests
of statistical hypotheses", 1945).

    >>> test = Sprt(elo0=0, elo1=30)
    >>> test.add_pair(1, 0.5)
    'continue'
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np

from .results import Pentanomial, Results, Score, expected_score

Verdict = Literal["continue", "accept H1", "accept H0"]

VIRTUAL = 1.0  # trials added to the counts, half at either end
FURTHEST = 2000  # Elo: beyond it a rate is 0 or 1 to the fifth decimal and no match could tell


Bracket = tuple[np.ndarray, np.ndarray, np.ndarray]
"""A guess of a root, and two bounds of it."""


def newton_step(shares: np.ndarray, distance: np.ndarray, bracket: Bracket) -> Bracket:
    """Newton's next guess, or the middle of the bounds if it leaves them."""
    x, low, high = bracket
    terms = distance / (1 + x * distance)
    value, slope = (shares * terms).sum(0), (shares * terms**2).sum(0)
    low, high = np.where(value >= 0, x, low), np.where(value <= 0, x, high)
    guess = x + value / slope
    return np.where((guess > low) & (guess < high), guess, (low + high) / 2), low, high


def constrained_multiplier(shares: np.ndarray, distance: np.ndarray) -> np.ndarray:
    """The root x of Σ p_i d_i / (1 + x d_i) = 0 between the poles, along the first axis of `shares`.

    The left side falls from +∞ to -∞ there, so Newton's method kept inside a shrinking bracket always arrives."""
    distance = distance.reshape(-1, *[1] * (shares.ndim - 1))
    x = np.zeros(shares.shape[1:])
    bracket: Bracket = x, x - 1 / distance.max(), x - 1 / distance.min()
    for _ in range(200):
        before, bracket = bracket[0], newton_step(shares, distance, bracket)
        if (np.abs(bracket[0] - before) <= 1e-10 * (1 + np.abs(bracket[0]))).all():
            break
    return bracket[0]


def log_likelihood_ratio(counts, elo0: float, elo1: float) -> np.ndarray:
    """The generalised log-likelihood ratio of "the expected score is that of elo1" to "… of elo0", from the counts of
    trials by score (lowest first; 3 for games, 5 for pairs). Arrays of counts give arrays, along the last axis.

    LLR = Σ n_i ln(p1_i / p0_i), where p0 and p1 are the maximum-likelihood distributions among those with the
    expected score s0 or s1: p_i = p̂_i / (1 + x (a_i - s)), x the root of Σ p̂_i (a_i - s) / (1 + x (a_i - s)) = 0
    (M. Van den Bergh's generalised SPRT, cantate.be/Fishtest/support_MLE_multinomial.pdf, Proposition 1.1, as in
    fishtest). Draws and the correlation within pairs are nuisance parameters and need no model; with wins and losses
    alone this is Wald's w ln(s1 / s0) + l ln((1 - s1) / (1 - s0)).

    The counts include one virtual trial, half of it at the lowest and half at the highest score, whose own ratio is
    taken off again: a few draws or equal pairs at the start do not pass for certainty. (Fishtest puts 0.001 in place of
    empty counts, which keeps the ratio finite but not cautious.) After some hundreds of trials the two agree."""
    counts = np.moveaxis(np.array(counts, dtype=np.float64), -1, 0)
    scores = np.linspace(0, 1, len(counts))
    counts[[0, -1]] += VIRTUAL / 2
    shares = counts / counts.sum(0)
    s0, s1 = expected_score(elo0), expected_score(elo1)

    def constrained(s: float) -> np.ndarray:
        """Σ n_i ln(p̂_i / p_i)."""
        distance = scores - s
        x = constrained_multiplier(shares, distance)
        return (counts * np.log1p(np.multiply.outer(distance, x))).sum(0)

    return constrained(s0) - constrained(s1) - VIRTUAL / 2 * log(s1 * (1 - s1) / (s0 * (1 - s0)))


def bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """The bounds of the log-likelihood ratio: ln beta and ln(1 / alpha), -3.00 and 3.00 for 5 % each. At most a share
    `alpha` of matches may wrongly accept H1, at most `beta` wrongly accept H0.

    Under H0 a likelihood ratio ever reaches 1 / alpha in at most a share alpha of all matches (J. Ville, 1939). Wald's
    ln(beta / (1 - alpha)) and ln((1 - beta) / alpha), 2.94 as in fishtest, make the two rates about alpha and beta;
    these bounds keep them below, for about 2 % more games."""
    if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
        raise ValueError(f"alpha is {alpha} and beta {beta}: both must be above 0 and their sum below 1")
    return log(beta), -log(alpha)


@dataclass(frozen=True)
class SprtResult:
    """Where a sequential test stands."""

    results: Results
    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float
    verdict: Verdict

    def __str__(self) -> str:
        hypotheses = f"({self.elo0:g}, {self.elo1:g}) Elo"
        return f"SPRT {hypotheses}: LLR {self.llr:+.2f} [{self.lower:.2f}, {self.upper:.2f}], {self.verdict}"


def sprt(results: Results, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> SprtResult:
    """The sequential test of a `Score` or, where colours are paired, of a `Pentanomial`: H1 is accepted when the
    `log_likelihood_ratio` is at or above the upper of the `bounds`, H0 when it is at or below the lower one.

    Elo is logistic Elo. The error rates hold for a match that stops at the first bound crossed: see `Sprt`."""
    if not -FURTHEST <= elo0 < elo1 <= FURTHEST:
        raise ValueError(f"elo0 is {elo0:g} and elo1 {elo1:g}: elo0 must be below elo1, both within ±{FURTHEST} Elo")
    lower, upper = bounds(alpha, beta)
    llr = float(log_likelihood_ratio(results.counts, elo0, elo1)) if results.trials else 0.0
    verdict = "accept H1" if llr >= upper else "accept H0" if llr <= lower else "continue"
    return SprtResult(results, elo0, elo1, llr, lower, upper, verdict)


class Sprt:
    """A sequential test that is told of games, or of pairs of games, as they end.

    The first bound crossed decides. Games that were still under way and end later are counted in `state`, but the
    verdict stays."""

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05):
        self.elo0, self.elo1, self.alpha, self.beta = elo0, elo1, alpha, beta
        self.state = sprt(Score(), elo0, elo1, alpha, beta)
        self.verdict: Verdict = "continue"

    @property
    def results(self) -> Results:
        return self.state.results

    @property
    def decided(self) -> bool:
        return self.verdict != "continue"

    def add_game(self, points: float) -> Verdict:
        """A game that brought 0, 0.5 or 1 point."""
        return self.update(self.so_far(Score) + Score.of(points))

    def add_pair(self, first: float, second: float) -> Verdict:
        """Two games of the same opening with colours swapped, and the points of each."""
        return self.update(self.so_far(Pentanomial) + Pentanomial.of((first, second)))

    def update(self, results: Results) -> Verdict:
        """All results so far, counted elsewhere."""
        self.state = sprt(results, self.elo0, self.elo1, self.alpha, self.beta)
        if not self.decided:
            self.verdict = self.state.verdict
        return self.verdict

    def so_far(self, kind):
        if isinstance(self.results, kind):
            return self.results
        if self.results.trials:
            raise ValueError(f"this test counts {self.results.trial}s: a test takes either games or pairs, not both")
        return kind()

    def __str__(self) -> str:
        return f"{str(self.state).rpartition(', ')[0]}, {self.verdict}"
