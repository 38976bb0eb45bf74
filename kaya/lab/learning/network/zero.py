"""`kaya learn zero`: a network from games against itself alone (Silver et al. 2017; the search is Gumbel AlphaZero's).

Games are played by the average of the weights over the latest steps; each position is learned from about `reuse` times.
A run leaves a checkpoint beside its output now and then, and the same command goes on from there.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ....knowledge.go.planes import DEPTH
from .model import Folded, Model
from .positions import Memory, Planes
from .self_play import SelfPlay
from .training import Trainer, cosine

SAY_EVERY, SAVE_EVERY, UPDATE_EVERY = 10.0, 120.0, 4  # seconds, seconds, moves
Say = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Plan:
    """What a run is to do."""

    lines: int = 9
    komi: float = 7.5
    minutes: float = 20.0
    blocks: int = 6
    channels: int = 64
    games: int = 8192
    simulations: tuple[tuple[float, int], ...] = ((0.0, 16), (0.06, 32), (0.5, 64))  # from which share of the run on
    batch: int = 4096
    rate: float = 2e-3
    reuse: float = 2.2
    room: int = 6_500_000
    window: int = 400_000  # positions that are learned from at first
    share: float = 0.4  # and the share of all positions so far
    found: float = 0.25  # weight of what the search found, against the result, in what is learned as value
    average: float = 0.998
    seed: int = 1
    settings: dict[str, Any] = field(default_factory=dict)  # of `lockstep.SelfPlay`

    def simulations_at(self, done: float) -> int:
        return [n for share, n in self.simulations if done >= share][-1]


@dataclass
class Totals:
    """What a run has done so far."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    evaluations: int = 0
    curve: list[dict[str, Any]] = field(default_factory=list)


class Zero:
    """A run: self-play and training in turns, on a GPU both at once."""

    def __init__(self, plan: Plan, output: Path, device: str, start: dict[str, Any] | None = None):
        torch.manual_seed(plan.seed)
        self.plan, self.output, self.device = plan, output, device
        half = torch.float16 if device == "cuda" else torch.float32
        model = Model(plan.blocks, plan.channels, DEPTH).to(device).to(memory_format=torch.channels_last)
        if start:
            model.load_state_dict(start)
        self.memory = Memory(plan.lines, plan.room, device)
        self.trainer = Trainer(model, self.memory, Planes(plan.lines, device, half), plan.batch, average=plan.average)
        self.totals = Totals()
        self._restore()
        self.network = Folded(self.trainer.averaged, device)
        most = max(n for _, n in plan.simulations)
        self.play = SelfPlay(self.network, Planes(plan.lines, device, half), plan.games, plan.komi, most,
                             plan.seed + self.totals.games, **plan.settings)  # fmt: skip

    @property
    def checkpoint(self) -> Path:
        return Path(f"{self.output}.part")

    def _restore(self) -> None:
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint, map_location=self.device, weights_only=False)
            self.trainer.resume(state["trainer"])
            self.totals = Totals(**state["totals"])
            positions = Path(f"{self.output}.positions")
            if positions.exists():
                self.memory.restore(torch.load(positions, map_location="cpu", weights_only=True))

    def save(self, positions: bool = False) -> None:
        """The checkpoint, the network as it plays, and if wished the positions."""
        new = Path(f"{self.checkpoint}.new")
        torch.save(dict(trainer=self.trainer.state(), totals=asdict(self.totals), plan=asdict(self.plan)), new)
        new.replace(self.checkpoint)
        about = dict(by="kaya learn zero", plan=asdict(self.plan), totals=asdict(self.totals), device=self.device)
        save_network(self.trainer.averaged, self.output, [self.plan.lines], about)
        if positions:
            torch.save(self.memory.state(), Path(f"{self.output}.positions"))

    def run(self, say: Say, limit: float = float("inf")) -> None:
        """Learn until the plan's minutes are over, or for `limit` seconds."""
        plan, totals, began, before = self.plan, self.totals, time.time(), self.totals.seconds
        said = saved = began
        owed, moves, losses, playing, evaluations = 0.0, 0, [], 0.0, 0
        games, lengths = self.play.finished, self.play.moves
        while totals.seconds < 60 * plan.minutes and time.time() - began < limit:
            done = totals.seconds / (60 * plan.minutes)
            simulations, start = plan.simulations_at(done), time.time()
            learned = self.play.move(simulations)
            playing += time.time() - start
            moves += 1
            evaluations += plan.games * (simulations + 1)
            if learned:
                result, found = learned.pop("result"), learned.pop("found")
                self.memory.add(value=(1 - plan.found) * result + plan.found * found, **learned)
                totals.positions += len(result)
                owed += plan.reuse * len(result) / plan.batch
            self.memory.window = max(plan.window, int(plan.share * totals.positions))
            if self.memory.stored >= min(plan.window // 4, plan.room // 2):
                while owed >= 1:
                    found = self.trainer.step(cosine(done, plan.rate))
                    owed -= 1
                    if owed < 1:
                        losses.append(found.clone())
                if moves % UPDATE_EVERY == 0:
                    self.network.update(self.trainer.averaged)
                    self.play.updated()
            else:
                owed = 0.0
            now = time.time()
            totals.seconds = before + now - began
            if now - said > SAY_EVERY:
                mean = torch.stack(losses).mean(0).tolist() if losses else [0.0] * 5
                finished = self.play.finished - games
                line = dict(seconds=round(totals.seconds), simulations=simulations, policy=mean[1], value=mean[2],
                            owner=mean[3], right=mean[4], games=totals.games + self.play.finished,
                            length=(self.play.moves - lengths) / max(finished, 1), positions=totals.positions,
                            evaluations_a_second=round(evaluations / (now - said)), playing=playing / (now - said),
                            steps=self.trainer.steps, foretold_wrongly=self.play.wrong / max(self.play.foretold, 1))  # fmt: skip
                totals.curve.append({k: round(v, 4) if isinstance(v, float) else v for k, v in line.items()})
                say(totals.curve[-1])
                said, losses, playing = now, [], 0.0
                totals.evaluations, evaluations = totals.evaluations + evaluations, 0
                games, lengths = self.play.finished, self.play.moves
            if now - saved > SAVE_EVERY:
                self.save()
                saved = now
        totals.games += self.play.finished


def save_network(model: Model, path: Path, sizes: list[int], made: dict[str, Any]) -> None:
    """Write the file that players read."""
    from ....knowledge.go.planes import PLANES
    from .model import HIDDEN

    about = dict(format=1, game="go", planes=list(PLANES), sizes=sizes, blocks=model.blocks, channels=model.channels,
                 hidden=HIDDEN, made=made)  # fmt: skip
    np.savez_compressed(path, about=np.array(json.dumps(about)), **model.arrays())  # type: ignore[arg-type]
