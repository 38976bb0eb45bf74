"""Training steps: AdamW on policy, value and ownership together; on a GPU a step is one captured graph."""

import contextlib
import copy
import math
from collections.abc import Callable
from typing import Any, Protocol

import torch
import torch.nn.functional as F

from .model import Model, block, heads, stem
from .positions import SYMMETRIES, Batch, Planes

VALUE_WEIGHT, OWNER_WEIGHT = 1.0, 0.5
CLIP = 2.0
GENTLE = 2e-3  # the highest learning rate of the heads: at higher ones the value's hidden units die at once
WARM_UP = 0.03  # share of a run in which the learning rate rises


class Source(Protocol):
    """Where batches come from."""

    def draw(self, into: torch.Tensor) -> None:
        """Choose positions by their places."""
        ...

    def batch(self, planes: Planes, places: torch.Tensor, symmetry: torch.Tensor) -> Batch: ...


def losses(model: Model, batch: Batch, value_weight: float) -> torch.Tensor:
    """Cross entropy of the policy, of the value as a chance to win, and the squared error of the ownership; the first
    entry is the sum that is minimised, the last the share of positions whose best move is that of the target."""
    logits, value, own = model(batch.planes)
    logits, value, own = logits.float(), value.float(), own.float()
    policy = F.cross_entropy(logits, batch.policy)
    chance = F.binary_cross_entropy_with_logits(2 * value, (1 + batch.value) / 2, reduction="none")
    chance = (chance * batch.value_weight).sum() / batch.value_weight.sum().clamp_min(1)
    owner = ((own.tanh() - batch.owner) ** 2).mean(1)
    owner = (owner * batch.owner_weight).sum() / batch.owner_weight.sum().clamp_min(1)
    right = (logits.argmax(1) == batch.policy.argmax(1)).float().mean()
    total = policy + value_weight * chance + OWNER_WEIGHT * owner
    return torch.stack([total, policy, chance, owner, right])


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
        self.optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=self.on_gpu, capturable=self.on_gpu)
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

    def step(self, rate: float) -> torch.Tensor:
        """Learn from one batch; the losses of it (see `losses`)."""
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
