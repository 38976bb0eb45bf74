"""What a search has found of a position, in KataGo's words: for `kata-analyze` and for `kaya analysis`.

Scores and ownership are an outlook's (`knowledge/outlook.py`), of the position and of those after its moves."""

import time
from collections.abc import Iterable
from statistics import NormalDist
from typing import Any

from ...search import MoveReport, Report
from ..knowledge.outlook import Evaluate, Outlook
from ..players.player import sign_of
from ..rules import BLACK, GoPosition

CERTAIN = 0.999  # winning rates count as no more than this, and no less than its opposite, where they become points


def shifted(score: float, deviation: float, before: float, after: float) -> float:
    """A score, when the winning rate is another: a normal distribution of this deviation is moved by
    σ (Φ⁻¹(after) - Φ⁻¹(before))."""
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

    def of_move(self, order: int, m: MoveReport, report: Report) -> dict[str, Any]:
        """A move, in the order in which KataGo tells it. One that was not looked at has the score of the position,
        moved as far as the winning rates are apart."""
        low = m.lower_bound()
        return {
            "move": self.name(m.move),
            "visits": m.visits,
            **self._value(m.value, *self._score_after(m, report)),
            "prior": m.prior,
            "lcb": low if self._flip > 0 else 1 - low,
            "utilityLcb": self._flip * (2 * low - 1),
            "order": order,
            "pv": [self.name(move) for move in m.line],
        }

    def of_root(self, report: Report) -> dict[str, Any]:
        """The position itself."""
        return {"visits": report.visits, **self._value(report.value, self.now.score, self.now.deviation)}

    def ownership(self, move: int | None = None) -> list[float]:
        """Who will own each point, row by row from above: in the position, or after a move that was looked at."""
        outlook = self.after.get(move, self.now) if move is not None else self.now
        owned = self._sign * (outlook if outlook.batches else self.now).ownership
        return [float(owned[p]) for p in self.position.points]

    def name(self, move: int) -> str:
        return self.position.move_name(move)

    def _score_after(self, m: MoveReport, report: Report) -> tuple[float, float]:
        after = self.after.get(m.move)
        if after and after.batches:
            return after.score, after.deviation
        rates = [(sign_of(self.position) * value + 1) / 2 for value in (report.value, m.value)]
        return shifted(self.now.score, self.now.deviation, *rates), self.now.deviation

    def _value(self, value: float, score: float, deviation: float) -> dict[str, float]:
        value, lead = self._flip * value, self._sign * score
        return {
            "utility": value,
            "winrate": (value + 1) / 2,
            "scoreMean": lead,
            "scoreStdev": deviation,
            "scoreLead": lead,
            "scoreSelfplay": lead,
        }
