"""What a picture is made of: a tree, the strategies that grew it, and the position it belongs to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..games.rules import CHANCE
from ..search import Search, Steps, Strategy, Terms, Tree
from ..search.terms import node_at, terms_of
from ..search.tree import MOVED


class Child(NamedTuple):
    """A child of a node, with what its score is made of, if the strategy says so."""

    index: int
    name: str
    move: int
    visits: int
    value: float  # for the player who moves
    heuristic: float
    rank: int  # by H, from 1
    terms: Terms | None

    @property
    def seen(self) -> bool:
        """Whether it is considered: not pruned."""
        return self.terms is None or self.terms.seen


@dataclass(frozen=True)
class Looked:
    tree: Tree
    strategies: dict[str, Strategy]
    position: Any = None  # where it is known
    steps: Steps | None = None  # if it goes in steps

    def name(self, index: int) -> str:
        """The step that leads to a node, in words."""
        node: Any = self.tree.nodes[index]
        chance = int(node.mover) == CHANCE
        if self.steps and self.steps.names:
            return self.steps.names(int(node.move), chance)
        return f"message {node.move}" if chance else self.tree.move_name(int(node.move))

    def node(self, path: Sequence[int] = ()) -> int:
        """The node that these moves lead to; ValueError if it is not in the tree."""
        found = node_at(self.tree, list(path))
        if found is None:
            raise ValueError("These moves are not in the tree.")
        return found

    def visits(self, path: Sequence[int] = ()) -> int:
        return int(self.tree.nodes["visits"][self.node(path)])

    def children(self, path: Sequence[int] = ()) -> list[Child]:
        """Those of a node, in the order in which they lie: by H, where it says something."""
        parent = self.node(path)
        nodes: Any = self.tree.nodes
        together, select, found = int(nodes[parent].count) > 0, self.strategies["select"], []
        for rank, index in enumerate(self.tree.children(parent).tolist(), start=1):
            node = nodes[index]
            visits = int(node.visits)
            terms = terms_of(select, nodes, parent, index) if together and int(node.mover) in (1, 2) else None
            value = float(node.reward) / max(visits, 1)
            found.append(
                Child(index, self.name(index), int(node.move), visits, value, float(node.heuristic), rank, terms)
            )
        return found

    def best(self, most: int, path: Sequence[int] = (), always: int = 0) -> list[Child]:
        """The most visited of them; the first `always` by H are among them."""
        found = self.children(path)
        chosen = sorted(found, key=lambda c: (-c.visits, c.rank))[:most]
        chosen += [c for c in found if c.rank <= always and c not in chosen]
        return sorted(chosen, key=lambda c: (-c.visits, c.rank))

    def below(self, index: int) -> Iterator[int]:
        """The children of a node by their indexes, most visited first."""
        nodes: Any = self.tree.nodes
        if nodes[index].count == MOVED:
            return
        yield from sorted(self.tree.children(index).tolist(), key=lambda c: -int(nodes[c].visits))


def looked(thing: Any) -> Looked:
    """A search, a player that has searched, or a search in steps; an error if there is nothing to see."""
    search = getattr(thing, "tree_search", thing)
    if isinstance(thing, Looked):
        return thing
    if isinstance(search, Steps):
        return Looked(search.tree, search.strategies, search.position, search)
    if not isinstance(search, Search):
        raise TypeError(f"{thing!r} has no tree: give a search, a search in steps, or a player that searches a tree.")
    if search.tree.used < 2:
        raise ValueError("Nothing was searched yet: think first.")
    return Looked(search.tree, search.strategies)
