"""The random player: any try that fills no own eye, and a pass where there is none. What is stronger must beat it
nearly always."""

import random
from typing import Any

from ...games.game import Game
from ...go.rules import PASS
from ...go.rules.board import is_eye
from ...players.player import Adjustable, Decision
from ...search import Budget, Report
from ..rules import phantom_go


class RandomPlayer(Adjustable):
    name = "phantom-random"
    game: Game = phantom_go

    def __init__(self, *, threads: int = 1, seed: int = 0):
        self.threads, self.seed = threads, seed
        self.forget()

    @property
    def plays(self) -> tuple[str, ...]:
        return ("phantom-go",)

    def forget(self) -> None:
        self.chance = random.Random(self.seed)

    def choose(self, view: Any, budget: Budget | None = None, **watching: Any) -> Decision:
        tries = [m for m in view.sensible_tries() if m != PASS and not is_eye(view.board, m, view.side)]
        return Decision(self.chance.choice(tries) if tries else PASS, Report.of_nothing())
