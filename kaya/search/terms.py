"""What a score is made of, for whoever wants to see why a search looks where it does.

A strategy takes its formula apart in a plain function beside it. That of a `select` takes the score of a child apart,
the parts adding up to that by which children are compared:

    def my_terms(nodes, index, child, p):
        return Terms({"value: v": ..., "exploration: C √(ln n_p / n)": ...})

    @strategy("select", UCT, terms=my_terms)

That of a `prior`, or of an `expand` that evaluates moves, takes H of a move apart: terms(state, work, move, h, p). A
part is called by its name and, behind a colon, its formula. A dict of parts will do where there is nothing else to say.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..games.game import Game, Position
from ..games.rules import CHANCE
from .strategy import Strategy, fitted, memory_for
from .tree import NONE, Tree, child_with, new_work

Parts = Mapping[str, float]


@dataclass(frozen=True)
class Terms:
    """The parts of a score, which add up to it, and the `facts` that they are made of. `of` says what they add up to.
    A child that comes before all others is `first` and has no score; one that is not considered yet is not `seen`.
    `outcomes` are what may come of a move: in words, how likely, and what it is worth then."""

    parts: Parts
    facts: Mapping[str, float | str] = field(default_factory=dict)
    of: str = "score"
    first: bool = False
    seen: bool = True
    outcomes: tuple[tuple[str, float, float], ...] = ()

    def __post_init__(self) -> None:
        plain = {name: float(value) for name, value in self.parts.items()}
        object.__setattr__(self, "parts", plain)
        told = {name: value.item() if isinstance(value, np.generic) else value for name, value in self.facts.items()}
        object.__setattr__(self, "facts", told)

    @property
    def score(self) -> float:
        return float("inf") if self.first else float(sum(self.parts.values()))


@dataclass(frozen=True)
class Explanation:
    """One child of a node: what the tree holds of it, and what the strategies make of that. `kept` are the two free
    numbers of the node, if somebody keeps something there, and `keeps` what that is."""

    move: int
    visits: int
    value: float  # for the player who moves
    heuristic: float  # H
    rank: int  # by H, from 1
    siblings: int
    parent_visits: int
    select: Terms | None
    prior: Terms | None
    keeps: str = ""
    kept: tuple[float, float] = (0.0, 0.0)


def terms_of(select: Strategy, nodes: np.recarray, index: int, child: int) -> Terms | None:
    """The score of a child, taken apart; None if the strategy does not say."""
    return as_terms(select.terms(nodes, index, child, select.record)) if select.terms else None


def as_terms(said: Any) -> Terms:
    return said if isinstance(said, Terms) else Terms(dict(said))


def node_at(tree: Tree, path: list[int]) -> int | None:
    """The node that these moves and outcomes lead to from the root; None if it is not in the tree."""
    index = 0
    for move in path:
        index = int(child_with(tree.nodes, index, move))
        if index == NONE:
            return None
    return index


def explain(
    tree: Tree, strategies: Mapping[str, Strategy], position: Position | None, path: list[int], move: int
) -> Explanation | None:
    """Why the search that has grown this tree from a position looks at a move, after the moves of a path. It may be
    running. None if the tree does not know the move. Where there is no one position, because every simulation samples
    another, only what stands in the tree is taken apart, and H is not."""
    parent = node_at(tree, path)
    child = None if parent is None else node_at(tree, [*path, move])
    if parent is None or child is None:
        return None
    chosen = fitted(dict(strategies), position.state) if position else dict(strategies)
    nodes, children = tree.nodes, tree.children(parent).tolist()
    node, ranked = nodes[child], children and int(nodes[parent].count) > 0
    decided = ranked and int(node.mover) != CHANCE
    keeps = next((s.keeps for s in chosen.values() if s.keeps), "")
    return Explanation(
        int(move),
        int(node.visits),
        float(node.reward / max(node.visits, 1)),
        float(node.heuristic),
        children.index(child) + 1 if child in children else 0,
        len(children),
        int(nodes[parent].visits),
        terms_of(chosen["select"], nodes, parent, child) if decided else None,
        _prior_terms(chosen, position, path, move, float(node.heuristic)) if decided and position else None,
        keeps,
        (float(node.slot1), float(node.slot2)),
    )


def _prior_terms(chosen: dict[str, Strategy], position: Position, path: list[int], move: int, h: float) -> Terms | None:
    """H of a move, taken apart by whoever has computed it."""
    knowing = next((chosen[role] for role in ("prior", "expand") if chosen[role].terms), None)
    if knowing is None or any(_by_chance(position.game, position, path)):
        return None
    states = position.states.copy()
    for step in path:
        position.game.play(states[0], step)
    work = new_work(memory_for(chosen, states[0]))
    return as_terms(knowing.terms(states[0], work[0], move, h, knowing.record))


def _by_chance(game: Game, position: Position, path: list[int]) -> list[bool]:
    """Which steps of a path are chance's; what an outcome does to a position cannot be told from its number."""
    states, found = position.states.copy(), []
    for step in path:
        found.append(int(game.mover(states[0])) == CHANCE)
        if found[-1]:
            break
        game.play(states[0], step)
    return found
