"""What section 3.4 of the Mango paper is measured with: Mango's search, with what happens in it counted. Nothing here
changes the tree that grows."""

import time
from dataclasses import dataclass

import numpy as np

from ...kernel import kernel
from ...lab.experiments.played import BEST, WRITTEN
from ...lab.matches.contestants import Pace, make_contestant
from ...players import Player
from ...search import Budget, Strategy, Tree
from ...search.tree import MOVED
from ..rules import GoPosition
from ..strategies import Playout, go_playout

PROGRAMS = {WRITTEN: "mango-paper", BEST: "mango"}
MEMORY = 2 << 30  # bytes; at T = 1 every node that is visited twice has all its children


class Counting(Playout):
    """Parameters of the playout, and a place to count in."""

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {"played": np.zeros(1, np.int64)}


PLAYOUT = go_playout.function


def counting_playout(state, work, policy, policy_p, p):
    """Mango's playout; the moves of each simulated game, those in the tree included, are added up in `p.played`."""
    result = PLAYOUT(state, work, policy, policy_p, p)
    p.played[0] += state.moves
    return result


COUNTING = kernel(counting_playout)


@dataclass(frozen=True)
class Counts:
    """One search in numbers."""

    simulations: int
    moves: int  # played in the simulated games, from the position on
    calls: int  # to the domain knowledge
    seconds: float  # of CPU time


def described(player: str, simulations: int) -> dict:
    """A player of Kaya's in full, as the store knows it."""
    return make_contestant(player, Pace(simulations=simulations)).describe({})


def counted_search(player: Player, position: GoPosition, simulations: int, seed: int) -> Counts:
    """Search a position anew and count; the tree is left in `player.search.tree`."""
    search = player.search
    own = {d.name: d.value for d in search.strategies["simulate"].parameters.describe()}
    counting = Strategy("simulate", COUNTING, Counting(**own))
    search.strategies["simulate"], search.seed = counting, seed
    search.forget()
    began = time.process_time()
    report = search.think(position, Budget(simulations=simulations, memory=MEMORY))
    seconds = time.process_time() - began
    if report.full:
        raise ValueError(f"The tree of {simulations:,} simulations does not fit in memory: use a smaller --scale.")
    moves = int(counting.record.played[0]) - simulations * int(position.state.moves)
    return Counts(simulations, moves, knowledge_calls(search.tree), seconds)


def compile_first(player: Player) -> None:
    """Search a little, so that what is measured next is ready to run."""
    counted_search(player, GoPosition(9), 100, 0)


def knowledge_calls(tree: Tree) -> int:
    """How often H was computed: once for each node whose children lie together, the root among them."""
    return int((tree.nodes["count"][: tree.used] > 0).sum())


def visit_counts(tree: Tree) -> tuple[list[int], list[int]]:
    """The visit counts that occur, 0 among them, and how many nodes have each. A record that was left behind when its
    node moved is no node."""
    nodes = tree.nodes[: tree.used]
    visits, count = np.unique(nodes["visits"][nodes["count"] != MOVED], return_counts=True)
    return visits.tolist(), count.tolist()
