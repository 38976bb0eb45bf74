"""What a run of training is to do, and what it has done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np

from ....kernel import parameter
from .. import runs


class Games(Protocol):
    """So many games in step. `followed` is what the latest tries have led to: for each game the `reward` of whoever
    tried; `same`, 1 if the same player is to move now, -1 if the other, 0 if the game is over; and if it is, its
    `outcome` for the first player, who is side 1, and its `length`, which is else 0."""

    followed: Any

    def step(self, tried: np.ndarray, share: float) -> None:
        """Make a try in each game; `share` is the part of the potential in the rewards."""
        ...


class Plan(runs.Plan):
    """What a run is to do."""

    batch: int = parameter(16384, "tries in a step of learning", low=2)
    rate: float = parameter(6e-4, "the highest learning rate", low=1e-6, high=1.0)
    average: float = parameter(0.995, "what a step keeps of the averaged weights, which are written", low=0.0, high=1.0)
    games: int = parameter(8192, "games in step", low=2)
    steps: int = parameter(32, "tries in each game between two times of learning", low=1)
    discount: float = parameter(0.998, "γ of each move: a win soon is better than one late", low=0.0, high=1.0)
    trace: float = parameter(0.95, "λ of the advantages", low=0.0, high=1.0)
    clip: float = parameter(0.2, "ε: by how much the chance of a try may change in a step", low=0.0, high=1.0)
    entropy: float = parameter(0.004, "weight of the entropy at first; at the end a fifth of it", low=0.0)
    near: float = parameter(0.03, "weight of the divergence from the copy that follows", low=0.0)
    following: float = parameter(0.9995, "what a step keeps of that copy", low=0.0, high=1.0)
    material: float = parameter(0.5, "share of the material in the rewards at first", low=0.0, high=10.0)
    material_until: float = parameter(
        0.8, "share of the run after which it is gone; from half of that on it falls", low=0.001, high=1.0
    )
    value_weight: float = parameter(0.5, "weight of the value's loss", low=0.0)
    belief_weight: float = parameter(0.1, "weight of the belief's loss", low=0.0)
    pool: float = parameter(0.25, "share of the games against earlier selves", low=0.0, high=1.0)
    pool_size: int = parameter(8, "how many of these there are", low=1)
    pool_every: float = parameter(0.04, "share of the run after which there is a new one", low=0.001, high=1.0)

    @classmethod
    def for_processors(cls, **given: Any) -> Self:
        """A plan for a machine without a GPU: the smallest trunk that has room for the planes, and so few games that
        the weights change some times a second."""
        small = dict(blocks=2, channels=48, games=128, steps=16, batch=256, rate=1e-3, average=0.98, following=0.995)
        return cls(**{**small, **given})

    @property
    def sizes(self) -> list[int]:
        """Of the boards that the network is for."""
        raise NotImplementedError

    def material_at(self, done: float) -> float:
        """The share of the material in the rewards when a share `done` of the run is over."""
        until = self.material_until
        return self.material * min(max((until - done) / (until / 2), 0.0), 1.0)

    def for_contest(self, games: int) -> Self:
        """A plan for games in which a network meets another."""
        return self.changed(games=games, steps=1, pool=1.0)

    def games_in_step(self, count: int, seed: int, seen: Sequence[np.ndarray]) -> Games:
        """So many games, which write what is known into `seen`: the arrays of `Model.rows`, then whose turn it is."""
        raise NotImplementedError


@dataclass
class Totals(runs.Totals):
    """What was done so far."""

    tries: int = 0
    plies: int = 0
