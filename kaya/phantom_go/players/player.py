"""A player of Phantom Go: from what it knows, a `View`, it says what to try next."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...games.game import Game
from ...go.players.player import NOTHING, NetworkPlayer
from ...go.rules import PASS
from ...kernel import Parameters, parameter
from ...players.player import Decision
from ...search import Budget, Steps, Strategy
from ..knowledge.belief import sampled
from ..knowledge.players_game import players_game, players_position
from ..rules import View, phantom_go


class Manners(Parameters):
    """How a player ends a game."""

    sure: float = parameter(
        0.95,
        "when the opponent has passed: share of determinizations that must be won as they stand for a pass",
        low=0.5,
        high=1.0,
    )
    settle: bool = parameter(True, "stop thinking when the simulations that are left cannot change the move")


class PhantomPlayer(NetworkPlayer):
    """What all that search share. `phase` says when hidden stones are sampled (`phantom_go/knowledge/players_game.py`).
    A try that is refused costs nothing and tells something, so a move is evaluated by the boards on which it is legal;
    and nobody passes who could try something that fills no own eye, unless the opponent has passed and the board is
    won."""

    records: ClassVar = {"manners": "manners"}

    def __init__(self, name: str, strategies: Mapping[str, Strategy], *, phase: int, **searching: Any):
        super().__init__(name, players_game, strategies, keep_tree=False, **searching)
        self.phase, self.manners = phase, Manners()  # type: ignore[call-arg]

    @property
    def game(self) -> Game:
        return phantom_go

    @property
    def plays(self) -> tuple[str, ...]:
        return ("phantom-go", "go")

    def searched_position(self, position: Any) -> None:
        """Every simulation has another determinization."""
        return None

    def weights(self, view: View) -> dict[int, float]:
        """How likely each open point has a hidden stone: here, by what is known alone."""
        return view.known.weights()

    def choose(self, position: Any, budget: Budget, **watching: Any) -> Decision:
        """What to try next. `position` is what the player knows, a view."""
        view: View = position
        tries = view.sensible_tries()
        if not tries:
            raise ValueError("There is nothing to try: the game is over, or the opponent is to move.")
        view.weigh(self.weights(view))
        if view.passes == 1 and sampled(view, samples=200, seed=self.seed)[1] >= self.manners.sure:
            return Decision(PASS, NOTHING, "the opponent has passed and the board is won")
        position = players_position(view, self.phase)
        moves = set(position.legal_moves()) & set(tries) - {PASS}
        if not moves:
            return Decision(PASS, NOTHING, "there is nothing else to try")
        settle = {"settle": self.manners.settle, **watching}
        report = self.search.think(position, budget, only=moves, **settle)
        return Decision(report.best if report.best in moves else min(moves), report)

    def in_steps(self, position: Any, budget: Budget | None = None) -> Steps:
        view: View = position
        view.weigh(self.weights(view))
        root = players_position(view, self.phase)
        steps = self.search.begin(root, budget, set(root.legal_moves()) & set(view.sensible_tries()) - {PASS})
        steps.names = lambda step, chance: "the hidden stones" if chance else view.move_name(step)
        return steps

    def compile_ahead(self) -> None:
        """The determinizations by which a pass is answered."""
        sampled(phantom_go.new_game().start_for(1).view(), samples=1)
