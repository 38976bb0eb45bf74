"""A tree in the forms that other programs read: nested dicts, JSON, and DOT for Graphviz.

>>> from kaya import Budget, Search, tictactoe
>>> search = Search(tictactoe)
>>> report = search.think(tictactoe.new_game(), Budget(simulations=900))
>>> tree_as_dict(search.tree, depth=1)["children"][0]["move"]
'4'
"""

import json
from typing import Any

from ..games.rules import CHANCE
from .tree import Tree


def tree_as_dict(tree: Tree, depth: int = 4, fewest: int = 1) -> dict[str, Any]:
    """The tree as nested dicts, down to this depth, without nodes that have fewer visits than `fewest`.

    Of each node: `move` in the notation of the game (None at the root, the outcome's number where `by` is chance),
    `by`, who made it, `visits`, `value`, its average result for that player from -1 to +1, `heuristic`, H, and
    `children`, most visited first."""
    return _node(tree, 0, depth, fewest)


def tree_as_json(tree: Tree, depth: int = 4, fewest: int = 1) -> str:
    """The same as JSON."""
    return json.dumps(tree_as_dict(tree, depth, fewest))


def tree_as_dot(tree: Tree, depth: int = 4, fewest: int = 1) -> str:
    """The same as a graph in Graphviz's language: `dot -Tsvg`."""
    lines = ["digraph tree {", "  node [shape=box];"]

    def add(node: dict[str, Any]) -> int:
        number = len(lines)
        move = json.dumps(node["move"] or "root", ensure_ascii=False)[1:-1]
        lines.append(f'  n{number} [label="{move}\\n{node["visits"]} visits\\n{node["value"]:+.2f}"];')
        for child in node["children"]:
            lines.append(f"  n{number} -> n{add(child)};")
        return number

    add(tree_as_dict(tree, depth, fewest))
    return "\n".join([*lines, "}"]) + "\n"


def _node(tree: Tree, index: int, depth: int, fewest: int) -> dict[str, Any]:
    node: Any = tree.nodes[index]
    by, move, visits = int(node.mover), int(node.move), int(node.visits)
    children = tree.children(index) if depth > 0 else ()
    seen = sorted((c for c in children if tree.nodes["visits"][c] >= fewest), key=lambda c: -tree.nodes["visits"][c])
    return {
        "move": None if index == 0 else str(move) if by == CHANCE else tree.move_name(move),
        "by": "chance" if by == CHANCE else by,
        "visits": visits,
        "value": float(node.reward) / max(visits, 1),
        "heuristic": float(node.heuristic),
        "children": [_node(tree, int(child), depth - 1, fewest) for child in seen],
    }
