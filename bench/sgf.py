"""What files lose when they are opened for study and saved: python -m bench.sgf FOLDER [FILES]

Every game of the `.sgf` and `.sgfs` files below FOLDER is loaded, kept as the page keeps it (its game tree as rows),
and written again. All properties of all nodes of both must be the same, but for the encoding, which is UTF-8 then."""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from sgfmill import sgf_grammar

from kaya.go.files.sgf import load
from kaya.go.files.tree import read_tree, write
from kaya.table.tree import GameTree

Properties = list[tuple[int, dict[str, list[bytes]]]]


def games(folder: Path) -> Iterator[bytes]:
    """Every game as a file of its own."""
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".sgf", ".sgfs")):
        for tree in sgf_grammar.parse_sgf_collection(path.read_bytes()):
            yield sgf_grammar.serialise_game_tree(tree)


def properties(data: bytes) -> Properties:
    """The properties of every node, and under how many branchings it lies."""
    found: Properties = []
    waiting = [(0, tree) for tree in reversed(sgf_grammar.parse_sgf_collection(data))]
    while waiting:
        depth, tree = waiting.pop()
        found += [(depth, {k: v for k, v in node.items() if k != "CA"}) for node in tree.sequence]
        branches = len(tree.children) > 1
        waiting += [(depth + branches, child) for child in reversed(tree.children)]
    return found


def saved(data: bytes) -> bytes:
    """The file after it was opened and saved."""
    record = load(data.decode("utf-8", "replace"))
    record.tree = GameTree.of_rows(read_tree(record).rows())
    record.moves = record.position().line  # what is known of the game itself comes from its position
    record.comments, record.variations = {}, {}
    return write(record)


def main(folder: str, most: int = 2000) -> None:
    files = nodes = count = lost = refused = 0
    for data in itertools.islice(games(Path(folder)), most):
        files += 1
        before = properties(data)
        try:
            after = properties(saved(data))
        except ValueError as error:
            print(f"file {files}: {error}")
            refused += 1
            continue
        nodes, count = nodes + len(before), count + sum(len(node) for _, node in before)
        if before != after:
            lost += 1
            print(f"file {files}:", *next(pair for pair in itertools.zip_longest(before, after) if pair[0] != pair[1]))
    print(f"{files} files, {nodes} nodes, {count} properties: {lost} files lost something, {refused} were refused")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
