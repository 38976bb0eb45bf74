"""Training steps: AdamW on policy, value and ownership together; on a GPU a step is one captured graph."""

import contextlib
import copy
import math
from collections.abc import Callable
from typing import Any, Protocol

import torch
import torch.nn.functional as F

from .model import Model, Said, block, heads, stem
from .positions import SYMMETRIES, Batch, Planes

VALUE_WEIGHT, OWNER_WEIGHT = 1.0, 0.5
SCORE_WEIGHT, SHORT_WEIGHT, ERROR_WEIGHT, REPLY_WEIGHT = 0.0015, 0.4, 1.0, 0.15
SOFT_WEIGHT = 0.0  # KataGo has 4 to 8; here it made small networks weaker, see docs/network.md
SCORE_DELTA, ERROR_DELTA = 12.0, 0.4  # from where on Huber's loss is linear
SPREAD = 1.2533  # standard deviation of a normal distribution by its mean absolute deviation
LEAST_ERROR = 0.01
SOFTNESS = 4.0  # temperature of the soft policy
CLIP = 2.0
GENTLE = 2e-3  # the highest learning rate of the heads: at higher ones the value's hidden units die at once
WARM_UP = 0.03  # share of a run in which the learning rate rises


class Source(Protocol):
    """Where batches come from."""

    def draw(self, into: torch.Tensor) -> None:
        """Choose positions by their places."""
        ...

    def batch(self, planes: Planes, places: torch.Tensor, symmetry: torch.Tensor) -> Batch: ...


def _mean(losses: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return (losses * weights).sum() / weights.sum().clamp_min(1)


def _cross_entropy(logits: torch.Tensor, policy: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return _mean(F.cross_entropy(logits, policy, reduction="none"), weights)


def _chance(value: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross entropy of a value before tanh as a chance to win."""
    return F.binary_cross_entropy_with_logits(2 * value, (1 + target) / 2, reduction="none")


def losses(model: Model, batch: Batch, value_weight: float) -> torch.Tensor:
    """Cross entropy of the policy, of the value as a chance to win, and the squared error of the ownership; the first
    entry is the sum that is minimised, of the other heads' losses too, then these, the share of positions whose best
    move is that of the target, and the error of the score in points.

    Other heads are KataGo's (Wu 2019, and its notes on methods): mean and spread of the score by Huber's loss; the
    value that the next moves' searches find, with a decay, and its squared error; the opponent's reply; the policy with
    temperature 4; and the policy where things went better than was to be expected, its weight being
    sigmoid(3 (z - 1.5)), z by how many standard deviations."""
    parts: Any = (part.float() if isinstance(part, torch.Tensor) else part for part in model(batch.planes))
    said = Said(*parts)
    reply, soft, optimistic = (logits.float() for logits in said.policies)
    policy = F.cross_entropy(said.logits, batch.policy)
    chance = _mean(_chance(said.value, batch.value), batch.value_weight)
    owner = _mean(((said.owner.tanh() - batch.owner) ** 2).mean(1), batch.owner_weight)
    missed = (said.score - batch.score).abs()
    score = F.huber_loss(said.score, batch.score, reduction="none", delta=SCORE_DELTA)
    spread = F.huber_loss(said.spread, SPREAD * missed.detach(), reduction="none", delta=SCORE_DELTA)
    squared = (said.short.tanh() - batch.short).square().detach()
    error = F.huber_loss(said.error, squared, reduction="none", delta=ERROR_DELTA)
    better = (batch.short - said.short.tanh()) / (said.error + LEAST_ERROR).sqrt()
    hopeful = batch.searched * torch.sigmoid(3.0 * (better.detach() - 1.5))
    smoothed = batch.policy.pow(1 / SOFTNESS)
    others = torch.stack(
        [
            SCORE_WEIGHT * _mean(score + 0.5 * spread, batch.score_weight),
            SHORT_WEIGHT * _mean(_chance(said.short, batch.short), batch.searched),
            ERROR_WEIGHT * _mean(error, batch.searched),
            REPLY_WEIGHT * _cross_entropy(reply, batch.reply, batch.reply_weight),
            SOFT_WEIGHT * _cross_entropy(soft, smoothed / smoothed.sum(1, keepdim=True), batch.searched),
            (F.cross_entropy(optimistic, batch.policy, reduction="none") * hopeful).mean(),
        ]
    )
    right = (said.logits.argmax(1) == batch.policy.argmax(1)).float().mean()
    total = policy + value_weight * chance + OWNER_WEIGHT * owner + others.sum()
    return torch.stack([total, policy, chance, owner, right, _mean(missed, batch.score_weight), *others])


def compiled(model: Model) -> None:
    """Let PyTorch fuse what lies between the convolutions: worth a factor 1.6 in a long run, half a minute to begin."""
    import torch._dynamo as dynamo

    for limit in ("recompile_limit", "cache_size_limit"):
        if hasattr(dynamo.config, limit):
            setattr(dynamo.config, limit, 256)
    one, two, three = (torch.compile(part, dynamic=False) for part in (stem, block, heads))
    model.parts = one, two, three


def cosine(done: float, peak: float, floor: float = 0.02) -> float:
    """The learning rate when a share `done` of the run is over."""
    if done < WARM_UP:
        return peak * (done + 0.001) / WARM_UP
    return peak * (floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * min((done - WARM_UP) / (1 - WARM_UP), 1.0))))


class Trainer:
    """A model that learns from a source, and the average of its weights over the latest steps, which plays better."""

    def __init__(
        self,
        model: Model,
        source: Source,
        planes: Planes,
        size: int,
        *,
        decay: float = 0.02,
        average: float = 0.998,
        value_weight: float = VALUE_WEIGHT,
    ):
        self.model, self.source, self.planes, self.size = model, source, planes, size
        self.device, self.value_weight = planes.device, value_weight
        self.on_gpu = self.device == "cuda"
        self.averaged = copy.deepcopy(model).eval()
        self.averaged.parts = stem, block, heads
        self.average, self.steps = average, 0
        self.rates = [torch.zeros((), device=self.device) for _ in range(2)]  # of the trunk and of the heads
        self.keep = torch.zeros((), device=self.device)
        self.places = torch.zeros(size, dtype=torch.long, device=self.device)
        self.symmetry = torch.zeros(size, dtype=torch.long, device=self.device)
        named = list(model.named_parameters())
        parts = [[w for name, w in named if name.startswith("head") == of_head] for of_head in (False, True)]
        groups: list[dict[str, Any]] = [
            dict(params=[w for w in part if (w.ndim > 1) == large], weight_decay=decay * large, lr=rate)
            for part, rate in zip(parts, self.rates, strict=True)
            for large in (True, False)
        ]
        self.optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=True, capturable=self.on_gpu)
        self._replay: Callable[[], torch.Tensor] | None = None

    def learn_from(self, source: Source) -> None:
        """Take batches from another source from now on; on a GPU the step is captured anew."""
        if self.on_gpu:
            torch.cuda.synchronize()
        self.source, self._replay = source, None

    def half(self) -> contextlib.AbstractContextManager[Any]:
        return torch.autocast(self.device, torch.bfloat16, enabled=self.on_gpu, cache_enabled=False)

    def _numbers(self, model: Model) -> list[torch.Tensor]:
        return [*model.parameters(), *model.buffers()]

    def _body(self) -> torch.Tensor:
        batch = self.source.batch(self.planes, self.places, self.symmetry)
        with self.half():
            found = losses(self.model, batch, self.value_weight)
        found[0].backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), CLIP, foreach=True)
        self.optimiser.step()
        with torch.no_grad():
            kept, new = self._numbers(self.averaged), self._numbers(self.model)
            many: Any = torch  # all tensors in one launch
            many._foreach_mul_(kept, self.keep)
            many._foreach_add_(kept, many._foreach_mul(new, 1 - self.keep))
        return found.detach()

    def _capture(self) -> Callable[[], torch.Tensor]:
        """The step as one graph: launching it piece by piece is bound by the host. The weights stay as they were."""
        before = copy.deepcopy((self.model.state_dict(), self.averaged.state_dict(), self.optimiser.state_dict()))
        for rate in self.rates:
            rate.fill_(0.0)
        self.keep.fill_(1.0)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.optimiser.zero_grad(set_to_none=True)
                self._body()
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        self.optimiser.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            found = self._body()
        with torch.no_grad():
            self.model.load_state_dict(before[0])
            self.averaged.load_state_dict(before[1])
            states = before[2]["state"]
            for place, group in enumerate(w for g in self.optimiser.param_groups for w in g["params"]):
                for name, value in self.optimiser.state[group].items():
                    value.copy_(states[place][name]) if place in states else value.zero_()

        def replay() -> torch.Tensor:
            graph.replay()
            return found

        return replay

    def step(self, rate: float, same: "Trainer | None" = None) -> torch.Tensor:
        """Learn from one batch, a new one or the `same` as another trainer; the losses of it (see `losses`)."""
        if same:
            self.places.copy_(same.places)
            self.symmetry.copy_(same.symmetry)
        else:
            self.source.draw(self.places)
            self.symmetry.random_(0, SYMMETRIES)
        if self.on_gpu and self._replay is None:
            self._replay = self._capture()
        self.model.train()
        self.rates[0].fill_(rate)
        self.rates[1].fill_(min(rate, GENTLE))
        self.keep.fill_(min(self.average, (1 + self.steps) / (10 + self.steps)))
        self.steps += 1
        if self._replay:
            return self._replay()
        self.optimiser.zero_grad(set_to_none=True)
        return self._body()

    def state(self) -> dict[str, Any]:
        parts = {"model": self.model, "averaged": self.averaged, "optimiser": self.optimiser}
        return {name: part.state_dict() for name, part in parts.items()} | {"steps": self.steps}

    def resume(self, state: dict[str, Any]) -> None:
        for name in ("model", "averaged", "optimiser"):
            getattr(self, name).load_state_dict(state[name])
        for group, rate in zip(self.optimiser.param_groups, (r for r in self.rates for _ in range(2)), strict=True):
            group["lr"] = rate
        self.steps = state["steps"]
