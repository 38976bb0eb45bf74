"""A player of small games with an umpire that mixes its moves: both sides learn at information sets of their own, and a
move is drawn from what it has come to play on average (`search/information_sets.py`)."""

import time
from collections.abc import Hashable
from random import Random
from typing import Any, ClassVar

import numpy as np

from ..games.game import Game
from ..kernel import plain, split_seed, zeros
from ..search import Budget, MoveReport, Report
from ..search.information_sets import (
    ENTRY,
    HEAD,
    LONGEST,
    MOST_MOVES,
    REGRET,
    SAID,
    SET,
    SIDE,
    SMOOTH,
    STEP,
    Choosing,
    key_of,
    run,
)
from .player import BasePlayer, Decision

CHUNK = 1000  # simulations between two looks at the clock
MOST_SETS = 1 << 19  # where only time is given


class RegretPlayer(BasePlayer):
    """`choose` draws a move from `mixed`."""

    records: ClassVar[dict[str, str]] = {"choosing": "choosing"}

    def __init__(self, game: Game, *, threads: int = 1, seed: int = 0):
        self.name, self.game, self.threads, self.seed = "regret", game, threads, seed
        self.choosing = Choosing()
        self.forget()

    @property
    def plays(self) -> tuple[str, ...]:
        return (self.game.name,)

    def forget(self) -> None:
        self.searches = 0

    def knows(self, view: Any) -> Hashable:
        return information(view)

    def mixed(self, view: Any, budget: Budget) -> dict[int, float]:
        return self._think(view, budget)[0]

    def choose(self, position: Any, budget: Budget, **watching: Any) -> Decision:
        chances, report = self._think(position, budget, **watching)
        drawn = Random(int(split_seed(self.seed, 2 * self.searches + 1)))
        move = drawn.choices(list(chances), list(chances.values()))[0]
        return Decision(move, report)

    def _think(
        self, view: Any, budget: Budget, stop: Any = None, progress: Any = None, every: float = 0.1, **_: Any
    ) -> tuple[dict[int, float], Report]:
        tries = view.tries()
        if not tries:
            raise ValueError("There is nothing to try: the game is over, or the opponent is to move.")
        began, p = time.monotonic(), self.choosing
        wanted = budget.simulations or 1 << 40
        many = min(2 * wanted + 2, MOST_SETS)
        sets, entries = zeros(SET, many), zeros(ENTRY, many * len(tries))
        table = np.full(1 << (2 * many).bit_length(), -1, np.int64)
        heads, log, sides = zeros(HEAD), announcements(view), zeros(SIDE, 3)
        heads.rng, heads.side, heads.length = split_seed(self.seed, 2 * self.searches), view.side, len(log)
        heads.rule, heads.C, heads.explores = SMOOTH if p.rule == "smooth" else REGRET, p.C, p.explores
        heads.lasting, heads.patience = view.marks_stay, p.patience
        states = zeros(self.game.dtype, 2)
        states[0] = view.start.view().board  # nothing is hidden before the first move
        head, self.searches, done = plain(heads)[0], self.searches + 1, 0
        steps, room, chances = zeros(STEP, LONGEST), np.zeros(MOST_MOVES, np.int32), np.zeros(MOST_MOVES)
        boards, tables = (plain(states), plain(sides), plain(log)), (plain(sets), plain(entries), table, plain(steps))
        while done < wanted and not heads.stop[0] and not (stop and stop()):
            if budget.seconds is not None and time.monotonic() - began > budget.seconds:
                break
            now = min(wanted - done, CHUNK)
            run(head, *boards, *tables, room, chances, now)
            done += now
            if not heads.simulations[0]:
                break  # no past agrees with what was heard
        return self._found(
            view, tries, heads, sets, entries, key_of(head, boards[1], boards[2]), time.monotonic() - began
        )

    def _found(
        self, view: Any, tries: list[int], heads: Any, sets: Any, entries: Any, key: Any, seconds: float
    ) -> tuple[dict[int, float], Report]:
        place = np.flatnonzero(sets["key"][: int(heads.sets[0])] == key)
        chances, moves = dict.fromkeys(tries, 1 / len(tries)), list[MoveReport]()
        if len(place):
            node = sets[place[0]]
            own = entries[int(node.first) : int(node.first + node.count)]
            average = {m: a for m, a in zip(own["move"].tolist(), own["average"].tolist(), strict=True) if m in chances}
            least = self.choosing.least * max(average.values(), default=0.0)
            kept = {m: a for m, a in average.items() if a > 0 and a >= least}
            if kept:
                chances = {m: a / sum(kept.values()) for m, a in kept.items()}
            moves = [
                MoveReport(int(e["move"]), int(e["visits"]), float(e["reward"] / e["visits"]), (int(e["move"]),))
                for e in np.asarray(own)
                if e["visits"]
            ]
        best = max(chances, key=lambda move: chances[move])
        moves.sort(key=lambda m: -m.visits)
        chosen = next((m for m in moves if m.move == best), None)
        simulations = int(heads.simulations[0])
        report = Report(best, moves, simulations, simulations, seconds, int(heads.sets[0]), chosen=chosen)
        return chances, report


def information(view: Any) -> Hashable:
    """What of a view counts: where marks stay, the order in which they came is forgotten."""
    return view.information() if view.marks_stay else tuple(view.log)


def announcements(view: Any) -> np.ndarray:
    """What a view was told, as records."""
    heard = _in_order(view)
    log = zeros(SAID, max(len(heard), 1))
    for k, a in enumerate(heard):
        log[k] = a.by, a.message, a.move
    return log[: len(heard)]


def _in_order(view: Any) -> list[Any]:
    """Where marks stay, with the own moves by their numbers and all refusals last."""
    if not view.marks_stay:
        return view.log
    own = iter(sorted((a for a in view.log if a.by == view.side and a.legal), key=lambda a: a.move))
    told = [next(own) if a.by == view.side else a for a in view.log if a.legal]
    return told + sorted((a for a in view.log if not a.legal), key=lambda a: a.move)


def make(game: Game, threads: int = 1, seed: int = 0) -> RegretPlayer:
    """The player `regret` of a game with an umpire."""
    if not game.hidden:
        raise ValueError(f"regret cannot play {game.name}: it is for games with an umpire.")
    return RegretPlayer(game, threads=threads, seed=seed)
