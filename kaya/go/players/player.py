"""Manners at the Go board: when to pass, when to resign, how long to think."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from ...games.game import Position
from ...kernel import Parameters, parameter
from ...players.player import Decision, Player
from ...search import HURRY, Budget, Report, Strategy
from ..knowledge.network import Judgement, fingerprint, judge
from ..rules import BLACK, PASS, GoPosition, go
from ..strategies.network import ByNetwork

AS_GOOD = 0.05  # so small a difference of values says nothing
NOTHING = Report(PASS, [], 0, 0, 0.0, 0)  # what a player reports that has not searched


def sign_of(position: GoPosition) -> int:
    """+1 if Black is to move, -1 if White is: scores are Black's."""
    return 1 if position.mover == BLACK else -1


class Manners(Parameters):
    """How a player ends a game."""

    resign: bool = parameter(True, "resign a lost game")
    resign_below: float = parameter(0.08, "winning rate below which a game counts as lost", low=0.0, high=0.5)
    resign_after: int = parameter(3, "own moves in a row on which it must be that low", low=1, high=50)
    settle: bool = parameter(True, "stop thinking when the simulations that are left cannot change the move")


class GoPlayer(Player):
    """A player of Go that passes when nothing is left to gain and resigns when the game is lost.

    `sizes` are constants that depend on the board, by its lines: `{9: {"C": 0.1}, 19: {"C": 0.2}}`; and strategies by
    their roles, where boards have different ones: `{9: {"select": puct}, 19: {"select": rave}}`. A board between two of
    them has those of the larger one. What is set by name holds on every board."""

    records: ClassVar = {"manners": "manners"}

    def __init__(self, name: str, strategies: Mapping[str, Strategy], *, threads: int = 1, seed: int = 0,
                 sizes: Mapping[int, Mapping[str, Any]] | None = None):  # fmt: skip
        super().__init__(name, go, strategies, threads=threads, seed=seed)
        self.manners: Any = Manners()  # type: ignore[call-arg]  # its fields have defaults, which `parameter` hides
        self._hopeless = 0
        self._sizes, self._fitted, self._set = sizes or {}, 0, dict[str, Any]()
        self.fit(min(self._sizes, default=0))

    def set(self, name: str, value: Any) -> None:
        super().set(name, value)
        self._set[name] = value

    def fit(self, lines: int) -> None:
        """Take the constants for a board of so many lines."""
        size = min((s for s in self._sizes if s >= lines), default=max(self._sizes, default=0))
        if size != self._fitted:
            self._fitted = size
            self._take(self._sizes[size])

    def _take(self, settings: Mapping[str, Any]) -> None:
        """Exchange strategies and set constants, but for what a user has set by name."""
        roles = settings.keys() & self.strategies.keys() - self._set.keys()
        for role in roles:
            super().set(role, settings[role])
        by_name = {name.rpartition(".")[2] for name in self._set}
        for name in settings.keys() & self.parameters().keys() - by_name:
            super().set(name, settings[name])
        theirs = {name for role in roles for d in self.strategies[role].parameters.describe()
                  for name in (d.name, f"{role}.{d.name}")}  # fmt: skip
        for name in self._set.keys() & theirs & self.parameters().keys():
            super().set(name, self._set[name])

    def fit_to(self, conditions: Mapping[str, Any]) -> None:
        self.fit(conditions.get("size", 0))

    def prepare(self, position: Position) -> None:
        """Take the constants of the position's board."""
        super().prepare(position)
        self.fit(int(position.state.lines))

    def forget(self) -> None:
        super().forget()
        self._hopeless = 0

    def twin(self) -> Self:
        twin = super().twin()
        twin._set, twin._hopeless = dict(self._set), 0
        return twin

    @property
    def network(self) -> str | None:
        """The file of its network, "" for Kaya's own; None if it plays without one."""
        found = (s.parameters.network for s in self.strategies.values() if isinstance(s.parameters, ByNetwork))
        return next(found, None)

    @property
    def words(self) -> dict[str, str]:
        """A network of a user's is known by what is in its file. (Kaya's own are part of its version.)"""
        return {"network": f"{self.network} {fingerprint(self.network)}"} if self.network else {}

    def judge(self, position: GoPosition) -> Judgement | None:
        """What its network says of a position; None if it plays without one, or that cannot say."""
        return None if self.network is None else judge(position, self.network)

    def choose(self, position: GoPosition, budget: Budget, *, only: Iterable[int] | None = None,  # type: ignore[override]
               **watching: Any) -> Decision:  # fmt: skip
        """Think and decide, among `only` these moves if they are given; without a search the report is empty."""
        self.prepare(position)
        if position.over:
            return Decision(PASS, NOTHING, "the game is over")
        sign = sign_of(position)
        allowed = None if only is None else set(only)
        may_pass = allowed is None or PASS in allowed
        if may_pass and position.state.passes == 1 and position.played and sign * position.score() > 0:
            return Decision(PASS, NOTHING, "the opponent passed and the board is won")
        report = self.think(position, budget, only=allowed, **{"settle": self.manners.settle, **watching})
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
