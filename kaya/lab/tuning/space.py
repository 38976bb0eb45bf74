"""The parameters that are tuned and their ranges: a box, and the unit cube in which optimisers think of it."""

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...kernel import Described

DECADES = 100.0  # a range whose ends differ by this factor is thought of in logarithms
DIGITS = 4  # significant digits of a value: more would tell nobody anything


@dataclass(frozen=True)
class Dimension:
    """One parameter that is tuned. `shift` is added before the logarithm is taken; None: the scale is linear."""

    name: str
    kind: type
    low: float
    high: float
    default: Any
    shift: float | None = None

    @classmethod
    def of(cls, name: str, described: Described, low: Any = None, high: Any = None) -> "Dimension":
        """The range a parameter record declares, or a part of it; ValueError if there is none."""
        if described.kind is bool:
            if low is not None or high is not None:
                raise ValueError(f"{name} is on or off: it has no range to narrow.")
            return cls(name, bool, 0.0, 1.0, described.value)
        if described.is_file:
            raise ValueError(f"{name} is a file: it cannot be tuned.")
        low, high = (described.low if low is None else low), (described.high if high is None else high)
        if low is None or high is None:
            raise ValueError(f"{name} declares no range: give one, as {name}=1..10.")
        low, high = float(described.read(low)), float(described.read(high))
        if not low < high:
            raise ValueError(f"The range of {name} must go upwards, not from {low:g} to {high:g}.")
        return cls(name, described.kind, low, high, described.value, _shift(described, low, high))

    def value(self, unit: float) -> Any:
        """What a place between 0 and 1 stands for."""
        if self.kind is bool:
            return unit >= 0.5
        if self.shift is None:
            found = self.low + unit * (self.high - self.low)
        else:
            low, high = math.log(self.low + self.shift), math.log(self.high + self.shift)
            found = math.exp(low + unit * (high - low)) - self.shift
        found = min(max(found, self.low), self.high)
        return round(found) if self.kind is int else min(max(float(f"{found:.{DIGITS}g}"), self.low), self.high)

    def place(self, value: Any) -> float:
        """Where a value lies between 0 and 1; outside the range, at its end."""
        if self.shift is None:
            unit = (float(value) - self.low) / (self.high - self.low)
        else:
            low, high = math.log(self.low + self.shift), math.log(self.high + self.shift)
            unit = (math.log(max(float(value), self.low) + self.shift) - low) / (high - low)
        return min(max(unit, 0.0), 1.0)

    def snap(self, units: np.ndarray) -> np.ndarray:
        """The nearest places that a value can take: a switch and a whole number have few."""
        if self.kind is bool:
            return np.where(units >= 0.5, 1.0, 0.0)
        if self.kind is float:
            return np.clip(units, 0.0, 1.0)
        if self.shift is None:
            width = self.high - self.low
            return np.clip(np.rint(units * width) / width, 0.0, 1.0)
        low, high = math.log(self.low + self.shift), math.log(self.high + self.shift)
        whole = np.rint(np.exp(low + np.clip(units, 0, 1) * (high - low)) - self.shift)
        return (np.log(np.clip(whole, self.low, self.high) + self.shift) - low) / (high - low)

    def __str__(self) -> str:
        return self.name if self.kind is bool else f"{self.name}={self.low:g}..{self.high:g}"


def _shift(described: Described, low: float, high: float) -> float | None:
    """What makes the scale logarithmic, if the range spans decades. A range from 0 on needs something to add: 1 for a
    whole number, the default for another, as that says where things happen."""
    shift = 0.0 if low > 0 else 1.0 if described.kind is int else float(described.default)
    return shift if low + shift > 0 and (high + shift) / (low + shift) >= DECADES else None


@dataclass(frozen=True)
class Space:
    dimensions: tuple[Dimension, ...]

    @classmethod
    def read(cls, text: str, known: dict[str, Described]) -> "Space":
        """`C,T` over their declared ranges, or narrower: `C=0.1..1.5,T`. ValueError says what is accepted."""
        dimensions = []
        for part in filter(None, (p.strip() for p in text.split(","))):
            name, equals, given = (p.strip() for p in part.partition("="))
            if name not in known:
                raise ValueError(f"There is no parameter {name!r}; there are: {', '.join(known)}.")
            ends = re.fullmatch(r"(\S+?)\.\.(\S+)", given)
            if equals and not ends:
                raise ValueError(f"{part!r} is not a range: write {name}, or {name}=LOW..HIGH.")
            dimensions.append(Dimension.of(name, known[name], *(ends.groups() if ends else ())))
        names = [d.name for d in dimensions]
        if not names or len(set(names)) < len(names):
            raise ValueError(f"Tuning needs parameters, each once, as in C,T; there are: {', '.join(known)}.")
        return cls(tuple(dimensions))

    def __len__(self) -> int:
        return len(self.dimensions)

    def values(self, unit: np.ndarray) -> dict[str, Any]:
        return {d.name: d.value(float(u)) for d, u in zip(self.dimensions, unit, strict=True)}

    def place(self, values: dict[str, Any]) -> np.ndarray:
        return np.array([d.place(values[d.name]) for d in self.dimensions])

    def snap(self, units: np.ndarray) -> np.ndarray:
        return np.stack([d.snap(units[..., k]) for k, d in enumerate(self.dimensions)], axis=-1)

    @property
    def default(self) -> np.ndarray:
        return self.place({d.name: d.default for d in self.dimensions})

    def __str__(self) -> str:
        return ",".join(map(str, self.dimensions))


def settings(values: dict[str, Any]) -> str:
    """Values as a player takes them: `C=0.5,T=10,resign=off`."""
    return ",".join(f"{n}={('off', 'on')[v] if isinstance(v, bool) else repr(v)}" for n, v in values.items())
