"""A pool of opponents: what is tuned against one alone is often good against that one alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ..matches.match import Standing

QUOTED = r"'[^']*'|\"[^\"]*\""
CONFIDENCE = 1.96  # deviations on either side: 95 %


def opponents(text: str) -> list[str]:
    """`uct,mango:C=0.2,T=5` are two: what has the form NAME=VALUE belongs to the one before it. Commas in quotes are
    part of a command."""
    found: list[str] = []
    for part in re.findall(rf"(?:{QUOTED}|[^,])+", text):
        goes_on = found and ":" in found[-1] and re.match(r"\s*\w+\s*=", part)
        found[-1:] = [f"{found[-1]},{part}"] if goes_on else [*found[-1:], part.strip()]
    if not all(found) or not found:
        raise ValueError(f"{text!r} is no list of opponents: write them as mango:C=0.2,uct.")
    return found


@dataclass(frozen=True)
class Gain:
    """Points a game that the best won more than the default, same opponents and openings; 95 % interval by pairs."""

    value: float
    low: float
    high: float
    games: int

    @classmethod
    def of(cls, best: Sequence[Standing], default: Sequence[Standing]) -> "Gain":
        """Pairs that both have played to the end: mean ± 1.96 s / √n, s² = sum of (d - mean)² / (n - 1)."""
        gains = []
        for one, other in zip(best, default, strict=True):
            for n in one.points:
                four = [(s.points.get(n), s.points.get(n + 1)) for s in (one, other)]
                if n % 2 == 0 and None not in (*four[0], *four[1]):
                    gains.append((sum(four[0]) - sum(four[1])) / 2)  # type: ignore[arg-type]
        if len(gains) < 2:
            return cls(0.0, -1.0, 1.0, 2 * len(gains))
        mean = sum(gains) / len(gains)
        half = CONFIDENCE * sqrt(sum((g - mean) ** 2 for g in gains) / (len(gains) - 1) / len(gains))
        return cls(mean, mean - half, mean + half, 2 * len(gains))

    @property
    def verdict(self) -> str:
        return "confirmed" if self.low > 0 else "refuted" if self.high < 0 else "undecided"

    def __str__(self) -> str:
        return f"{100 * self.value:+.1f} % [{100 * self.low:+.1f}, {100 * self.high:+.1f}]"
