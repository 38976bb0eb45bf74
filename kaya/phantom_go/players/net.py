"""A network that has learned from games against itself, and nothing else: one evaluation a try, no search.

It tries nothing on a stone that it knows of, nor where it would be refused again."""

import random
from typing import Any, ClassVar

from ...games.game import Game
from ...go.rules import PASS
from ...kernel import Parameters, parameter
from ...players.player import BasePlayer, Decision
from ...players.policy import decide_by_policy, softmax
from ...search import Budget, Terms
from ..knowledge.network.information import Information
from ..knowledge.network.network import NETWORKS, SHIPPED, Asking, followed
from ..rules import View, phantom_go


class Settings(Parameters):
    """Parameters of the program."""

    network: str = parameter(SHIPPED, "file or name of the network")
    temperature: float = parameter(0.0, "of the policy by which a try is drawn; 0: the likeliest", low=0.0, high=1000.0)


class NetPlayer(BasePlayer):
    name = "phantom-net"
    game: Game = phantom_go
    records: ClassVar = {"player": "p"}

    def __init__(self, *, threads: int = 1, seed: int = 0):
        self.threads, self.seed = threads, seed
        self.p: Any = Settings()  # type: ignore[call-arg]  # its fields have defaults, which `parameter` hides
        self.view: View | None = None

    @property
    def plays(self) -> tuple[str, ...]:
        return ("phantom-go",)

    def forget(self) -> None:
        """The next view that it is handed is of a new game."""
        self.view = None

    def knows(self, view: View) -> bool:
        """Has the network learned on boards of this size?"""
        return view.lines in NETWORKS.evaluator(self.p.network).network.about["sizes"]

    def begin(self, view: View) -> None:
        """A new game, of which this player will know what the view knows."""
        self.view, self.information, self.heard = view, Information(view.start), 0
        self.asking = Asking(NETWORKS.evaluator(self.p.network), view.lines)
        self.chance = random.Random(2 * self.seed + view.side)

    def ask(self, view: View) -> None:
        """What the network says of the tries."""
        if view is not self.view:
            self.begin(view)
        self.heard = followed(self.information, self.heard, view)
        self.tries = view.sensible_tries()
        self.said = self.asking(self.information, self.tries)

    def choose(self, view: Any, budget: Budget | None = None, **watching: Any) -> Decision:
        """The try to make next, by what the player knows."""
        if view.over:
            raise ValueError("The game is over: there is nothing to try.")
        self.ask(view)
        return decide_by_policy(self.tries, self.said, self.said.logits, self.p.temperature, self.chance, **watching)

    def terms(self, view: View, move: int) -> Terms:
        """Why a try comes where it does, and what the network believes to be there."""
        k = self.tries.index(move)
        facts: dict[str, float | str] = {"P, of the policy": float(softmax(self.said.logits)[k])}
        if move != PASS:
            facts["believed: a stone of the opponent"] = float(self.said.belief[self.asking.place(move)])
        return Terms({"logit": float(self.said.logits[k])}, facts, of="logit")
