"""The tree of a PGN file: read, and written with nothing lost."""

from kaya.kriegspiel.files.pgn import load, save
from kaya.kriegspiel.files.tree import read_tree

FILE = """[Event "?"]
[Rules "Kriegspiel"]

{the start} 1. e4! {a pawn [%csl Ge4,Rd5] [%mark triangle f7]} (1. d4 $2 {not bad [%mark label d4 A]} d5 (1... Nf6 2. c4
(2. Nf3)) 2. c4 {more}) (1. Nf3) 1... d5 {1 pawn try} 2. {tried e4f5} exd5 {pawn at d5 captured} {a loss} *
"""


def rows(tree):
    return [(before, node.move, tree.comment(node), tree.marks(node), node.kept) for before, node in tree]


def test_variations_of_variations_comments_and_marks_are_there_after_a_round_trip():
    record = load(FILE)
    record.tree = read_tree(FILE)
    found = rows(record.tree)
    assert [row[:3] for row in found[:3]] == [(-1, "", "the start"), (0, "e2e4", "a pawn"), (1, "d7d5", "")]
    assert found[1][3:] == ([("circle", "e4", "G"), ("circle", "d5", "R"), ("triangle", "f7", "")], {"$": ["1"]})
    assert found[3][:3] == (2, "e4d5", "a loss")
    assert [row[1] for row in found[4:]] == ["d2d4", "d7d5", "c2c4", "g8f6", "c2c4", "g1f3", "g1f3"]
    written = save(record)
    assert rows(read_tree(written)) == found
    assert load(written).position == record.position
    assert "{pawn at d5 captured}" in written
