"""How likely the opponent has a piece on each place: what a belief comes to, in any game that hides them. One form, so
that one terminal can shade it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

SURE = 0.995


@dataclass(frozen=True)
class Chances:
    """By place (a square, a point) the probability that a piece of the opponent stands there, from 0 to 1; places that
    are not named have none. `expected` is how many pieces there are in all."""

    by_place: Mapping[int, float] = field(default_factory=dict)

    def __getitem__(self, place: int) -> float:
        return self.by_place.get(place, 0.0)

    @property
    def expected(self) -> float:
        return sum(self.by_place.values())

    def level(self, place: int, steps: int) -> int:
        """0 for a place that is next to surely empty, up to `steps` for one that is next to surely taken, in steps of
        equal probability."""
        return min(int(self[place] * steps + 0.5), steps)

    def best(self, count: int, sure: float = SURE) -> list[tuple[int, float]]:
        """The most likely places, but for those that are sure."""
        open_places = [(place, p) for place, p in self.by_place.items() if p < sure]
        return sorted(open_places, key=lambda item: (-item[1], item[0]))[:count]
