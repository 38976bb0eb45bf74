"""What a search has found of a position, in KataGo's words: for `kata-analyze` and for `kaya analysis`.

Ownership and scores are an outlook's (`knowledge/outlook.py`), of the position and of those after its moves. An outlook
has not searched: where the search finds another winning rate than the outlook's own, the score moves with it."""

import time
from collections.abc import Iterable
from statistics import NormalDist
from typing import Any

from ...search import MoveReport, Report
from ..knowledge.outlook import Evaluate, Outlook
from ..players.player import sign_of
from ..rules import BLACK, GoPosition

CERTAIN = 0.95  # winning rates above this, and below its opposite, say nothing of points


def shifted(score: float, deviation: float, before: float, after: float) -> float:
    """A score, when the winning rate is found to be another. Of a normal distribution with the deviation σ the mean is
    σ Φ⁻¹(rate), so it moves by σ (Φ⁻¹(after) - Φ⁻¹(before))."""
    low, high = (NormalDist().inv_cdf(min(max(p, 1 - CERTAIN), CERTAIN)) for p in (before, after))
    return score + deviation * (high - low)


class Findings:
    """What is told of the search of a position, from the side of `side` (the player to move, if it is not given)."""

    def __init__(self, position: GoPosition, evaluate: Evaluate, side: int | None = None):
        self.position, self._evaluate = position, evaluate
        self.side = side or position.mover
        self._sign = 1 if self.side == BLACK else -1  # outlooks are Black's
        self._flip = 1 if self.side == position.mover else -1  # reports are the player's to move
        self.now = Outlook(position, evaluate)
        self.after: dict[int, Outlook] = {}

    def look_at(self, moves: Iterable[int]) -> None:
        """See that the position and what it becomes by these moves have been looked at."""
        for outlook in (self.now, *map(self._after, moves)):
            if not outlook.batches:
                outlook.refine()

    def look_for(self, seconds: float, moves: list[int]) -> None:
        """Refine the position and what it becomes by these moves while time allows: first what is known least."""
        self.now.refine()
        until = time.monotonic() + seconds
        open_ones = [outlook for outlook in map(self._after, moves) if not outlook.settled]
        while open_ones and time.monotonic() < until:
            least = min(open_ones, key=lambda outlook: outlook.batches)
            least.refine()
            if least.settled:
                open_ones.remove(least)

    def _after(self, move: int) -> Outlook:
        if move not in self.after:
            twin = self.position.copy()
            twin.play(move)
            self.after[move] = Outlook(twin, self._evaluate)
        return self.after[move]

    def of_move(self, order: int, m: MoveReport) -> dict[str, Any]:
        """A move, in the order in which KataGo tells it. One that was not looked at has the outlook of the position."""
        low = m.lower_bound()
        return {
            "move": self.name(m.move),
            "visits": m.visits,
            **self._value(m.value, self._outlook(m.move)),
            "prior": m.prior,
            "lcb": low if self._flip > 0 else 1 - low,
            "utilityLcb": self._flip * (2 * low - 1),
            "order": order,
            "pv": [self.name(move) for move in m.line],
        }

    def of_root(self, report: Report) -> dict[str, Any]:
        """The position itself."""
        return {"visits": report.visits, **self._value(report.value, self.now)}

    def ownership(self, move: int | None = None) -> list[float]:
        """Who will own each point, row by row from above: in the position, or after a move that was looked at."""
        owned = self._sign * (self.now if move is None else self._outlook(move)).ownership
        return [float(owned[p]) for p in self.position.points]

    def name(self, move: int) -> str:
        return self.position.move_name(move)

    def _outlook(self, move: int) -> Outlook:
        after = self.after.get(move)
        return after if after and after.batches else self.now

    def _value(self, value: float, outlook: Outlook) -> dict[str, float]:
        """A value for the player to move, and the score that goes with it."""
        rates = ((outlook.value + 1) / 2, (sign_of(self.position) * value + 1) / 2)
        lead = self._sign * shifted(outlook.score, outlook.deviation, *rates)
        value = self._flip * value
        return {
            "utility": value,
            "winrate": (value + 1) / 2,
            "scoreMean": lead,
            "scoreStdev": outlook.deviation,
            "scoreLead": lead,
            "scoreSelfplay": lead,
        }
