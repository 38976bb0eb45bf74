"""What a user sees of a tuning while it runs, and of an ablation at its end."""

import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from ..matches.match import Standing
from ..matches.store import GameResult
from ..screen import Board, NameTable, one_line
from .ablation import Effect
from .space import settings
from .tuning import Belief, Tuning

THINK = 3.0  # seconds between two looks at what is believed


def written(value: Any) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else f"{value:g}"


def belief_table(tuning: Tuning, belief: Belief) -> NameTable:
    """Each parameter with its range, default, best value, and the interval that holds the optimum with 95 %."""
    table = NameTable("parameter", "range", "default", "best", "optimum within (95 %)")
    for d in tuning.space.dimensions:
        low, high = belief.where[d.name]
        switch = d.kind is bool
        where = f"on with {100 * low:.0f} %" if switch else f"{written(low)} to {written(high)}"
        scale = "off, on" if switch else f"{d.low:g} to {d.high:g}{', logarithmic' if d.shift is not None else ''}"
        table.add_row(d.name, scale, written(d.default), written(belief.best[d.name]), where)
    return table


def belief_sentence(tuning: Tuning, belief: Belief) -> str:
    against = f"against {one_line(', '.join(tuning.pool))} as believed after {tuning.played} games"
    return f"Winning rate {against}: {belief.rate} at the best, {belief.default} with the default."


def effects_table(effects: Sequence[Effect]) -> NameTable:
    table = NameTable("switched on", "effect", "95 % interval")
    for effect in effects:
        table.add_row(effect.name, f"{effect.elo:+.0f} Elo", f"{effect.low:+.0f} to {effect.high:+.0f}")
    return table


class TuningBoard(Board):
    def __init__(self, console: Console, tuning: Tuning):
        super().__init__(console, "games", 2 * tuning.planned, tuning.played)
        self.tuning, self.belief = tuning, tuning.believed()
        self.thought, self.played_now = time.monotonic(), 0

    def shown(self) -> list[RenderableType]:
        return [belief_table(self.tuning, self.belief), Text(belief_sentence(self.tuning, self.belief))]

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        self.belief = self.tuning.believed()
        super().__exit__(kind, error, trace)

    def __call__(self, standing: Standing, result: GameResult | None) -> None:
        """A trial has begun, or a game of one has ended."""
        if result is None:
            return
        self.played_now += 1
        best = f"best: {settings(self.belief.best)}"
        self.meter.update(self.tuning.played, 2 * self.tuning.planned, self.played_now, best)
        if time.monotonic() - self.thought > THINK:
            self.belief, self.thought = self.tuning.believed(), time.monotonic()
