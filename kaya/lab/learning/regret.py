"""A policy for a small game with an umpire, learned from games against itself by external sampling
(`search/external_sampling.py`)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...games.game import Position
from ...games.registry import find_bundle
from ...kernel import plain, split_seed, zeros
from ...players.tabular import Policy
from ...search.external_sampling import iterate
from ...search.information_sets import ENTRY, HEAD, MOST_MOVES, SET, SIDE, find_set

MOST_SETS, MOST_ENTRIES = 1 << 20, 1 << 23
LONGEST = 128  # tries of a game, those in vain too

Watch = Callable[[int, int], None]
"""Is told how many iterations are done and how many information sets there are."""


class Learner:
    """Policies of both sides of a game from this position on, as they are learned; from an earlier one on if it is
    given."""

    def __init__(self, position: Position, seed: int = 0, begun: Policy | None = None):
        self.game, self.conditions, self.seed = position.game.name, position.conditions, seed
        self.heads, self.done = zeros(HEAD), 0
        self.heads.lasting = position.start_for(1).view().marks_stay
        self.sets, self.entries = zeros(SET, MOST_SETS), zeros(ENTRY, MOST_ENTRIES)
        self.table = np.full(2 * MOST_SETS, -1, np.int64)
        self.states, self.sides = zeros(position.game.dtype, LONGEST), zeros(SIDE, 2 * LONGEST)
        self.states[0] = position.states[0]
        self.sides["key"][:2] = [1, 2]
        self.room = np.zeros((LONGEST, MOST_MOVES), np.int32), np.zeros((LONGEST, MOST_MOVES))
        if begun is not None:
            self._go_on(begun)

    def _go_on(self, begun: Policy) -> None:
        head, known = plain(self.heads)[0], plain(self.sets)
        for key in begun.keys:
            find_set(head, known, self.table, key)
        sets, entries = self.sets[: len(begun.keys)], self.entries[: len(begun.moves)]
        sets["first"], sets["count"] = begun.first, begun.count
        entries["move"], entries["average"], entries["regret"] = begun.moves, begun.sums, begun.regrets
        self.heads.entries, self.done = len(begun.moves), begun.iterations

    def learn(self, iterations: int, watch: Watch = lambda *_: None) -> Policy:
        """So many iterations in all. Ctrl-C ends it between two of them."""
        boards = plain(self.states), plain(self.sides), plain(self.sets), plain(self.entries)
        try:
            while self.done < iterations:
                self.heads.rng = split_seed(self.seed, self.done)
                iterate(plain(self.heads)[0], self.done + 1, self.done + 2, *boards, self.table, *self.room)
                if self.heads.stop[0]:
                    raise ValueError(
                        f"{self.game} is too large: a policy has at most {MOST_SETS:,} information sets and "
                        f"{MOST_ENTRIES:,} tries, and games have at most {LONGEST - 1} tries."
                    )
                self.done += 1
                watch(self.done, int(self.heads.sets[0]))
        except KeyboardInterrupt:
            if not self.done:
                raise
        return self.policy()

    def policy(self) -> Policy:
        sets, entries = self.sets[: int(self.heads.sets[0])], self.entries[: int(self.heads.entries[0])]
        return Policy(
            *(self.game, self.conditions, self.done, self.seed),
            *(np.array(sets[name]) for name in ("key", "first", "count")),
            *(np.array(entries[name]) for name in ("move", "average", "regret")),
        )


def learn_policy(
    output: Path, game: str, conditions: dict[str, Any], iterations: int, seed: int, watch: Watch = lambda *_: None
) -> Policy:
    """Learn a policy, write it, and hand it over; a file of the same game is gone on with."""
    bundle = find_bundle(game)
    if not bundle.rules.hidden:
        raise ValueError(f"{bundle.name} hides nothing: a policy is learned for games with an umpire.")
    position, begun = bundle.start(**conditions), None
    if output.exists():
        begun = Policy.read(output)
        if (begun.game, begun.conditions) != (bundle.name, position.conditions):
            raise ValueError(f"{output} is a policy for {begun.title}: name another file, or that game.")
    learned = Learner(position, seed, begun).learn(iterations, watch)
    learned.write(output)
    return learned
