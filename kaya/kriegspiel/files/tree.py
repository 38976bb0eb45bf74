"""The whole tree of a PGN file: variations with their own, comments, marks of moves (`$1`, `!`) and of squares.

The umpire's words and the tries of the main line are the position's, and are not in the tree. Marks of squares are
commands in a comment: `[%csl Ge4]` as other programs write them, and `[%mark triangle e4]`."""

import re

from ...table.tree import KINDS, GameTree, Mark, Node
from ..rules import START
from .pgn import GLYPHS, RESULTS, TOKEN, heard

MARKS = {"!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6"}
_COMMAND = re.compile(r"\[%(csl|mark) ([^\]]*)\]")


def read_tree(text: str) -> GameTree:
    """The tree of the first game of a file that can be read as a game; what makes no sense in a variation ends it."""
    import chess

    fen = re.search(r'\[\s*FEN\s+"([^"]*)"', text)
    root = Node()
    trail: list[tuple[Node, chess.Board]] = [(root, chess.Board(fen[1] if fen else START))]
    outer: list[list[tuple[Node, chess.Board]]] = []
    lost = 0  # variations that cannot be followed
    for token in TOKEN.finditer(text.removeprefix("\ufeff").replace("\r\n", "\n")):
        word, (node, board) = token[0], trail[-1]
        if token["name"]:
            if len(trail) > 1:
                break
        elif word == "(":
            outer.append(trail)
            trail = trail[:-1] or trail
            lost += bool(lost)
        elif word == ")":
            trail = outer.pop() if outer else trail
            lost -= bool(lost)
        elif lost:
            continue
        elif word.startswith("$"):
            node.kept.setdefault(GLYPHS, []).append(word[1:])
        elif word.startswith("{"):
            _say(node, " ".join(word[1:-1].split()), main=not outer)
        elif word.startswith(";"):
            _say(node, word[1:].strip(), main=not outer)
        elif word in RESULTS and not outer:
            break
        elif token["word"]:
            try:
                trail = [*trail, _moved(node, board, word)]
            except ValueError:
                lost = 1
    return GameTree(root)


def _moved(node: Node, board, word: str):
    """The node and the board after a move."""
    san = word.rstrip("!?")
    move = board.parse_san(san)
    child = next((child for child in node.children if child.move == move.uci()), None)
    if child is None:
        child = Node(move.uci(), 1 if board.turn else 2)
        node.children.append(child)
    if glyph := MARKS.get(word[len(san) :]):
        child.kept.setdefault(GLYPHS, []).append(glyph)
    after = board.copy(stack=False)
    after.push(move)
    return child, after


def _say(node: Node, text: str, main: bool) -> None:
    """Add a comment, if it is not the umpire's."""
    if main and (text.startswith("tried ") or heard(text) is not None):
        return
    for command, content in _COMMAND.findall(text):
        node.marks += _marks(command, content)
    said = " ".join(_COMMAND.sub(" ", text).split())
    node.comment = "\n".join(filter(None, [node.comment, said]))


def _marks(command: str, content: str) -> list[Mark]:
    if command == "csl":
        return [("circle", mark[1:], mark[0]) for mark in content.replace(" ", "").split(",") if len(mark) == 3]
    kind, place, *text = [*content.split(" ", 2), ""]
    return [(kind, place, text[0].strip())] if kind in KINDS and place else []
