"""Learning by policy gradients: proximal policy optimisation (Schulman et al. 2017) with generalised advantages, an
entropy bonus, and a divergence term that holds the policy near a slowly following copy of itself (as in Perolat et al.
2022 and Sokota et al. 2023), without which policies of games with hidden information go round in circles.

L = -E min(r A, clip(r, 1 - ε, 1 + ε) A) - c_H H(π) + c_near KL(π, π_slow) + c_V (V - R)² + c_B ln 1 / b(pieces)

where r is the chance of the try now against that when it was made, A its advantage, R what it has brought and b what
the network believes to stand on each square."""

import copy
import math
from typing import Any

import torch
import torch.nn.functional as F

from ..runs import Workers
from .model import IMPOSSIBLE, Model, Said
from .plan import Plan
from .self_play import Experience

LOSSES = ("total", "policy", "entropy", "divergence", "value", "belief", "changed")
WARM_UP = 200  # steps in which the rate rises
FLOOR = 0.03  # of the rate, at the end


def losses(model: Model, said: Said, slow: torch.Tensor, batch: Experience, plan: Plan, entropy: Any) -> torch.Tensor:
    """What is minimised, and its parts (see above), by the names of LOSSES; `slow` are the logits of the slowly
    following copy. What others have tried teaches value and belief alone."""
    possible = model.possible(batch.known)
    logs = F.log_softmax(said.logits.masked_fill(~possible, IMPOSSIBLE), 1)
    slowly = F.log_softmax(slow.masked_fill(~possible, IMPOSSIBLE), 1)
    chances = logs.exp()
    weight = batch.mine / batch.mine.sum().clamp_min(1)
    new = logs.gather(1, batch.tried[:, None].long())[:, 0]
    ratio = (new - batch.chance).exp()
    clipped = ratio.clamp(1 - plan.clip, 1 + plan.clip)
    policy = -(torch.minimum(ratio * batch.advantage, clipped * batch.advantage) * weight).sum()
    spread = -((chances * logs).sum(1) * weight).sum()
    divergence = ((chances * (logs - slowly)).sum(1) * weight).sum()
    value = F.mse_loss(said.value, batch.returns)
    belief = model.belief_loss(said.belief, batch.known)
    total = policy - entropy * spread + plan.near * divergence
    total = total + plan.value_weight * value + plan.belief_weight * belief
    changed = ((new - batch.chance).abs() * weight).sum()
    return torch.stack([total, policy, spread, divergence, value, belief, changed])


class Learner:
    """A model that learns from experience, the copy that follows it slowly, and the average of its weights over the
    latest steps, which is what is written. On a GPU a step is one captured graph."""

    def __init__(self, model: Model, plan: Plan, device: str):
        self.model, self.plan, self.device, self.steps = model, plan, device, 0
        self.slow, self.averaged = copy.deepcopy(model), copy.deepcopy(model)
        self.rate, self.entropy = torch.zeros((), device=device), torch.zeros((), device=device)
        large = [w for w in model.parameters() if w.ndim > 1]
        small = [w for w in model.parameters() if w.ndim <= 1]
        groups = [dict(params=large, weight_decay=0.01), dict(params=small, weight_decay=0.0)]
        fused: dict[str, Any] = dict(fused=True, capturable=True) if device == "cuda" else {}
        self.optimiser = torch.optim.AdamW(groups, lr=self._lr(), betas=(0.9, 0.98), **fused)
        self.places = torch.zeros(plan.batch, dtype=torch.long, device=device)
        self.workers = Workers(device, plan.channels)
        self.data: Experience | None = None
        self.graph: Any = None

    def _lr(self) -> Any:
        return self.rate if self.device == "cuda" else float(self.rate)

    def _losses(self, data: Experience, places: torch.Tensor) -> torch.Tensor:
        gpu, batch = self.device == "cuda", data.each(lambda kept: kept[places])
        planes = self.model.planes_of(batch.known, torch.bfloat16 if gpu else torch.float32)
        with torch.autocast(self.device, torch.bfloat16, enabled=gpu, cache_enabled=False):
            said = self.model(planes)
            with torch.no_grad():
                slow = self.slow(planes).logits
        return losses(self.model, said, slow, batch, self.plan, self.entropy)

    def _gradients(self, data: Experience) -> torch.Tensor:
        """The losses of a batch. On processors threads share it: the gradient is the mean of theirs."""
        parts = self.workers.parts(self.plan.batch)
        if parts == 1:
            found = self._losses(data, self.places)
            found[0].backward()
            return found.detach()
        weights = list(self.model.parameters())

        def of_part(places: torch.Tensor) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
            found = self._losses(data, places)
            return found.detach(), torch.autograd.grad(found[0], weights)

        found, gradients = zip(*self.workers.map(of_part, self.places.chunk(parts)), strict=True)
        for w, each in zip(weights, zip(*gradients, strict=True), strict=True):
            w.grad = torch.stack(each).mean(0)
        return torch.stack(found).mean(0)

    def _body(self, data: Experience) -> torch.Tensor:
        found = self._gradients(data)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0, foreach=True)
        self.optimiser.step()
        with torch.no_grad():
            many: Any = torch  # all tensors in one launch
            new = list(self.model.parameters())
            for model, keep in ((self.slow, self.plan.following), (self.averaged, self.plan.average)):
                many._foreach_lerp_(list(model.parameters()), new, 1 - keep)
        return found

    def _take(self, experience: Experience) -> Experience:
        """The experience where the captured graph reads it."""
        if self.data is None:
            self.data = experience.each(torch.clone)
        for into, kept in zip(self.data.tensors, experience.tensors, strict=True):
            into.copy_(kept)
        return self.data

    def _capture(self, data: Experience) -> None:
        """The step as one graph. The weights stay as they were."""
        before = copy.deepcopy([m.state_dict() for m in (self.model, self.slow, self.averaged)])
        kept = copy.deepcopy(self.optimiser.state_dict())["state"]
        self.rate.zero_()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.optimiser.zero_grad(set_to_none=True)
                self._body(data)
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        self.optimiser.zero_grad(set_to_none=True)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.found = self._body(data)
        with torch.no_grad():
            for model, state in zip((self.model, self.slow, self.averaged), before, strict=True):
                model.load_state_dict(state)
            for place, w in enumerate(w for g in self.optimiser.param_groups for w in g["params"]):
                for name, value in self.optimiser.state[w].items():
                    value.copy_(kept[place][name]) if place in kept else value.zero_()

    def _set_rates(self, done: float) -> None:
        """By a cosine; at the beginning of all learning it rises."""
        rate = self.plan.rate * (FLOOR + (1 - FLOOR) * 0.5 * (1 + math.cos(math.pi * min(done, 1.0))))
        self.rate.fill_(rate * min(1.0, (1 + self.steps) / WARM_UP))
        self.entropy.fill_(self.plan.entropy * (1.0 - 0.8 * done))
        for group in self.optimiser.param_groups:
            group["lr"] = self._lr()

    def learn(self, experience: Experience, done: float) -> torch.Tensor:
        """Learn from each try once, where a share `done` of the run is over; the mean losses."""
        plan, count = self.plan, len(experience.tried)
        data = self._take(experience)
        if self.device == "cuda" and self.graph is None:
            self._capture(data)
        self._set_rates(done)
        whole = torch.zeros(len(LOSSES), device=self.device)
        order = torch.randperm(count, device=self.device)
        for k in range(count // plan.batch):
            self.places.copy_(order[k * plan.batch : (k + 1) * plan.batch])
            if self.graph:
                self.graph.replay()
                whole += self.found
            else:
                self.optimiser.zero_grad(set_to_none=True)
                whole += self._body(data)
            self.steps += 1
        return whole / (count // plan.batch)

    def state(self) -> dict[str, Any]:
        parts = dict(model=self.model, slow=self.slow, averaged=self.averaged, optimiser=self.optimiser)
        return {name: part.state_dict() for name, part in parts.items()} | dict(steps=self.steps)

    def resume(self, state: dict[str, Any]) -> None:
        for name in ("model", "slow", "averaged", "optimiser"):
            getattr(self, name).load_state_dict(state[name])
        for group in self.optimiser.param_groups:
            group["lr"] = self._lr()
        self.steps = state["steps"]
