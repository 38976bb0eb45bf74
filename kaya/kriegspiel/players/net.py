"""A network that has learned from games against itself, and nothing else: one evaluation a try, no search.

Its levels for people differ in the temperature of the policy by which tries are drawn, π^(1/T): a weak level makes more
of the tries that the network thinks little of. The highest makes the likeliest."""

import random
from typing import Any, ClassVar

import numpy as np

from ...kernel import Parameters, parameter
from ...players.levels import TOP, HasLevel
from ...players.player import Decision
from ...players.policy import decide_by_policy, softmax
from ...search import Budget, Terms
from ..knowledge.endings.progress import comebacks
from ..knowledge.network.information import Information
from ..knowledge.network.network import NETWORKS, SHIPPED, Asking, followed
from ..rules import View
from ..rules.messages import SOME, UNTOLD
from ..rules.moves import is_pawn_capture
from ..rules.squares import KINDS, QUEEN
from .player import KriegspielPlayer

BELIEVED = "nothing", *KINDS[1:]
LIKELY = 0.01  # from where on it is told
TEMPERATURES = (1000.0, 60.0, 42.0, 33.0, 26.0, 20.0, 15.0, 11.0, 8.0)  # of the levels below the highest


class Settings(Parameters):
    """Parameters of the program."""

    network: str = parameter(SHIPPED, "file or name of the network")
    temperature: float = parameter(0.0, "of the policy by which a try is drawn; 0: the likeliest", low=0.0, high=1000.0)
    draw: float = parameter(-0.8, "what a draw is taken to be worth: below 0 the network attacks", low=-1.0, high=1.0)
    again: float = parameter(1.0, "taken off a logit for each time that own pieces have stood so", low=0.0, high=20.0)


class NetPlayer(HasLevel, KriegspielPlayer):
    name = "kriegspiel-net"
    Settings = Settings
    records: ClassVar = {"strength": "strength", **KriegspielPlayer.records}

    def budget(self, lines: int) -> Budget:
        """One evaluation a try, on every level."""
        return Budget(simulations=1)

    def set(self, name: str, value: Any) -> None:
        super().set(name, value)
        if name == "level":
            self.p = self.p.changed(temperature=0.0 if self.level == TOP else TEMPERATURES[self.level - 1])

    def begin(self, view: View) -> None:
        super().begin(view)
        self.information, self.heard = Information(view.start, self.p.draw), 0
        self.asking = Asking(NETWORKS.evaluator(self.p.network))
        self.chance = random.Random(2 * self.seed + view.side)

    def ask(self, view: View, pawn_tries: int | None = None) -> None:
        """What the network says of the tries; a promotion is to a queen. See `numbers_of_tries` for the pawn tries."""
        self.heard = followed(self.information, self.heard, view)
        self.tries = [move for move in view.tries() if move >> 12 in (0, QUEEN)] or view.tries()
        self.said = self.asking(self.information, self.tries, pawn_tries)
        self.again = self.p.again * np.array(comebacks(view, self.tries))
        self.logits = self.said.logits - self.again

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        for pawn_tries in numbers_of_tries(view):
            self.ask(view, pawn_tries)
            best = self.tries[int(np.argmax(self.logits))]
            if is_pawn_capture(view.board, best) and self.information.may_capture(best):
                break
        return decide_by_policy(self.tries, self.said, self.logits, self.p.temperature, self.chance, **watching)

    def terms(self, view: View, move: int) -> Terms:
        """Why a try comes where it does, and what the network believes to stand where it leads."""
        k = self.tries.index(move)
        parts = {"logit: f(from) t(to) / √H": self.said.logits[k], "stood so before: −again × times": -self.again[k]}
        facts: dict[str, float | str] = {"P, of the policy": softmax(self.said.logits)[k]}
        there = self.said.belief[move >> 6 & 63]
        facts |= {f"believed there: {what}": p for what, p in zip(BELIEVED, there, strict=True) if p >= LIKELY}
        return Terms(parts, facts, of="logit")


def numbers_of_tries(view: View) -> tuple[int | None, ...]:
    """How many pawn tries the network is to take as announced, which has learned by the ICC's rules: where nothing is
    told, one, and if then no pawn's capture is its choice, none. For a refused try costs nothing."""
    return {UNTOLD: (1, None), SOME: (1,)}.get(view.pawn_tries, (None,))
