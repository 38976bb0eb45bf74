"""`kaya learn zero`: a network from games against itself alone (Silver et al. 2017; the search is Gumbel AlphaZero's).

Games are played by the average of the weights over the latest steps, here or on a cluster (`playing.py`); each position
is learned from about `reuse` times and says how many steps the network that played it had learned.
On a GPU training goes on while the trees grow on the processors. Where recorded games are given, a part of every step
is learned from them, so that what a network knew of them is not lost; a network with which the run begins learns from
them alone until enough of its games have ended, the moves only: value and owners are kept as they were. Where a teacher
is given, it plays the games in place of the network that learns, which may be of another size. Networks of other sizes
may learn `beside` it, from the same batches."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from ....lab.learning import runs
from ....network import Network
from ....network.file import HEADS, optional_head
from . import run
from .beside import Beside
from .model import Folded, Model
from .playing import Here, Plan, Played, Playing, holding
from .positions import Both, Memory, Planes
from .records import Games, Kept, Records
from .self_play import positions_of
from .training import Source, Trainer, cosine

RISING = 100  # steps in which the rate rises where a run begins with a network: the optimiser knows nothing yet
FIRST_STEPS, FIRST_RATE = 4, 2e-3  # before games have ended: steps a move, and their rate


class Zero(run.Run):
    """Training by self-play. Wherever games are played, their positions are kept here, on the device that learns."""

    columns = (*run.Run.columns, "steps_old")
    plan: Plan

    def __init__(
        self,
        plan: Plan,
        output: str | Path,
        device: str,
        start: Network | None = None,
        records: Games | None = None,
        teacher: Network | None = None,
        cluster: str | None = None,
    ):
        super().__init__(plan, output, device)
        self.planes = planes = Planes(plan.lines, device, torch.float16 if device == "cuda" else torch.float32)
        known = positions_of(start, planes, plan.komi, plan.seed, **plan.begun) if start else None
        if start and known is not None:
            self.model.start_from(start, known)
        self.model.apart = plan.apart
        self.kept = start if plan.new_heads else None
        if plan.new_heads:
            self.model.fix_all_but(self._new_heads(start))
        self.memory = Memory(plan.lines, plan.room, device)
        self.records = Records(records, device, plan.winners) if records else None
        self.trainer = Trainer(self.model, self.memory, planes, plan.batch, average=plan.average)
        if plan.beside and plan.new_heads:
            raise ValueError("New heads are learned by one network alone: leave the others beside it out.")
        if (plan.blocks, plan.channels) in plan.beside:
            raise ValueError(f"The network of the run is one of {plan.blocks}x{plan.channels} itself: leave it out.")
        with torch.random.fork_rng(devices=[]):  # the network of the run learns as if it were alone
            self.beside = [Beside(*size, self.trainer, start, known) for size in plan.beside]
        self.columns = (*type(self).columns, *(f"policy {one.name}" for one in self.beside))
        self.restore()
        self._first, self._rising = False, RISING if start else 1
        if start and self.records and not self.trainer.steps:
            self._first = True
            self._learn_from(Kept(self.records, Folded(self.trainer.averaged, device), start.learned))
        self.taught = teacher is not None
        self.playing = self.trainer.averaged
        if teacher:
            self.playing = Model(teacher.blocks, teacher.channels).to(device).eval()
            self.playing.start_from(teacher, positions_of(teacher, planes, plan.komi, plan.seed, **plan.begun))
        openings = records.openings(plan.seed) if records else ()
        games = self.playing, self.steps, plan.seed + self.totals.games, openings, bool(start or teacher)
        self.games: Playing
        if cluster:
            from .cluster import There

            self.games = There(cluster, plan, *games, self.checkpoint, self.totals.seconds / plan.seconds)
        else:
            self.games = Here(plan, planes, *games)
        self._owed, self._share, self._began, self._played = 0.0, -1.0, time.time(), Played()
        self._before = self.totals.evaluations

    @property
    def lines(self) -> int:
        return self.plan.lines

    @property
    def kind(self) -> list[Any]:
        return [*super().kind, *(one.name for one in self.beside)]

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

    def state(self) -> dict[str, Any]:
        return super().state() | {one.name: one.trainer.state() for one in self.beside}

    def resume(self, state: dict[str, Any]) -> None:
        super().resume(state)
        for one in self.beside:
            one.trainer.resume(state[one.name])

    @property
    def files(self) -> dict[Path, Callable[[Path], None]]:
        def writing(one: Beside) -> Callable[[Path], None]:
            return lambda path: one.network(self.lines, self.made, self.learned).write(path)

        return super().files | {one.path(self.output): writing(one) for one in self.beside}

    def restore(self) -> None:
        super().restore()
        if self.trainer.steps and self.positions.exists():
            self.memory.restore(torch.load(self.positions, map_location="cpu", weights_only=True))

    def keep_positions(self) -> None:
        torch.save(self.memory.state(), self.positions)

    def advance(self, done: float) -> list[torch.Tensor]:
        """Go on with the games, and make the steps of training that their positions are worth."""
        plan, totals, losses = self.plan, self.totals, []
        rate = cosine(done, plan.rate)
        played = self.games.advance(done)
        runs.use_threads(self.device, plan.channels)
        totals.evaluations += played.evaluations
        totals.games += played.games
        for learned in played.positions:
            result, found = learned.pop("result"), learned.pop("found")
            self.memory.add(value=(1 - plan.found) * result + plan.found * found, **learned)
            totals.positions += len(result)
            self._owed += plan.reuse * len(result) / plan.batch
        played.positions = []
        self._played += played
        self.memory.window = max(plan.window, int(plan.share * totals.positions))
        if self.memory.stored >= min(plan.window // 4, plan.room // 2):
            self._mix(holding(plan.recorded, done))
        else:
            self._owed = FIRST_STEPS if self._first else 0.0
            rate = FIRST_RATE if self._first else rate
        while self._owed >= 1:
            self._owed -= 1
            risen = rate * min(1.0, (1 + self.trainer.steps) / self._rising)
            loss = self.trainer.step(risen)
            for one in self.beside:
                one.step(risen, told=self._owed < 1)
            if self._owed < 1:
                losses.append(loss.clone())
        if not self.taught:
            self.games.take(self.playing, self.steps)
        return losses

    def _mix(self, share: float) -> None:
        """Learn from games against itself, and of every step such a share from records, if there are any."""
        if self.records and share != self._share:
            self._share = share
            self._learn_from(Both(self.memory, self.records, share))

    def _learn_from(self, source: Source) -> None:
        for trainer in (self.trainer, *(one.trainer for one in self.beside)):
            trainer.learn_from(source)

    def line(self) -> dict[str, Any]:
        totals, played = self.totals, self._played
        return dict(
            games=totals.games,
            positions=totals.positions,
            length=played.moves / max(played.games, 1),
            evaluations_a_second=(totals.evaluations - self._before) / (time.time() - self._began),
            foretold_wrongly=played.wrong / max(played.foretold, 1),
            **({} if self.taught else dict(steps_old=self.memory.age(self.steps))),
            **{name: loss for one in self.beside for name, loss in one.told(self.losses).items()},
        )
