"""Learning from games against itself by policy gradients: proximal policy optimisation (Schulman et al. 2017) with
generalised advantages, an entropy bonus, and a divergence term that holds the policy near a slowly following copy of
itself (as in Perolat et al. 2022 and Sokota et al. 2023), without which policies of games with hidden information go
round in circles. A share of the games is played against earlier selves."""

import copy
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from ...knowledge.network.planes import NUMBERS, WORDS
from .games import Games, Seen
from .model import IMPOSSIBLE, Model, bits_of, block, heads, planes_of

KEPT = 4  # earlier selves in a checkpoint
Say = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Plan:
    """What a run is to do."""

    blocks: int = 6
    channels: int = 64
    minutes: float = 20.0
    seed: int = 1
    games: int = 8192
    steps: int = 32  # tries in each game between two times of learning
    batch: int = 16384
    rate: float = 6e-4
    discount: float = 0.998  # of each move: a win soon is better than one late
    trace: float = 0.95  # lambda of the advantages
    clip: float = 0.2  # by how much the chance of a try may change in a step
    entropy: float = 0.004
    near: float = 0.03  # weight of the divergence from the copy that follows
    following: float = 0.9995  # how slowly it does, a step
    material: float = 0.5  # share of the potential in the rewards at first,
    material_until: float = 0.8  # and when it is gone, as a share of the run; it begins to fall at half of that
    value_weight: float = 0.5
    belief_weight: float = 0.1
    draws: float = 0.8  # what a draw may be worth to one side and not to the other
    pool: float = 0.25  # share of the games against earlier selves,
    pool_size: int = 8  # so many,
    pool_every: float = 0.04  # a new one after such a share of the run
    average: float = 0.995  # of the weights that are written, a step


@dataclass
class Totals:
    """What was done so far."""

    seconds: float = 0.0
    tries: int = 0
    plies: int = 0
    games: int = 0
    learned: int = 0  # steps of learning
    curve: list[dict[str, Any]] = field(default_factory=list)


class Asking:
    """One half of the games and what is asked about them. While a GPU answers for one half, the umpires of the other
    are at work. What was asked in one time is kept for learning."""

    def __init__(self, plan: Plan, model: Model, earlier: Model, device: str, seed: int):
        count, steps, gpu = plan.games // 2, plan.steps, device == "cuda"
        self.plan, self.model, self.earlier, self.device = plan, model, earlier, device
        shapes = ((WORDS, torch.int64), (NUMBERS, torch.float32), (64, torch.int64), (64, torch.uint8))
        host = [torch.zeros(count, n, dtype=kind, pin_memory=gpu) for n, kind in shapes]
        turns = torch.zeros(count, dtype=torch.uint8, pin_memory=gpu)
        words, numbers, targets, enemies = (h.numpy() for h in host)
        seen = Seen(words.view(np.uint64), numbers, targets.view(np.uint64), enemies, turns.numpy())
        self.games, self.host = Games(count, seed, seen, draws=plan.draws), [*host, turns]
        self.now = [h.to(device) for h in self.host]
        self.kept = [torch.zeros(steps, *h.shape, dtype=h.dtype, device=device) for h in self.host]
        self.tried = torch.zeros(steps, count, dtype=torch.int16, device=device)
        self.chance, self.value = torch.zeros(2, steps + 1, count, device=device)
        self.reward, self.same = torch.zeros(2, steps, count, device=device)
        self.chosen = torch.zeros(count, dtype=torch.int16, pin_memory=gpu)
        self.reward_host, self.same_host = (torch.zeros(count, pin_memory=gpu) for _ in range(2))
        self.against = int(plan.pool * count)
        sides = torch.arange(count) % 2 + 1
        sides[self.against :] = 0
        self.others = sides.to(device, torch.uint8)  # which side an earlier self plays
        self.sides = sides.numpy()
        self.graph: Any = None
        if gpu:
            self.stream, self.done = torch.cuda.Stream(priority=-1), torch.cuda.Event()

    @torch.no_grad()
    def _answer(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        words, numbers, targets, _, turns = self.now
        n = self.against
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            planes = planes_of(words, numbers, torch.bfloat16 if self.device == "cuda" else torch.float32)
            logits, value, _ = self.model(planes)
            possible = bits_of(targets).flatten(1) != 0
            logits = logits.masked_fill_(~possible, IMPOSSIBLE)
            others = self.earlier(planes[:n]).logits.masked_fill_(~possible[:n], IMPOSSIBLE)
        theirs = (turns == self.others)[:n, None]
        choosing = torch.cat([torch.where(theirs, others, logits[:n]), logits[n:]])
        noise = torch.empty_like(choosing).exponential_().clamp_min_(1e-20).log_()
        tried = (choosing - noise).argmax(1)
        chance = F.log_softmax(logits, 1).gather(1, tried[:, None])[:, 0]
        return tried.to(torch.int16), chance, value

    def capture(self) -> None:
        """The answer as one graph: launching it piece by piece would be bound by the host."""
        if self.device != "cuda":
            return
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(2):
                self._answer()
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, stream=self.stream):
            self.found = self._answer()

    def ask(self, t: int) -> None:
        """Ask about all games as they stand; at t = steps for their values alone."""
        if self.device != "cuda":
            for now, host in zip(self.now, self.host, strict=True):
                now.copy_(host)
            self._keep(t, self._answer())
            return
        with torch.cuda.stream(self.stream):
            for now, host in zip(self.now, self.host, strict=True):
                now.copy_(host, non_blocking=True)
            self.graph.replay()
            self._keep(t, self.found)
            self.done.record(self.stream)

    def _keep(self, t: int, found: tuple[torch.Tensor, torch.Tensor, torch.Tensor]) -> None:
        tried, chance, value = found
        self.value[t].copy_(value)
        if t == self.plan.steps:
            return
        for kept, now in zip(self.kept, self.now, strict=True):
            kept[t].copy_(now)
        self.tried[t].copy_(tried)
        self.chance[t].copy_(chance)
        self.chosen.copy_(tried, non_blocking=True)

    def follow(self, t: int, share: float, totals: Totals) -> None:
        """Make the tries that were chosen."""
        if self.device == "cuda":
            self.done.synchronize()
        self.games.step(self.chosen.numpy(), share)
        followed = self.games.followed
        self.reward_host.numpy()[:], self.same_host.numpy()[:] = followed.reward, followed.same
        self.reward[t].copy_(self.reward_host)
        self.same[t].copy_(self.same_host)
        totals.tries += len(followed)
        totals.plies += int((followed.same != 1).sum())
        totals.games += int((followed.length > 0).sum())

    def results(self) -> dict[str, float]:
        """Of the games that have ended in the last step; of those against earlier selves, how many points were won."""
        followed, others = self.games.followed, self.sides
        over = followed.length > 0
        against = over & (others > 0)
        mine = np.where(others == 2, followed.outcome, -followed.outcome)
        return dict(
            ended=int(over.sum()),
            length=float(followed.length[over].sum()),
            drawn=int((followed.outcome[over] == 0).sum()),
            against=int(against.sum()),
            points=float((mine[against] + 1).sum() / 2),
        )


class Learner:
    """A run in progress."""

    def __init__(self, plan: Plan, device: str):
        self.plan, self.device, self.totals = plan, device, Totals()
        torch.manual_seed(plan.seed)
        self.model = Model(plan.blocks, plan.channels).to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.playing, self.earlier, self.slow, self.averaged = (copy.deepcopy(self.model) for _ in range(4))
        self.pool: list[dict[str, torch.Tensor]] = []
        self.rate = torch.zeros((), device=device)
        self.entropy = torch.zeros((), device=device)
        large = [w for w in self.model.parameters() if w.ndim > 1]
        small = [w for w in self.model.parameters() if w.ndim <= 1]
        groups = [dict(params=large, weight_decay=0.01), dict(params=small, weight_decay=0.0)]
        fused: dict[str, Any] = dict(fused=True, capturable=True) if device == "cuda" else {}
        rate: Any = self.rate if device == "cuda" else plan.rate
        self.optimiser = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), **fused)
        self.halves = [Asking(plan, self.playing, self.earlier, device, plan.seed + k) for k in range(2)]
        count = plan.games * plan.steps
        self.places = torch.zeros(plan.batch, dtype=torch.long, device=device)
        self.advantage, self.returns = torch.zeros(2, count, device=device)
        self.graph: Any = None
        self.batches = count // plan.batch

    def prepare(self) -> None:
        """Compile and capture everything."""
        if self.device == "cuda":
            import torch._dynamo as dynamo

            for limit in ("recompile_limit", "cache_size_limit"):
                if hasattr(dynamo.config, limit):
                    setattr(dynamo.config, limit, 256)
            compiled: Any = [torch.compile(part, dynamic=False) for part in (block, heads)]
            for model in (self.model, self.slow, self.playing, self.earlier):
                model.parts = tuple(compiled)
        for half in self.halves:
            half.capture()

    def _flat(self, name: str) -> torch.Tensor:
        return torch.cat([getattr(half, name)[: self.plan.steps].flatten() for half in self.halves])

    @torch.no_grad()
    def _gather_up(self) -> None:
        """Advantages by the trace of temporal differences (Schulman et al. 2016); the value of what follows is turned
        round when the other player is to move. Then all that was asked in one time lies flat."""
        plan, advantages = self.plan, []
        for half in self.halves:
            found, ahead = torch.zeros_like(half.reward), torch.zeros_like(half.reward[0])
            for t in range(plan.steps - 1, -1, -1):
                same = half.same[t]
                kept = torch.where(same == -1, plan.discount, 1.0) * same
                delta = half.reward[t] + kept * half.value[t + 1] - half.value[t]
                ahead = delta + plan.trace * kept * ahead
                found[t] = ahead
            advantages.append(found)
        value = self._flat("value")
        found = torch.cat([a.flatten() for a in advantages])
        self.returns.copy_(found + value)
        self.mine = torch.cat([(h.kept[4] != h.others).flatten() for h in self.halves])
        mean, spread = found[self.mine].mean(), found[self.mine].std()
        self.advantage.copy_((found - mean) / (spread + 1e-6))
        self.flat = [torch.cat([h.kept[k].flatten(0, 1) for h in self.halves]) for k in range(4)]
        self.flat += [self._flat("tried"), self._flat("chance")]

    def _losses(self) -> torch.Tensor:
        plan, places = self.plan, self.places
        words, numbers, targets, enemies, tried, chance = (kept[places] for kept in self.data)
        advantage, returns, mine = self.advantage[places], self.returns[places], self.mine_now[places]
        planes = planes_of(words, numbers, torch.bfloat16 if self.device == "cuda" else torch.float32)
        possible = bits_of(targets).flatten(1) != 0
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            said = self.model(planes)
            with torch.no_grad():
                slow = self.slow(planes).logits
        logs = F.log_softmax(said.logits.masked_fill(~possible, IMPOSSIBLE), 1)
        slowly = F.log_softmax(slow.masked_fill(~possible, IMPOSSIBLE), 1)
        chances = logs.exp()
        weight = mine / mine.sum().clamp_min(1)
        new = logs.gather(1, tried[:, None].long())[:, 0]
        ratio = (new - chance).exp()
        clipped = ratio.clamp(1 - plan.clip, 1 + plan.clip)
        policy = -(torch.minimum(ratio * advantage, clipped * advantage) * weight).sum()
        entropy = -((chances * logs).sum(1) * weight).sum()
        apart = ((chances * (logs - slowly)).sum(1) * weight).sum()
        value = F.mse_loss(said.value, returns)
        belief = F.cross_entropy(said.belief.flatten(0, 1), enemies.flatten().long())
        total = policy - self.entropy * entropy + plan.near * apart
        total = total + plan.value_weight * value + plan.belief_weight * belief
        changed = ((new - chance).abs() * weight).sum()
        return torch.stack([total, policy, entropy, apart, value, belief, changed])

    def _body(self) -> torch.Tensor:
        found = self._losses()
        found[0].backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0, foreach=True)
        self.optimiser.step()
        with torch.no_grad():
            many: Any = torch
            new = list(self.model.parameters())
            for model, keep in ((self.slow, self.plan.following), (self.averaged, self.plan.average)):
                kept = list(model.parameters())
                many._foreach_lerp_(kept, new, 1 - keep)
        return found.detach()

    def _take(self) -> None:
        """The data where the captured graph reads it."""
        if not hasattr(self, "data"):
            self.data, self.mine_now = [kept.clone() for kept in self.flat], self.mine.float()
        for into, kept in zip(self.data, self.flat, strict=True):
            into.copy_(kept)
        self.mine_now.copy_(self.mine)

    def _capture(self) -> None:
        before = copy.deepcopy([m.state_dict() for m in (self.model, self.slow, self.averaged)])
        kept = copy.deepcopy(self.optimiser.state_dict())["state"]
        self.rate.zero_()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.optimiser.zero_grad(set_to_none=True)
                self._body()
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        self.optimiser.zero_grad(set_to_none=True)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.found = self._body()
        with torch.no_grad():
            for model, state in zip((self.model, self.slow, self.averaged), before, strict=True):
                model.load_state_dict(state)
            for place, w in enumerate(w for g in self.optimiser.param_groups for w in g["params"]):
                for name, value in self.optimiser.state[w].items():
                    value.copy_(kept[place][name]) if place in kept else value.zero_()

    def _learn(self, done: float) -> torch.Tensor:
        plan = self.plan
        rate = plan.rate * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * min(done, 1.0))))
        rate *= min(1.0, (1 + self.totals.learned) / 200)
        self._take()
        if self.device == "cuda" and self.graph is None:
            self._capture()
        self.rate.fill_(rate)
        self.entropy.fill_(plan.entropy * (1.0 - 0.8 * done))
        if self.device != "cuda":
            for group in self.optimiser.param_groups:
                group["lr"] = rate
        losses = torch.zeros(7, device=self.device)
        order = torch.randperm(plan.games * plan.steps, device=self.device)
        for k in range(self.batches):
            self.places.copy_(order[k * plan.batch : (k + 1) * plan.batch])
            if self.graph:
                self.graph.replay()
                losses += self.found
            else:
                self.optimiser.zero_grad(set_to_none=True)
                losses += self._body()
            self.totals.learned += 1
        self._copy(self.model, self.playing)
        return losses / self.batches

    @torch.no_grad()
    def _copy(self, source: Model, into: Model) -> None:
        for w, new in zip(into.parameters(), source.parameters(), strict=True):
            w.copy_(new)

    def share(self, done: float) -> float:
        """The part of the potential in the rewards when a share `done` of the run is over."""
        until = self.plan.material_until
        return self.plan.material * min(max((until - done) / (until / 2), 0.0), 1.0)

    def advance(self, done: float) -> tuple[torch.Tensor, dict[str, float]]:
        """So many tries in each game, and learn from them."""
        plan, share = self.plan, self.share(done)
        if len(self.pool) < 1 + done / plan.pool_every:
            self.pool = [*self.pool, {n: w.detach().half().cpu() for n, w in self.model.state_dict().items()}]
            keep = np.linspace(0, len(self.pool) - 1, min(plan.pool_size, len(self.pool))).round().astype(int)
            self.pool_now = [self.pool[k] for k in keep]
        earlier = self.pool_now[int(torch.randint(len(self.pool_now), (1,)))]
        self.earlier.load_state_dict({name: w.float() for name, w in earlier.items()})
        if self.device == "cuda":
            for half in self.halves:
                half.stream.wait_stream(torch.cuda.current_stream())
        began, results = time.time(), []
        for half in self.halves:
            half.ask(0)
        for t in range(plan.steps):
            for half in self.halves:
                half.follow(t, share, self.totals)
                results.append(half.results())
                half.ask(t + 1)
        if self.device == "cuda":
            torch.cuda.synchronize()
        played = time.time() - began
        self._gather_up()
        losses = self._learn(done)
        if self.device == "cuda":
            torch.cuda.synchronize()
        whole = {name: sum(r[name] for r in results) for name in results[0]}
        return losses, {**whole, "played": played, "time": time.time() - began}

    def run(self, say: Say, limit: float = math.inf, every: float = 15.0) -> None:
        """Learn until the plan's minutes are over, for `limit` seconds at most."""
        plan, totals = self.plan, self.totals
        began, before, said = time.time(), totals.seconds, time.time()
        tries = plies = 0
        gathered: list[Any] = []
        while totals.seconds < 60 * plan.minutes and time.time() - began < limit:
            tries0, plies0 = totals.tries, totals.plies
            gathered.append(self.advance(totals.seconds / (60 * plan.minutes)))
            tries, plies = tries + totals.tries - tries0, plies + totals.plies - plies0
            now = time.time()
            totals.seconds = before + now - began
            if now - said >= every:
                say(self._line(gathered, tries / (now - said), plies / (now - said)))
                gathered, tries, plies, said = [], 0, 0, now

    def _line(self, gathered: list[Any], tries: float, plies: float) -> dict[str, Any]:
        names = ("total", "policy", "entropy", "apart", "value", "belief", "changed")
        losses = torch.stack([losses for losses, _ in gathered]).mean(0).tolist()
        whole = {name: sum(r[name] for _, r in gathered) for name in gathered[0][1]}
        line = {"seconds": self.totals.seconds, **dict(zip(names, losses, strict=True))}
        line |= {
            "tries_a_second": tries,
            "plies_a_second": plies,
            "games": self.totals.games,
            "length": whole["length"] / max(whole["ended"], 1),
            "drawn": whole["drawn"] / max(whole["ended"], 1),
            "against": whole["points"] / max(whole["against"], 1),
            "playing": whole["played"] / whole["time"],
        }
        self.totals.curve.append({name: float(f"{value:.4g}") for name, value in line.items()})
        return self.totals.curve[-1]

    def state(self) -> dict[str, Any]:
        models = dict(model=self.model, slow=self.slow, averaged=self.averaged)
        kept = {name: m.state_dict() for name, m in models.items()}
        return kept | dict(
            optimiser=self.optimiser.state_dict(),
            totals=asdict(self.totals),
            pool=self.pool[-KEPT:],
            plan=asdict(self.plan),
        )

    def resume(self, state: dict[str, Any]) -> None:
        for name in ("model", "slow", "averaged"):
            getattr(self, name).load_state_dict(state[name])
        self._copy(self.model, self.playing)
        self.optimiser.load_state_dict(state["optimiser"])
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate if self.device == "cuda" else self.plan.rate
        self.totals, self.pool = Totals(**state["totals"]), state["pool"]
        self.pool_now = self.pool[-self.plan.pool_size :]

    def save(self, path: Path) -> None:
        new = Path(f"{path}.new")
        torch.save(self.state(), new)
        new.replace(path)


def contest(new: Model, old: Model, device: str, games: int = 2048, seed: int = 7, most: int = 700) -> dict[str, float]:
    """Games of one network against another, each White in one half; a network of zeros tries at random."""
    plan = Plan(games=2 * games, steps=1, pool=1.0, draws=0.0)
    asking, totals = Asking(plan, new, old, device, seed), Totals()
    asking.capture()
    over, points, drawn = np.zeros(games, bool), 0.0, 0
    for _ in range(most):
        asking.ask(0)
        asking.follow(0, 0.0, totals)
        followed = asking.games.followed
        ended = (followed.length > 0) & ~over
        mine = np.where(asking.sides == 2, followed.outcome, -followed.outcome)
        points, drawn = points + float((mine[ended] + 1).sum() / 2), drawn + int((mine[ended] == 0).sum())
        over |= ended
        if over.all():
            break
    return dict(games=int(over.sum()), points=points / max(int(over.sum()), 1), drawn=drawn)
