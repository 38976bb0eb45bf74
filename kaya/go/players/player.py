"""Manners at the Go board: when to pass, when to resign, how long to think."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from ...games.game import Position
from ...kernel import Parameters, parameter
from ...players.player import Decision, Player
from ...search import HURRY, Budget, Report, Strategy
from ..knowledge.network import Evaluation, evaluate_position, fingerprint
from ..rules import BLACK, PASS, GoPosition, go
from ..strategies.network import ByNetwork

AS_GOOD = 0.05  # so small a difference of values says nothing
DECIDED = 0.9  # ownership of a point about which nothing is open
NOTHING = Report(PASS, [], 0, 0, 0.0, 0)  # what a player reports that has not searched
Moves = Iterable[int] | None
"""Those that a player may choose from; None for all."""
Sizes = Mapping[int, Mapping[str, Any]]
"""What is set for each size of the board."""


def sign_of(position: GoPosition) -> int:
    """+1 if Black is to move, -1 if White is: scores are Black's."""
    return 1 if position.mover == BLACK else -1


class Manners(Parameters):
    """How a player ends a game."""

    resign: bool = parameter(True, "resign a lost game")
    resign_below: float = parameter(0.08, "winning rate below which a game counts as lost", low=0.0, high=0.5)
    resign_after: int = parameter(3, "own moves in a row on which it must be that low", low=1, high=50)
    settle: bool = parameter(True, "stop thinking when the simulations that are left cannot change the move")


class NetworkPlayer(Player):
    """A player that may have a network of Go among its strategies."""

    @property
    def network(self) -> str | None:
        """The file of its network, "" for Kaya's own; None if it plays without one."""
        found = (s.parameters.network for s in self.strategies.values() if isinstance(s.parameters, ByNetwork))
        return next(found, None)

    @property
    def words(self) -> dict[str, str]:
        """A network of a user's is known by what is in its file. (Kaya's own are part of its version.)"""
        return {"network": f"{self.network} {fingerprint(self.network)}"} if self.network else {}


class GoPlayer(NetworkPlayer):
    """A player of Go that passes when nothing is left to gain and resigns when the game is lost.

    `sizes` are constants that depend on the board, by its lines: `{9: {"C": 0.1}, 19: {"C": 0.2}}`; and strategies by
    their roles, where boards have different ones: `{9: {"select": puct}, 19: {"select": rave}}`. A board between two of
    them has those of the larger one. What is set by name holds on every board."""

    records: ClassVar = {"manners": "manners"}

    def __init__(self, name: str, strategies: Mapping[str, Strategy], *, sizes: Sizes | None = None, **searching: Any):
        super().__init__(name, go, strategies, **searching)
        self.manners: Any = Manners()  # type: ignore[call-arg]  # its fields have defaults, which `parameter` hides
        self._hopeless = 0
        self._composition, self._sizes = dict(self.strategies), sizes or {}
        self._user: dict[str, Any] = {}  # what was set by name
        self._fitted: Any = None
        self.fit(min(self._sizes, default=0))

    def set(self, name: str, value: Any) -> None:
        super().set(name, value)
        self._user[name] = value
        if name in self.strategies:  # another strategy has its constants from the layers, too
            self._resolve()

    def meet_person(self) -> None:
        """Play lost games to their end."""
        if "resign" not in self._user:
            self.set("resign", False)

    # Settings in layers: what the player is composed of < its board < its level < what a user has set

    def layers(self, lines: int) -> list[Mapping[str, Any]]:
        """What is set for a board of so many lines, each over the one before: strategies by role, constants by name."""
        size = min((s for s in self._sizes if s >= lines), default=max(self._sizes, default=0))
        return [self._sizes[size]] if self._sizes else []

    def fit(self, lines: int) -> None:
        """Take the settings for a board of so many lines."""
        wanted = self.layers(lines)
        if wanted != self._fitted:
            self._fitted = wanted
            self._resolve()

    def _resolve(self) -> None:
        """Set everything anew, layer by layer. What no strategy there has, is passed over."""
        self.strategies.update(self._composition)
        self.manners = Manners()  # type: ignore[call-arg]
        for layer in (*self._fitted, self._user):
            for name in sorted(layer, key=lambda name: name not in self.strategies):  # roles first
                if name in self.strategies or name in self._constants():
                    super().set(name, layer[name])

    def _constants(self) -> frozenset[str]:
        """All names by which a constant may be set."""
        found = ((role, d.name) for role, record in self.settings().items() for d in record.describe())
        return frozenset(name for role, constant in found for name in (constant, f"{role}.{constant}"))

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
        twin._user, twin._hopeless = dict(self._user), 0
        return twin

    def searched_position(self, position: GoPosition) -> GoPosition:
        """Searches count area."""
        return position.as_area

    def evaluate(self, position: GoPosition) -> Evaluation | None:
        """What its network says of a position; None if it plays without one, or that cannot say."""
        return None if self.network is None else evaluate_position(position.as_area, self.network)

    def choose(self, position: GoPosition, budget: Budget, *, only: Moves = None, **watching: Any) -> Decision:
        """Think and decide, among `only` these moves if they are given; without a search the report is empty."""
        self.prepare(position)
        if position.over:
            return Decision(PASS, NOTHING, "the game is over")
        sign = sign_of(position)
        allowed = None if only is None else set(only)
        may_pass = allowed is None or PASS in allowed
        if may_pass and position.state.passes == 1 and position.played and sign * position.final_score() > 0:
            return Decision(PASS, NOTHING, "the opponent passed and the board is won")
        report = self.think(position, budget, only=allowed, **{"settle": self.manners.settle, **watching})
        if self._is_hopeless(position, report):
            return Decision(None, report, "lost")
        in_a_hurry = budget.seconds is not None and budget.seconds < HURRY
        if self._pass_is_as_good(report) and not in_a_hurry:
            if self._nothing_to_gain(position, sign):
                return Decision(PASS, report, "nothing is left to gain")
            if position.counts_territory:
                return Decision(self._move_outside_territory(position, report), report, "it costs no territory")
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

    def _move_outside_territory(self, position: GoPosition, report: Report) -> int:
        """The best of the moves that are as good as any by area, on a point that is nobody's yet; a pass if there is
        none: a stone in anybody's territory costs its owner a point."""
        owned = abs(position.estimate(300).ownership)
        good = (m.move for m in report.moves if m.move != PASS and m.value >= report.value - AS_GOOD)
        return next((move for move in good if owned[move] < DECIDED), PASS)

    def _pass_is_as_good(self, report: Report) -> bool:
        return any(m.move == PASS and m.value >= report.value - AS_GOOD for m in report.moves)

    def _nothing_to_gain(self, position: GoPosition, sign: int) -> bool:
        """Is every point decided, and do the stones as they stand count at least what playing on would bring? (Dead
        enemy stones are captured first if the count needs it.)"""
        points = list(position.points)
        for playouts in (30, 300):  # most boards are seen to be open after a few
            expected = position.estimate(playouts)
            if abs(expected.ownership[points]).min() < DECIDED:
                return False
        if position.counts_territory:
            return True
        stands = sign * position.score()
        return stands > 0 or stands >= sign * expected.score - 0.5
