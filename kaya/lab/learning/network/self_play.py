"""Games of a network against itself, thousands at a time: the search on all processors, the network on the GPU."""

from typing import Any

import numba
import numpy as np
import torch

from ....games.go import go
from ....games.go.board import BLACK, WHITE
from ....kernel import plain, zeros
from ....knowledge.go.planes import TURN_FACT
from ....strategies.go import lockstep
from .model import Folded
from .positions import Planes


class Half:
    """One half of the games, and the network's side of them: questions and answers in memory that the GPU can reach."""

    def __init__(self, network: Folded, planes: Planes, games: lockstep.Games):
        self.network, self.planes, self.on_gpu = network, planes, planes.device == "cuda"
        count, points = games.codes.shape
        self.codes, self.facts, self.logits, self.values = (
            torch.zeros(count, *shape, dtype=kind, pin_memory=self.on_gpu)
            for shape, kind in (((points,), torch.uint8), (games.facts.shape[1:], torch.int16),
                                ((points + 1,), torch.float32), ((), torch.float32))
        )  # fmt: skip
        self.games = games._replace(codes=self.codes.numpy(), facts=self.facts.numpy())
        self.answers = self.logits.numpy(), self.values.numpy()
        self.state = self.games.game.view(np.recarray)
        if self.on_gpu:
            self.there = [torch.zeros_like(t, device="cuda") for t in (self.codes, self.facts)]
            self.stream, self.done = torch.cuda.Stream(priority=-1), torch.cuda.Event()
            self._graph: Any = None

    def ask(self) -> None:
        """Begin to answer; `wait` until it is done."""
        if not self.on_gpu:
            logits, values, _ = self.network(self.planes(self.codes, self.facts))
            self.logits.copy_(logits)
            self.values.copy_(values)
            return
        if self._graph is None:
            self._capture()
        with torch.cuda.stream(self.stream):
            self.there[0].copy_(self.codes, non_blocking=True)
            self.there[1].copy_(self.facts, non_blocking=True)
            self._graph.replay()
            self.logits.copy_(self._found[0], non_blocking=True)
            self.values.copy_(self._found[1], non_blocking=True)
            self.done.record(self.stream)

    def wait(self) -> None:
        if self.on_gpu:
            self.done.synchronize()

    def _answer(self) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values, _ = self.network(self.planes(*self.there))
        return logits.float(), values.float()

    def _capture(self) -> None:
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(2):
                self._answer()
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=self.stream):
            self._found = self._answer()


class SelfPlay:
    """Games under way, in two halves: while the network answers one half, the trees of the other grow."""

    def __init__(self, network: Folded, planes: Planes, count: int, komi: float, most: int, seed: int, **settings: Any):
        self.lines, self.komi, self.count, self.most = planes.lines, komi, count, most
        self.parameters = plain(lockstep.SelfPlay().changed(**settings).as_record())
        self.halves = [Half(network, planes, lockstep.new_games(count // 2, planes.lines, komi, most,
                                                                self.parameters[0], seed + k)) for k in range(2)]  # fmt: skip
        self.boards = plain(zeros(go.dtype, 2 * numba.config.NUMBA_NUM_THREADS).reshape(-1, 2))  # type: ignore[attr-defined]
        self.finished = self.moves = self.wrong = self.foretold = 0
        self.points = np.array([y * (self.lines + 1) + x for y in range(1, self.lines + 1)
                                for x in range(1, self.lines + 1)])  # fmt: skip

    def updated(self) -> None:
        """The network has new weights, on the current stream."""
        for half in self.halves:
            if half.on_gpu:
                half.stream.wait_stream(torch.cuda.current_stream())

    def search(self, simulations: int) -> None:
        """Grow the tree of every game by so many simulations."""
        schedule = lockstep.halving(int(self.parameters["considered"][0]), simulations)
        for step in range(-1, simulations + 1):
            for half in self.halves:
                if step >= 0:
                    half.wait()
                lockstep.steps(half.games, self.boards, *half.answers, schedule, step, self.parameters)
                if step < simulations:
                    half.ask()

    def move(self, simulations: int) -> dict[str, np.ndarray]:
        """Let every game make a move after a search; the positions of the games that ended by it, as columns of
        `Memory`, and in `result` and `found` what came of each position and what its search found."""
        self.search(simulations)
        columns: dict[str, list[np.ndarray]] = {}
        for half in self.halves:
            lockstep.move(half.games, self.parameters)
            for g in np.flatnonzero(half.state.ended).tolist():
                for name, values in self._learned(half.games, half.state[g], g).items():
                    columns.setdefault(name, []).append(values)
                lockstep.begin(half.state[g], half.games.root[g], self.lines, self.komi, self.parameters[0])
        return {name: np.concatenate(parts) for name, parts in columns.items()}

    def _learned(self, games: lockstep.Games, game: Any, g: int) -> dict[str, np.ndarray]:
        n = int(game.plies)
        facts = games.past_facts[g, :n].copy()
        sign = np.where(facts[:, TURN_FACT] == BLACK, 1, -1).astype(np.int8)
        owner = games.owner[g, self.points]
        owned = (owner == BLACK).astype(np.int8) - (owner == WHITE).astype(np.int8)
        self.finished += 1
        self.moves += n
        if game.counted and game.foretold:
            self.foretold += 1
            self.wrong += int(game.foretold * game.outcome < 0)
        return dict(
            codes=games.past_codes[g, :n].copy(), facts=facts, policy=games.past_policy[g, :n] / np.float32(65535),
            result=(sign * game.outcome).astype(np.float32), found=games.past_value[g, :n].copy(),
            owner=sign[:, None] * owned, owner_weight=np.full(n, float(game.counted), np.float32),
        )  # fmt: skip
