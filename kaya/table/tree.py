"""The tree of a game that is studied: what was played, and what else might have been, with words and marks.

A node is a position, by the name of the move that leads to it. The first child of a node is the main line, the others
are variations of it. A file may have nodes without a move, in which something else is said: they belong to the position
before them, and are found through it.

>>> tree = GameTree()
>>> for path in (("a", "b"), ("a", "c", "d")):
...     _ = tree.add([(1 + k % 2, name) for k, name in enumerate(path)])
>>> tree.main(), [node.move for node in tree.children(tree.at(("a",)))]
(['a', 'b'], ['b', 'c'])
>>> tree.promote(("a", "c"))
>>> tree.main()
['a', 'c', 'd']
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Mark = tuple[str, str, str]  # its kind, a place of the board by name, and the text of a label
KINDS = ("triangle", "square", "circle", "cross", "selected", "label")
MOST_NODES = 100_000


@dataclass(eq=False)
class Node:
    """`move` is the name of the move that leads here ("" if there is none) and `side` who made it; `kept` is what a
    file says here, by its own names, so that it can be written again."""

    move: str = ""
    side: int = 0
    comment: str = ""
    marks: list[Mark] = field(default_factory=list)
    kept: dict[str, list[str]] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)


class GameTree:
    """A tree of nodes. Places in it are named by the moves that lead there; ValueError if there is none."""

    def __init__(self, root: Node | None = None):
        self.root = root or Node()

    @classmethod
    def of_line(cls, line: Sequence[tuple[int, str]], comments: Mapping[int, str]) -> "GameTree":
        """A game without variations, each move with its mover, and comments by the number of the move."""
        tree, names = cls(), [name for _, name in line]
        tree.add(line)
        for number, text in comments.items():
            tree.note(names[:number], text)
        return tree

    # Reading

    def children(self, node: Node) -> list[Node]:
        """The positions after this one, the main line first."""
        found: list[Node] = []
        waiting = node.children[::-1]
        while waiting:
            child = waiting.pop()
            if child.move:
                found.append(child)
            else:
                waiting += child.children[::-1]
        return found

    def at(self, path: Sequence[str]) -> Node:
        return self.trail(path)[-1]

    def trail(self, path: Sequence[str]) -> list[Node]:
        """The nodes from the start to the end of a path."""
        nodes = [self.root]
        for move in path:
            child = next((child for child in self.children(nodes[-1]) if child.move == move), None)
            if child is None:
                raise ValueError(f"{move} is not in the game tree there.")
            nodes.append(child)
        return nodes

    def main(self) -> list[str]:
        """The main line by the names of its moves."""
        names, node = [], self.root
        while node.children:
            node = node.children[0]
            names += [node.move] if node.move else []
        return names

    def belonging(self, node: Node) -> list[Node]:
        """A node, and those without a move that say more of the same position."""
        found, waiting = [], [node]
        while waiting:
            found.append(waiting.pop())
            waiting += [child for child in found[-1].children[::-1] if not child.move]
        return found

    @staticmethod
    def belonging_first(node: Node) -> list[Node]:
        """A node, and those without a move through which its main line goes."""
        found = [node]
        while found[-1].children and not found[-1].children[0].move:
            found.append(found[-1].children[0])
        return found

    def comment(self, node: Node) -> str:
        return "\n\n".join(filter(None, (each.comment for each in self.belonging(node))))

    def marks(self, node: Node) -> list[Mark]:
        return [mark for each in self.belonging(node) for mark in each.marks]

    def __iter__(self) -> Iterator[tuple[int, Node]]:
        """All positions, each after that before it, with the number of that one (the start is number 0)."""
        waiting, number = [(-1, self.root)], 0
        while waiting:
            before, node = waiting.pop()
            yield before, node
            waiting += [(number, child) for child in reversed(self.children(node))]
            number += 1

    def variations(self, main: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """The lines that are not this one: after how many moves of it each leaves it, and its own moves to its end."""
        waiting: list[tuple[Node, list[str]]] = [(self.root, [])]
        while waiting:
            node, path = waiting.pop()
            below = self.children(node)
            waiting += [(child, [*path, child.move]) for child in reversed(below)]
            if not below and path != list(main[: len(path)]):
                same = next(k for k, move in enumerate(path) if k >= len(main) or move != main[k])
                yield same, path[same:]

    @property
    def branched(self) -> bool:
        """Whether there is more than a line of moves."""
        return any(len(self.children(node)) > 1 or self.comment(node) or self.marks(node) for _, node in self)

    # Changing

    def add(self, line: Sequence[tuple[int, str]]) -> Node:
        """The node of a line from the start, each move with its mover; what is not there yet is added."""
        node = self.root
        for side, move in line:
            child = next((child for child in self.children(node) if child.move == move), None)
            if child is None:
                child = Node(move, side)
                self.belonging_first(node)[-1].children.append(child)
            node = child
        return node

    def play(self, line: Sequence[tuple[int, str]], upto: int = 0) -> None:
        """This line has been played: it becomes the main line, from move `upto` on."""
        self.add(line)
        for number in range(upto, len(line)):
            self._first([name for _, name in line[: number + 1]])

    def promote(self, path: Sequence[str]) -> None:
        """Make what leads to a place the main line."""
        self.trail(path)
        for number in range(1, len(path) + 1):
            self._first(path[:number])

    def _first(self, path: Sequence[str]) -> None:
        """Put the last node of a path before its siblings."""
        holder, way = self.at(path[:-1]), []
        while True:  # through nodes without a move
            child = next(child for child in holder.children if self._leads(child, path[-1]))
            way.append((holder, child))
            if child.move:
                break
            holder = child
        for holder, child in way:
            holder.children.remove(child)
            holder.children.insert(0, child)

    def _leads(self, child: Node, move: str) -> bool:
        if child.move:
            return child.move == move
        return any(found.move == move for found in self.children(child))

    def remove(self, path: Sequence[str]) -> None:
        """Take a place out of the tree with all that follows it."""
        if not path:
            raise ValueError("The start of a game cannot be deleted.")
        *_, before, node = self.trail(path)
        for holder in self.belonging(before):
            if node in holder.children:
                holder.children.remove(node)

    def note(self, path: Sequence[str], comment: str | None = None, marks: Sequence[Mark] | None = None) -> None:
        """Write a comment, or marks, in place of those that are there."""
        node, *others = self.belonging(self.at(path))
        if comment is not None:
            node.comment = comment
        if marks is not None:
            node.marks = [*marks]
        for other in others:
            other.comment = "" if comment is not None else other.comment
            other.marks = [] if marks is not None else other.marks

    # As rows, for storage: the number of the node before, and the fields

    def rows(self) -> list[list[Any]]:
        found, waiting = [], [(-1, self.root)]
        while waiting:
            before, node = waiting.pop()
            waiting += [(len(found), child) for child in reversed(node.children)]
            found.append([before, node.move, node.side, node.comment, [list(mark) for mark in node.marks], node.kept])
        return found

    @classmethod
    def of_rows(cls, rows: Sequence[Any]) -> "GameTree":
        """What `rows` has made; ValueError if it cannot have."""
        nodes: list[Node] = []
        for before, move, side, comment, marks, kept in rows:
            if not (before == -1 if not nodes else 0 <= before < len(nodes)):
                raise ValueError("The rows of a game tree come after those that they belong to.")
            nodes.append(Node(move, side, comment, [tuple(mark) for mark in marks], dict(kept)))
            if before >= 0:
                nodes[before].children.append(nodes[-1])
        return cls(nodes[0] if nodes else None)
