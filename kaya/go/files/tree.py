"""The whole tree of an SGF file: every node with its move, comment and marks, and all properties as they are."""

from sgfmill import sgf_grammar

from ...table.tree import GameTree, Mark, Node
from ..rules import BLACK, WHITE, parse_sgf_point, vertex
from ..rules.coordinates import column_row, parse_vertex
from .sgf import MARKS, GameRecord, coarse_trees, decoded, escaped, marks_in, save

COLOURS = (("B", BLACK), ("W", WHITE))
NAMES = {kind: name for name, kind in MARKS.items()}


def read_tree(record: GameRecord) -> GameTree:
    """The tree of the first game of the file that a record was loaded from."""
    tree = GameTree()
    waiting: list[tuple[Node | None, sgf_grammar.Coarse_game_tree]] = [(None, coarse_trees(record.source)[0])]
    while waiting:
        node, coarse = waiting.pop()
        for properties in coarse.sequence:
            child = _node(properties, record.lines)
            if node is None:
                tree.root = child
            else:
                node.children.append(child)
            node = child
        waiting += [(node, below) for below in reversed(coarse.children)]
    return tree


def _node(properties: dict[str, list[bytes]], lines: int) -> Node:
    kept = {name: [value.decode("utf-8", "replace") for value in values] for name, values in properties.items()}
    moves = [(side, raw) for name, side in COLOURS for raw in properties.get(name, ())]
    node = Node(comment=_comment(properties), marks=_marks(properties, lines), kept=kept)
    if len(moves) == 1:
        try:
            node.side, node.move = moves[0][0], vertex(parse_sgf_point(decoded(moves[0][1]).strip(), lines), lines)
        except ValueError:
            node.side, node.move = 0, ""  # a place that no board has
    return node


def _comment(properties: dict[str, list[bytes]]) -> str:
    return decoded(properties["C"][0]) if "C" in properties else ""


def _marks(properties: dict[str, list[bytes]], lines: int) -> list[Mark]:
    return [(mark.kind, vertex(mark.point, lines), mark.text) for mark in marks_in(properties, lines)]


def write(record: GameRecord) -> bytes:
    """The record as a file, with its tree if it has one."""
    return save(record, coarse_tree(record.tree, record.lines) if record.tree else None)


def coarse_tree(tree: GameTree, lines: int) -> sgf_grammar.Coarse_game_tree:
    """The tree as sgfmill knows it. What has not changed is written as it was."""
    return sgf_grammar.make_coarse_game_tree(tree.root, lambda node: node.children, lambda node: _written(node, lines))


def _written(node: Node, lines: int) -> dict[str, list[bytes]]:
    properties = {name: [value.encode() for value in values] for name, values in node.kept.items()}
    if node.move and not ("B" in properties or "W" in properties):
        properties["B" if node.side == BLACK else "W"] = [_place(node.move, lines)]
    if node.comment != _comment(properties):
        properties["C"] = [escaped(node.comment)]
    if node.marks != _marks(properties, lines):
        properties = {name: values for name, values in properties.items() if name not in MARKS}
        for kind, place, text in node.marks:
            label = b":" + escaped(text).replace(b":", b"\\:") if kind == "label" else b""
            properties.setdefault(NAMES[kind], []).append(_place(place, lines) + label)
    return {name: values for name, values in properties.items() if values != [b""] or name != "C"}


def _place(name: str, lines: int) -> bytes:
    if name == "pass":
        return b""
    x, y = column_row(parse_vertex(name, lines), lines)
    return f"{chr(97 + x)}{chr(97 + y)}".encode()
