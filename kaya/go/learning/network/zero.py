"""`kaya learn zero`: a network from games against itself alone (Silver et al. 2017; the search is Gumbel AlphaZero's).

Games are played by the average of the weights over the latest steps; each position is learned from about `reuse` times.
On a GPU training goes on while the trees grow on the processors. Where recorded games are given, a part of every step
is learned from them, so that what a network knew of them is not lost; a network with which the run begins learns from
them alone until enough of its games have ended, the moves only: value and owners are kept as they were. Where a teacher
is given, it plays the games in place of the network that learns, which may be of another size."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

import torch

from ....lab.learning import runs
from ....network import Network
from ....network.file import HEADS, optional_head
from . import run
from .model import Folded, Model
from .positions import Both, Memory, Planes
from .records import Games, Kept, Records
from .self_play import SelfPlay, positions_of
from .training import Trainer, cosine

UPDATE_EVERY = 4  # moves, until the games are played with the new weights
RISING = 100  # steps in which the rate rises where a run begins with a network: the optimiser knows nothing yet
FIRST_STEPS, FIRST_RATE = 4, 2e-3  # before games have ended: steps a move, and their rate


class Plan(run.Plan):
    """What a run is to do. `simulations` and `recorded` are given with the share of the run from which on they hold."""

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
    wide: float = 0.12  # share of the games with any komi up to 40 points from the usual one,
    handicap: float = 0.12  # and of those with handicap stones: values are to be right there too
    apart: bool = False  # the heads besides policy, value and owner teach the trunk nothing
    new_heads: bool = False  # learn heads alone that the network to begin with never learned; the rest stays as it is
    settings: Mapping[str, Any] = field(default_factory=dict)  # of `batched_search.SelfPlay`, the rest

    @property
    def begun(self) -> dict[str, Any]:
        """How games begin, as settings of `batched_search.SelfPlay`."""
        return dict(wide=self.wide, handicap=self.handicap)

    @classmethod
    def for_processors(cls, **given: Any) -> "Plan":
        """A plan for a machine without a GPU: a small network, few games at a time."""
        small = dict(blocks=2, channels=16, games=64, batch=256, rate=5e-3, average=0.95, room=50_000, window=3000)
        return cls(**{**small, "simulations": ((0.0, 8), (0.3, 16)), **given})


def holding(schedule: Iterable[tuple[float, Any]], done: float) -> Any:
    """What holds of a schedule when a share `done` of the run is over."""
    return [what for since, what in schedule if done >= since][-1]


class Zero(run.Run):
    plan: Plan

    def __init__(
        self,
        plan: Plan,
        output: str | Path,
        device: str,
        start: Network | None = None,
        records: Games | None = None,
        teacher: Network | None = None,
    ):
        super().__init__(plan, output, device)
        planes = Planes(plan.lines, device, torch.float16 if device == "cuda" else torch.float32)
        if start:
            self.model.start_from(start, positions_of(start, planes, plan.komi, plan.seed, **plan.begun))
        self.model.apart = plan.apart
        self.kept = start if plan.new_heads else None
        if plan.new_heads:
            self.model.fix_all_but(self._new_heads(start))
        self.memory = Memory(plan.lines, plan.room, device)
        self.records = Records(records, device, plan.winners) if records else None
        self.trainer = Trainer(self.model, self.memory, planes, plan.batch, average=plan.average)
        self.restore()
        self._first, self._rising = False, RISING if start else 1
        if start and self.records and not self.trainer.steps:
            self._first = True
            self.trainer.learn_from(Kept(self.records, Folded(self.trainer.averaged, device), start.learned))
        self.taught = teacher is not None
        self.playing = self.trainer.averaged
        if teacher:
            self.playing = Model(teacher.blocks, teacher.channels).to(device).eval()
            self.playing.start_from(teacher, positions_of(teacher, planes, plan.komi, plan.seed, **plan.begun))
        first = SelfPlay(planes, 2, plan.komi, 2, 0)  # kernels are compiled before the time runs
        first.move(2, [first.answering(self.playing) for _ in first.halves])
        most = max(n for _, n in plan.simulations)
        settings = {**plan.begun, **plan.settings}
        openings = records.openings(plan.seed) if records else ()
        self.play = SelfPlay(planes, plan.games, plan.komi, most, plan.seed + self.totals.games, openings, **settings)
        self.answering = [self.play.answering(self.playing) for _ in self.play.halves]
        if start or teacher:
            self.play.stagger(self.answering)
        self._owed, self._moves, self._share, self._began = 0.0, 0, -1.0, time.time()
        self._before = self.totals.games, self.totals.positions, self.totals.evaluations

    @property
    def lines(self) -> int:
        return self.plan.lines

    @property
    def positions(self) -> Path:
        """Where the positions are kept for the next run, and removed at the end."""
        return Path(f"{self.output}.positions")

    def _new_heads(self, start: Network | None) -> list[str]:
        if start is None or (start.blocks, start.channels) != (self.plan.blocks, self.plan.channels):
            raise ValueError("New heads need a network of the same size to begin with: give it by --start.")
        new = [head for head in self.learned if head not in start.learned]
        if not new:
            raise ValueError(f"The network to begin with has all heads: {', '.join(start.learned)}.")
        return new

    def network(self, made: dict[str, Any]) -> Network:
        """The network as it stands; with `new_heads` all else is the very array that it began with."""
        new, kept = super().network(made), self.kept
        if not kept:
            return new
        learned = [head for head in HEADS if head in (*kept.learned, *self.learned)]
        old = {name: a for name, a in kept.arrays.items() if optional_head(name) in ("", *kept.learned)}
        about = {**new.about, "learned": learned, "made": {**made, "before": kept.about["made"]}}
        return Network(about, {**new.arrays, **old})

    def restore(self) -> None:
        super().restore()
        if self.trainer.steps and self.positions.exists():
            self.memory.restore(torch.load(self.positions, map_location="cpu", weights_only=True))

    def keep_positions(self) -> None:
        torch.save(self.memory.state(), self.positions)

    def advance(self, done: float) -> list[torch.Tensor]:
        """A move in every game, and the steps of training that its positions are worth."""
        plan, totals, losses = self.plan, self.totals, []
        simulations, rate = holding(plan.simulations, done), cosine(done, plan.rate)
        full = self.play.chance.random() < plan.full
        if not full:
            simulations = max(2, round(plan.cheap * simulations))
        learned = self.play.move(simulations, self.answering, full)
        runs.use_threads(self.device, plan.channels)
        totals.evaluations += plan.games * (simulations + 1)
        totals.games = self._before[0] + self.play.finished
        self._moves += 1
        if learned:
            result, found = learned.pop("result"), learned.pop("found")
            self.memory.add(value=(1 - plan.found) * result + plan.found * found, **learned)
            totals.positions += len(result)
            self._owed += plan.reuse * len(result) / plan.batch
        self.memory.window = max(plan.window, int(plan.share * totals.positions))
        if self.memory.stored >= min(plan.window // 4, plan.room // 2):
            self._mix(holding(plan.recorded, done))
        else:
            self._owed = FIRST_STEPS if self._first else 0.0
            rate = FIRST_RATE if self._first else rate
        while self._owed >= 1:
            self._owed -= 1
            loss = self.trainer.step(rate * min(1.0, (1 + self.trainer.steps) / self._rising))
            if self._owed < 1:
                losses.append(loss.clone())
        if self._moves % UPDATE_EVERY == 0 and not self.taught:
            for answering in self.answering:
                answering.update(self.playing)
        return losses

    def _mix(self, share: float) -> None:
        """Learn from games against itself, and of every step such a share from records, if there are any."""
        if self.records and share != self._share:
            self._share = share
            self.trainer.learn_from(Both(self.memory, self.records, share))

    def line(self) -> dict[str, Any]:
        totals, play = self.totals, self.play
        return dict(
            games=totals.games,
            positions=totals.positions,
            length=play.moves / max(play.finished, 1),
            evaluations_a_second=(totals.evaluations - self._before[2]) / (time.time() - self._began),
            foretold_wrongly=play.wrong / max(play.foretold, 1),
        )
