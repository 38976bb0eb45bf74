"""Self-play on a Ray cluster, for `kaya learn zero --cluster`: one actor per CPU plays, and is hired, replaced and sent
home as those are that play matches (`lab/matches/cluster.py`). The process that was started learns, and keeps the
positions where it learns from them.

A task is a round: UPDATE_EVERY moves in all games of an actor, with the network that came along. The games stay with
the actor. If it dies they are lost, and the one that replaces it begins new ones."""

import importlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
import torch

from ....kernel import split_seed
from ....lab.matches.cluster import ClusterActor, Hopeless, RayWorkers
from .model import Model
from .playing import UPDATE_EVERY, Plan, Played, games_of, move_in_all
from .positions import Planes
from .self_play import Answering, OnProcessors, SelfPlay

LOST = 60.0  # seconds without a player after which a cluster has lost them all: replacements take some to start
WAIT = 1.0  # seconds for rounds to end


@dataclass(frozen=True)
class Round:
    """Moves in all games of a player."""

    number: int
    seed: int  # of the games of a player that has none yet
    done: float  # the share of the run that is over
    version: int  # of the network: the steps that it has learned
    network: Any  # a reference to what Ray keeps for all rounds

    @property
    def key(self) -> int:
        return self.number

    @property
    def title(self) -> str:
        return f"Round {self.number} of self-play"


class SelfPlayer(ClusterActor):
    """An actor that plays against itself, on one processor."""

    def __init__(self, plan: Plan, openings: Sequence[np.ndarray], spread: bool):
        self.plan, self.openings, self.spread = plan, openings, spread
        self.games: SelfPlay | None = None
        self.answering: list[Answering] = []

    def play(self, task: Round) -> Played:
        numba.set_num_threads(1)  # of this thread of the actor
        begins = self.games is None
        if self.games is None:
            planes = Planes(self.plan.lines, "cpu", torch.float32)
            self.games = games_of(self.plan, planes, task.seed, self.openings)
        if begins or task.version != self.games.version:
            self.games.version = task.version
            network = importlib.import_module("ray").get(task.network)
            self.answering = [OnProcessors(network, self.plan.lines) for _ in self.games.halves]
        if begins and self.spread:
            self.games.stagger(self.answering)
        played = Played()
        for _ in range(UPDATE_EVERY):
            played += move_in_all(self.plan, self.games, self.answering, task.done)
        return played


class There:
    """Games on a cluster: every player has a round to play, and the next with the network as it then is."""

    def __init__(
        self,
        address: str,
        plan: Plan,
        model: Model,
        version: int,
        seed: int,
        openings: Sequence[np.ndarray],
        spread: bool,
        checkpoint: Path,
        done: float,
    ):
        self.address, self.plan, self.seed, self.checkpoint = address, plan, seed, checkpoint
        self._model, self._version = model, version
        self._network: Any = None  # where Ray keeps it
        self._rounds = self._under_way = 0
        self._seen = time.monotonic()
        self._first: Played | None = None
        self.workers = RayWorkers(address, None, SelfPlayer, plan, openings, spread)
        try:
            while self._first is None:  # kernels are compiled before the time runs
                self._first = self._arrived(done)
        except BaseException:
            self.close()
            raise

    def advance(self, done: float) -> Played:
        played, self._first = self._first or Played(), None
        played += self._arrived(done) or Played()
        return played

    def _arrived(self, done: float) -> Played | None:
        """What came of the rounds that have ended, if any has."""
        self._keep_busy(done)
        played = None
        try:
            for _, more in self.workers.results(WAIT):
                self._under_way -= 1
                played = played or Played()
                played += more
        except Hopeless as error:
            raise self._lost() from error
        if self.workers.there:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > LOST:
            raise self._lost()
        self._keep_busy(done)
        return played

    def _lost(self) -> ValueError:
        onwards = f"from {self.checkpoint}" if self._version else "later"
        return ValueError(
            f"The Ray cluster {self.address} has lost all its players; the same command goes on {onwards}."
        )

    def _keep_busy(self, done: float) -> None:
        while self._under_way < self.workers.size:
            self._network = self._network or self.workers.put(self._model.network([self.plan.lines], {}))
            seed = int(split_seed(self.seed, self._rounds)) >> 2
            self.workers.submit(Round(self._rounds, seed, done, self._version, self._network))
            self._rounds += 1
            self._under_way += 1

    def take(self, model: Model, version: int) -> None:
        if version != self._version:
            self._model, self._version, self._network = model, version, None

    def close(self) -> None:
        self.workers.close()
