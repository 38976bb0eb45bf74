"""What follows from the umpire's words, with certainty: which points have a stone of the opponent, and which have none.

A captured chain has no liberty. So when an own move captures, each chain that it takes fills one whole region that the
own stones and the move enclose, and the number of stones mostly says which; and when own stones are captured, all
points around them have stones of the opponent. A refused try met a stone, unless all its neighbours do (suicide), or
the own stones would stand as they stood before (ko and superko). Every own chain has a liberty. Stones of the opponent
that are not known to be captured are still there."""

import functools
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import combinations

from ...go.rules.board import PASS
from ...go.rules.coordinates import column_row, point, vertex

NOW = 0  # stones that the opponent has put since a point was seen to be empty


@functools.cache
def neighbours(lines: int) -> dict[int, tuple[int, ...]]:
    """The points beside each point."""
    found = {}
    for x, y in ((x, y) for y in range(lines) for x in range(lines)):
        near = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        found[point(x, y, lines)] = tuple(point(u, v, lines) for u, v in near if 0 <= u < lines and 0 <= v < lines)
    return found


def region(start: int, inside: Set[int], lines: int) -> set[int]:
    """The points that are connected to one of these points within them."""
    found, waiting, beside = {start}, [start], neighbours(lines)
    while waiting:
        for q in beside[waiting.pop()]:
            if q in inside and q not in found:
                found.add(q)
                waiting.append(q)
    return found


def around(points: Iterable[int], lines: int) -> set[int]:
    """The points beside these that are none of them."""
    beside, points = neighbours(lines), set(points)
    return {q for p in points for q in beside[p]} - points


@dataclass(frozen=True)
class Known:
    """What one player knows of the board."""

    lines: int
    own: frozenset[int] = frozenset()
    enemies: frozenset[int] = frozenset()  # stones of the opponent whose places are known
    stones: int = 0  # that the opponent has on the board, in all
    empty: Mapping[int, int] = field(default_factory=dict)  # by point: stones of the opponent since it was seen empty
    doubts: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """By point that was refused: a stone is there, or on all of these."""
    vain: frozenset[int] = frozenset()  # points that were refused, and around which nothing is known to have changed
    past: frozenset[frozenset[int]] = frozenset({frozenset()})  # where the own stones have stood

    @property
    def hidden(self) -> int:
        """Stones of the opponent whose places are not known."""
        return self.stones - len(self.enemies)

    @property
    def open(self) -> set[int]:
        """Points without a stone that is known."""
        return set(neighbours(self.lines)) - self.own - self.enemies

    def is_empty(self, p: int) -> bool:
        """Is there certainly no stone?"""
        return self.empty.get(p) == NOW

    # What the umpire says

    def moved(self, p: int, captured: int, told: tuple[int, ...] = ()) -> "Known":
        """An own move was accepted, with so many stones captured; `told` which, where the rules say it."""
        if p == PASS:
            return self
        if p in self.own or p in self.enemies:
            raise ValueError(f"{vertex(p, self.lines)} has a stone")
        own = self.own | {p}
        gone, perhaps, seen = self._captured(p, captured, told)
        enemies = (self.enemies | self._settled(p)) - gone - perhaps
        doubts = {
            q: needed
            for q, needed in self.doubts.items()
            if q != p and p not in needed and not (needed | {q}) & (gone | perhaps)
        }
        empty = {q: age for q, age in self.empty.items() if q not in gone | perhaps | {p}} | dict.fromkeys(seen, NOW)
        vain = frozenset() if captured else self.vain - {p, *neighbours(self.lines)[p]}
        new = replace(
            self,
            own=own,
            enemies=enemies,
            stones=self.stones - captured,
            empty=empty,
            doubts=doubts,
            vain=vain,
            past=self.past | {own},
        )
        return new._concluded()

    def _captured(self, p: int, count: int, told: tuple[int, ...]) -> tuple[set[int], set[int], set[int]]:
        """Which stones a move has captured for certain, which perhaps, and which points are empty for certain."""
        outside = set(neighbours(self.lines)) - self.own - {p}
        regions: list[set[int]] = []
        for q in neighbours(self.lines)[p]:
            if q in outside and not any(q in r for r in regions):
                regions.append(region(q, outside, self.lines))
        alone = {q for r in regions if len(r) == 1 for q in r}  # a stone there would have been captured
        if not count:
            full = next((r for r in regions if r <= self.enemies), None)
            if full:
                raise ValueError(f"the stone on {vertex(min(full), self.lines)} would have been captured")
            return set(), set(), alone
        if count > self.stones:
            raise ValueError(f"the opponent has {self.stones} stones on the board")
        chosen = [
            set().union(*some)
            for n in range(1, len(regions) + 1)
            for some in combinations(regions, n)
            if sum(map(len, some)) == count
            and not any(map(self.is_empty, set().union(*some)))
            and all(r in some for r in regions if r <= self.enemies)
        ]
        if told:
            chosen = [c for c in chosen if c == set(told)]
        if not chosen:
            raise ValueError(f"no {count} stones can have been captured by {vertex(p, self.lines)}")
        gone, perhaps = set.intersection(*chosen), set.union(*chosen)
        return gone, perhaps - gone, gone | alone

    def _settled(self, p: int) -> set[int]:
        """The stones of the opponent that doubts become when p turns out to be free."""
        stones = set(self.doubts.get(p, ()))
        return stones | {q for q, needed in self.doubts.items() if p in needed}

    def suffered(self, passed: bool, lost: tuple[int, ...] = ()) -> "Known":
        """The opponent has moved, or passed, and captured these own stones."""
        if passed:
            return self
        if not set(lost) <= self.own:
            missing = min(set(lost) - self.own)
            raise ValueError(f"there is no own stone on {vertex(missing, self.lines)}")
        own = self.own - set(lost)
        killers = around(lost, self.lines)
        if killers & own:
            raise ValueError(f"the stone on {vertex(min(killers & own), self.lines)} would be captured with them")
        new_stones = {p for p in killers - self.enemies if self.is_empty(p)}
        if len(new_stones) > 1:
            raise ValueError(f"{named(new_stones, self.lines)} were empty")
        empty = {p: age + 1 for p, age in self.empty.items() if p not in killers} | dict.fromkeys(lost, NOW)
        past, vain = (self.past | {own}, frozenset()) if lost else (self.past, self.vain)
        new = replace(
            self, own=own, enemies=self.enemies | killers, stones=self.stones + 1, empty=empty, vain=vain, past=past
        )
        return new._concluded()

    def refused(self, p: int) -> "Known":
        """An own try was refused. ValueError if nothing can be the reason."""
        if p in self.enemies:
            return self
        stone = self.hidden > 0 and not self.is_empty(p)
        needed = self._suicide(p)
        suicide = len(needed) <= self.hidden and not any(map(self.is_empty, needed))
        repeats = self.own | {p} in self.past
        if not (stone or suicide or repeats):
            raise ValueError(f"{vertex(p, self.lines)} is free for all that you know")
        if repeats:
            return self
        if stone and not suicide:
            return replace(self, enemies=self.enemies | {p})._concluded()
        doubts = {**self.doubts, p: frozenset(needed)} if stone and needed else self.doubts
        return replace(self, doubts=doubts, vain=self.vain | {p})

    def _suicide(self, p: int) -> set[int]:
        """The points that are not known to have stones of the opponent, and must, for a stone on p to have no
        liberty."""
        chain = region(p, self.own | {p}, self.lines)
        return around(chain, self.lines) - self.enemies

    def _concluded(self) -> "Known":
        """With what follows of itself; ValueError if that is impossible."""
        enemies = set(self.enemies)
        doubts = {p: needed - enemies for p, needed in self.doubts.items() if p not in enemies}
        known = replace(self, enemies=frozenset(enemies), doubts={p: needed for p, needed in doubts.items() if needed})
        if known.hidden < 0:
            raise ValueError(f"the opponent would have {len(enemies)} stones, and not {self.stones}")
        empty, left = dict(known.empty), set(known.own)
        while left:
            chain = region(min(left), known.own, known.lines)
            left -= chain
            liberties = around(chain, known.lines) - known.enemies
            if not liberties:
                raise ValueError(f"the stone on {vertex(min(chain), known.lines)} would have no liberty")
            if len(liberties) == 1:
                empty[min(liberties)] = NOW
        if known.hidden == 0:
            empty |= dict.fromkeys(known.open, NOW)
        return replace(known, empty=empty)

    # Where the rest may be

    def weights(self) -> dict[int, float]:
        """How likely each open point has a hidden stone, against others of which nothing is known: w = 1 there; less
        where a point was seen to be empty and the opponent has put few stones since; and where a try was refused, as
        much more as the refusal says by Bayes' rule, 1 / d^k, if else there must be stones on k points, d being the
        share of open points with hidden stones."""
        open_points, found = self.open, {}
        share = min(max(self.hidden / max(len(open_points), 1), 0.02), 1.0)
        for p in open_points:
            weight = min(1.0, self.empty[p] / max(self.hidden, 1)) if p in self.empty else 1.0
            if p in self.doubts:
                weight *= min(share ** -len(self.doubts[p]), MOST)
            found[p] = weight
        return found


MOST = 100.0  # times as likely as another point


def named(points: Iterable[int], lines: int) -> str:
    """Points by their names, row by row from above."""
    return " ".join(vertex(p, lines) for p in sorted(points, key=lambda p: column_row(p, lines)[::-1]))
