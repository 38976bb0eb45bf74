"""A player with a policy in a file: at each information set the probabilities that `kaya learn policy` has found."""

import functools
import hashlib
import json
import zipfile
from collections.abc import Hashable
from dataclasses import astuple, dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import numpy as np

from .. import __version__
from ..games.game import Game
from ..kernel import Parameters, parameter, plain, split_seed, zeros
from ..search import Budget, MoveReport, Report
from ..search.information_sets import HEAD, SIDE, key_of
from .player import BasePlayer, Decision
from .regret import announcements, information

ARRAYS = ("keys", "first", "count", "moves", "sums", "regrets")


@dataclass(frozen=True)
class Policy:
    """Of both sides of a game: information sets by their `keys`; the tries of one are `count` from `first` on among
    `moves`, and likely in proportion to `sums`. With the regrets learning can go on."""

    game: str
    conditions: dict[str, Any]
    iterations: int
    seed: int
    keys: np.ndarray
    first: np.ndarray
    count: np.ndarray
    moves: np.ndarray
    sums: np.ndarray
    regrets: np.ndarray

    @property
    def title(self) -> str:
        """The game, with the conditions that it was begun under."""
        return " with ".join(filter(None, [self.game, ", ".join(f"{k}={v}" for k, v in self.conditions.items())]))

    @functools.cached_property
    def places(self) -> dict[int, int]:
        return {key: place for place, key in enumerate(self.keys.tolist())}

    def at(self, key: int) -> dict[int, float]:
        """The tries at an information set with their probabilities; none if it was never met."""
        place = self.places.get(key)
        if place is None:
            return {}
        own = slice(self.first[place], self.first[place] + self.count[place])
        sums, whole = self.sums[own], float(self.sums[own].sum())
        if whole <= 0.0:
            return {}
        return {move: s / whole for move, s in zip(self.moves[own].tolist(), sums.tolist(), strict=True)}

    def write(self, path: Path) -> None:
        """A run that is killed while it writes leaves the file as it was."""
        about = dict(game=self.game, conditions=self.conditions, iterations=self.iterations, seed=self.seed)
        arrays = dict(zip(ARRAYS, astuple(self)[4:], strict=True))
        new = Path(f"{path}.new")
        try:
            with new.open("wb") as file:
                np.savez_compressed(file, about=np.array(json.dumps({**about, "version": __version__})), **arrays)
            new.replace(path)
        except OSError as error:
            raise ValueError(f"{path} cannot be written: {error.strerror}.") from None

    @classmethod
    def read(cls, path: str | Path) -> "Policy":
        try:
            with np.load(path, allow_pickle=False) as file:
                about = json.loads(str(file["about"]))
                known = [about[name] for name in ("game", "conditions", "iterations", "seed")]
                return cls(*known, *(file[name] for name in ARRAYS))
        except OSError as error:
            raise ValueError(f"{path} cannot be read: {error.strerror or 'it is no policy'}.") from None
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
            raise ValueError(f"{path}: this is no policy, as `kaya learn policy` writes it.") from None


@functools.lru_cache(maxsize=8)
def _read(path: str, changed: int) -> Policy:
    return Policy.read(path)


class Settings(Parameters):
    """Parameters of the player."""

    policy: str = parameter("", "file of the policy, as `kaya learn policy` writes it")


class TabularPlayer(BasePlayer):
    """`choose` draws a try by the policy, that of its file or the one given; at an information set that was never met
    all tries are alike."""

    records: ClassVar[dict[str, str]] = {"player": "p"}

    def __init__(self, game: Game, *, threads: int = 1, seed: int = 0, given: Policy | None = None):
        self.name, self.game, self.threads, self.seed = "tabular", game, threads, seed
        self.p: Any = Settings()
        self.given = given
        self.forget()

    @property
    def plays(self) -> tuple[str, ...]:
        return (self.game.name,)

    @property
    def policy(self) -> Policy:
        """What was given, or is in the file; ValueError if that is of another game."""
        if self.given:
            return self.given
        if not self.p.policy:
            raise ValueError("tabular needs a policy, as tabular:policy=FILE: make one with `kaya learn policy FILE`.")
        path = Path(self.p.policy)
        found = _read(str(path), path.stat().st_mtime_ns if path.exists() else 0)
        if found.game != self.game.name:
            raise ValueError(f"{path}: this policy is for {found.game}, not for {self.game.name}.")
        return found

    @property
    def words(self) -> dict[str, str]:
        """A policy is known by what is in its file."""
        path = Path(self.p.policy)
        return {"policy": hashlib.sha256(path.read_bytes()).hexdigest()[:16]} if path.is_file() else {}

    def forget(self) -> None:
        self.turns = 0

    def knows(self, view: Any) -> Hashable:
        return information(view)

    def mixed(self, view: Any, budget: Budget | None = None) -> dict[int, float]:
        heads, sides, tries = zeros(HEAD), zeros(SIDE, 3), view.tries()
        heads.side, heads.lasting, log = view.side, view.marks_stay, announcements(view)
        heads.length = len(log)
        learned = self.policy.at(int(key_of(plain(heads)[0], plain(sides), plain(log))))
        known = {move: learned[move] for move in tries if learned.get(move)}
        if not known:
            return dict.fromkeys(tries, 1 / len(tries))
        whole = sum(known.values())
        return {move: chance / whole for move, chance in known.items()}

    def choose(self, position: Any, budget: Budget | None = None, **watching: Any) -> Decision:
        chances, self.turns = self.mixed(position), self.turns + 1
        drawn = Random(int(split_seed(self.seed, self.turns)))
        move = drawn.choices(list(chances), list(chances.values()))[0]
        moves = [MoveReport(m, 1, 0.0, (m,)) for m in sorted(chances, key=lambda m: -chances[m])]
        report = Report(move, moves, 1, 1, 0.0, 1, chosen=next(m for m in moves if m.move == move))
        return Decision(move, report)


def make(game: Game, threads: int = 1, seed: int = 0) -> TabularPlayer:
    """The player `tabular` of a game with an umpire."""
    if not game.hidden:
        raise ValueError(f"tabular cannot play {game.name}: it is for games with an umpire.")
    return TabularPlayer(game, threads=threads, seed=seed)
