"""Manners at the Go board: when to pass, when to resign, how long to think."""

from collections.abc import Mapping
from typing import Any

from ...games.go import BLACK, PASS, GoPosition, go
from ...kernel import Parameters, parameter
from ...search import HURRY, Budget, Clock, Report, Strategy
from ..player import Decision, Player

AS_GOOD = 0.05  # so small a difference of values says nothing


class Manners(Parameters):
    """How a player ends a game."""

    resign: bool = parameter(True, "resign a lost game")
    resign_below: float = parameter(0.08, "winning rate below which a game counts as lost", low=0.0, high=0.5)
    resign_after: int = parameter(3, "own moves in a row on which it must be that low", low=1, high=50)
    settle: bool = parameter(True, "stop thinking when the simulations that are left cannot change the move")


class GoPlayer(Player):
    """A player of Go that passes when nothing is left to gain and resigns when the game is lost.

    `sizes` are constants that depend on the board, by its lines: `{9: {"C": 0.1}, 19: {"C": 0.2}}`. A board between two
    of them has those of the larger one. What is set by name holds on every board."""

    def __init__(self, name: str, strategies: Mapping[str, Strategy], *, threads: int = 1, seed: int = 0,
                 sizes: Mapping[int, Mapping[str, Any]] | None = None):  # fmt: skip
        super().__init__(name, go, strategies, threads=threads, seed=seed)
        self.manners: Parameters = Manners()
        self._hopeless = 0
        self._sizes, self._fitted, self._set = sizes or {}, 0, set[str]()
        self.fit(min(self._sizes, default=0))

    def settings(self) -> dict[str, Parameters]:
        return {**super().settings(), "manners": self.manners}

    def _change(self, role: str, field: str, value: Any) -> None:
        if role == "manners":
            self.manners = self.manners.changed(**{field: value})
        else:
            super()._change(role, field, value)

    def set(self, name: str, value: Any) -> None:
        super().set(name, value)
        self._set.add(name.rpartition(".")[2])

    def fit(self, lines: int) -> None:
        """Take the constants for a board of so many lines."""
        size = min((s for s in self._sizes if s >= lines), default=max(self._sizes, default=0))
        if size != self._fitted:
            self._fitted = size
            for name in self._sizes[size].keys() & self.parameters().keys() - self._set:
                super().set(name, self._sizes[size][name])

    def prepare(self, conditions: Mapping[str, Any]) -> None:
        self.fit(conditions.get("size", 0))

    def forget(self) -> None:
        super().forget()
        self._hopeless = 0

    def think(self, position: GoPosition, budget: Budget, **watching: Any) -> Report:  # type: ignore[override]
        self.fit(position.lines)
        return super().think(position, budget, **watching)

    def choose(self, position: GoPosition, budget: Budget, **watching: Any) -> Decision:  # type: ignore[override]
        if position.game is not go:
            raise ValueError(f"{self.name} plays go, not {position.game.name}.")
        if position.over:
            return Decision(PASS, Report(PASS, [], 0, 0, 0.0, 0), "the game is over")
        self.fit(position.lines)
        sign = 1 if position.mover == BLACK else -1
        if position.state.passes == 1 and position.played and sign * position.score() > 0:
            return Decision(PASS, Report(PASS, [], 0, 0, 0.0, 0), "the opponent passed and the board is won")
        report = self.search.think(position, budget, **{"settle": self.manners.settle, **watching})
        if self._is_hopeless(position, report):
            return Decision(None, report, "lost")
        in_a_hurry = budget.seconds is not None and budget.seconds < HURRY
        if self._pass_is_as_good(report) and not in_a_hurry:
            if self._nothing_to_gain(position, sign):
                return Decision(PASS, report, "nothing is left to gain")
            other = next((m for m in report.moves if m.move != PASS), None)
            if report.best == PASS and other and other.value >= report.value - AS_GOOD:
                return Decision(other.move, report, "a pass would be no better")
        return Decision(report.best, report)

    def _is_hopeless(self, position: GoPosition, report: Report) -> bool:
        """Lost on several moves in a row, and not in the opening, where handicap stones or a trick may still turn."""
        manners = self.manners
        assert isinstance(manners, Manners)
        low = report.chosen is not None and report.winning_rate < manners.resign_below
        self._hopeless = self._hopeless + 1 if low else 0
        late = position.state.moves > position.lines**2 / 4
        return manners.resign and late and self._hopeless >= manners.resign_after

    def _pass_is_as_good(self, report: Report) -> bool:
        return any(m.move == PASS and m.value >= report.value - AS_GOOD for m in report.moves)

    def _nothing_to_gain(self, position: GoPosition, sign: int) -> bool:
        """Is every point decided, and do the stones as they stand count at least what playing on would bring? (Dead
        enemy stones are captured first if the count needs it.)"""
        points = list(position.points)
        for playouts in (30, 300):  # most boards are seen to be open after a few
            expected = position.estimate(playouts)
            if abs(expected.ownership[points]).min() < 0.9:
                return False
        stands = sign * position.score()
        return stands > 0 or stands >= sign * expected.score - 0.5


def time_budget(position: GoPosition, clock: Clock, budget: Budget, overhead: float = 0.0) -> Budget:
    """The part of the clock to spend on this move; simulations, nodes and memory stay as they are. `overhead` is what a
    move takes besides the search."""
    left_over = (position.state.empties - 0.2 * position.lines**2) / 2
    seconds = clock.allowance(max(left_over, position.lines**2 / 5), overhead)
    seconds = seconds if budget.seconds is None else min(seconds, budget.seconds)
    return Budget(budget.simulations, seconds, budget.nodes, budget.memory)
