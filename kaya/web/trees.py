"""The tree of a search, as a page walks through it: by the names of moves and of what an umpire says."""

from typing import Any

from ..games.rules import CHANCE
from ..search import Explanation, Report, Search, Terms
from ..search.progressive import Unpruning, unpruned
from ..search.report import MoveReport
from ..search.terms import node_at
from .adapter import PageAdapter

NEXT = 5  # moves that are shown of those that are pruned
CHILDREN = 40  # of a node that are shown
EXPLAINED = ("select", "prior", "expand")  # whose words are on a card


class Walk:
    """A tree and the names of its steps; `root` names moves. The search may be running."""

    def __init__(self, search: Search, adapter: PageAdapter, root: Any):
        self.search, self.adapter, self.root = search, adapter, root
        self.nodes: Any = search.tree.nodes
        self._parent: int | None = None  # whose children are told

    def _name(self, node: int) -> str:
        record = self.nodes[node]
        return self.adapter.step_name(self.root, int(record.move), self._is_chance(node))

    def steps(self, path: tuple[str, ...]) -> list[int]:
        """The numbers of the steps of a path; ValueError if it is not in the tree."""
        steps: list[int] = []
        for name in path:
            node = node_at(self.search.tree, steps)
            children = [] if node is None else self.search.tree.children(node).tolist()
            found = {self._name(child): int(self.nodes[child].move) for child in children}
            if name not in found:
                raise ValueError(f"{name} is not in the tree there.")
            steps.append(found[name])
        return steps

    def children(self, path: tuple[str, ...]) -> dict[str, Any]:
        """What follows after a path, most visited first, and how many more there are."""
        node = self._parent = node_at(self.search.tree, self.steps(path))
        found = [] if node is None else self.search.tree.children(node).tolist()
        found.sort(key=lambda child: (-int(self.nodes[child].visits), -float(self.nodes[child].heuristic)))
        return {"children": [self._row(child) for child in found[:CHILDREN]], "more": max(len(found) - CHILDREN, 0)}

    def outcomes(self, path: tuple[str, ...]) -> list[tuple[str, float, float]]:
        """What chance or the umpire makes of the last move of a path: frequency, and value for the side that moved."""
        node = node_at(self.search.tree, self.steps(path))
        found = [] if node is None else [c for c in self.search.tree.children(node).tolist() if self._is_chance(c)]
        whole, sign = sum(int(self.nodes[c].visits) for c in found), -1 if self.nodes[node].mover == 2 else 1
        rows = [
            (self._name(c), n / whole, sign * float(self.nodes[c].reward) / n)
            for c in found
            if (n := int(self.nodes[c].visits))
        ]
        return sorted(rows, key=lambda row: -row[1])

    def _is_chance(self, node: int) -> bool:
        return int(self.nodes[node].mover) == CHANCE

    def _is_pruned(self, child: int) -> bool:
        """Whether the strategy that selects does not see it yet."""
        parent, select = self._parent, self.search.strategies["select"]
        if parent is None or not _prunes(self.search) or int(self.nodes[parent].count) <= 0:
            return False
        return child - int(self.nodes[parent].first) >= int(unpruned(int(self.nodes[parent].visits), select.record))

    def _row(self, child: int) -> dict[str, Any]:
        node = self.nodes[child]
        visits = int(node.visits)
        return {
            "move": self._name(child),
            "visits": visits,
            "chance": self._is_chance(child),
            "rate": round((float(node.reward) / max(visits, 1) + 1) / 2, 4),
            "h": round(float(node.heuristic), 5),
            "pruned": self._is_pruned(child),
            "open": bool(int(node.first) and visits > 1),
        }


def _prunes(search: Search) -> bool:
    """Whether its strategy sees some of the moves at first."""
    p = search.strategies["select"].parameters
    return isinstance(p, Unpruning) and p.PU


def unpruning_of(search: Search | None, root: Any) -> dict[str, Any]:
    """The moves of the root that are seen by now, where only some are, and those that come next, by their ranks."""
    if search is None or not _prunes(search):
        return {}
    node = search.tree.nodes[0]
    first, count = int(node.first), int(node.count)
    if count <= 0:
        return {}
    seen = min(int(unpruned(int(node.visits), search.strategies["select"].record)), count)
    moves = search.tree.nodes["move"][first : first + min(seen + NEXT, count)].tolist()
    return {"unpruning": {"seen": seen, "of": count, "moves": [root.move_name(move) for move in moves]}}


def card_of(found: Explanation, search: Search) -> dict[str, Any]:
    by = {role: search.strategies[role] for role in EXPLAINED}
    return _card(found, {role: {"name": s.name, "says": first_line(s.function)} for role, s in by.items()})


def plain_card(found: MoveReport, report: Report, name: str, told: Terms) -> dict[str, Any]:
    """What a player without a tree has said of a move."""
    ranked = sorted(report.moves, key=lambda m: -m.prior)
    place = ranked.index(found) + 1, len(ranked), report.visits
    said = Explanation(found.move, found.visits, found.value, found.prior, *place, told, None)
    return _card(said, {role: {"name": name, "says": ""} for role in EXPLAINED})


def _card(found: Explanation, by: dict[str, dict[str, str]]) -> dict[str, Any]:
    told = {name: getattr(found, name) for name in ("visits", "value", "rank", "siblings", "keeps", "kept")}
    told |= {"rate": round((found.value + 1) / 2, 4), "h": found.heuristic, "parent": found.parent_visits}
    return told | {"select": terms_of(found.select), "prior": terms_of(found.prior), "by": by}


def terms_of(terms: Terms | None) -> dict[str, Any] | None:
    if terms is None:
        return None
    told = {name: getattr(terms, name) for name in ("of", "first", "seen")}
    told |= {name: list(getattr(terms, name).items()) for name in ("parts", "facts")}
    outcomes = [list(row) for row in terms.outcomes]
    return told | {"outcomes": outcomes, "score": None if terms.first else terms.score}


def first_line(function: Any) -> str:
    """What a strategy says of itself."""
    said = getattr(function, "py_func", function).__doc__ or ""
    return " ".join(said.split("\n\n")[0].split())[:300]
