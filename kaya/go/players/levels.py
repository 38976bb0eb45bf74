"""Levels for people: one player from absolute beginner to full strength.

Below the highest level the root is searched by `gumbel` (see there): `considered` moves are drawn from what is known of
them, P^trust F^shape, with P the network's policy and F the probability of a move by its shape (see
`by_network_and_features`), and few simulations choose between them. A weak level heeds the network little, so that it
overlooks what a stronger one sees, but its moves have the look of a game, and none is bad on purpose: what is far less
likely than the first choice is never drawn (`plausible`). The highest level is the player as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ...kernel import Parameters
from ...players.levels import TOP, HasLevel
from ...players.player import Decision
from ...search import Budget, Report, Strategy, gumbel, gumbel_child
from ..rules import PASS, GoPosition
from ..strategies import by_network_and_features
from .player import NOTHING, GoPlayer, Moves, sign_of

LATE = 0.3  # moves per point of the board before which nobody passes


@dataclass(frozen=True)
class Level:
    """What a level thinks: how much it heeds the network and shapes, simulations a move, among how many moves, drawn at
    which temperature."""

    trust: float = 1.0
    shape: float = 0.0
    simulations: int = 1
    considered: int = 1
    noise: float = 1.0
    plausible: float = 0.01
    resign_below: float = 0.02

    def settings(self, strategies: Mapping[str, Strategy]) -> dict[str, Any]:
        """What is set for it: these strategies, but for the root, which is searched by `gumbel`, and for H, if shapes
        count."""
        drawing = {name: getattr(self, name) for name in ("considered", "noise", "plausible")}
        own = {"select": like(strategies["select"])(**drawing), "final": gumbel_child}
        if self.shape:
            own["prior"] = by_network_and_features(trust=self.trust, shape=self.shape)
        return {**strategies, **own, "resign_below": self.resign_below}


@dataclass(frozen=True)
class Ladder:
    """The levels on one size of the board: those below the highest, and the simulations a move of that."""

    levels: Sequence[Level]
    most: int

    def budget(self, level: int) -> Budget:
        return Budget(simulations=self.most if level == TOP else self.levels[level - 1].simulations)


class LevelledPlayer(HasLevel, GoPlayer):
    """A player of Go with levels. A level below the highest has its own number of simulations, whatever the budget says
    of them; seconds and memory are heeded.

    Below the highest level it plays on all boards by the strategies `below`, by `strategies` if none are given.
    `ladders` are given by the most lines of a board that each is for. What is set by name holds on every level."""

    records: ClassVar = {"strength": "strength", **GoPlayer.records}

    def __init__(
        self,
        name: str,
        strategies: Mapping[str, Strategy],
        ladders: Mapping[int, Ladder],
        below: Mapping[str, Strategy] | None = None,
        **options: Any,
    ):
        self._ladders, self._below, self._lines = ladders, below or strategies, 0
        self._layer_of: dict[Level, dict[str, Any]] = {}  # made once, so that they can be compared
        super().__init__(name, strategies, **options)

    def budget(self, lines: int) -> Budget:
        """What its level thinks of a move on a board of so many lines."""
        return self._ladder(lines).budget(self.level)

    def _ladder(self, lines: int) -> Ladder:
        return self._ladders[min((most for most in self._ladders if most >= lines), default=max(self._ladders))]

    def settings(self) -> dict[str, Parameters]:
        """The level comes first: it is what a person asks for."""
        return {"strength": self.strength} | super().settings()

    def _change(self, role: str, field: str, value: Any) -> None:
        super()._change(role, field, value)
        if role == "strength":
            self.fit(self._lines)

    def _constants(self) -> frozenset[str]:
        """All but the level itself, which says what is set."""
        return super()._constants() - {"level", "strength.level"}

    @property
    def _taken(self) -> Level | None:
        """Whose settings are in use; None at the highest level."""
        return None if self.level == TOP else self._ladder(self._lines).levels[self.level - 1]

    def layers(self, lines: int) -> list[Mapping[str, Any]]:
        """Over the board's, those of the level."""
        self._lines = lines
        if (level := self._taken) is None:
            return super().layers(lines)
        if level not in self._layer_of:
            self._layer_of[level] = level.settings(self._below)
        return [*super().layers(lines), self._layer_of[level]]

    def choose(self, position: GoPosition, budget: Budget, *, only: Moves = None, **watching: Any) -> Decision:
        """As every player of Go, but a pass is not drawn like another move: it must be time for it."""
        self.prepare(position)
        if self._taken is None or position.over:
            return super().choose(position, budget, only=only, **watching)
        budget = replace(budget, simulations=self._taken.simulations)
        moves, hopeless = set(position.legal_moves() if only is None else only), self._hopeless
        late = position.state.moves > LATE * position.lines**2
        if PASS in moves and late and self._nothing_to_gain(position, sign_of(position)):
            return Decision(PASS, NOTHING, "nothing is left to gain")
        decision = super().choose(position, budget, only=only, **watching)
        drawn = decision.move == PASS and decision.report.chosen is not None and not decision.reason
        if drawn and len(moves) > 1 and not (late and first_choice(decision.report) == PASS):
            self._hopeless = hopeless
            return super().choose(position, budget, only=moves - {PASS}, **watching)
        return decision


def like(select: Strategy) -> Strategy:
    """`gumbel` with the constants that it shares with another selection."""
    known = {d.name for d in gumbel.parameters.describe()}
    return gumbel(**{d.name: d.value for d in select.parameters.describe() if d.name in known})


def first_choice(report: Report) -> int:
    """The likeliest move by the prior."""
    return max(report.priors, key=lambda move: report.priors[move])
