"""Where the games of a run are played: on this machine, in step with the training, or on a cluster (`cluster.py`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

import numpy as np

from . import run
from .model import Model
from .positions import Planes
from .self_play import Answering, SelfPlay

UPDATE_EVERY = 4  # moves, until the games are played with the new weights


class Plan(run.Plan):
    """What a run of self-play is to do. `simulations` and `recorded` are given with the share of the run from which on
    they hold."""

    lines: int = 9
    komi: float = 7.5
    games: int = 8192
    simulations: tuple[tuple[float, int], ...] = ((0.0, 16), (0.1, 32), (0.55, 48))
    reuse: float = 3.0
    room: int = 6_500_000  # positions that are kept
    window: int = 400_000  # the latest positions that are learned from at first,
    share: float = 0.4  # and the share of all so far
    recorded: tuple[tuple[float, float], ...] = ((0.0, 0.4), (0.35, 0.25), (0.7, 0.15))  # share of a step, if any are,
    winners: float = 0.25  # and the weight of who won them in what is learned as value
    full: float = 0.25  # share of the moves that are searched in full and learned from; before the others
    cheap: float = 0.25  # so many of the simulations are enough (Wu 2019: playout cap randomization)
    found: float = 0.25  # weight of what the search found, against the result, in what is learned as value
    teacher: str = ""  # the file of the network that plays, if it is not the one that learns
    beside: tuple[tuple[int, int], ...] = ()  # blocks and channels of further networks that learn from the same batches
    wide: float = 0.12  # share of the games with any komi up to 40 points from the usual one,
    handicap: float = 0.12  # and of those with handicap stones: values are to be right there too
    apart: bool = False  # the heads besides policy, value and owner teach the trunk nothing
    new_heads: bool = False  # learn heads alone that the network to begin with never learned; the rest stays as it is
    settings: Mapping[str, Any] = field(default_factory=dict)  # of `games_in_step.SelfPlay`, the rest

    @property
    def begun(self) -> dict[str, Any]:
        """How games begin, as settings of `games_in_step.SelfPlay`."""
        return dict(wide=self.wide, handicap=self.handicap)

    @classmethod
    def for_processors(cls, **given: Any) -> "Plan":
        """A plan for a machine without a GPU: a small network, few games at a time."""
        small = dict(blocks=2, channels=16, games=64, batch=256, rate=5e-3, average=0.95, room=50_000, window=3000)
        return cls(**{**small, "simulations": ((0.0, 8), (0.3, 16)), **given})


def holding(schedule: Iterable[tuple[float, Any]], done: float) -> Any:
    """What holds of a schedule when a share `done` of the run is over."""
    return [what for since, what in schedule if done >= since][-1]


@dataclass
class Played:
    """What came of moves in many games: the positions of those that ended, as `SelfPlay.move` has them, and counts."""

    positions: list[dict[str, np.ndarray]] = field(default_factory=list)
    evaluations: int = 0
    games: int = 0
    moves: int = 0  # of these games
    foretold: int = 0  # games held for decided and played on all the same,
    wrong: int = 0  # and those of them that went the other way

    def __iadd__(self, other: "Played") -> "Played":
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))
        return self


def games_of(plan: Plan, planes: Planes, seed: int, openings: Sequence[np.ndarray] = ()) -> SelfPlay:
    """The games of a plan at their beginning."""
    most = max(n for _, n in plan.simulations)
    return SelfPlay(planes, plan.games, plan.komi, most, seed, openings, **{**plan.begun, **plan.settings})


def move_in_all(plan: Plan, games: SelfPlay, answering: list[Answering], done: float) -> Played:
    """A move in every game, where a share `done` of the run is over."""
    simulations = holding(plan.simulations, done)
    full = games.chance.random() < plan.full
    if not full:
        simulations = max(2, round(plan.cheap * simulations))
    before = games.finished, games.moves, games.foretold, games.wrong
    learned = games.move(simulations, answering, full)
    counts = games.finished, games.moves, games.foretold, games.wrong
    more = (now - then for now, then in zip(counts, before, strict=True))
    return Played([learned] if learned else [], plan.games * (simulations + 1), *more)


class Playing(Protocol):
    """Games under way."""

    def advance(self, done: float) -> Played:
        """Go on, where a share `done` of the run is over; what has come of it."""
        ...

    def take(self, model: Model, version: int) -> None:
        """The model has learned: games may be played with it from now on. `version` says after how many steps."""
        ...

    def close(self) -> None: ...


class Here:
    """Games on this machine, a move in all of them at a time."""

    def __init__(self, plan: Plan, planes: Planes, model: Model, version: int, seed: int, openings: Any, spread: bool):
        """`spread`: begin at all stages of a game."""
        first = SelfPlay(planes, 2, plan.komi, 2, 0)  # kernels are compiled before the time runs
        first.move(2, [first.answering(model) for _ in first.halves])
        self.plan, self.games, self._moves = plan, games_of(plan, planes, seed, openings), 0
        self.games.version = version
        self.answering = [self.games.answering(model) for _ in self.games.halves]
        if spread:
            self.games.stagger(self.answering)

    def advance(self, done: float) -> Played:
        self._moves += 1
        return move_in_all(self.plan, self.games, self.answering, done)

    def take(self, model: Model, version: int) -> None:
        if self._moves % UPDATE_EVERY == 0:
            self.games.version = version
            for answering in self.answering:
                answering.update(model)

    def close(self) -> None:
        pass
