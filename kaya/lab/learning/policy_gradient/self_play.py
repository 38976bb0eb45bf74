"""Games of a network against itself and against its earlier selves, from which it learns, and contests of two."""

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np
import torch
import torch.nn.functional as F

from ..runs import Workers, use_threads
from .model import IMPOSSIBLE, Known, Model
from .plan import Plan

Found = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


class Experience(NamedTuple):
    """What is learned from, a row for each try: what was known (see `Model.rows`), what was tried and the logarithm
    of its chance, its advantage and what it has brought, and whether the policy that learns has chosen it."""

    known: Known
    tried: torch.Tensor
    chance: torch.Tensor
    advantage: torch.Tensor
    returns: torch.Tensor
    mine: torch.Tensor

    @property
    def tensors(self) -> tuple[torch.Tensor, ...]:
        return *self.known, *self[1:]

    def each(self, change: Callable[[torch.Tensor], torch.Tensor]) -> Self:
        """The same of each tensor."""
        return type(self)(tuple(map(change, self.known)), *map(change, self[1:]))


def advantages(
    reward: torch.Tensor, same: torch.Tensor, value: torch.Tensor, discount: float, trace: float
) -> torch.Tensor:
    """Generalised advantages (Schulman et al. 2016) of tries, the first index being time:

    A_t = δ_t + λ k_t A_t+1,  δ_t = r_t + k_t V_t+1 - V_t

    where k is 1 after a refusal, -γ where the other player is to move, whose value is turned round, and 0 where the
    game is over. There is one value more than there are tries."""
    kept = torch.where(same == -1, discount, 1.0) * same
    found, ahead = torch.zeros_like(reward), torch.zeros_like(reward[0])
    for t in range(len(reward) - 1, -1, -1):
        ahead = reward[t] + kept[t] * value[t + 1] - value[t] + trace * kept[t] * ahead
        found[t] = ahead
    return found


class Part:
    """A part of the games, and what is asked about them. While a GPU answers for one half, the umpires of the other
    are at work; on processors each part is asked about in a thread. What was asked in one time is kept for learning."""

    def __init__(self, plan: Plan, count: int, model: Model, earlier: Model, device: str, seed: int):
        steps, gpu = plan.steps, device == "cuda"
        self.plan, self.model, self.earlier, self.device = plan, model, earlier, device
        rows = *model.rows(plan), ((), torch.uint8)  # and whose turn it is
        self.host = [torch.zeros(count, *shape, dtype=kind, pin_memory=gpu) for shape, kind in rows]
        self.games = plan.games_in_step(count, seed, [h.numpy() for h in self.host])
        use_threads(device, model.channels)
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
        self.chance_of_its_own = None if gpu else torch.Generator().manual_seed(seed)
        if gpu:
            self.stream, self.done = torch.cuda.Stream(priority=-1), torch.cuda.Event()

    @torch.no_grad()
    def _answer(self) -> Found:
        """What is tried in each game, drawn by the policy, the logarithm of its chance, and the value."""
        *known, turns = self.now
        n = self.against
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            kind = torch.bfloat16 if self.device == "cuda" else torch.float32
            planes = self.model.planes_of(tuple(known), kind)
            logits, value, _ = self.model(planes)
            possible = self.model.possible(tuple(known))
            logits = choosing = logits.masked_fill_(~possible, IMPOSSIBLE)
            if n:
                others = self.earlier(planes[:n]).logits.masked_fill_(~possible[:n], IMPOSSIBLE)
                theirs = (turns == self.others)[:n, None]
                choosing = torch.cat([torch.where(theirs, others, logits[:n]), logits[n:]])
        noise = torch.empty_like(choosing).exponential_(generator=self.chance_of_its_own).clamp_min_(1e-20).log_()
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

    def _keep(self, t: int, found: Found) -> None:
        tried, chance, value = found
        self.value[t].copy_(value)
        if t == self.plan.steps:
            return
        for kept, now in zip(self.kept, self.now, strict=True):
            kept[t].copy_(now)
        self.tried[t].copy_(tried)
        self.chance[t].copy_(chance)
        self.chosen.copy_(tried, non_blocking=True)

    def follow(self, t: int, share: float) -> None:
        """Make the tries that were chosen."""
        if self.device == "cuda":
            self.done.synchronize()
        self.games.step(self.chosen.numpy(), share)
        use_threads(self.device, self.model.channels)
        followed = self.games.followed
        self.reward_host.numpy()[:], self.same_host.numpy()[:] = followed.reward, followed.same
        self.reward[t].copy_(self.reward_host)
        self.same[t].copy_(self.same_host)

    def outcomes(self) -> np.ndarray:
        """Of each game that has ended in the last step, 1, 0 or -1, for the model in games against the other."""
        outcome = self.games.followed.outcome
        return np.where(self.sides == 2, outcome, -outcome)

    def results(self) -> dict[str, float]:
        """Of the last step, and of the games that have ended in it; of those against earlier selves, the points won."""
        followed = self.games.followed
        over = followed.length > 0
        against = over & (self.sides > 0)
        return dict(
            tries=len(followed),
            plies=int((followed.same != 1).sum()),
            games=int(over.sum()),
            length=float(followed.length[over].sum()),
            drawn=int((followed.outcome[over] == 0).sum()),
            against=int(against.sum()),
            points=float((self.outcomes()[against] + 1).sum() / 2),
        )


class SelfPlay:
    """All games of a run. `playing` is the policy as it plays, `earlier` an earlier self that it meets."""

    def __init__(self, plan: Plan, playing: Model, earlier: Model, device: str, seed: int):
        self.plan, self.on_gpu = plan, device == "cuda"
        self.workers = Workers(device, plan.channels)
        count = 2 if self.on_gpu else self.workers.parts(plan.games)
        models = playing, earlier, device
        self.parts = [Part(plan, plan.games // count, *models, seed + k) for k in range(count)]

    def capture(self) -> None:
        for part in self.parts:
            part.capture()

    def play(self, share: float) -> dict[str, float]:
        """So many tries in each game as the plan has; what came of them."""
        results = []
        if self.on_gpu:
            for part in self.parts:
                part.stream.wait_stream(torch.cuda.current_stream())
        self.ask(0)
        for t in range(self.plan.steps):
            for part in self.parts:
                part.follow(t, share)
                results.append(part.results())
                if self.on_gpu:  # it answers while the others follow
                    part.ask(t + 1)
            if not self.on_gpu:
                self.ask(t + 1)
        if self.on_gpu:
            torch.cuda.synchronize()
        return {name: sum(r[name] for r in results) for name in results[0]}

    def ask(self, t: int) -> None:
        self.workers.map(lambda part: part.ask(t), self.parts)

    @torch.no_grad()
    def experience(self) -> Experience:
        """What there is to learn from the latest tries; the advantages are scaled to mean 0 and deviation 1."""
        plan, parts = self.plan, self.parts
        every = [advantages(p.reward, p.same, p.value, plan.discount, plan.trace) for p in parts]
        advantage = torch.cat([a.flatten() for a in every])
        value, tried, chance = (
            torch.cat([kept[: plan.steps].flatten() for kept in each])
            for each in ([p.value for p in parts], [p.tried for p in parts], [p.chance for p in parts])
        )
        known = (torch.cat([p.kept[k].flatten(0, 1) for p in parts]) for k in range(len(parts[0].kept) - 1))
        mine = torch.cat([(p.kept[-1] != p.others).flatten() for p in parts])
        scaled = (advantage - advantage[mine].mean()) / (advantage[mine].std() + 1e-6)
        returns = advantage + value
        return Experience(tuple(known), tried, chance, scaled, returns, mine.float())


def contest(
    plan: Plan, new: Model, old: Model, device: str, games: int = 2048, seed: int = 7, most: int = 700
) -> tuple[float, int, int]:
    """Points that a network wins in games against another, each the first player in one half; the games, and those
    drawn."""
    play = SelfPlay(plan.for_contest(games), new, old, device, seed)
    play.capture()
    over = [np.zeros(len(part.sides), bool) for part in play.parts]
    points, drawn = 0.0, 0
    for _ in range(most):
        play.ask(0)
        for part, done in zip(play.parts, over, strict=True):
            part.follow(0, 0.0)
            ended = (part.games.followed.length > 0) & ~done
            outcomes = part.outcomes()[ended]
            points, drawn = points + float((outcomes + 1).sum() / 2), drawn + int((outcomes == 0).sum())
            done |= ended
        if all(done.all() for done in over):
            break
    return points, int(sum(done.sum() for done in over)), drawn
