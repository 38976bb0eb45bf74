"""What the games on a Go board share in the page."""

from typing import ClassVar

from ...games.game import Verdict
from ...web.adapter import PageAdapter


class GoBoardPage(PageAdapter):
    sides: ClassVar = {1: "Black", 2: "White"}
    sizes: ClassVar = (9, 13, 19)

    def ending(self, verdict: Verdict, human: int, names: dict[int, str]) -> str:
        if verdict.points == 0.5:
            return "A draw."
        winner = 1 if verdict.points else 2
        _, _, margin = verdict.outcome.partition("+")
        who = f"You win as {self.sides[winner]}" if winner == human else f"{self.sides[winner]} wins"
        return f"{who} by {verdict.how}." if margin in ("R", "T", "F") else f"{who} by {margin} points."
