"""A run of learning from games against itself, a share of them against its earlier selves."""

import copy
import time
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch

from ....network import Network
from .. import runs
from .learner import LOSSES, Learner
from .model import Model
from .plan import Plan, Totals
from .self_play import SelfPlay

MANY = 300  # games
SHARES = (
    ("length", "length", "games"),
    ("drawn", "drawn", "games"),
    ("against", "points", "against"),
    ("playing", "played", "time"),
)
"""What is told of results, and of which of them it is what share."""
State = dict[str, torch.Tensor]


class Run(runs.Run):
    """Learning in progress."""

    losses = LOSSES
    model_type: ClassVar[type[Model]]
    plan_type: ClassVar[type[Plan]]
    plan: Plan
    totals: Totals

    def __init__(self, plan: Plan, output: str | Path, device: str, start: Network | None = None):
        if plan.batch > plan.games // 2 * 2 * plan.steps:
            raise ValueError(f"batch must be at most games x steps, {plan.games * plan.steps}, not {plan.batch}.")
        super().__init__(plan, output, device, Totals())
        model = self.model_type(plan.blocks, plan.channels)
        if start:
            model.start_from(start)
        model = model.to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.beginning = copy.deepcopy(model)
        self.learner = Learner(model, plan, device)
        self.playing, self.earlier = copy.deepcopy(model), copy.deepcopy(model)
        self.pool: list[State] = []
        self.selves = 0
        self.restore()
        self.games = SelfPlay(plan, self.playing, self.earlier, device, plan.seed + self.totals.games)
        if device == "cuda":
            self._compile()
        self.games.capture()
        self._play_as(self.playing, model.state_dict())
        self._told = time.time(), self.totals.tries, self.totals.plies
        self._results: list[dict[str, float]] = []

    def _compile(self) -> None:
        """Let PyTorch fuse what lies between the convolutions."""
        import torch._dynamo as dynamo

        for limit in ("recompile_limit", "cache_size_limit"):
            if hasattr(dynamo.config, limit):
                setattr(dynamo.config, limit, 256)
        parts: Any = tuple(torch.compile(part, dynamic=False) for part in self.model_type.functions())
        for model in (self.learner.model, self.learner.slow, self.playing, self.earlier):
            model.parts = parts

    @property
    def name(self) -> str:
        return self.model_type.game

    @property
    def kind(self) -> list[Any]:
        return [self.model_type.game, self.plan.blocks, self.plan.channels]

    @property
    def steps(self) -> int:
        return self.learner.steps

    def _play_as(self, model: Model, state: State) -> None:
        """Into the same tensors, which a captured graph reads."""
        model.load_state_dict({name: w.float() for name, w in state.items()})

    def _choose_earlier(self, done: float) -> None:
        """An earlier self to play against. The pool takes in the present one now and then, and keeps a few of them
        that are spread over the run."""
        plan = self.plan
        if not self.pool or self.selves < 1 + int(done / plan.pool_every):
            self.selves = 1 + int(done / plan.pool_every)
            state = self.learner.model.state_dict()
            self.pool.append({name: w.detach().half().cpu() for name, w in state.items()})
            if len(self.pool) > 4 * plan.pool_size:
                del self.pool[1::2]
        chosen = self._spread_over_the_run()
        self._play_as(self.earlier, chosen[int(torch.randint(len(chosen), (1,)))])

    def _spread_over_the_run(self) -> list[State]:
        count = len(self.pool)
        return [self.pool[k] for k in np.linspace(0, count - 1, min(self.plan.pool_size, count)).round().astype(int)]

    def advance(self, done: float) -> list[torch.Tensor]:
        """So many tries in each game, and learn from them."""
        began, totals = time.time(), self.totals
        self._choose_earlier(done)
        results = self.games.play(self.plan.material_at(done))
        played = time.time() - began
        losses = self.learner.learn(self.games.experience(), done)
        self._play_as(self.playing, self.learner.model.state_dict())
        if self.device == "cuda":
            torch.cuda.synchronize()
        for name in ("tries", "plies", "games"):
            setattr(totals, name, getattr(totals, name) + int(results[name]))
        self._results.append({**results, "played": played, "time": time.time() - began})
        return [losses]

    def line(self) -> dict[str, Any]:
        """Speeds since the last line, and of the games since then, some hundreds at the least, how they ended."""
        now, totals, (then, tries, plies) = time.time(), self.totals, self._told
        whole = {name: sum(r[name] for r in self._results) for name in self._results[0]} if self._results else {}
        self._told = now, totals.tries, totals.plies
        while sum(r["games"] for r in self._results[1:]) >= MANY:
            del self._results[0]
        found: dict[str, float] = dict(games=totals.games, tries=totals.tries)
        found["tries_a_second"] = (totals.tries - tries) / (now - then)
        found["plies_a_second"] = (totals.plies - plies) / (now - then)
        for name, part, of in SHARES:
            if whole.get(of):
                found[name] = whole[part] / whole[of]
        return found

    def state(self) -> dict[str, Any]:
        return dict(learner=self.learner.state(), pool=self._spread_over_the_run(), selves=self.selves)

    def resume(self, state: dict[str, Any]) -> None:
        self.learner.resume(state["learner"])
        self.pool, self.selves = state["pool"], state["selves"]

    def network(self, made: dict[str, Any]) -> Network:
        return self.learner.averaged.network(self.plan.sizes, made)
