"""Matches: what is to be played, playing it, and what came out."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ...games.registry import find_bundle, find_game, imported, loaded, own_bundles
from ...table import Unusable
from ..statistics.results import Pentanomial, Results, Score
from ..statistics.sprt import Sprt
from .contestants import Pace, game_of, make_contestant
from .store import GameResult, Store
from .workers import LocalWorkers, Task, Workers

HEARTBEAT = 10.0  # seconds between signs of life in the store
MOVES, SECONDS = 100, 0.5  # moves of both sides in an average game, roughly; for a move, where nothing is said


@dataclass(frozen=True)
class Match:
    """Two contestants and their conditions. Games come in pairs: each opening twice, with colours swapped."""

    first: str
    second: str
    games: int = 100
    game: str = ""  # by default what the first of them plays; where both play any, the first that there is
    size: int | None = None  # where the game has these conditions; if not given, as it has them by default
    komi: float | None = None
    pace: Pace = field(default_factory=Pace)
    openings: str = "random"  # or "none": every game starts from the empty board
    seed: int = 0
    threads: int = 1
    label: str = ""  # what tables call it; by default its two sides
    options: tuple[tuple[str, str], ...] = ()  # further conditions of the game

    def __post_init__(self) -> None:
        if not self.game:
            object.__setattr__(self, "game", game_of(self.first) or game_of(self.second) or own_bundles()[0].name)
        if self.openings not in ("random", "none"):
            raise ValueError(f"Openings must be random or none, not {self.openings!r}.")
        if self.games < 1:
            raise ValueError(f"A match needs at least 1 game, not {self.games}.")
        self.pace.new_clock()
        self.board  # noqa: B018  (ValueError if a condition is out of range)

    @property
    def board(self) -> dict[str, Any]:
        """The conditions of the game itself, as its record declares them."""
        known, options = find_game(self.game).conditions, dict(self.options)
        names = {d.name for d in known.describe()}
        given = {"size": self.size, "komi": self.komi}
        chosen = known.changed(**{n: v for n, v in given.items() if n in names and v is not None} | options)
        return {d.name: d.value for d in chosen.describe()}

    @property
    def conditions(self) -> dict[str, Any]:
        """All that both sides play under; users' files that were loaded are part of it. What a game calls `silent` is
        named only where it is not the default, so that matches from before it had it go on."""
        known = find_game(self.game).conditions
        usual = {d.name: d.default for d in known.describe() if d.name in getattr(known, "silent", ())}
        board = {name: value for name, value in self.board.items() if (name, value) not in usual.items()}
        openings = {"openings": self.openings} if find_bundle(self.game).openings else {}
        files = {"loaded": {file.module: file.fingerprint for file in loaded()}} if loaded() else {}
        pace = {"seed": self.seed, "clock": self.pace.clock, "seconds": self.pace.seconds}
        return {**board, **openings, **pace, **files}

    def sides(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Both contestants described in full; ValueError if one cannot be made."""
        described = []
        for name in (self.first, self.second):
            if game_of(name) not in ("", self.game):
                raise ValueError(f"{name} plays {game_of(name)}, not {self.game}.")
            contestant = make_contestant(name, self.pace, self.threads, self.game)
            try:
                described.append(contestant.describe(self.conditions))
            finally:
                contestant.close()
        return described[0], described[1]

    def task(self, identity: int, number: int) -> Task:
        return Task(
            identity, number, self.game, self.first, self.second, self.pace, self.conditions, self.threads, loaded()
        )


def match_seconds(match: Match) -> float:
    """CPU-seconds for all games of a match: as the game measures them, or a rough guess."""
    if measured := find_bundle(match.game).match_seconds:
        return imported(measured)(match)
    return match.games * MOVES * (match.pace.seconds or SECONDS)


@dataclass
class Standing:
    """A match so far: its number in the store, and the points of the first player by game number."""

    match: Match
    id: int
    points: dict[int, float]
    seconds: float = 0.0  # spent on the games of this run
    played_now: int = 0
    ids: list[int] = field(default_factory=list)  # of all matches in the store that were counted, if not only this one
    _tests: dict[tuple[float, float], Sprt] = field(default_factory=dict, repr=False)

    @property
    def score(self) -> Score:
        return Score.of(*self.points.values())

    @property
    def results(self) -> Results:
        """By pairs where both games of a pair are there, which tells more; by games otherwise."""
        pairs = [(p, self.points[n + 1]) for n, p in self.points.items() if n % 2 == 0 and n + 1 in self.points]
        return Pentanomial.of(*pairs) if 2 * len(pairs) == len(self.points) and pairs else self.score

    def sprt(self, elo0: float, elo1: float) -> Sprt:
        """The sequential test over the pairs in their order, up to the first that is not finished: taken as they end,
        short games would come first and could tip the scales. The first bound crossed decides."""
        test = self._tests.setdefault((elo0, elo1), Sprt(elo0, elo1))
        while not test.decided:
            n = 2 * test.results.trials
            if n not in self.points or n + 1 not in self.points:
                break
            test.add_pair(self.points[n], self.points[n + 1])
        return test

    @property
    def left(self) -> int:
        return max(self.match.games - len(self.points), 0)


Watcher = Callable[[Standing, GameResult | None], None]
"""Called once per match at the start, and after each game."""


def play_matches(
    matches: Iterable[Match],
    store: Store,
    *,
    workers: Workers | None = None,
    watch: Watcher | None = None,
    enough: Callable[[Standing], bool] | None = None,
    further: Iterator[Match] | None = None,
    deadline: float | None = None,
) -> list[Standing]:
    """Play what is missing of these matches, all cores busy until the last game; the standings at the end.

    `enough(standing)` ends a match early. `further` is asked for another match when a core is free and no game is left
    to begin, so what it gives may depend on what came out so far. After the `deadline`, by the monotonic clock, no game
    begins. Ctrl-C ends everything in order; what was finished is in the store.
    Unusable if a player cannot be set up."""
    standings: list[Standing] = []
    open_ones: dict[int, Standing] = {}

    def begin(match: Match) -> None:
        identity = store.match(match.game, *match.sides(), match.conditions)
        standing = Standing(match, identity, dict(store.points(identity)))
        standings.append(standing)
        if watch:
            watch(standing, None)
        if standing.left and not (enough and enough(standing)):
            open_ones[identity] = standing

    def next_task() -> Task | None:
        if deadline is not None and time.monotonic() >= deadline:
            return None
        while not (task := _next_task(open_ones, store)):
            match = next(further, None) if further else None
            if match is None:
                return None
            begin(match)
        return task

    for match in matches:
        begin(match)
    if not (open_ones or further):
        return standings
    own = workers is None
    workers = workers or LocalWorkers()
    playing, beat = 0, time.monotonic()
    try:
        while True:
            while playing < workers.size and (task := next_task()):
                workers.submit(task)
                playing += 1
            if playing == 0:
                break
            for task, result in workers.results(timeout=HEARTBEAT):
                playing -= 1
                store.add(task.match, result)
                _count(standings, open_ones, task, result, watch, enough, store)
            if time.monotonic() - beat > HEARTBEAT:
                store.still_playing()
                beat = time.monotonic()
    except Unusable:
        for standing in standings:
            store.discard(standing.id)
        raise
    finally:
        for standing in standings:
            store.release(standing.id)
        if own:
            workers.close()
    for standing in standings:  # another process may have played some of them
        standing.points = dict(store.points(standing.id))
    return standings


def _next_task(open_ones: dict[int, Standing], store: Store) -> Task | None:
    """A game nobody plays yet, from the match that is least advanced."""
    for standing in sorted(open_ones.values(), key=lambda s: len(s.points) / s.match.games):
        number = store.claim(standing.id, standing.match.games)
        if number is not None:
            return standing.match.task(standing.id, number)
    return None


def _count(standings, open_ones, task: Task, result: GameResult, watch, enough, store: Store) -> None:
    standing = next(s for s in standings if s.id == task.match)
    standing.points = dict(store.points(standing.id))  # another process may have played some of them
    standing.seconds += result.seconds_all
    standing.played_now += 1
    if watch:
        watch(standing, result)
    if not standing.left or (enough and enough(standing)):
        open_ones.pop(task.match, None)
