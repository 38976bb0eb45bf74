"""Trend lines, and the interval of a mean."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .results import Interval, quantile


@dataclass(frozen=True)
class PowerLaw:
    """y = factor x^exponent, and R, the correlation of log x and log y: -1 or +1 where all points lie on the line."""

    factor: float
    exponent: float
    R: float

    def __call__(self, x: float) -> float:
        return self.factor * x**self.exponent

    def __str__(self) -> str:
        return f"{self.factor:,.0f} n^{self.exponent:.2f}, R = {self.R:.3f}"


def fit_power_law(xs: Sequence[float], ys: Sequence[float]) -> PowerLaw:
    """The straight line through the points on paper with two logarithmic scales, by least squares. All values must be
    above 0; ValueError where there are not at least two different x."""
    x, y = np.log(np.asarray(xs, float)), np.log(np.asarray(ys, float))
    if len(set(xs)) < 2:
        raise ValueError(f"A power law needs at least two different points, not {len(set(xs))}.")
    dx, dy = x - x.mean(), y - y.mean()
    exponent = float(dx @ dy / (dx @ dx))
    spread = float(np.sqrt((dx @ dx) * (dy @ dy)))
    R = float(dx @ dy) / spread if spread else 0.0
    return PowerLaw(float(np.exp(y.mean() - exponent * x.mean())), exponent, R)


def logarithmic_bins(values: Sequence[int], counts: Sequence[int]) -> tuple[list[float], list[float]]:
    """Counts of whole numbers gathered in bins 1, 2 to 3, 4 to 7, 8 to 15 …: the geometric middle of each bin, and its
    count per whole number. Where most numbers never occur, only bins tell how rare they are."""
    value, count = np.asarray(values), np.asarray(counts)
    middles, densities = [], []
    low = 1
    while len(value) and low <= value.max():
        inside = int(count[(value >= low) & (value < 2 * low)].sum())
        if inside:
            middles.append(float(np.sqrt(low * (2 * low - 1))))
            densities.append(inside / low)
        low *= 2
    return middles, densities


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """Student's interval of the mean of independent measurements; boundless where there are fewer than two."""
    n = len(values)
    if n < 2:
        return Interval(-np.inf, np.inf)
    half = student_quantile(n - 1, confidence) * float(np.std(values, ddof=1)) / n**0.5
    return Interval(float(np.mean(values)) - half, float(np.mean(values)) + half)


def student_quantile(freedom: int, confidence: float = 0.95) -> float:
    """Two-sided quantile of Student's t, by the expansion 26.7.5 of Abramowitz and Stegun, "Handbook of Mathematical
    Functions", 1964; 1 % below the truth at 2 degrees of freedom, less from there on. Exact at 1: tan(pi c / 2)."""
    if freedom == 1:
        return float(np.tan(np.pi * confidence / 2))
    z = quantile(confidence)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**k for k, term in enumerate(terms))
