"""The random player: any of the moves that could be legal. What is stronger must beat it nearly always."""

import random

from ...games.kriegspiel import Start, View
from ...search import Budget
from .player import KriegspielPlayer


class RandomPlayer(KriegspielPlayer):
    name = "kriegspiel-random"
    finishes = False

    def begin(self, start: Start) -> None:
        super().begin(start)
        self.chance = random.Random(2 * self.seed + start.side)

    def decide(self, view: View, budget: Budget | None) -> int:
        return self.chance.choice(view.tries())
