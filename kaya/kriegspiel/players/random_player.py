"""The random player: any of the moves that could be legal; where it may ask "any?", that is one more. What is stronger
must beat it nearly always."""

import random
from typing import Any

from ...players.player import Decision
from ...search import Budget, Report
from ..rules import View
from ..rules.squares import ANY
from .player import KriegspielPlayer, Manners


class RandomPlayer(KriegspielPlayer):
    name = "kriegspiel-random"
    manners = Manners(finishes=False, opens=False)

    def begin(self, view: View) -> None:
        super().begin(view)
        self.chance = random.Random(2 * self.seed + view.side)

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        questions = [ANY] if view.may_ask else []
        return Decision(self.chance.choice(view.tries() + questions), Report.of_nothing())
