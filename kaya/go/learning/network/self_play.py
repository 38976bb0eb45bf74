"""Games of a network against itself, thousands at a time: the search on all processors, the network on a GPU."""

from collections.abc import Sequence
from itertools import count
from typing import Any, Protocol

import numba
import numpy as np
import torch

from ....kernel import plain, zeros
from ....network import Evaluator, Network
from ....search.tree import WORK
from ...rules import go
from . import batched_search, games_in_step
from .batched_evaluation import Answers
from .learned import Learned, room_to_learn, write_learned
from .model import Folded, Model
from .positions import Planes

WRONG = 0.03  # share of the games taken to be decided that may go the other way
CHECKED = 100  # of them, until `sure` is set anew
CAUTION = 0.7  # by what its distance to 1 is multiplied
MOST_COPIES = 4.0  # of one position
STAGGER_SIMULATIONS = 2
OPENINGS = 0.2  # share of the even games that begin with moves of recorded ones
SHORT = 0.016  # moves, by the points of the board, that the short-term value looks ahead: KataGo's


class Answering(Protocol):
    """Who answers the questions of a half of the games; between `ask` and `wait` the other half may go on."""

    def ask(self, half: "Half") -> None: ...
    def wait(self) -> None: ...
    def update(self, model: Model) -> None: ...


class OnProcessors:
    """The network as players evaluate it."""

    def __init__(self, network: Network, lines: int):
        self.answers, self.ready = Answers(lines), Evaluator(network)

    def update(self, model: Model) -> None:
        self.ready = Evaluator(model.network([self.answers.lines], {}))

    def ask(self, half: "Half") -> None:
        self.answers(self.ready, half.games.codes, half.games.facts, *half.answers)

    def wait(self) -> None:
        pass


class OnGPU:
    """The network in half precision on a GPU, questions and answers being copied while others are computed. An answer
    is one captured graph: launching it piece by piece would be bound by the host."""

    def __init__(self, model: Model, planes: Planes, count: int, facts: int):
        self.network, self.planes = Folded(model, planes.device), planes
        self.codes = torch.zeros(count, planes.lines**2, dtype=torch.uint8, device="cuda")
        self.facts = torch.zeros(count, facts, dtype=torch.int16, device="cuda")
        self.stream, self.done = torch.cuda.Stream(priority=-1), torch.cuda.Event()
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(2):
                self._answer()
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, stream=self.stream):
            self.found = self._answer()

    def _answer(self) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values, _ = self.network(self.planes(self.codes, self.facts))
        return logits.float(), values.float()

    def update(self, model: Model) -> None:
        self.network.update(model)
        self.stream.wait_stream(torch.cuda.current_stream())

    def ask(self, half: "Half") -> None:
        with torch.cuda.stream(self.stream):
            self.codes.copy_(half.codes, non_blocking=True)
            self.facts.copy_(half.facts, non_blocking=True)
            self.graph.replay()
            half.logits.copy_(self.found[0], non_blocking=True)
            half.values.copy_(self.found[1], non_blocking=True)
            self.done.record(self.stream)

    def wait(self) -> None:
        self.done.synchronize()


class Half:
    """One half of the games; their questions and the answers lie in memory that a GPU can reach."""

    def __init__(self, games: games_in_step.Games, on_gpu: bool):
        count, points = games.codes.shape
        self.codes, self.facts, self.logits, self.values = (
            torch.zeros(count, *shape, dtype=kind, pin_memory=on_gpu)
            for shape, kind in (
                ((points,), torch.uint8),
                (games.facts.shape[1:], torch.int16),
                ((points + 1,), torch.float32),
                ((), torch.float32),
            )
        )
        self.games = games._replace(codes=self.codes.numpy(), facts=self.facts.numpy())
        self.answers = self.logits.numpy(), self.values.numpy()
        self.state = self.games.game.view(np.recarray)
        self.versions = np.zeros(games.past_value.shape, np.int32)  # of the networks with which moves were made


class SelfPlay:
    """Games under way, in two halves: while the network answers one half, the trees of the other grow.

    A game is taken to be decided at a value of `sure`. Of those that are played on all the same, WRONG may go the other
    way: if more do, the value is raised, if fewer do, it falls back. Of the even games some begin with moves of
    `openings`."""

    def __init__(
        self,
        planes: Planes,
        games: int,
        komi: float,
        most: int,
        seed: int,
        openings: Sequence[np.ndarray] = (),
        **settings: Any,
    ):
        self.planes, self.lines, self.komi, self.each = planes, planes.lines, komi, games // 2
        self.parameters = plain(games_in_step.SelfPlay().changed(**settings).as_record())  # type: ignore[call-arg]
        self.halves = [
            Half(
                games_in_step.new_games(self.each, planes.lines, komi, most, self.parameters[0], seed + k),
                planes.device == "cuda",
            )
            for k in range(2)
        ]
        self.openings, self.chance = openings, np.random.default_rng(seed)
        threads: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
        self.boards = plain(zeros(go.dtype, threads))
        self.work = plain(zeros(WORK, threads))
        self.version = 0  # of the network that answers
        self.finished = self.moves = self.wrong = self.foretold = 0
        self._least_sure, self._checked = float(self.parameters["sure"][0]), (0, 0)

    def answering(self, model: Model) -> Answering:
        """A model as one who answers a half."""
        if self.planes.device != "cuda":
            return OnProcessors(model.network([self.lines], {}), self.lines)
        return OnGPU(model, self.planes, self.each, self.halves[0].facts.shape[1])

    def search(self, simulations: int, answering: list[Answering], full: bool = True) -> None:
        """Grow the tree of every game by so many simulations and make a move; each half has one who answers. What a
        search finds that is not a `full` one is not learned from."""
        schedule = batched_search.halving(int(self.parameters["considered"][0]), simulations)
        for step in range(-1, simulations + 1):
            for half, answers in zip(self.halves, answering, strict=True):
                if step >= 0:
                    answers.wait()
                batched_search.steps(half.games, self.boards, self.work, *half.answers, schedule, step, self.parameters)
                if step < simulations:
                    answers.ask(half)
        for half in self.halves:
            batched_search.move(half.games, full, self.parameters)
            half.versions[np.arange(len(half.state)), half.state.plies - 1] = self.version

    def stagger(self, answering: list[Answering]) -> None:
        """Play until games are at all stages, by the policy alone, and learn nothing of it. If all began at once, those
        that end first would be learned from first, and they are short because one side was far ahead."""
        for _ in range(self.lines**2):
            self.move(STAGGER_SIMULATIONS, answering, full=False)
        self.finished = self.moves = self.wrong = self.foretold = 0
        self._checked, self.parameters["sure"] = (0, 0), self._least_sure

    def move(self, simulations: int, answering: list[Answering], full: bool = True) -> dict[str, np.ndarray]:
        """Let every game make a move after a search; the positions of the games that ended by it, as columns of
        `Memory`, and in `result` and `found` what came of each position and what its search found."""
        self.search(simulations, answering, full)
        parts = [self._learned(half, which) for half in self.halves if len(which := np.flatnonzero(half.state.ended))]
        self._be_as_sure_as_is_right()
        columns = zip(Learned._fields, zip(*parts, strict=True), strict=True) if parts else ()
        return {name: np.concatenate(values) for name, values in columns}

    def _be_as_sure_as_is_right(self) -> None:
        wrong, foretold = (now - then for now, then in zip((self.wrong, self.foretold), self._checked, strict=True))
        if foretold >= CHECKED:
            self._checked = self.wrong, self.foretold
            doubt = 1.0 - self.parameters["sure"][0]
            doubt = doubt * CAUTION if wrong > WRONG * foretold else doubt / CAUTION
            self.parameters["sure"][0] = max(1.0 - doubt, self._least_sure)

    def _learned(self, half: Half, which: np.ndarray) -> Learned:
        """What is learned of these games, which have ended; others begin in their places."""
        ended = half.games.game[which]
        games, state = half.games, ended.view(np.recarray)
        self.finished += len(which)
        self.moves += int(state.plies.sum())
        known = (state.counted != 0) & (state.foretold != 0)
        self.foretold += int(known.sum())
        self.wrong += int((known & (state.foretold * state.outcome < 0)).sum())
        games_in_step.begin_again(games, which, self.lines, self.komi, self.parameters)
        plies = []
        for g, n in zip(which.tolist(), state.plies.tolist(), strict=True):
            plies.append(self._copies(games.past_surprise[g, :n]))
            self._open(games.root[g])
        starts = np.cumsum([0, *map(len, plies)])
        patient = float(self.parameters["to_the_end"][0])  # of the games held for decided so many are counted
        weights = np.where(state.foretold != 0, 1.0 / max(patient, 0.1), 1.0)
        learned = room_to_learn(int(starts[-1]), self.lines)
        short = SHORT * self.lines**2
        write_learned(games, half.versions, which, ended, starts, np.concatenate(plies), short, weights, learned)
        return learned

    def _open(self, root: Any) -> None:
        """Of the even games some begin with moves of recorded ones."""
        if self.openings and root["empties"] == self.lines**2 and self.chance.random() < OPENINGS:
            moves = self.openings[int(self.chance.integers(len(self.openings)))]
            games_in_step.follow(root, moves[: self.chance.integers(len(moves))])

    def _copies(self, surprise: np.ndarray) -> np.ndarray:
        """Which positions are learned from: those of full searches, and more often those where the search changed the
        policy more (Wu 2019: policy surprise weighting)."""
        drawn = self.chance.random(len(surprise))
        full = np.flatnonzero(surprise >= 0.0)
        surprises = surprise[full]
        mean = surprises.mean() if len(full) else 0.0
        share = float(self.parameters["surprise"][0]) if mean > 0.0 else 0.0
        weights = np.minimum(1.0 - share + share * surprises / max(mean, 1e-6), MOST_COPIES)
        return np.repeat(full, np.floor(weights + drawn[full]).astype(np.int64))


def positions_of(
    network: Network, planes: Planes, komi: float, seed: int, games: int = 32, **begun: Any
) -> torch.Tensor:
    """Planes of positions from games of a network against itself, from all parts of them; `begun` is how they begin."""
    moves = 2 * planes.lines**2 // 3
    play = SelfPlay(planes, games, komi, 2, seed, to_the_end=1.0, opening=24, **begun)
    asked, seen = OnProcessors(network, planes.lines), []
    for _ in range(moves):
        play.move(2, [asked for _ in play.halves])
        seen += [planes(half.codes.to(planes.device), half.facts.to(planes.device)) for half in play.halves]
    return torch.cat(seen)


def contest(
    new: Model, old: Model, planes: Planes, games: int, komi: float, simulations: int, seed: int
) -> tuple[int, int]:
    """How many of the games `new` won against `old`, each Black in one half, and how many were decided."""
    play = SelfPlay(planes, games, komi, simulations, seed, even=1.0, to_the_end=1.0, opening=6)
    sides = [[play.answering(model) for _ in play.halves] for model in (new, old)]
    won = decided = 0
    over = [np.zeros(len(half.state), bool) for half in play.halves]
    for ply in count():
        play.search(simulations, [sides[ply % 2][0], sides[1 - ply % 2][1]])
        for which, (half, done) in enumerate(zip(play.halves, over, strict=True)):
            for g in np.flatnonzero(half.state.ended & ~done).tolist():
                outcome = float(half.state[g].outcome) * (1 if which == 0 else -1)
                won, decided, done[g] = won + (outcome > 0), decided + (outcome != 0), True
            for g in np.flatnonzero(done).tolist():  # it plays on, to be in step with the others, and does not count
                games_in_step.begin(half.state[g], half.games.root[g], play.lines, komi, play.parameters[0])
        if all(done.all() for done in over):
            break
    return won, decided
