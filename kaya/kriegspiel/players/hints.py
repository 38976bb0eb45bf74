"""Hints for a person: the best tries by what that person knows, the value of each, and where the opponent's pieces
are."""

from dataclasses import dataclass

import numpy as np

from ...games.chances import Chances
from ...search import Budget
from ..knowledge.belief.belief import Belief
from ..knowledge.densities import densities
from ..knowledge.network.information import Information
from ..knowledge.network.network import NETWORKS, SHIPPED, Asking, followed
from ..rules import View
from .particles import ParticlesPlayer

BOARDS = 500


@dataclass(frozen=True)
class Hint:
    """A try, its value in pawns if it is legal, and the chance that it is."""

    move: int
    value: float
    legal: float


def hints(view: View, count: int = 5) -> tuple[list[Hint], Chances]:
    """The best tries, and how likely a piece of the opponent stands on each square, by likely boards. The same view
    gives the same hints."""
    player = ParticlesPlayer(seed=1)
    player.set("boards", BOARDS)
    player.begin(view)
    report = player.decide(view, Budget(simulations=BOARDS)).report
    boards = player.particles.boards[: player.evaluated]
    found = [
        Hint(m.move, value, m.visits / max(player.evaluated, 1))
        for m, value in zip(report.moves, player.values_of_tries(view), strict=True)
    ]
    there = boards["of_colour"][:, 3 - view.side, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    shares = there.mean(axis=0) if len(boards) else np.zeros(64)
    return found[:count], Chances({s: float(p) for s, p in enumerate(shares) if p > 0.0})


def chances(view: View) -> Chances:
    """How likely a man of the other stands on each square, by the matrices of king, pawns and pieces together."""
    state = Belief(view, densities=densities()).state
    sums = (state.Pk + state.Pw + state.Pc).tolist()
    return Chances({square: min(p, 1.0) for square, p in enumerate(sums) if p > 0.0})


def believed(view: View) -> np.ndarray:
    """The chances of nothing and of each kind of enemy piece on each square, as the network believes that has learned
    from games against itself."""
    information = Information(view.start)
    followed(information, 0, view)
    belief = Asking(NETWORKS.evaluator(SHIPPED))(information, []).belief
    belief[list(view.pieces)] = np.eye(1, belief.shape[1])  # own pieces stand there
    return belief


def chances_by_network(view: View) -> Chances:
    """How likely a man of the other stands on each square, as the network believes."""
    return Chances({square: float(p) for square, p in enumerate(1.0 - believed(view)[:, 0]) if p > 0.005})
