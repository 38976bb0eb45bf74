"""`kaya learn network`: a network from recorded games. It learns to foretell the moves and the winner."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import torch

from ....kernel import plain, zeros
from ....network import Network as File
from ...knowledge.planes import FACTS, TURN_FACT, describe_games
from ...rules import go
from ...rules.board import BLACK
from . import run
from .model import Folded, Model
from .positions import Batch, Planes, without_search
from .training import Trainer, compiled, cosine

CHECKS = 8  # how often prediction is measured on the way
MOST_CHECKED = 40_000  # positions then
CALIBRATION = 512  # positions, where training starts from a network
STEPS = 32  # in a row, on a GPU
KOMI = 7.5  # taken for all games: records say it unreliably
SHORTEST = 30  # moves of a game that is learned from


class Games(NamedTuple):
    """Even games on one board size as flat arrays: moves as points, who won (+1 Black, -1 White, 0 unknown)."""

    lines: int
    starts: np.ndarray
    moves: np.ndarray
    winners: np.ndarray

    @classmethod
    def read(cls, paths: Iterable[str | Path], lines: int) -> "Games":
        """The even games on such a board in these files and folders; ValueError if there are none."""
        from ...files.archives import read_games

        moves, winners = [], []
        for game in read_games(list(paths), skipped=[]):
            if game.lines == lines and len(game.handicap) == 0 and len(game.moves) >= SHORTEST:
                moves.append(game.moves.astype(np.int16))
                winners.append({"B": 1, "W": -1}.get(game.result[:1].upper(), 0))
        if not moves:
            raise ValueError(f"There are no even games on {lines}x{lines} in these files to learn from.")
        starts = np.concatenate([[0], np.cumsum([len(m) for m in moves])]).astype(np.int64)
        return cls(lines, starts, np.concatenate(moves), np.array(winners, np.int8))

    def chosen(self, which: np.ndarray) -> "Games":
        parts = [self.moves[self.starts[g] : self.starts[g + 1]] for g in which]
        starts = np.concatenate([[0], np.cumsum([len(m) for m in parts])]).astype(np.int64)
        return Games(self.lines, starts, np.concatenate(parts), self.winners[which])

    def openings(self, seed: int, most: int = 5000) -> list[np.ndarray]:
        """The first half of each game, or of so many of them."""
        which = np.random.default_rng(seed).permutation(len(self.winners))[:most]
        return [self.moves[self.starts[g] : (self.starts[g] + self.starts[g + 1]) // 2] for g in which]

    def split(self, held_back: int, seed: int) -> tuple["Games", "Games"]:
        """Games to learn from, and some that are held back; a game that was recorded twice is on one side."""
        heads = [self.moves[s : s + SHORTEST].tobytes() for s in self.starts[:-1]]
        order = np.random.default_rng(seed).permutation(len(heads))
        test = {heads[g] for g in order[:held_back]}
        is_test = np.array([head in test for head in heads])
        return self.chosen(np.flatnonzero(~is_test)), self.chosen(np.flatnonzero(is_test))


class Records:
    """The positions of some games, as a source of batches; who won has a weight."""

    def __init__(self, games: Games, device: str, weight: float = 1.0):
        count, lines = len(games.moves), games.lines
        codes, facts = np.zeros((count, lines * lines), np.uint8), np.zeros((count, FACTS), np.int16)
        targets = np.zeros(count, np.int64)
        boards = plain(zeros(go.dtype, numba.config.NUMBA_NUM_THREADS))  # type: ignore[attr-defined]
        describe_games(lines, KOMI, games.starts, games.moves, boards, codes, facts, targets)
        known = np.flatnonzero(targets >= 0)
        winners = np.repeat(games.winners, np.diff(games.starts))
        value = np.where(facts[:, TURN_FACT] == BLACK, 1, -1) * winners
        self.device, self.weight = device, weight
        self.codes, self.facts, self.targets, self.value, self.known = (
            torch.from_numpy(a).to(device) for a in (codes, facts, targets, value.astype(np.float32), known)
        )
        self.number = torch.from_numpy(np.arange(count) - np.repeat(games.starts[:-1], np.diff(games.starts)))
        self._order, self._next = self.known[:0], 0

    def __len__(self) -> int:
        return len(self.known)

    def draw(self, into: torch.Tensor) -> None:
        """The next positions in a random order, every one once before any comes again."""
        if self._next + len(into) > len(self._order):
            self._order = self.known[torch.randperm(len(self.known), device=self.device)]
            self._next = 0
            if len(self._order) < len(into):
                self._order = self._order.repeat(len(into) // max(len(self._order), 1) + 1)
        into.copy_(self._order[self._next : self._next + len(into)])
        self._next += len(into)

    def batch(self, planes: Planes, places: torch.Tensor, symmetry: torch.Tensor) -> Batch:
        x = planes(self.codes[places], self.facts[places], symmetry)
        target, value, points = self.targets[places], self.value[places], self.codes.shape[1]
        turned = planes.target[symmetry].gather(1, target.clamp_max(points - 1)[:, None])[:, 0]
        target = torch.where(target < points, turned, target)
        moves = torch.zeros(len(places), points + 1, device=self.device).scatter_(1, target[:, None], 1.0)
        return without_search(x, moves, value, self.weight * value.abs())


class Kept:
    """Records of which only the moves are learned: value and owner are what a network says of the positions, as far as
    it has learned that, so that they stay as they are."""

    def __init__(self, records: Records, network: Folded, learned: Sequence[str]):
        self.records, self.network, self.learned = records, network, learned

    def draw(self, into: torch.Tensor) -> None:
        self.records.draw(into)

    def batch(self, planes: Planes, places: torch.Tensor, symmetry: torch.Tensor) -> Batch:
        batch = self.records.batch(planes, places, symmetry)
        _, value, owner = self.network(batch.planes)
        one = torch.ones_like(batch.value)
        if "value" in self.learned:
            batch = batch._replace(value=value.float(), value_weight=one)
        if "owner" in self.learned:
            batch = batch._replace(owner=owner.float(), owner_weight=one)
        return batch


@torch.no_grad()
def prediction(model: Model, records: Records, planes: Planes, most: int = 1 << 30) -> dict[str, float]:
    """The shares of moves that are the model's first choice, and among its first five; and of winners foretold."""
    first = five = counted = right = known = 0.0
    model.eval()
    places = records.known[:: max(1, len(records) // most)]
    for part in places.split(4096):
        x = planes(records.codes[part], records.facts[part])
        with torch.autocast(planes.device, torch.bfloat16, enabled=planes.device == "cuda"):
            said = model(x)
        logits, value = said.logits, said.value
        target = records.targets[part][:, None]
        better = (logits > logits.gather(1, target)).sum(1)
        result = records.value[part]
        first += float((better < 1).sum())
        five += float((better < 5).sum())
        right += float(((value > 0) == (result > 0))[result != 0].sum())
        known += float((result != 0).sum())
        counted += len(part)
    return dict(first=first / counted, five=five / counted, winner=right / max(known, 1.0), positions=counted)


class Plan(run.Plan):
    minutes: float = 10.0
    batch: int = 1024
    rate: float = 8e-3
    average: float = 0.9995
    value_weight: float = 0.5
    held_back: int = 2000  # games, but not more than a tenth
    fuse: bool = True  # compile what lies between the convolutions; on a GPU only

    @classmethod
    def for_processors(cls, **given: Any) -> "Plan":
        """A plan for a machine without a GPU: a small network."""
        return cls(**{**dict(blocks=2, channels=16, batch=32, rate=3e-3, average=0.98), **given})


class Network(run.Run):
    """Training on recorded games; now and then the prediction of games that were held back is measured."""

    plan: Plan

    def __init__(self, plan: Plan, output: str | Path, device: str, games: Games, start: File | None = None):
        self.games = games
        super().__init__(plan, output, device)
        train, test = games.split(min(plan.held_back, len(games.winners) // 10), plan.seed)
        self.taught, self.held_back = Records(train, device), Records(test, device)
        self.planes = Planes(games.lines, device, torch.bfloat16 if device == "cuda" else torch.float32)
        if start:
            some = self.taught.known[:: max(1, len(self.taught) // CALIBRATION)]
            self.model.start_from(start, self.planes(self.taught.codes[some], self.taught.facts[some]))
        if plan.fuse and device == "cuda":
            compiled(self.model)
        self.trainer = Trainer(
            self.model, self.taught, self.planes, plan.batch, average=plan.average, value_weight=plan.value_weight
        )
        self.restore()
        self.totals.games, self.totals.positions = len(train.winners), len(self.taught)
        self._checks = [k / CHECKS for k in range(1, CHECKS) if k / CHECKS > self.totals.seconds / plan.seconds]
        self._found: dict[str, float] = {}

    @property
    def lines(self) -> int:
        return self.games.lines

    @property
    def learned(self) -> tuple[str, ...]:
        """Records do not say who owns what at the end."""
        return ("policy", "value") if self.games.winners.any() else ("policy",)

    def advance(self, done: float) -> list[torch.Tensor]:
        for _ in range(STEPS if self.device == "cuda" else 1):
            losses = self.trainer.step(cosine(done, self.plan.rate))
        if self.device == "cuda":
            torch.cuda.synchronize()
        if self._checks and done > self._checks[0]:
            self._checks.pop(0)
            self._found = self.prediction(MOST_CHECKED)
        return [losses.clone()]

    def line(self) -> dict[str, Any]:
        found, self._found = self._found, {}
        return dict(learned=self.trainer.steps * self.plan.batch, **found)

    def prediction(self, most: int = 1 << 30) -> dict[str, float]:
        """How well games that were held back are foretold, by at most so many positions."""
        if not len(self.held_back):
            return {}
        found = prediction(self.trainer.averaged, self.held_back, self.planes, most)
        self.model.train()
        return found
